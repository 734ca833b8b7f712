// Before every guess fill what is forced, and search only what is left (constraint propagation).
// A blank with one candidate is forced (naked single), and so is a digit with one place in a row,
// column or box (hidden single). That takes several sweeps over the blanks, but leaves few guesses.

impl Solution {
    /// Solves the board in place; without a solution it stays as it was.
    pub fn solve_sudoku(board: &mut Vec<Vec<char>>) {
        if let Some(mut search) = Search::from_givens(board) {
            search.fill(board);
        }
    }
}

const ALL_DIGITS: u16 = 0x1ff;

/// The units of a cell are its row (0 to 8), its column (9 to 17) and its box (18 to 26).
#[derive(Clone, Copy)]
struct Blank {
    row: usize,
    column: usize,
    units: [usize; 3],
}

/// A blank without a candidate, or a unit without a place for a digit.
struct Contradiction;

struct Search {
    /// The used digits of each unit: bit 0 stands for digit 1, bit 8 for digit 9.
    used: [u16; 27],
    /// The first `filled` hold a digit, in the order of placement; the others are open.
    blanks: Vec<Blank>,
    filled: usize,
}

impl Search {
    /// Returns None if two givens contradict each other.
    fn from_givens(board: &[Vec<char>]) -> Option<Self> {
        let mut search = Search {
            used: [0; 27],
            blanks: Vec::with_capacity(81),
            filled: 0,
        };
        for row in 0..9 {
            for column in 0..9 {
                let cell = Blank {
                    row,
                    column,
                    units: [row, 9 + column, 18 + row / 3 * 3 + column / 3],
                };
                let given = board[row][column];
                if given == '.' {
                    search.blanks.push(cell);
                } else {
                    let bit = 1 << (given as u32 - '1' as u32);
                    if search.candidates(&cell) & bit == 0 {
                        return None;
                    }
                    search.toggle(&cell, bit);
                }
            }
        }
        Some(search)
    }

    /// Fills all blanks. Returns false, with the board as before, if they cannot be filled.
    fn fill(&mut self, board: &mut [Vec<char>]) -> bool {
        let filled_before = self.filled;
        if self.place_forced(board).is_ok() && self.guess(board) {
            return true;
        }
        while self.filled > filled_before {
            self.take_off_last(board);
        }
        false
    }

    /// Places singles until none is left. Hidden singles cost more to find, so naked ones go first.
    fn place_forced(&mut self, board: &mut [Vec<char>]) -> Result<(), Contradiction> {
        while self.place_naked_singles(board)? || self.place_hidden_singles(board)? {}
        Ok(())
    }

    /// One sweep for blanks with a single candidate. Returns whether it placed any.
    fn place_naked_singles(&mut self, board: &mut [Vec<char>]) -> Result<bool, Contradiction> {
        let filled_before = self.filled;
        for index in self.filled..self.blanks.len() {
            let candidates = self.candidates(&self.blanks[index]);
            if candidates == 0 {
                return Err(Contradiction);
            }
            if candidates.is_power_of_two() {
                self.place(board, index, candidates);
            }
        }
        Ok(self.filled > filled_before)
    }

    /// One sweep for digits with a single place in some unit. Returns whether it placed any.
    fn place_hidden_singles(&mut self, board: &mut [Vec<char>]) -> Result<bool, Contradiction> {
        let filled_before = self.filled;
        let hidden = self.digits_with_one_place()?;
        for index in self.filled..self.blanks.len() {
            let blank = &self.blanks[index];
            let [row, column, box_index] = blank.units;
            // An earlier placement of this sweep may have taken the digit's place; the next sweep
            // notices a contradiction.
            let digits =
                (hidden[row] | hidden[column] | hidden[box_index]) & self.candidates(blank);
            if digits != 0 {
                self.place(board, index, lowest(digits));
            }
        }
        Ok(self.filled > filled_before)
    }

    /// For each unit, the unused digits that are a candidate of only one blank.
    fn digits_with_one_place(&self) -> Result<[u16; 27], Contradiction> {
        let mut some_place = [0; 27];
        let mut two_places = [0; 27];
        for blank in &self.blanks[self.filled..] {
            let candidates = self.candidates(blank);
            for unit in blank.units {
                two_places[unit] |= some_place[unit] & candidates;
                some_place[unit] |= candidates;
            }
        }
        let mut one_place = [0; 27];
        for unit in 0..27 {
            if self.used[unit] | some_place[unit] != ALL_DIGITS {
                return Err(Contradiction);
            }
            one_place[unit] = some_place[unit] & !two_places[unit];
        }
        Ok(one_place)
    }

    /// Tries the candidates of one open blank. False, with the board as before, if none fits.
    fn guess(&mut self, board: &mut [Vec<char>]) -> bool {
        self.bring_fewest_candidates_forward();
        let Some(blank) = self.blanks.get(self.filled) else {
            return true;
        };
        let mut candidates = self.candidates(blank);
        while candidates != 0 {
            let bit = lowest(candidates);
            candidates ^= bit;
            self.place(board, self.filled, bit);
            if self.fill(board) {
                return true;
            }
            self.take_off_last(board);
        }
        false
    }

    /// Moves an open blank with the fewest candidates to the front of the open ones.
    fn bring_fewest_candidates_forward(&mut self) {
        let mut fewest = u32::MAX;
        for index in self.filled..self.blanks.len() {
            let count = self.candidates(&self.blanks[index]).count_ones();
            if count < fewest {
                fewest = count;
                self.blanks.swap(self.filled, index);
                if count == 2 {
                    break; // no blank has fewer once the singles are placed
                }
            }
        }
    }

    /// Fills the open blank at this index and moves it to the end of the filled ones.
    fn place(&mut self, board: &mut [Vec<char>], index: usize, bit: u16) {
        self.blanks.swap(self.filled, index);
        let blank = self.blanks[self.filled];
        self.filled += 1;
        self.toggle(&blank, bit);
        board[blank.row][blank.column] = (b'1' + bit.trailing_zeros() as u8) as char;
    }

    fn take_off_last(&mut self, board: &mut [Vec<char>]) {
        self.filled -= 1;
        let blank = self.blanks[self.filled];
        let bit = 1 << (board[blank.row][blank.column] as u32 - '1' as u32);
        self.toggle(&blank, bit);
        board[blank.row][blank.column] = '.';
    }

    fn candidates(&self, cell: &Blank) -> u16 {
        let [row, column, box_index] = cell.units;
        !(self.used[row] | self.used[column] | self.used[box_index]) & ALL_DIGITS
    }

    /// Marks a digit as used, or as free again: the same flip does both.
    fn toggle(&mut self, cell: &Blank, bit: u16) {
        for unit in cell.units {
            self.used[unit] ^= bit;
        }
    }
}

/// The lowest set bit alone.
fn lowest(digits: u16) -> u16 {
    digits & digits.wrapping_neg()
}
