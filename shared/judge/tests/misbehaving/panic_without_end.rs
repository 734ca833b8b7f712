// Says more than anybody wants to read.

impl Solution {
    pub fn solve_sudoku(board: &mut Vec<Vec<char>>) {
        let _ = board;
        panic!("{}", "x".repeat(10_000_000));
    }
}
