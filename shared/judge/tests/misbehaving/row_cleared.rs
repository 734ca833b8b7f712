// Changes the shape of the board: a row without cells.

impl Solution {
    pub fn solve_sudoku(board: &mut Vec<Vec<char>>) {
        board[4].clear();
    }
}
