// All nine digits of three rows at once, in vector registers: a lane holds one digit's 27 cells.
// The board is four vectors of eight 32-bit lanes. A pass applies every rule to every cell in about
// 290 vector operations, without a loop over cells. Then one cell is guessed, depth first, and a
// copy is kept to come back to. A pass takes about 30 ns: an easy puzzle needs a few, the hardest
// need hundreds.

use std::ops::{Add, BitAnd, BitOr, BitXor, Shl, Shr, Sub};

impl Solution {
    /// Solves the board in place; without a solution it stays as it was.
    pub fn solve_sudoku(board: &mut Vec<Vec<char>>) {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("popcnt") {
            // SAFETY: these are the two features that `avx2::solve` is compiled for.
            return unsafe { avx2::solve(board) };
        }
        solve::<[u32; 8]>(board);
    }
}

// A lane holds the cells of one band (three rows) where one digit can go, one bit for each cell:
//
//   bit     29    28 ... 20    19    18 ... 10     9    8 7 6   5 4 3   2 1 0
//          spare   row 2      spare   row 1      spare          row 0
//   column                                              8 5 2   7 4 1   6 3 0
//
// In this order of columns the next box is one bit on, and the next column of a box three bits on.
// The spare bits are zero; they catch the carry of an addition to all three rows at once.
const FIRST: u32 = 1 | 1 << 10 | 1 << 20; // the first bit of each row
const CELLS: u32 = 0o777 * FIRST;
const SPARE: u32 = 0o1000 * FIRST;
const BOXES: u32 = 0o7 * FIRST; // in each row a bit for each box
const COLUMNS: u32 = 0o777; // a bit for each column
const COLUMN_OF_BIT: [usize; 9] = [0, 3, 6, 1, 4, 7, 2, 5, 8]; // and the bit of each column

/// The candidates of all digits, in four vectors of eight lanes:
///
/// ```text
///   band 0   1 2 3 4 5 6 7 8   digits
///   band 1   1 2 3 4 5 6 7 8
///   band 2   1 2 3 4 5 6 7 8
///   nines    0 1 2 2 0 1 2 2   bands
/// ```
///
/// A vector about all digits (the open cells, say) has its bands in the order of the nines.
#[derive(Clone, Copy)]
struct Board<V>(Four<V>);

type Four<V> = [Lanes<V>; 4];

const NINES: usize = 3;

fn lanes_of_bands([a, b, c]: [u32; 3]) -> [u32; 8] {
    [a, b, c, c, a, b, c, c]
}

#[inline(always)]
fn solve<V: Vector>(rows: &mut [Vec<char>]) {
    let mut text = [[0; 32]; 3]; // for each band, byte i for bit i of a lane
    for r in 0..9 {
        let (row, mut bytes) = (&rows[r][..9], [0; 9]);
        for i in 0..9 {
            bytes[i] = row[COLUMN_OF_BIT[i]] as u8;
        }
        text[r / 3][r % 3 * 10..][..9].copy_from_slice(&bytes);
    }
    let mut board = Board::<V>::read(&text);
    if board.search() {
        board.write(&mut text);
        for r in 0..9 {
            let bytes = &text[r / 3][r % 3 * 10..][..9];
            rows[r][..9].copy_from_slice(&COLUMN_OF_BIT.map(|bit| char::from(bytes[bit])));
        }
    }
}

/// What the rules and a guess make of a board.
enum Step<V> {
    Contradiction,
    Solved,
    Guessed { otherwise: Board<V> },
}

impl<V: Vector> Board<V> {
    #[inline(always)]
    fn read(text: &[[u8; 32]; 3]) -> Self {
        let (mut open, mut nines, mut given) = ([0; 3], [0; 3], [[0; 8]; 4]);
        for band in 0..3 {
            open[band] = V::find(b'.', &text[band]);
            nines[band] = V::find(b'9', &text[band]);
            for digit in 0..8 {
                given[band][digit] = V::find(b'1' + digit as u8, &text[band]);
            }
        }
        given[NINES] = lanes_of_bands(nines);
        let mut board = for_every_digit(Lanes(V::new(lanes_of_bands(open))));
        for k in 0..4 {
            let given = Lanes(V::new(given[k]));
            board[k] = board[k].without(given.whole_rows()) | given;
        }
        Board(board)
    }

