// Sets of digits as bits: a u16 for each row, column and box remembers which digits it holds.
// Two `or`s and a `not` give a cell's candidates. The search visits only blanks, from a list, and
// tries only candidates, lowest bit first. The tree is that of row-major order with digits 1 to 9; a
// node costs a few instructions.

impl Solution {
    /// Solves the board in place; without a solution it stays as it was.
    pub fn solve_sudoku(board: &mut Vec<Vec<char>>) {
        if let Some((mut used, blanks)) = UsedDigits::from_givens(board) {
            used.fill(board, &blanks);
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
    /// Also lists the blanks in row-major order. Returns None if two givens contradict each other.
    fn from_givens(board: &[Vec<char>]) -> Option<(Self, Vec<Blank>)> {
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
                    let bit = 1 << (given as u32 - '1' as u32);
                    if used.candidates(&cell) & bit == 0 {
                        return None;
                    }
                    used.toggle(&cell, bit);
                }
            }
        }
        Some((used, blanks))
    }

    /// Fills the blanks. Returns false, with the board as before, if they cannot be filled.
    fn fill(&mut self, board: &mut [Vec<char>], blanks: &[Blank]) -> bool {
        let Some((blank, later_blanks)) = blanks.split_first() else {
            return true;
        };
        let mut candidates = self.candidates(blank);
        while candidates != 0 {
            let bit = candidates & candidates.wrapping_neg(); // the lowest set bit alone
            candidates ^= bit;
            board[blank.row][blank.column] = (b'1' + bit.trailing_zeros() as u8) as char;
            self.toggle(blank, bit);
            if self.fill(board, later_blanks) {
                return true;
            }
            self.toggle(blank, bit);
            board[blank.row][blank.column] = '.';
        }
        false
    }

    fn candidates(&self, cell: &Blank) -> u16 {
        !(self.rows[cell.row] | self.columns[cell.column] | self.boxes[cell.box_index]) & 0x1ff
    }

    /// Marks a digit as used, or as free again: the same flip does both.
    fn toggle(&mut self, cell: &Blank, bit: u16) {
        self.rows[cell.row] ^= bit;
        self.columns[cell.column] ^= bit;
        self.boxes[cell.box_index] ^= bit;
    }
}
