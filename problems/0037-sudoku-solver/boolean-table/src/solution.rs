// Remember what is used: a boolean table each for rows, columns and boxes answers in three look-ups.
// Depth-first over the cells in row-major order, digits 1 to 9: place and mark, go on, unmark and
// take off where that led nowhere. Nine digits tried a blank, three look-ups a try.

impl Solution {
    /// Solves the board in place; without a solution it stays as it was.
    pub fn solve_sudoku(board: &mut Vec<Vec<char>>) {
        if let Some(mut used) = UsedDigits::by_givens(board) {
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
    /// None if two givens contradict each other.
    fn by_givens(board: &[Vec<char>]) -> Option<Self> {
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
                    if !used.allow(row, column, digit) {
                        return None;
                    }
                    used.mark(row, column, digit, true);
                }
            }
        }
        Some(used)
    }

    /// Fills the blanks from this cell on; false, and the board as before, if they cannot be filled.
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
            if self.allow(row, column, digit) {
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

    fn allow(&self, row: usize, column: usize, digit: usize) -> bool {
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
