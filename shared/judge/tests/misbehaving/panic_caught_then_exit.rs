// Ends the process, but not by the panic before it.

use std::panic;

impl Solution {
    pub fn solve_sudoku(board: &mut Vec<Vec<char>>) {
        let _ = (board, panic::catch_unwind(|| "x".parse::<u8>().unwrap()));
        std::process::exit(7);
    }
}
