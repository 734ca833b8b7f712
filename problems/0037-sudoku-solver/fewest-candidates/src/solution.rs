// Fill the blank with the fewest candidates first (minimum remaining values): dead ends show early.
// All blanks left are scanned for it: a node costs up to 81 candidate sets where bitmask takes one,
// but the tree is far smaller. Digits go from 1 to 9; of blanks that tie, the first in the list.

impl Solution {
    /// Solves the board in place; without a solution it stays as it was.
    pub fn solve_sudoku(board: &mut Vec<Vec<char>>) {
        if let Some((mut used, mut blanks)) = UsedDigits::by_givens(board) {
            used.fill(board, &mut blanks);
        }
    }
}

struct Blank {
    row: usize,
    column: usize,
    box_index: usize,
}

/// The used digits of each row, column and box: bit 0 stands for digit 1, bit 8 for digit 9.
struct UsedDigits {
    rows: [u16; 9],
    columns: [u16; 9],
    boxes: [u16; 9],
}

impl UsedDigits {
    /// With the blanks in row-major order; None if two givens contradict each other.
    fn by_givens(board: &[Vec<char>]) -> Option<(Self, Vec<Blank>)> {
        let mut used = UsedDigits {
            rows: [0; 9],
            columns: [0; 9],
            boxes: [0; 9],
        };
        let mut blanks = Vec::with_capacity(81);
        for row in 0..9 {
            for column in 0..9 {
                let cell = Blank {
                    row,
                    column,
                    box_index: row / 3 * 3 + column / 3,
                };
                let given = board[row][column];
                if given == '.' {
                    blanks.push(cell);
                } else {
                    let digit = 1 << (given as u32 - '1' as u32);
                    if used.candidates(&cell) & digit == 0 {
                        return None;
                    }
                    used.toggle(&cell, digit);
                }
            }
        }
        Some((used, blanks))
    }

    /// Fills the blanks; false, and the board as before, if they cannot be filled.
    fn fill(&mut self, board: &mut [Vec<char>], blanks: &mut [Blank]) -> bool {
        self.bring_fewest_candidates_forward(blanks);
        let Some((blank, later_blanks)) = blanks.split_first_mut() else {
            return true;
        };
        let mut candidates = self.candidates(blank);
        while candidates != 0 {
            let digit = candidates & candidates.wrapping_neg(); // the lowest set bit alone
            candidates ^= digit;
            board[blank.row][blank.column] = (b'1' + digit.trailing_zeros() as u8) as char;
            self.toggle(blank, digit);
            if self.fill(board, later_blanks) {
                return true;
            }
            self.toggle(blank, digit);
            board[blank.row][blank.column] = '.';
        }
        false
    }

    /// Moves the blank with the fewest candidates to the front; the order of the list is free.
    fn bring_fewest_candidates_forward(&self, blanks: &mut [Blank]) {
        let mut fewest = u32::MAX;
        for index in 0..blanks.len() {
            let count = self.candidates(&blanks[index]).count_ones();
            if count < fewest {
                fewest = count;
                blanks.swap(0, index);
                if count <= 1 {
                    break; // a dead end, or a digit that has to be placed in any case
                }
            }
        }
    }

    fn candidates(&self, cell: &Blank) -> u16 {
        !(self.rows[cell.row] | self.columns[cell.column] | self.boxes[cell.box_index]) & 0x1ff
    }

    /// Marks a digit as used, or as free again: the same flip both ways.
    fn toggle(&mut self, cell: &Blank, digit: u16) {
        self.rows[cell.row] ^= digit;
        self.columns[cell.column] ^= digit;
        self.boxes[cell.box_index] ^= digit;
    }
}
