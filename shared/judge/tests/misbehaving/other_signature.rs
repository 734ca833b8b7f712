// Takes the board by value.

impl Solution {
    pub fn solve_sudoku(board: Vec<Vec<char>>) -> Vec<Vec<char>> {
        board
    }
}
