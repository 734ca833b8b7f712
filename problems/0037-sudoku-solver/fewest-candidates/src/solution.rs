// Fill the blank with the fewest candidates first (minimum remaining values): dead ends show early.
// Every node looks through the blanks that are left: up to 81 candidate sets where bitmask needs
// one. But the tree is far smaller. Digits go from 1 to 9; ties go to the first blank in the list.

impl Solution {
    /// Solves the board in place; without a solution it stays as it was.
    pub fn solve_sudoku(board: &mut Vec<Vec<char>>) {
        if let Some((mut used, mut blanks)) = UsedDigits::from_givens(board) {
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
    fn fill(&mut self, board: &mut [Vec<char>], blanks: &mut [Blank]) -> bool {
        self.bring_fewest_candidates_forward(blanks);
        let Some((blank, later_blanks)) = blanks.split_first_mut() else {
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

    /// Swaps the blank with the fewest candidates to the front; the order of the others is free.
    fn bring_fewest_candidates_forward(&self, blanks: &mut [Blank]) {
        let (mut best, mut fewest) = (0, u32::MAX);
        for (index, blank) in blanks.iter().enumerate() {
            let count = self.candidates(blank).count_ones();
            if count < fewest {
                (best, fewest) = (index, count);
                if count <= 1 {
                    break; // a dead end, or a digit that has to be placed in any case
                }
            }
        }
        if best > 0 {
            blanks.swap(0, best);
        }
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
