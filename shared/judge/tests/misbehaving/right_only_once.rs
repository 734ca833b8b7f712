// Solves the first board and none after it.

use std::sync::atomic::{AtomicBool, Ordering};

impl Solution {
    pub fn solve_sudoku(board: &mut Vec<Vec<char>>) {
        if !SOLVED_BEFORE.swap(true, Ordering::SeqCst) {
            write_solution(board);
        }
    }
}

static SOLVED_BEFORE: AtomicBool = AtomicBool::new(false);

/// Writes the solution of LeetCode's example.
fn write_solution(board: &mut Vec<Vec<char>>) {
    let solution =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    for (cell, digit) in board.iter_mut().flatten().zip(solution.chars()) {
        *cell = digit;
    }
}
