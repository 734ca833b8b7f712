// Aborts.

impl Solution {
    pub fn solve_sudoku(board: &mut Vec<Vec<char>>) {
        let _ = board;
        std::process::abort();
    }
}
