// Does not compile: rustc denies what is certain to panic.

impl Solution {
    pub fn solve_sudoku(board: &mut Vec<Vec<char>>) {
        let digits = ['1'; 9];
        board[0][0] = digits[9];
    }
}
