// Indexes past the end.

impl Solution {
    pub fn solve_sudoku(board: &mut Vec<Vec<char>>) {
        let digits: Vec<char> = board[0].clone();
        let ninth = digits.len();
        board[0][0] = digits[ninth];
    }
}
