// Row by row, digit by digit; a blank is '?'.
const BLANK: char = '?';

impl Solution {
    pub fn solve_sudoku(board: &mut Vec<Vec<char>>) {
        for row in board.iter_mut() {
            for cell in row.iter_mut() {
                if *cell == '.' {
                    *cell = BLANK;
                }
            }
        }
        fill(board);
    }
}

fn fill(board: &mut Vec<Vec<char>>) -> bool {
    for row in 0..9 {
        for column in 0..9 {
            if board[row][column] != BLANK {
                continue;
            }
            for digit in '1'..='9' {
                if (0..9).all(|i| {
                    board[row][i] != digit
                        && board[i][column] != digit
                        && board[row / 3 * 3 + i / 3][column / 3 * 3 + i % 3] != digit
                }) {
                    board[row][column] = digit;
                    if fill(board) {
                        return true;
                    }
                    board[row][column] = BLANK;
                }
            }
            return false;
        }
    }
    true
}
