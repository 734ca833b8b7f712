// One word holds a digit's 27 cells in a band, three rows, and shifts work on all of them at once.
// A small table finds singles and locked candidates in a band; the search works on copies of the 27
// words and writes the board at its end. Cost: about 150 instructions for each digit to look at.

impl Solution {
    /// Solves the board in place; without a solution it stays as it was.
    pub fn solve_sudoku(board: &mut Vec<Vec<char>>) {
        if let Some(solved) = State::from_givens(board).search() {
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

// A set of cells on the whole board: a word for each band.
type Cells = [u32; 3];

#[derive(Clone, Copy)]
struct State {
    candidates: [Cells; 9], // for each digit, the cells where it can go
    placed: Cells,          // the cells that one digit has taken and the others have left
    changed: u32,           // bit d: digit d has lost candidates since its rules last ran
}

impl State {
    fn from_givens(board: &[Vec<char>]) -> Self {
        // A given leaves its digit no other cell in the row; the rules see to the rest. '.' less
        // '1' is 13 in four bits, so blanks fall into a word that is thrown away: a branch on them
        // would be mispredicted again and again.
        let mut words = [[BAND; 3]; 16];
        for (r, row) in board.iter().enumerate() {
            for (&ch, cell) in row.iter().zip(FIRST_ROW) {
                let digit = (ch as usize).wrapping_sub('1' as usize) % 16;
                words[digit][r / 3] &= only_in_row(cell + r % 3 * 3);
            }
        }
        let mut candidates = [[0; 3]; 9];
        candidates.copy_from_slice(&words[..9]);
        Self {
            candidates,
            placed: [0; 3],
            changed: 0o777,
        }
    }

    // Depth first. A guess leaves one candidate in a cell that had several, so guesses run out.
    fn search(mut self) -> Option<Self> {
        let more_than = self.propagate()?;
        let Some((band, cell)) = cell_to_guess(&more_than) else {
            return Some(self);
        };
        let digits = self.digits_at(band, cell);
        for digit in bits(digits) {
            let mut guess = self;
            for other in bits(digits & !(1 << digit)) {
                guess.candidates[other][band] &= !(1 << cell);
            }
            guess.candidates[digit][band] &= only_in_row(cell);
            guess.changed = digits;
            if let Some(solved) = guess.search() {
                return Some(solved);
            }
        }
        None
    }

    // Runs the rules until they find no more, or None: there is no solution. Naked singles need a
    // count over all digits, so they wait until the other rules are done.
    fn propagate(&mut self) -> Option<[Cells; 4]> {
        loop {
            while self.changed != 0 {
                self.sweep()?;
            }
            let more_than = self.count_candidates();
            if more_than[0] != [BAND; 3] {
                return None;
            }
            self.place_naked_singles(without(more_than[0], more_than[1]));
            if self.changed == 0 {
                return Some(more_than);
            }
        }
    }

    // One run of the rules for each changed digit. The cells that digits take on the way are gone
    // at once for the digits that follow, and for all others at the end, in one go.
    fn sweep(&mut self) -> Option<()> {
        let mut taken = [0; 3];
        let mut taken_by = [[0; 3]; 9];
        let mut again = 0;
        for digit in bits(self.changed) {
            let outcome = apply_rules(without(self.candidates[digit], taken))?;
            self.candidates[digit] = outcome.candidates;
            taken_by[digit] = outcome.singles;
            taken = or(taken, outcome.singles);
            again |= u32::from(outcome.again) << digit;
        }
        self.changed = again;
        if without(taken, self.placed) != [0; 3] {
            self.placed = or(self.placed, taken);
            for (digit, own) in taken_by.iter().enumerate() {
                let others = without(taken, *own);
                let left = without(self.candidates[digit], others);
                self.changed |= u32::from(left != self.candidates[digit]) << digit;
                self.candidates[digit] = left;
            }
        }
        Some(())
    }

    // At index n: the cells with more than n candidates.
    fn count_candidates(&self) -> [Cells; 4] {
        let mut more_than = [[0; 3]; 4];
        for cells in self.candidates {
            for n in (1..4).rev() {
                more_than[n] = or(more_than[n], and(more_than[n - 1], cells));
            }
            more_than[0] = or(more_than[0], cells);
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

// What the rules make of one digit.
struct Outcome {
    candidates: Cells,
    singles: Cells, // the cells that are the digit's last in their row
    again: bool,    // another run could find more
}

// Locked candidates and hidden singles of one digit: rows against boxes in each band, then columns
// against boxes across the bands.
fn apply_rules([a, b, c]: Cells) -> Option<Outcome> {
    let (fit_a, fit_b, fit_c) = (fit(a)?, fit(b)?, fit(c)?);
    let (a, b, c) = (a & fit_a.cells, b & fit_b.cells, c & fit_c.cells);

    let (columns_a, columns_b, columns_c) = (columns(a), columns(b), columns(c));
    let a = a & third_columns(columns_b, columns_c);
    let b = b & third_columns(columns_a, columns_c);
    let c = c & third_columns(columns_a, columns_b);

    // Run twice, a rule finds no more than once, so only minirows that the second rule emptied
    // give the first one something new.
    let emptied =
        (fit_a.cells ^ minirows(a)) | (fit_b.cells ^ minirows(b)) | (fit_c.cells ^ minirows(c));
    Some(Outcome {
        candidates: [a, b, c],
        singles: [
            singles(a, fit_a.alone),
            singles(b, fit_b.alone),
            singles(c, fit_c.alone),
        ],
        again: emptied & MINIROW_MAP != 0,
    })
}

// A digit needs one minirow in each row, each in another box: there are six orders. A map of the
// minirows that it can still use leaves some of them.
#[derive(Clone, Copy)]
struct Fit {
    cells: u32, // all cells of the minirows that these orders use; 0 where no order is left
    alone: u32, // the map of the minirows that are then the only one in their row
}

static FITS: [Fit; 512] = {
    let orders = [0o124, 0o142, 0o214, 0o241, 0o412, 0o421];
    let mut fits = [Fit { cells: 0, alone: 0 }; 512];
    let mut map: u32 = 0;
    while map < 512 {
        let mut used = 0;
        let mut i = 0;
        while i < orders.len() {
            if orders[i] & map == orders[i] {
                used |= orders[i];
            }
            i += 1;
        }
        let one_box_on = (used << 1 & 0o666) | (used >> 2 & 0o111);
        let two_boxes_on = (used << 2 & 0o444) | (used >> 1 & 0o333);
        fits[map as usize] = Fit {
            cells: used * MINIROW,
            alone: used & !one_box_on & !two_boxes_on,
        };
        map += 1;
    }
    fits
};

fn fit(cells: u32) -> Option<Fit> {
    let fit = FITS[minirows(cells) as usize];
    (fit.cells != 0).then_some(fit)
}

fn minirows(cells: u32) -> u32 {
    (cells | cells >> 9 | cells >> 18) & MINIROW_MAP
}

// The rows laid on each other, twice side by side, so that a shift by a plane or two turns them.
fn columns(cells: u32) -> u64 {
    let map = u64::from(cells | cells >> 3 | cells >> 6);
    map | map << 27
}

// A box needs the digit in a different column for each band. These columns are left for one band
// if the two other bands take the other two of their boxes, in either order.
fn third_columns(one: u64, other: u64) -> u32 {
    let map = (one >> 9 & other >> 18) | (one >> 18 & other >> 9);
    (map as u32 & ROW) * COLUMN
}

// The cells of minirows that are alone in their row and hold one candidate.
fn singles(cells: u32, alone: u32) -> u32 {
    let (left, middle, right) = (cells, cells >> 9, cells >> 18);
    let several = (left & middle) | (left & right) | (middle & right);
    cells & ((alone & !several) * MINIROW)
}

// The open cell with the fewest candidates, counted up to three; of several, the one with the most
// open cells in its row, column and box, where a guess tells the most. None: no cell is open.
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
    let Lines { near, column, .. } = LINES[cell];
    let (second, third) = (open[(band + 1) % 3], open[(band + 2) % 3]);
    // Bits of a column are three apart, so two bands' fit side by side, and one count does it all.
    let peers = u64::from(open[band] & near)
        | u64::from(second & column) << 32
        | u64::from(third & column) << 33;
    peers.count_ones()
}

// The neighbours of a cell within a band.
#[derive(Clone, Copy)]
struct Lines {
    row: u32,
    near: u32,   // its row and its box
    column: u32, // the same bits in every band
}

static LINES: [Lines; 27] = {
    let mut lines = [Lines {
        row: 0,
        near: 0,
        column: 0,
    }; 27];
    let mut cell = 0;
    while cell < 27 {
        let first = cell % 9 / 3 * 3;
        lines[cell] = Lines {
            row: ROW << first,
            near: ROW << first | BOX << (cell % 3),
            column: COLUMN << (cell - first),
        };
        cell += 1;
    }
    lines
};

fn only_in_row(cell: usize) -> u32 {
    !LINES[cell].row | 1 << cell
}

fn without(a: Cells, b: Cells) -> Cells {
    [a[0] & !b[0], a[1] & !b[1], a[2] & !b[2]]
}

fn and(a: Cells, b: Cells) -> Cells {
    [a[0] & b[0], a[1] & b[1], a[2] & b[2]]
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