    /// Depth first. Only `advance` works on vectors, so the frames of this recursion stay small in a
    /// build without optimisation.
    fn search(&mut self) -> bool {
        match &mut V::advance(self) {
            Step::Contradiction => false,
            Step::Solved => true,
            Step::Guessed { otherwise } => {
                self.search() || {
                    *self = *otherwise;
                    self.search()
                }
            }
        }
    }

    #[inline(always)]
    fn advance(&mut self) -> Step<V> {
        match self.settle() {
            None => Step::Contradiction,
            Some(open) if !open.0.any() => Step::Solved,
            Some(open) => self.guess(open),
        }
    }

    /// Applies the rules until a pass settles no further cell. Returns the open cells, None if
    /// there is a contradiction.
    #[inline(always)]
    fn settle(&mut self) -> Option<Lanes<V>> {
        let mut open_before = Lanes::from(0);
        loop {
            for cells in &mut self.0 {
                *cells = cells.fit_rows_and_boxes();
            }
            self.fit_columns_and_boxes();

            // Contradictions: a cell without a digit; a digit without a cell in some row.
            let [odd, several, ..] = count_digits(self.0);
            let mut rows = Lanes::from(SPARE);
            for cells in self.0 {
                rows = rows & cells.rows_with_cells();
            }
            if (((odd | several) ^ CELLS) | (rows ^ SPARE)).0.any() {
                return None;
            }

            // Hidden singles: a digit's only cell in a row. Naked singles: a cell's only digit.
            let (mut hidden, mut naked) = (self.0, for_every_digit(several));
            for k in 0..4 {
                hidden[k] = self.0[k].alone_in_row();
                naked[k] = self.0[k].without(naked[k]);
            }

            // The other digits lose the cell. (If two digits claim one cell, `placed` lacks it,
            // because their number is even. So both lose it, and the next pass finds an empty row.
            // If three do, all keep it, and the row's other eight cells have six digits. A later
            // pass finds a cell without one.)
            let [placed, ..] = count_digits(hidden);
            let placed_by_any = for_every_digit(placed);
            for k in 0..4 {
                self.0[k] = self.0[k].without(placed_by_any[k] ^ hidden[k]);
            }
            let open = several.without(placed);
            if !open.0.any() {
                return self.is_complete().then_some(open);
            }
            // The row's other cells lose the digit. (Column and box follow in the next pass. A second
            // naked single of the digit in the row is left without a digit.)
            for k in 0..4 {
                let first = naked[k].without(naked[k].all_but_first_in_row());
                self.0[k] = self.0[k].without(naked[k].whole_rows() ^ first);
            }
            if !(open ^ open_before).0.any() {
                return Some(open);
            }
            open_before = open;
        }
    }

    /// A digit takes three different columns of a box in the three bands.
    #[inline(always)]
    fn fit_columns_and_boxes(&mut self) {
        let [next, previous] = other_bands(self.circles_of_columns());
        for k in 0..4 {
            let columns = left_by(next[k], previous[k], 3) & COLUMNS;
            self.0[k] = self.0[k] & (columns | columns << 10 | columns << 20);
        }
    }

    /// The columns in which a digit has a cell, twice over.
    #[inline(always)]
    fn circles_of_columns(&self) -> Four<V> {
        let mut circles = self.0;
        for cells in &mut circles {
            let columns = *cells | *cells >> 10 | *cells >> 20;
            *cells = (columns & COLUMNS) | columns << 9;
        }
        circles
    }

    /// Given that no cell is open: has each digit one cell in every row, column and box?
    #[inline(always)]
    fn is_complete(&self) -> bool {
        let circles = self.circles_of_columns();
        let [next, previous] = other_bands(circles);
        let mut wrong = Lanes::from(0);
        for k in 0..4 {
            let columns = (circles[k] | next[k] | previous[k]) & COLUMNS;
            let boxes = (circles[k] | circles[k] >> 3 | circles[k] >> 6) & 0o7;
            let second_in_row = self.0[k].all_but_first_in_row();
            wrong = wrong | (columns ^ COLUMNS) | (boxes ^ 0o7) | second_in_row;
        }
        !wrong.0.any()
    }

