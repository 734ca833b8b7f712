// Keeps copies of the board until memory is used up.

impl Solution {
    pub fn solve_sudoku(board: &mut Vec<Vec<char>>) {
        let mut boards = Vec::new();
        loop {
            boards.push(board.clone());
        }
    }
}
