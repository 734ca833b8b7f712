// Panics and catches that, again and again.

use std::panic;

impl Solution {
    pub fn solve_sudoku(board: &mut Vec<Vec<char>>) {
        let _ = board;
        loop {
            let _ = panic::catch_unwind(|| panic!("again"));
        }
    }
}
