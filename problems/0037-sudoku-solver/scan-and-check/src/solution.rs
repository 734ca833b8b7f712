// Search and undo with no state but the board: find a blank, try each digit, check whether it fits.
// Every call scans for the first blank from the top left. Every try looks at up to 27 cells: a row,
// a column and a box. Short and slow: the search remembers nothing from one step to the next.

impl Solution {
    /// Solves the board in place; without a solution it stays as it was.
    pub fn solve_sudoku(board: &mut Vec<Vec<char>>) {
        if givens_agree(board) {
            fill(board);
        }
    }
}

/// Whether no row, column or box holds a digit twice.
fn givens_agree(board: &[Vec<char>]) -> bool {
    for row in 0..9 {
        for column in 0..9 {
            let digit = board[row][column];
            if digit == '.' {
                continue;
            }
            for i in 0..9 {
                let (r, c) = cell_of_box(row, column, i);
                let twice = (i != column && board[row][i] == digit)
                    || (i != row && board[i][column] == digit)
                    || ((r, c) != (row, column) && board[r][c] == digit);
                if twice {
                    return false;
                }
            }
        }
    }
    true
}

/// Fills all blanks. Returns false, with the board as before, if they cannot be filled.
fn fill(board: &mut [Vec<char>]) -> bool {
    for row in 0..9 {
        for column in 0..9 {
            if board[row][column] != '.' {
                continue;
            }
            for digit in '1'..='9' {
                if !find(board, row, column, digit) {
                    board[row][column] = digit;
                    if fill(board) {
                        return true;
                    }
                    board[row][column] = '.';
                }
            }
            return false;
        }
    }
    true
}

/// Whether the row, column or box of a cell already holds the digit. One loop checks all three.
fn find(board: &[Vec<char>], row: usize, column: usize, digit: char) -> bool {
    for i in 0..9 {
        let (r, c) = cell_of_box(row, column, i);
        if board[row][i] == digit || board[i][column] == digit || board[r][c] == digit {
            return true;
        }
    }
    false
}

/// The cell number `i`, 0 to 8 in reading order, of the box that holds (row, column).
fn cell_of_box(row: usize, column: usize, i: usize) -> (usize, usize) {
    (row / 3 * 3 + i / 3, column / 3 * 3 + i % 3)
}
