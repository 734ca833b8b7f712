//! Digit lanes: all nine digits at once in vector registers.
//!
//! `solution.rs` is the submission, whole: what is pasted into LeetCode is what is compiled here.
//! How it works is told in `docs/approaches/digit-lanes.md`.

#![allow(
    clippy::ptr_arg,
    reason = "LeetCode's signature takes the board as &mut Vec<Vec<char>>"
)]
#![allow(
    unsafe_code,
    reason = "vector instructions may be run only where the processor has them; each block says why it does"
)]
#![allow(
    clippy::inline_always,
    reason = "a vector stays in its register only in a function compiled for the feature, so all that works on it is inlined there"
)]
#![allow(
    clippy::wildcard_imports,
    reason = "the names of intrinsics say where they come from"
)]
#![allow(
    clippy::needless_range_loop,
    reason = "a number stands for a row, a band or a lane in several arrays"
)]
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "bits of a lane are read as the signed words that the intrinsics take"
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
