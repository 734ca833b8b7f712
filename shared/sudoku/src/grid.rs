//! A board of numbers, which a search can fill and empty quickly.

use crate::Board;

/// The cells in reading order, and the digits that each unit has. A digit is a bit, 0 to 8.
#[derive(Clone)]
pub(crate) struct Grid {
    /// 0 for a blank.
    pub cells: [u16; 81],
    /// The digits of each row (0 to 8), column (9 to 17) and box (18 to 26).
    used: [u16; 27],
}

pub(crate) fn units_of(cell: usize) -> [usize; 3] {
    let (row, column) = (cell / 9, cell % 9);
    [row, 9 + column, 18 + row / 3 * 3 + column / 3]
}

impl Grid {
    pub fn empty() -> Self {
        Self {
            cells: [0; 81],
            used: [0; 27],
        }
    }

    pub fn of(board: &Board) -> Self {
        let mut grid = Self::empty();
        for (cell, shown) in board.iter().flatten().enumerate() {
            if let Some(digit) = shown.to_digit(10) {
                grid.place(cell, 1 << (digit - 1));
            }
        }
        grid
    }

    pub fn place(&mut self, cell: usize, digit: u16) {
        self.cells[cell] = digit;
        for unit in units_of(cell) {
            self.used[unit] |= digit;
        }
    }

    /// Empties the cell and returns its digit.
    pub fn remove(&mut self, cell: usize) -> u16 {
        let digit = std::mem::take(&mut self.cells[cell]);
        for unit in units_of(cell) {
            self.used[unit] &= !digit;
        }
        digit
    }

    pub fn candidates(&self, cell: usize) -> u16 {
        let [row, column, box_index] = units_of(cell);
        0x1ff & !(self.used[row] | self.used[column] | self.used[box_index])
    }

    pub fn blanks(&self) -> impl Iterator<Item = usize> + '_ {
        (0..81).filter(|&cell| self.cells[cell] == 0)
    }

    pub fn to_board(&self) -> Board {
        // A blank has 16 trailing zeros, and 17 is no digit.
        let shown = |&digit: &u16| char::from_digit(digit.trailing_zeros() + 1, 10).unwrap_or('.');
        self.cells
            .chunks(9)
            .map(|row| row.iter().map(shown).collect())
            .collect()
    }
}
