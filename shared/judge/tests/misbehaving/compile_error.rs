// Does not compile: a number is no char.

impl Solution {
    pub fn solve_sudoku(board: &mut Vec<Vec<char>>) {
        let digit: char = board.len();
        board[0][0] = digit;
    }
}
