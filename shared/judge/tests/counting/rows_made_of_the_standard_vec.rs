// Rows that are the standard Vec at first.

use std::vec::Vec;

impl Solution {
    pub fn solve_sudoku(board: &mut Vec<Vec<char>>) {
        let flat: Vec<char> = board[..].concat().to_vec();
        let mut rows: Vec<Vec<char>> = Vec::new();
        for row in flat.chunks(9) {
            rows.push(row.to_vec());
        }
        *board = rows;
        fill(board, 0);
    }
}

fn fill(board: &mut Vec<Vec<char>>, cell: usize) -> bool {
    if cell == 81 {
        return true;
    }
    let (row, column) = (cell / 9, cell % 9);
    if board[row][column] != '.' {
        return fill(board, cell + 1);
    }
    for digit in '1'..='9' {
        let fits = (0..9).all(|i| {
            board[row][i] != digit
                && board[i][column] != digit
                && board[row / 3 * 3 + i / 3][column / 3 * 3 + i % 3] != digit
        });
        if fits {
            board[row][column] = digit;
            if fill(board, cell + 1) {
                return true;
            }
            board[row][column] = '.';
        }
    }
    false
}