    /// Leaves a cell to its first digit and, on a second board, to its other ones. (There may be
    /// one or none: the last pass can take candidates from cells that it counted as open.)
    #[inline(always)]
    fn guess(&mut self, open: Lanes<V>) -> Step<V> {
        let cell = self.choose(open);
        let (band, bit) = (cell / 32, cell as u32 % 32);
        let nine = self.0[NINES].0.lanes_with(bit) >> band & 1;
        let digits = self.0[band].0.lanes_with(bit) | nine << 8;
        if digits == 0 {
            return Step::Contradiction;
        }
        let mut otherwise = *self;
        otherwise.assign(cell, digits & (digits - 1));
        self.assign(cell, digits & digits.wrapping_neg());
        Step::Guessed { otherwise }
    }

    /// A cell with the fewest candidates (two, three, more), and of those the first with the most
    /// open cells in its row, column and box, because there a guess says most.
    #[inline(always)]
    fn choose(&self, open: Lanes<V>) -> usize {
        let [_, two, three, four] = count_digits(self.0);
        let open = open.flat();
        let mut few = two.without(three).flat();
        if few == 0 {
            few = three.without(four).flat();
        }
        if few == 0 {
            few = open;
        }
        let (mut best, mut most_open) = (0, 0);
        while few != 0 {
            let cell = few.trailing_zeros() as usize;
            few &= few - 1;
            let open_peers = (open & PEERS[cell]).count_ones();
            if open_peers > most_open {
                (best, most_open) = (cell, open_peers);
            }
        }
        best
    }

    /// Leaves a cell to these digits (bit d for digit d + 1). A digit alone loses the rest of its
    /// row: the rules would see to that, but a pass later.
    #[inline(always)]
    fn assign(&mut self, cell: usize, digits: u32) {
        let (band, bit) = (cell / 32, cell as u32 % 32);
        let (here, alone) = (Lanes::from(1 << bit), digits.is_power_of_two());
        let in_band = lanes_of_bands([0, 1, 2].map(|b| if b == band { !0 } else { 0 }));
        let eight = (band, [1, 2, 4, 8, 16, 32, 64, 128], [!0; 8]);
        for (k, bit_of_digit, lanes) in [eight, (NINES, [256; 8], in_band)] {
            // In the lanes of these digits a bit of the cell's row, and then all of the row.
            let row = ((Lanes(V::new(bit_of_digit)) & digits) << (bit / 10 * 10)).whole_rows();
            let lost = if alone { here ^ row } else { here.without(row) };
            self.0[k] = self.0[k].without(lost & Lanes(V::new(lanes)));
        }
    }

    #[inline(always)]
    fn write(&self, text: &mut [[u8; 32]; 3]) {
        let nines = self.0[NINES].0.words();
        for band in 0..3 {
            // Digit d + 1 is the character '1' + d. In which cells has d a 1, a 2, a 4, an 8?
            let d = self.0[band].0.words();
            let ones = V::paint(1, d[1] | d[3] | d[5] | d[7]);
            let twos = V::paint(2, d[2] | d[3] | d[6] | d[7]);
            let fours = V::paint(4, d[4] | d[5] | d[6] | d[7]);
            let eights = V::paint(8, nines[band]);
            for i in 0..32 {
                text[band][i] = b'1' + (ones[i] | twos[i] | fours[i] | eights[i]);
            }
        }
    }
}

/// For each lane the lanes of the next band and of the previous one, in a circle.
#[inline(always)]
fn other_bands<V: Vector>([a, b, c, nines]: Four<V>) -> [Four<V>; 2] {
    let next = nines.pick(nines, 0x1200_5644);
    let previous = nines.pick(nines, 0x2011_6455);
    [[b, c, a, next], [c, a, b, previous]]
}

