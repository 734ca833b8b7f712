//! Sudoku itself: boards, the text that people write them in, the rules, a reference solver, and a
//! generator of puzzles. It knows no approach, no test and no process.

#![allow(
    clippy::needless_range_loop,
    reason = "a cell's row and column number more than the board"
)]

pub mod board;
pub mod generate;
mod grid;
pub mod notation;
pub mod reference;
pub mod rules;

/// 9 rows of 9 cells, each '1' to '9' or '.' for a blank: LeetCode's own form.
pub type Board = Vec<Vec<char>>;
