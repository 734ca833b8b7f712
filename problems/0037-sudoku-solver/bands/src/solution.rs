// One word holds a digit's 27 cells in a band (three rows), and shifts work on all of them at once.
// A small table finds singles and locked candidates in a band. The search works on copies of the 31
// words and writes the board at its end. Looking at one digit costs about 150 instructions.

impl Solution {
    /// Solves the board in place; without a solution it stays as it was.
    pub fn solve_sudoku(board: &mut Vec<Vec<char>>) {
        if let Ok(solved) = State::from_givens(board).search() {
            solved.write(board);
        }
    }
}

// Where the 27 bits of a band's word lie on the board:
//
//              box 0        box 1        box 2
//    row 0    0  9 18      1 10 19      2 11 20
//    row 1    3 12 21      4 13 22      5 14 23
//    row 2    6 15 24      7 16 25      8 17 26
//
// So the word is three planes of nine bits: the left columns of the boxes, the middle ones, the
// right ones. A minirow (three cells that share a row and a box) has one bit in each plane, and the
// planes laid on each other are a map of the minirows: bit 3 * row + box. A column has three bits
// in one plane, and the rows laid on each other are a map of the columns: bit 9 * plane + box.
const FIRST_ROW: [usize; 9] = [0, 9, 18, 1, 10, 19, 2, 11, 20];
const BAND: u32 = 0o777_777_777;
const ROW: u32 = 0o007_007_007;
const BOX: u32 = 0o111_111_111;
const COLUMN: u32 = 0o111;
const MINIROW: u32 = 0o001_001_001;
const MINIROW_MAP: u32 = 0o777;

/// A set of cells on the whole board: a word for each band.
type Cells = [u32; 3];

/// A digit has no place left in some row, column or box, or a cell has no candidate.
struct NoSolution;

#[derive(Clone, Copy)]
struct State {
    candidates: [Cells; 9], // for each digit, the cells where it can go
    placed: Cells,          // the cells that one digit has taken and the others have left
    changed: u32,           // bit d: digit d has lost candidates since its rules last ran
}

impl State {
    fn from_givens(board: &[Vec<char>]) -> Self {
        // A given leaves its digit no other cell in the row; the rules see to the rest. '.' minus
        // '1' is 13 in four bits: blanks change words that are thrown away, and cost no branch.
        let mut words = [[BAND; 3]; 16];
        for (r, row) in board.iter().enumerate() {
            for (&ch, cell) in row.iter().zip(FIRST_ROW) {
                let digit = (ch as usize).wrapping_sub('1' as usize) % 16;
                words[digit][r / 3] &= only_in_row(cell + r % 3 * 3);
            }
        }
        Self {
            candidates: std::array::from_fn(|digit| words[digit]),
            placed: [0; 3],
            changed: 0o777,
        }
    }

    /// Depth first. A guess leaves one candidate in a cell that had several, so guesses run out.
    fn search(mut self) -> Result<Self, NoSolution> {
        let more_than = self.propagate()?;
        let Some((band, cell)) = cell_to_guess(&more_than) else {
            return Ok(self);
        };
        let digits = self.digits_at(band, cell);
        for digit in bits(digits) {
            let mut guess = self;
            for other in bits(digits ^ 1 << digit) {
                guess.candidates[other][band] &= !(1 << cell);
            }
            guess.candidates[digit][band] &= only_in_row(cell);
            guess.changed = digits;
            if let Ok(solved) = guess.search() {
                return Ok(solved);
            }
        }
        Err(NoSolution)
    }

    /// Runs the rules until they find no more. Naked singles need a count over all digits, so they
    /// wait until the other rules are done. Returns that count.
    fn propagate(&mut self) -> Result<[Cells; 4], NoSolution> {
        loop {
            while self.changed != 0 {
                self.sweep()?;
            }
            let more_than = self.count_candidates();
            if more_than[0] != [BAND; 3] {
                return Err(NoSolution);
            }
            self.place_naked_singles(without(more_than[0], more_than[1]));
            if self.changed == 0 {
                return Ok(more_than);
            }
        }
    }

    /// Runs the rules once for each changed digit. A cell that a digit takes is gone at once for the
    /// digits that follow. All others lose it at the end.
    fn sweep(&mut self) -> Result<(), NoSolution> {
        let mut taken = [0; 3];
        let mut taken_by = [[0; 3]; 9];
        let mut again = 0;
        for digit in bits(self.changed) {
            let (cells, singles, more) = apply_rules(without(self.candidates[digit], taken))?;
            self.candidates[digit] = cells;
            taken_by[digit] = singles;
            taken = or(taken, singles);
            again |= u32::from(more) << digit;
        }
        self.changed = again;
        if without(taken, self.placed) != [0; 3] {
            self.placed = or(self.placed, taken);
            for (digit, own) in taken_by.iter().enumerate() {
                let left = without(self.candidates[digit], without(taken, *own));
                self.changed |= u32::from(left != self.candidates[digit]) << digit;
                self.candidates[digit] = left;
            }
        }
        Ok(())
    }

    /// At index n: the cells with more than n candidates.
    fn count_candidates(&self) -> [Cells; 4] {
        let mut more_than = [[0; 3]; 4];
        for cells in self.candidates {
            for band in 0..3 {
                for n in (1..4).rev() {
                    more_than[n][band] |= more_than[n - 1][band] & cells[band];
                }
                more_than[0][band] |= cells[band];
            }
        }
        more_than
    }

    fn place_naked_singles(&mut self, singles: Cells) {
        for (band, cells) in without(singles, self.placed).into_iter().enumerate() {
            for cell in bits(cells) {
                let digits = self.digits_at(band, cell);
                for digit in bits(digits) {
                    self.candidates[digit][band] &= only_in_row(cell);
                }
                self.changed |= digits;
            }
        }
    }