/// A vector about all digits, repeated for each of them.
#[inline(always)]
fn for_every_digit<V: Vector>(bands: Lanes<V>) -> Four<V> {
    let a = bands.pick(bands, 0x0000_4444);
    let b = bands.pick(bands, 0x1111_5555);
    let c = bands.pick(bands, 0x2222_6666);
    [a, b, c, bands]
}

/// The cells that an odd number of digits have; two or more; three or more; four or more.
#[inline(always)]
fn count_digits<V: Vector>(digits: Four<V>) -> Four<V> {
    let zero = Lanes::from(0);
    let [a, b, c, nines] = digits.map(|cells| [cells, zero, zero, zero]);
    let ab = add_lanes(a, b, 0x0819_4c5d, 0x2a3b_6e7f); // four lanes of each band
    let cc = add_lanes(c, c, 0x0110_4554, 0x2332_6776);
    let abc = add_lanes(ab, cc, 0x0189_45cd, 0x23ab_67ef); // two of each
    let eight = add_lanes(abc, abc, 0x0123_4567, 0x4567_0123); // one of each, and again
    add(eight, nines)
}

/// Some of the sixteen lanes of `a` and `b` plus others, named as in `Vector::pick`.
#[inline(always)]
fn add_lanes<V: Vector>(a: Four<V>, b: Four<V>, some: u32, others: u32) -> Four<V> {
    let (mut x, mut y) = (a, b);
    for i in 0..4 {
        (x[i], y[i]) = (a[i].pick(b[i], some), a[i].pick(b[i], others));
    }
    add(x, y)
}

/// The sum of two counts.
#[inline(always)]
fn add<V: Vector>([a, a2, a3, a4]: Four<V>, [b, b2, b3, b4]: Four<V>) -> Four<V> {
    [
        a ^ b,
        a2 | b2 | (a & b),
        a3 | b3 | (a & b2) | (a2 & b) | (a2 & b2),
        a4 | b4 | (a & b3) | (a2 & b2) | (a3 & b),
    ]
}

/// Three lines take three different places in a circle. Which ones do the lines `a` and `b` leave to
/// the third? Those where `a` can take the next place and `b` the previous one, or the other way
/// round. Each place is `step` bits on from the one before, and a line's three are written twice.
#[inline(always)]
fn left_by<V: Vector>(a: Lanes<V>, b: Lanes<V>, step: u32) -> Lanes<V> {
    let (a_next, a_previous) = (a >> step, a >> (2 * step));
    let (b_next, b_previous) = (b >> step, b >> (2 * step));
    (a_next & b_previous) | (a_previous & b_next)
}

/// Eight lanes, and the rules for one digit in one band, on all of them at once.
#[derive(Clone, Copy)]
struct Lanes<V>(V);

impl<V: Vector> Lanes<V> {
    #[inline(always)]
    fn pick(self, other: Self, from: u32) -> Self {
        Lanes(self.0.pick(other.0, from))
    }

    /// The three bands in one word: bit 32 * band + bit for each cell.
    #[inline(always)]
    fn flat(self) -> u128 {
        let [a, b, c, ..] = self.0.words().map(u128::from);
        a | b << 32 | c << 64
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        self & (other ^ u32::MAX)
    }

    /// A digit takes three different boxes in the three rows.
    #[inline(always)]
    fn fit_rows_and_boxes(self) -> Self {
        let circle = self | self >> 3 | (self >> 6 & BOXES) | (self << 3 & (BOXES << 3));
        let next_row = circle >> 10 | circle << 20;
        let previous_row = circle >> 20 | circle << 10;
        let boxes = left_by(next_row, previous_row, 1) & BOXES;
        self & (boxes | boxes << 3 | boxes << 6)
    }

    /// The spare bit of each row that has a cell: 0o777 more carries into it.
    #[inline(always)]
    fn rows_with_cells(self) -> Self {
        (self + CELLS) & SPARE
    }

    /// All cells of each row that has one.
    #[inline(always)]
    fn whole_rows(self) -> Self {
        let spare = self.rows_with_cells();
        spare - (spare >> 9)
    }

    /// An empty row borrows from its spare bit, not from the next row.
    #[inline(always)]
    fn all_but_first_in_row(self) -> Self {
        self & ((self | SPARE) - FIRST)
    }

