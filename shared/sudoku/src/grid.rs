//! A board of numbers, and the search that solves it.

use crate::Board;

/// The cells in reading order, and the digits that each unit has. A digit is a bit, 0 to 8.
#[derive(Clone)]
pub(crate) struct Grid {
    /// 0 for a blank.
    cells: [u16; 81],
    /// The digits of each row (0 to 8), column (9 to 17) and box (18 to 26).
    used: [u16; 27],
}

/// A cell, and a digit that it can take.
type Choice = (usize, u16);

/// The row, column and box of a cell.
pub(crate) fn units_of(cell: usize) -> [usize; 3] {
    let (row, column) = (cell / 9, cell % 9);
    [row, 9 + column, 18 + row / 3 * 3 + column / 3]
}

/// A solved board meets 324 needs: 81 cells need a digit, and each of 27 units needs a place for
/// each of 9 digits. A choice meets four of them.
fn needs_of((cell, digit): Choice) -> [usize; 4] {
    let [row, column, box_index] = units_of(cell);
    let in_unit = |unit| 81 + 9 * unit + digit.trailing_zeros() as usize;
    [cell, in_unit(row), in_unit(column), in_unit(box_index)]
}

impl Grid {
    /// The givens must not contradict each other.
    pub fn of(board: &Board) -> Self {
        let mut grid = Self {
            cells: [0; 81],
            used: [0; 27],
        };
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

    pub fn blanks(&self) -> impl Iterator<Item = usize> {
        (0..81).filter(|&cell| self.cells[cell] == 0)
    }

    fn choices_of(&self, cell: usize) -> impl Iterator<Item = Choice> + use<> {
        let candidates = self.candidates(cell);
        let choices = (0..9).map(move |digit| (cell, 1 << digit));
        choices.filter(move |&(_, digit)| candidates & digit != 0)
    }

    /// All choices that meet the need with the fewest of them; nothing if every need is met.
    pub fn fewest_choices(&self) -> Option<Vec<Choice>> {
        let mut choices_for = [0_u8; 324];
        for cell in 0..81 {
            let placed = self.cells[cell];
            if placed != 0 {
                for need in needs_of((cell, placed)) {
                    choices_for[need] = u8::MAX;
                }
                continue;
            }
            // Nothing has fewer choices, so counting can end here.
            if self.candidates(cell).count_ones() < 2 {
                return Some(self.choices_of(cell).collect());
            }
            for choice in self.choices_of(cell) {
                for need in needs_of(choice) {
                    choices_for[need] += 1;
                }
            }
        }
        let need = (0..324).min_by_key(|&need| choices_for[need])?;
        let choices = self.blanks().flat_map(|cell| self.choices_of(cell));
        let choices = choices.filter(|&choice| needs_of(choice).contains(&need));
        (choices_for[need] != u8::MAX).then(|| choices.collect())
    }

    /// Adds solutions to `found` until there are `enough`.
    pub fn search(&mut self, enough: usize, found: &mut Vec<Board>) {
        let Some(choices) = self.fewest_choices() else {
            return found.push(self.to_board());
        };
        for (cell, digit) in choices {
            if found.len() < enough {
                self.place(cell, digit);
                self.search(enough, found);
                self.remove(cell);
            }
        }
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
