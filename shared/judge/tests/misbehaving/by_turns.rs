// Behaves by the first cell of the second row: it panics, works without end, exits or does nothing.

use std::hint::black_box;

impl Solution {
    pub fn solve_sudoku(board: &mut Vec<Vec<char>>) {
        match board[1][0] {
            '1' => panic!("a 1"),
            '2' => loop {
                black_box(board[0][0]);
            },
            '3' => std::process::exit(3),
            _ => {}
        }
    }
}