    #[inline(always)]
    fn alone_in_row(self) -> Self {
        self.without(self.all_but_first_in_row().whole_rows())
    }
}

impl<V: Vector> From<u32> for Lanes<V> {
    #[inline(always)]
    fn from(word: u32) -> Self {
        Lanes(V::new([word; 8]))
    }
}

/// Operators work lane by lane. A plain number stands for eight lanes of it.
macro_rules! operators {
    ($($operator:ident $method:ident),*) => { $(
        impl<V: Vector, T: Into<Self>> $operator<T> for Lanes<V> {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: T) -> Self {
                Lanes(self.0.$method(other.into().0))
            }
        }
    )* };
}

operators!(BitAnd bitand, BitOr bitor, BitXor bitxor, Add add, Sub sub, Shl shl, Shr shr);

/// For each cell of `Lanes::flat` those of its row, column and box.
static PEERS: [u128; 128] = {
    let mut peers = [0; 128];
    let mut cell = 0;
    while cell < 96 {
        let (band, row, bit) = (cell / 32, cell % 32 / 10, cell % 32 % 10);
        let column = FIRST << bit;
        let row_and_box = 0o777 << (10 * row) | (0o111 * FIRST) << (bit % 3);
        peers[cell] = (row_and_box as u128) << (32 * band);
        peers[cell] |= column as u128 * (1 | 1 << 32 | 1 << 64);
        cell += 1;
    }
    peers
};

macro_rules! word_by_word {
    ($($method:ident $method_of_word:ident),*) => { $(
        #[inline(always)]
        fn $method(self, other: Self) -> Self {
            let (mut words, others) = (self.words(), other.words());
            for i in 0..8 {
                words[i] = words[i].$method_of_word(others[i]);
            }
            Self::new(words)
        }
    )* };
}

/// A vector of eight words. The bodies here work on every processor; `avx2` has faster ones.
trait Vector: Copy {
    fn new(words: [u32; 8]) -> Self;
    fn words(self) -> [u32; 8];
    /// `Board::advance`, compiled for this vector.
    fn advance(board: &mut Board<Self>) -> Step<Self>;

    #[inline(always)]
    fn any(self) -> bool {
        self.words() != [0; 8]
    }
    /// Bit i tells whether word i has this bit.
    #[inline(always)]
    fn lanes_with(self, bit: u32) -> u32 {
        let words = self.words();
        (0..8).map(|i| (words[i] >> bit & 1) << i).sum()
    }
    /// Eight of the sixteen words of `self` and `other`: each is named by a hexadecimal digit.
    #[inline(always)]
    fn pick(self, other: Self, from: u32) -> Self {
        let (sixteen, mut words) = ([self.words(), other.words()], [0; 8]);
        for i in 0..8 {
            let from = (from >> (28 - 4 * i)) as usize % 16;
            words[i] = sixteen[from / 8][from % 8];
        }
        Self::new(words)
    }
    word_by_word!(bitand bitand, bitor bitor, bitxor bitxor);
    word_by_word!(add wrapping_add, sub wrapping_sub, shl wrapping_shl, shr wrapping_shr);
    /// Bit i tells whether `bytes[i]` is `byte`.
    #[inline(always)]
    fn find(byte: u8, bytes: &[u8; 32]) -> u32 {
        (0..32).map(|i| u32::from(bytes[i] == byte) << i).sum()
    }
    /// `byte` at i where `bits` has bit i, zero elsewhere.
    #[inline(always)]
    fn paint(byte: u8, bits: u32) -> [u8; 32] {
        std::array::from_fn(|i| byte * (bits >> i & 1) as u8)
    }
}

impl Vector for [u32; 8] {
    #[inline(always)]
    fn new(words: [u32; 8]) -> Self {
        words
    }
    #[inline(always)]
    fn words(self) -> [u32; 8] {
        self
    }
    fn advance(board: &mut Board<Self>) -> Step<Self> {
        board.advance()
    }
}

