// Search and undo with no state but the board: find a blank, try each digit, look whether it fits.
// Every call scans for the first blank from the top left, and every try looks at the 27 cells of a
// row, a column and a box. Short and slow: nothing is remembered from one step to the next.

impl Solution {
    /// Solves the board in place; without a solution it stays as it was.
    pub fn solve_sudoku(board: &mut Vec<Vec<char>>) {
        if givens_agree(board) {
            fill(board);
        }
    }
}

/// Whether no digit stands twice in a row, column or box.
fn givens_agree(board: &[Vec<char>]) -> bool {
    for row in 0..9 {
        for col in 0..9 {
            let digit = board[row][col];
            if digit == '.' {
                continue;
            }
            for i in 0..9 {
                let (box_row, box_col) = cell_of_box(row, col, i);
                let twice = (i != col && board[row][i] == digit)
                    || (i != row && board[i][col] == digit)
                    || ((box_row, box_col) != (row, col) && board[box_row][box_col] == digit);
                if twice {
                    return false;
                }
            }
        }
    }
    true
}

/// Fills all blanks; false, and the board as before, if they cannot be filled.
fn fill(board: &mut [Vec<char>]) -> bool {
    for row in 0..9 {
        for col in 0..9 {
            if board[row][col] != '.' {
                continue;
            }
            for digit in '1'..='9' {
                if !find(board, row, col, digit) {
                    board[row][col] = digit;
                    if fill(board) {
                        return true;
                    }
                    board[row][col] = '.';
                }
            }
            return false;
        }
    }
    true
}

/// Whether the row, column or box of a cell holds the digit, all three seen in one loop of nine.
fn find(board: &[Vec<char>], row: usize, col: usize, digit: char) -> bool {
    for i in 0..9 {
        let (box_row, box_col) = cell_of_box(row, col, i);
        if board[row][i] == digit || board[i][col] == digit || board[box_row][box_col] == digit {
            return true;
        }
    }
    false
}

/// The cell number `i`, 0 to 8 in reading order, of the box that holds (row, col).
fn cell_of_box(row: usize, col: usize, i: usize) -> (usize, usize) {
    (row / 3 * 3 + i / 3, col / 3 * 3 + i % 3)
}
