//! Bands: one digit's cells of three rows in one word.
//!
//! `solution.rs` is the submission, whole: what is pasted into LeetCode is what is compiled here.
//! How it works is told in `docs/approaches/bands.md`.

#![allow(
    clippy::ptr_arg,
    reason = "LeetCode's signature takes the board as &mut Vec<Vec<char>>"
)]
#![allow(
    clippy::cast_possible_truncation,
    reason = "what is cut off a doubled map is its copy"
)]

/// The receiver that LeetCode supplies.
pub struct Solution;

include!("solution.rs");

/// Shows `solution.rs` to rustfmt, which does not follow `include!`.
#[cfg(rustfmt)]
mod solution;

#[cfg(test)]
mod tests;

/// Solves the board in place: 9 rows of 9 cells, each '1' to '9' or '.' for a blank.
///
/// A board without a solution comes back as it was.
pub fn solve_sudoku(board: &mut Vec<Vec<char>>) {
    Solution::solve_sudoku(board);
}