/// The vector is one AVX2 register. A function must be compiled for AVX2 to keep one in a register,
/// and a trait's methods cannot be. So they and the rules are always inlined into the two functions
/// that are.
#[cfg(target_arch = "x86_64")]
mod avx2 {
    use super::*;
    use std::arch::x86_64::*;
    use std::mem::transmute;

    #[target_feature(enable = "avx2,popcnt")]
    pub fn solve(board: &mut [Vec<char>]) {
        super::solve::<Ymm>(board);
    }

    #[target_feature(enable = "avx2,popcnt")]
    fn advance(board: &mut Board<Ymm>) -> Step<Ymm> {
        board.advance()
    }

    #[derive(Clone, Copy)]
    pub struct Ymm(__m256i);

    macro_rules! with_avx2 {
        ($(fn $name:ident $arguments:tt -> $result:ty { $($body:tt)* })*) => { $(
            #[inline(always)]
            fn $name $arguments -> $result {
                // SAFETY: `Ymm` is used only once the processor is known to have AVX2 and POPCNT.
                // A register and an array of 32 bytes have the same size, and any bits fit both.
                unsafe { $($body)* }
            }
        )* };
    }

    impl Vector for Ymm {
        with_avx2! {
            fn new(words: [u32; 8]) -> Self { Ymm(transmute::<[u32; 8], __m256i>(words)) }
            fn words(self) -> [u32; 8] { transmute(self.0) }
            fn advance(board: &mut Board<Self>) -> Step<Self> { advance(board) }

            fn any(self) -> bool { _mm256_testz_si256(self.0, self.0) == 0 }
            fn lanes_with(self, bit: u32) -> u32 {
                let signs = self.shl(Self::new([31 - bit; 8])).0;
                _mm256_movemask_ps(_mm256_castsi256_ps(signs)) as u32
            }
            fn pick(self, other: Self, from: u32) -> Self {
                let shifts = Self::new([28, 24, 20, 16, 12, 8, 4, 0]);
                let from = Self::new([from; 8]).shr(shifts).bitand(Self::new([15; 8])).0;
                let here = _mm256_permutevar8x32_epi32(self.0, from);
                let there = _mm256_permutevar8x32_epi32(other.0, from);
                let is_there = _mm256_cmpgt_epi32(from, _mm256_set1_epi32(7));
                Ymm(_mm256_blendv_epi8(here, there, is_there))
            }
            fn bitand(self, other: Self) -> Self { Ymm(_mm256_and_si256(self.0, other.0)) }
            fn bitor(self, other: Self) -> Self { Ymm(_mm256_or_si256(self.0, other.0)) }
            fn bitxor(self, other: Self) -> Self { Ymm(_mm256_xor_si256(self.0, other.0)) }
            fn add(self, other: Self) -> Self { Ymm(_mm256_add_epi32(self.0, other.0)) }
            fn sub(self, other: Self) -> Self { Ymm(_mm256_sub_epi32(self.0, other.0)) }
            fn shl(self, bits: Self) -> Self { Ymm(_mm256_sllv_epi32(self.0, bits.0)) }
            fn shr(self, bits: Self) -> Self { Ymm(_mm256_srlv_epi32(self.0, bits.0)) }
            fn find(byte: u8, bytes: &[u8; 32]) -> u32 {
                let bytes = transmute::<[u8; 32], __m256i>(*bytes);
                let found = _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(byte as i8));
                _mm256_movemask_epi8(found) as u32
            }
            fn paint(byte: u8, bits: u32) -> [u8; 32] {
                // Byte i / 8 of `bits` goes to byte i, where bit i % 8 of it counts.
                let ones = 0x0101_0101_0101_0101;
                let from = _mm256_setr_epi64x(0, ones, 2 * ones, 3 * ones);
                let bit = _mm256_set1_epi64x(0x8040_2010_0804_0201_u64 as i64);
                let spread = _mm256_shuffle_epi8(_mm256_set1_epi32(bits as i32), from);
                let is_set = _mm256_cmpeq_epi8(_mm256_and_si256(spread, bit), bit);
                transmute(_mm256_and_si256(is_set, _mm256_set1_epi8(byte as i8)))
            }
        }
    }
}
