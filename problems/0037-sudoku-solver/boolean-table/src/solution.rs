// Three tables of booleans remember which digits each row, column and box holds.
// The search goes through the cells in row-major order and tries digits 1 to 9: place and mark, go
// on, and undo both if that fails. It tries nine digits for each blank, with up to three look-ups each.

impl Solution {
    /// Solves the board in place; without a solution it stays as it was.
    pub fn solve_sudoku(board: &mut Vec<Vec<char>>) {
        if let Some(mut used) = UsedDigits::from_givens(board) {
            used.fill_from(board, 0, 0);
        }
    }
}

/// Which digits each row, column and box holds: `rows[row][digit - 1]`, and so on.
struct UsedDigits {
    rows: [[bool; 9]; 9],
    columns: [[bool; 9]; 9],
    boxes: [[bool; 9]; 9],
}

impl UsedDigits {
    /// Returns None if two givens contradict each other.
    fn from_givens(board: &[Vec<char>]) -> Option<Self> {
        let mut used = UsedDigits {
            rows: [[false; 9]; 9],
            columns: [[false; 9]; 9],
            boxes: [[false; 9]; 9],
        };
        for row in 0..9 {
            for column in 0..9 {
                let cell = board[row][column];
                if cell != '.' {
                    let digit = cell as usize - '1' as usize;
                    if !used.allows(row, column, digit) {
                        return None;
                    }
                    used.mark(row, column, digit, true);
                }
            }
        }
        Some(used)
    }

    /// Fills the blanks from this cell on. Returns false, with the board as before, if it cannot.
    fn fill_from(&mut self, board: &mut [Vec<char>], row: usize, column: usize) -> bool {
        if row == 9 {
            return true;
        }
        let (next_row, next_column) = if column < 8 {
            (row, column + 1)
        } else {
            (row + 1, 0)
        };
        if board[row][column] != '.' {
            return self.fill_from(board, next_row, next_column);
        }
        for digit in 0..9 {
            if self.allows(row, column, digit) {
                board[row][column] = (b'1' + digit as u8) as char;
                self.mark(row, column, digit, true);
                if self.fill_from(board, next_row, next_column) {
                    return true;
                }
                self.mark(row, column, digit, false);
                board[row][column] = '.';
            }
        }
        false
    }

    /// Whether the row, column and box of a cell are all without the digit.
    fn allows(&self, row: usize, column: usize, digit: usize) -> bool {
        !self.rows[row][digit]
            && !self.columns[column][digit]
            && !self.boxes[row / 3 * 3 + column / 3][digit]
    }

    fn mark(&mut self, row: usize, column: usize, digit: usize, used: bool) {
        self.rows[row][digit] = used;
        self.columns[column][digit] = used;
        self.boxes[row / 3 * 3 + column / 3][digit] = used;
    }
}
