//! Constraint propagation: what is forced is filled, and only the rest is searched.
//!
//! `solution.rs` is the submission, whole: what is pasted into LeetCode is what is compiled here.
//! How it works is told in `docs/approaches/constraint-propagation.md`.

#![allow(
    clippy::ptr_arg,
    reason = "LeetCode's signature takes the board as &mut Vec<Vec<char>>"
)]
#![allow(
    clippy::needless_range_loop,
    reason = "a row number indexes the board and the units alike"
)]
#![allow(
    clippy::cast_possible_truncation,
    reason = "a digit's bit number is below 9"
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
