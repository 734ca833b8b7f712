// A search with a mistake: it takes back every digit, also after it has found the solution.
impl Solution {
    pub fn solve_sudoku(board: &mut Vec<Vec<char>>) {
        Self::fill(board, 0);
    }

    fn fill(board: &mut Vec<Vec<char>>, cell: usize) {
        if cell == 81 {
            return;
        }
        let (row, column) = (cell / 9, cell % 9);
        if board[row][column] != '.' {
            return Self::fill(board, cell + 1);
        }
        for digit in '1'..='9' {
            if Self::fits(board, row, column, digit) {
                board[row][column] = digit;
                Self::fill(board, cell + 1);
                board[row][column] = '.';
            }
        }
    }

    fn fits(board: &[Vec<char>], row: usize, column: usize, digit: char) -> bool {
        let in_box = |i: usize| board[row / 3 * 3 + i / 3][column / 3 * 3 + i % 3];
        (0..9).all(|i| ![board[row][i], board[i][column], in_box(i)].contains(&digit))
    }
}