    fn digits_at(&self, band: usize, cell: usize) -> u32 {
        (0..9).fold(0, |digits, digit| {
            digits | (self.candidates[digit][band] >> cell & 1) << digit
        })
    }

    fn write(&self, board: &mut [Vec<char>]) {
        for (r, row) in board.iter_mut().enumerate() {
            for (cells, digit) in self.candidates.iter().zip('1'..='9') {
                let cell = (cells[r / 3] >> (r % 3 * 3) & ROW).trailing_zeros() as usize;
                row[cell % 9 * 3 + cell / 9] = digit;
            }
        }
    }
}

/// Locked candidates and hidden singles of one digit: rows against boxes in each band, then columns
/// against boxes across the bands. Returns the digit's cells, those of them that are alone in
/// their row, and whether another run could find more.
fn apply_rules(mut cells: Cells) -> Result<(Cells, Cells, bool), NoSolution> {
    let fits = cells.map(|cells| FITS[minirows(cells) as usize]);
    for band in 0..3 {
        if fits[band].cells == 0 {
            return Err(NoSolution);
        }
        cells[band] &= fits[band].cells;
    }
    let columns = cells.map(columns);
    let (mut alone_in_row, mut emptied) = ([0; 3], 0);
    for band in 0..3 {
        cells[band] &= third_columns(columns[(band + 1) % 3], columns[(band + 2) % 3]);
        alone_in_row[band] = singles(cells[band], fits[band].alone);
        // To repeat one rule alone finds nothing new. The first rule must run again only if the
        // second has emptied a minirow.
        emptied |= fits[band].cells ^ minirows(cells[band]);
    }
    Ok((cells, alone_in_row, emptied & MINIROW_MAP != 0))
}

/// A digit needs one minirow in each row, each in another box: there are six orders. A map of the
/// minirows that it can still use leaves some of these orders.
#[derive(Clone, Copy)]
struct Fit {
    cells: u32, // all cells of the minirows that some of them use; 0 where no order is left
    alone: u32, // the map of the minirows that all of them use: each is the only one in its row
}

static FITS: [Fit; 512] = {
    let orders = [0o124, 0o142, 0o214, 0o241, 0o412, 0o421];
    let mut fits = [Fit {
        cells: 0,
        alone: 0o777,
    }; 512];
    let mut map = 0;
    while map < fits.len() {
        let fit = &mut fits[map];
        let mut i = 0;
        while i < orders.len() {
            if orders[i] & !(map as u32) == 0 {
                fit.cells |= orders[i] * MINIROW;
                fit.alone &= orders[i];
            }
            i += 1;
        }
        map += 1;
    }
    fits
};

fn minirows(cells: u32) -> u32 {
    (cells | cells >> 9 | cells >> 18) & MINIROW_MAP
}

/// The rows laid on each other, twice side by side: a shift by planes then rotates the map.
fn columns(cells: u32) -> u64 {
    let map = u64::from(cells | cells >> 3 | cells >> 6);
    map | map << 27
}

/// A digit takes another column of a box in each band. A column is left for the third band if the
/// two other bands can take the other two columns of its box, in either order.
fn third_columns(one: u64, other: u64) -> u32 {
    let map = (one >> 9 & other >> 18) | (one >> 18 & other >> 9);
    (map as u32 & ROW) * COLUMN
}

/// The cells of minirows that are alone in their row and hold one candidate.
fn singles(cells: u32, alone: u32) -> u32 {
    let (left, middle, right) = (cells, cells >> 9, cells >> 18);
    let several = (left & middle) | (left & right) | (middle & right);
    cells & ((alone & !several) * MINIROW)
}

/// An open cell with the fewest candidates (two, three, more), and of those the first with the most
/// open cells in its row, column and box, because there a guess says most. None if none is open.
fn cell_to_guess(more_than: &[Cells; 4]) -> Option<(usize, usize)> {
    let open = more_than[1];
    let cells = [more_than[2], more_than[3]]
        .map(|more| without(open, more))
        .into_iter()
        .find(|&few| few != [0; 3])
        .unwrap_or(open);
    let (mut best, mut most) = (None, 0);
    for (band, &cells) in cells.iter().enumerate() {
        for cell in bits(cells) {
            let peers = open_peers(&open, band, cell);
            if peers > most {
                (best, most) = (Some((band, cell)), peers);
            }
        }
    }
    best
}

fn open_peers(open: &Cells, band: usize, cell: usize) -> u32 {
    let (_, near, column) = LINES[cell];
    let (second, third) = (open[(band + 1) % 3], open[(band + 2) % 3]);
    // Bits of a column are three apart, so two bands' fit side by side, and one count does it all.
    let far = second & column | (third & column) << 1;
    (u64::from(open[band] & near) | u64::from(far) << 32).count_ones()
}

/// For each cell of a band its row, its row and box, and its column (the same bits in every band).
static LINES: [(u32, u32, u32); 27] = {
    let mut lines = [(0, 0, 0); 27];
    let mut cell = 0;
    while cell < 27 {
        let first = cell % 9 / 3 * 3;
        let row = ROW << first;
        lines[cell] = (row, row | BOX << (cell % 3), COLUMN << (cell - first));
        cell += 1;
    }
    lines
};

fn only_in_row(cell: usize) -> u32 {
    let (row, ..) = LINES[cell];
    !row | 1 << cell
}

fn without(a: Cells, b: Cells) -> Cells {
    [a[0] & !b[0], a[1] & !b[1], a[2] & !b[2]]
}

fn or(a: Cells, b: Cells) -> Cells {
    [a[0] | b[0], a[1] | b[1], a[2] | b[2]]
}

fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            lowest
        })
    })
}
