// Panics with a number.

impl Solution {
    pub fn solve_sudoku(board: &mut Vec<Vec<char>>) {
        let _ = board;
        std::panic::panic_any(9);
    }
}
