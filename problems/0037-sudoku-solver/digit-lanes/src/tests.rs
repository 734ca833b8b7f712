//! What the contract's tests cannot see: each vector operation and each rule beside a plain
//! version of it, and the path for AVX2 beside the one for every processor.

use sudoku_contract::contract::Solve;
use sudoku_contract::fixtures::CASES;
use sudoku_contract::properties;

use super::*;

/// Xorshift: the same numbers on every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 24) as u32
    }

    fn words(&mut self) -> [u32; 8] {
        std::array::from_fn(|_| self.next())
    }

    /// Candidates: one cell in `few` is left out.
    fn cells(&mut self, few: u32) -> u32 {
        let keep = |bits, bit| bits | u32::from(!self.next().is_multiple_of(few)) << bit;
        (0..32).fold(0, keep) & CELLS
    }

    fn lanes(&mut self, few: u32) -> [u32; 8] {
        std::array::from_fn(|_| self.cells(few))
    }

    fn board<V: Vector>(&mut self, few: u32) -> Board<V> {
        board_of(std::array::from_fn(|_| [0; 3].map(|_| self.cells(few))))
    }
}

/// Makes two tests of each generic check: one on words, and one on AVX2 where there is AVX2.
macro_rules! on_every_vector {
    ($($check:ident)*) => {
        mod on_words {
            $(#[test]
            fn $check() {
                super::$check::<[u32; 8]>();
            })*
        }
        #[cfg(target_arch = "x86_64")]
        mod on_avx2 {
            $(#[test]
            fn $check() {
                if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("popcnt") {
                    super::$check::<crate::avx2::Ymm>();
                }
            })*
        }
    };
}

on_every_vector! {
    lanes_are_picked_and_asked_for_a_bit
    any_sees_each_bit
    bytes_are_found_and_painted
    operators_work_lane_by_lane
    rows_and_boxes_fit_as_in_some_order_of_boxes
    columns_and_boxes_fit_as_in_some_order_of_columns
    rows_are_looked_at_one_by_one
    digits_are_counted_cell_by_cell
    bands_go_round_and_to_every_digit
    an_assigned_cell_keeps_its_digits_and_one_digit_takes_the_row
    a_cell_without_a_digit_and_a_row_without_a_cell_are_contradictions
    a_single_leaves_its_cell_to_its_digit_and_takes_it_from_the_peers
    the_guess_is_at_the_first_with_most_open_peers_of_the_cells_with_fewest_candidates
    a_guess_on_a_cell_without_a_choice_ends
    only_a_right_board_is_complete
    a_digit_twice_in_a_row_is_found_without_a_guess
    the_search_ends_on_any_candidates
}

fn words<V: Vector>(lanes: Four<V>) -> [[u32; 8]; 4] {
    lanes.map(|lanes| lanes.0.words())
}

fn lanes<V: Vector>(words: [u32; 8]) -> Lanes<V> {
    Lanes(V::new(words))
}

/// A row of three boxes of three columns, by its column.
type Row = [bool; 9];

/// The cells of a lane by row and column.
fn rows(word: u32) -> [Row; 3] {
    let mut rows = [[false; 9]; 3];
    for (r, i) in (0..27).map(|i| (i / 9, i % 9)) {
        rows[r][COLUMN_OF_BIT[i]] = word >> (10 * r + i) & 1 == 1;
    }
    rows
}

fn word(rows: [Row; 3]) -> u32 {
    let bit = |r: usize, i: usize| u32::from(rows[r][COLUMN_OF_BIT[i]]) << (10 * r + i);
    (0..27).map(|i| bit(i / 9, i % 9)).sum()
}

/// The words of the nine digits in the three bands, out of a board.
fn digits<V: Vector>(board: Board<V>) -> [[u32; 3]; 9] {
    let words = words(board.0);
    std::array::from_fn(|d| {
        [0, 1, 2].map(|band| match d {
            8 => words[NINES][band],
            _ => words[band][d],
        })
    })
}

/// The way back.
fn board_of<V: Vector>(digits: [[u32; 3]; 9]) -> Board<V> {
    let band = |band: usize| std::array::from_fn(|d| digits[d][band]);
    Board([band(0), band(1), band(2), lanes_of_bands(digits[8])].map(lanes))
}

/// The places that three lines can take so that each line takes another.
fn fitting(can_take: [[bool; 3]; 3]) -> [[bool; 3]; 3] {
    let mut fitting = [[false; 3]; 3];
    for (a, b) in (0..9).map(|i| (i / 3, i % 3)).filter(|(a, b)| a != b) {
        let c = 3 - a - b;
        if can_take[0][a] && can_take[1][b] && can_take[2][c] {
            (fitting[0][a], fitting[1][b], fitting[2][c]) = (true, true, true);
        }
    }
    fitting
}

fn lanes_are_picked_and_asked_for_a_bit<V: Vector>() {
    let mut random = Random(1);
    for _ in 0..1000 {
        let (a, b) = (random.words(), random.words());
        assert_eq!(V::new(a).words(), a);
        let bit = random.next() % 32;
        let has_bit = |lanes, i: usize| lanes | (a[i] >> bit & 1) << i;
        assert_eq!(V::new(a).lanes_with(bit), (0..8).fold(0, has_bit));

        let from = random.next();
        let sixteen = [a, b].concat();
        let picked: [u32; 8] = std::array::from_fn(|i| sixteen[(from << (4 * i) >> 28) as usize]);
        assert_eq!(
            V::new(a).pick(V::new(b), from).words(),
            picked,
            "{from:08x}"
        );
    }
}

fn any_sees_each_bit<V: Vector>() {
    assert!(!V::new([0; 8]).any());
    for bit in 0..256 {
        let mut words = [0; 8];
        words[bit / 32] = 1 << (bit % 32);
        assert!(V::new(words).any(), "bit {bit}");
    }
}

fn bytes_are_found_and_painted<V: Vector>() {
    let mut random = Random(2);
    for _ in 0..300 {
        let bytes: [u8; 32] = std::array::from_fn(|_| b'.' + (random.next() % 12) as u8);
        for byte in b'.'..=b'9' {
            let found = V::find(byte, &bytes);
            assert_eq!(
                std::array::from_fn(|i| found >> i & 1 == 1),
                bytes.map(|it| it == byte)
            );
            let painted = bytes.map(|it| if it == byte { byte } else { 0 });
            assert_eq!(V::paint(byte, found), painted);
        }
    }
}

fn operators_work_lane_by_lane<V: Vector>() {
    let mut random = Random(3);
    for _ in 0..1000 {
        let (a, b, word) = (random.words(), random.words(), random.next());
        let (x, y, bits) = (lanes::<V>(a), lanes(b), word % 32);
        let equal = |found: Lanes<V>, plain: fn(u32, u32) -> u32| {
            assert_eq!(found.0.words(), std::array::from_fn(|i| plain(a[i], b[i])));
        };
        equal(x & y, |a, b| a & b);
        equal(x | y, |a, b| a | b);
        equal(x ^ y, |a, b| a ^ b);
        equal(x + y, u32::wrapping_add);
        equal(x - y, u32::wrapping_sub);
        equal(x << (y & 31), |a, b| a << (b & 31));
        equal(x >> (y & 31), |a, b| a >> (b & 31));
        equal(x.without(y), |a, b| a & !b);
        assert_eq!((x << bits).0.words(), a.map(|a| a << bits));
        assert_eq!((x - word).0.words(), a.map(|a| a.wrapping_sub(word)));
    }
}

fn rows_and_boxes_fit_as_in_some_order_of_boxes<V: Vector>() {
    let mut random = Random(4);
    for round in 0..500 {
        let cells = random.lanes(2 + round % 3);
        let fitted = lanes::<V>(cells).fit_rows_and_boxes().0.words();
        for (cells, fitted) in cells.map(rows).iter().zip(fitted) {
            let fit = fitting(cells.map(|row| [0, 3, 6].map(|c| row[c..c + 3].contains(&true))));
            let keep = |r: usize| std::array::from_fn(|c| cells[r][c] && fit[r][c / 3]);
            assert_eq!(rows(fitted), [0, 1, 2].map(keep));
        }
    }
}

fn columns_and_boxes_fit_as_in_some_order_of_columns<V: Vector>() {
    let mut random = Random(5);
    for round in 0..500 {
        let mut board = random.board::<V>(2 + round % 4);
        let before = digits(board).map(|bands| bands.map(rows));
        board.fit_columns_and_boxes();
        for (after, before) in digits(board).iter().zip(before) {
            let has = |band: usize, c: usize| before[band].iter().any(|row| row[c]);
            let fit =
                [0, 3, 6].map(|s| fitting([0, 1, 2].map(|b| [0, 1, 2].map(|c| has(b, s + c)))));
            for (band, r, c) in (0..81).map(|i| (i / 27, i % 27 / 9, i % 9)) {
                let kept = before[band][r][c] && fit[c / 3][band][c % 3];
                assert_eq!(rows(after[band])[r][c], kept);
            }
        }
    }
}

fn rows_are_looked_at_one_by_one<V: Vector>() {
    let mut random = Random(6);
    let count = |row: &Row| row.iter().filter(|cell| **cell).count();
    for _ in 0..500 {
        let cells: [u32; 8] = std::array::from_fn(|_| random.cells(9) & random.cells(2));
        let spare = lanes::<V>(cells).rows_with_cells().0.words();
        let whole = lanes::<V>(cells).whole_rows().0.words();
        let others = lanes::<V>(cells).all_but_first_in_row().0.words();
        let alone = lanes::<V>(cells).alone_in_row().0.words();
        for i in 0..8 {
            let row_has = rows(cells[i]).map(|row| count(&row) > 0);
            assert_eq!([9, 19, 29].map(|bit| spare[i] >> bit & 1 == 1), row_has);
            assert_eq!(rows(whole[i]), row_has.map(|has| [has; 9]));
            assert_eq!((spare[i] & !SPARE, whole[i] & !CELLS), (0, 0));

            let lowest = |r: u32| {
                let row = cells[i] & 0o777 << (10 * r);
                row & row.wrapping_neg()
            };
            assert_eq!(others[i], cells[i] & !(lowest(0) | lowest(1) | lowest(2)));
            let single = |row: Row| row.map(|cell| cell && count(&row) == 1);
            assert_eq!(alone[i], word(rows(cells[i]).map(single)));
        }
    }
}

fn digits_are_counted_cell_by_cell<V: Vector>() {
    let mut random = Random(7);
    for round in 0..300 {
        // Every other board is thinner: cells with few candidates are as frequent as others.
        let mut board = random.board::<V>(2).0;
        if round % 2 == 0 {
            let thinner = random.board::<V>(2).0;
            board = std::array::from_fn(|k| board[k] & thinner[k]);
        }
        let counts = words(count_digits(board));
        let digits = digits(Board(board));
        for (lane, band) in lanes_of_bands([0, 1, 2]).into_iter().enumerate() {
            for bit in 0..32 {
                let has_it = |digit: &&[u32; 3]| digit[band as usize] >> bit & 1 == 1;
                let n = digits.iter().filter(has_it).count();
                let expected = [n % 2 == 1, n >= 2, n >= 3, n >= 4];
                assert_eq!(counts.map(|count| count[lane] >> bit & 1 == 1), expected);
            }
        }
    }
}

fn bands_go_round_and_to_every_digit<V: Vector>() {
    let board = Random(8).board::<V>(2);
    let [next, previous] = other_bands(board.0).map(|bands| digits(Board(bands)));
    for (d, [a, b, c]) in digits(board).into_iter().enumerate() {
        assert_eq!((next[d], previous[d]), ([b, c, a], [c, a, b]));
    }

    let bands = lanes::<V>(lanes_of_bands([10, 20, 30]));
    let board = for_every_digit(bands);
    assert_eq!(digits(Board(board)), [[10, 20, 30]; 9]);
    assert_eq!(words(board)[NINES], lanes_of_bands([10, 20, 30]));
    assert_eq!(bands.flat(), 0xa | 0x14 << 32 | 0x1e << 64);
}

/// All cells, in the order of bands, rows and bits, each with its row and column.
fn cells() -> impl Iterator<Item = (usize, u32, [usize; 2])> {
    (0..81).map(|i| {
        let (row, bit) = (i / 9, i % 9);
        let cell = [row, COLUMN_OF_BIT[bit]];
        (row / 3, (10 * (row % 3) + bit) as u32, cell)
    })
}

/// Whether two cells are the same or share a row, column or box.
fn are_peers([r, c]: [usize; 2], [s, d]: [usize; 2]) -> bool {
    r == s || c == d || (r / 3 == s / 3 && c / 3 == d / 3)
}

/// All pairs of cells that share a row, column or box, each cell by its number in reading order.
fn pairs_of_peers() -> impl Iterator<Item = [usize; 2]> {
    let pairs = (0..81).flat_map(|cell| (0..cell).map(move |other| [cell, other]));
    pairs.filter(|pair| {
        let [cell, other] = pair.map(|cell| [cell / 9, cell % 9]);
        are_peers(cell, other)
    })
}

#[test]
fn peers_are_the_row_the_column_and_the_box() {
    for (band, bit, cell) in cells() {
        let peers = cells().filter(|&(.., other)| are_peers(cell, other));
        let peers = peers.fold(0, |peers, (band, bit, _)| {
            peers | 1 << (32 * band as u32 + bit)
        });
        assert_eq!(PEERS[32 * band + bit as usize], peers, "{cell:?}");
    }
}

fn an_assigned_cell_keeps_its_digits_and_one_digit_takes_the_row<V: Vector>() {
    let mut random = Random(9);
    for _ in 0..2000 {
        let board = random.board::<V>(3);
        let (band, row, i) = (random.next() % 3, random.next() % 3, random.next() % 9);
        let bit = 10 * row + i;
        let assigned = match random.next() % 2 {
            0 => 1 << (random.next() % 9),
            _ => random.next() % 512,
        };

        let mut after = board;
        after.assign((32 * band + bit) as usize, assigned);
        let mut expected = digits(board);
        for (d, digit) in expected.iter_mut().enumerate() {
            let lost = match (assigned >> d & 1 == 1, assigned.count_ones()) {
                (false, _) => 1 << bit,
                (true, 1) => 0o777 << (10 * row) & !(1 << bit),
                (true, _) => 0,
            };
            digit[band as usize] &= !lost;
        }
        assert_eq!(digits(after), expected);
        assert_eq!(words(after.0)[NINES], lanes_of_bands(expected[8]));
    }
}

/// Some cell: its band, and its bit there.
const CELL: (usize, u32) = (1, 1 << 15);
const ROW_OF_CELL: u32 = 0o777 << 10;

/// A board of all candidates, without these cells in the band of `CELL`: of one digit, and of the
/// others.
fn board_without<V: Vector>(digit: usize, its: u32, of_others: u32) -> Board<V> {
    let mut digits = [[CELLS; 3]; 9];
    for (d, bands) in digits.iter_mut().enumerate() {
        bands[CELL.0] &= !(if d == digit { its } else { of_others });
    }
    board_of(digits)
}

fn a_cell_without_a_digit_and_a_row_without_a_cell_are_contradictions<V: Vector>() {
    assert!(board_without::<V>(0, CELL.1, CELL.1).settle().is_none());
    for digit in 0..9 {
        let mut no_cell = board_without::<V>(digit, ROW_OF_CELL, 0);
        assert!(no_cell.settle().is_none(), "digit {}", digit + 1);
    }
    assert!(board_without::<V>(0, 0, 0).settle().is_some());
}

fn a_single_leaves_its_cell_to_its_digit_and_takes_it_from_the_peers<V: Vector>() {
    let (band, cell) = CELL;
    for digit in 0..9 {
        let naked = board_without::<V>(digit, 0, cell);
        let hidden = board_without::<V>(digit, ROW_OF_CELL & !cell, 0);
        for mut board in [naked, hidden] {
            let open = board.settle().unwrap().flat();
            assert_eq!(open.count_ones(), 80);
            for (d, bands) in digits(board).into_iter().enumerate() {
                let peers = |k| (PEERS[32 + 15] >> (32 * k)) as u32;
                let lost = |k| if d == digit { peers(k) } else { 0 };
                let mut expected = [0, 1, 2].map(|k| CELLS & !lost(k));
                expected[band] &= !cell;
                expected[band] |= if d == digit { cell } else { 0 };
                assert_eq!(bands, expected, "digit {}", d + 1);
            }
        }
    }
}

fn the_guess_is_at_the_first_with_most_open_peers_of_the_cells_with_fewest_candidates<V: Vector>() {
    let mut random = Random(11);
    for round in 0..150 {
        // With more candidates there is no cell of two, and then none of three.
        let board = random.board::<V>([2, 3, 6][round % 3]);
        let digits = digits(board);
        let candidates = |band: usize, bit: u32| {
            let has_it = |digit: &&[u32; 3]| digit[band] >> bit & 1 == 1;
            digits.iter().filter(has_it).count()
        };
        let open = || cells().filter(|&(band, bit, _)| candidates(band, bit) > 1);
        let (mut words, mut expected, mut best) = ([0; 3], 0, (usize::MAX, 0));
        for (band, bit, cell) in open() {
            words[band] |= 1 << bit;
            let peers = open().filter(|&(.., other)| are_peers(cell, other)).count();
            let few = candidates(band, bit).min(4);
            if few < best.0 || few == best.0 && peers > best.1 {
                (expected, best) = (32 * band + bit as usize, (few, peers));
            }
        }
        assert_eq!(board.choose(lanes(lanes_of_bands(words))), expected);
    }
}

/// The cell to guess may have lost its candidates since it was counted as open.
fn a_guess_on_a_cell_without_a_choice_ends<V: Vector>() {
    let (band, cell) = CELL;
    let mut open = [0; 3];
    open[band] = cell;
    let open = lanes(lanes_of_bands(open));
    let mut board = board_without::<V>(0, cell, cell);
    assert!(matches!(board.guess(open), Step::Contradiction));
    for digit in 0..9 {
        let mut board = board_without::<V>(digit, 0, cell);
        let Step::Guessed { mut otherwise } = board.guess(open) else {
            panic!("no guess");
        };
        assert_eq!(digits(board)[digit][band] & ROW_OF_CELL, cell);
        assert!(otherwise.settle().is_none());
    }
}

const SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

fn only_a_right_board_is_complete<V: Vector>() {
    let complete = |grid: &[u8]| {
        let digit = |d| text(grid).map(|band| <[u32; 8]>::find(b'1' + d as u8, &band));
        board_of::<V>(std::array::from_fn(digit)).is_complete()
    };
    let grid = SOLVED.as_bytes();
    assert!(complete(grid));
    for [cell, other] in pairs_of_peers() {
        let mut wrong = grid.to_vec();
        wrong.swap(cell, other);
        assert!(!complete(&wrong), "{cell} and {other} swapped");
    }
    // Two rows of two bands, and two columns of two stacks.
    for (step, line) in [(1, 9), (9, 1)] {
        let mut wrong = grid.to_vec();
        for i in 0..9 {
            wrong.swap(2 * line + i * step, 3 * line + i * step);
        }
        assert!(!complete(&wrong));
    }
}

/// Each digit, in each two cells of some row.
fn a_digit_twice_in_a_row_is_found_without_a_guess<V: Vector>() {
    for row in 0..9 {
        for (first, second) in (0..81).map(|i| (9 * row + i / 9, 9 * row + i % 9)) {
            let mut board = [b'.'; 81];
            (board[first], board[second]) = (b'1' + row as u8, b'1' + row as u8);
            let settles = Board::<V>::read(&text(&board)).settle().is_some();
            assert_eq!(settles, first == second);
        }
    }
}

/// Candidates that a grid is hidden in: the search finds it or another one, on every vector the
/// same. Without the grid it may find none, but comes to an end.
fn the_search_ends_on_any_candidates<V: Vector>() {
    fn outcome<V: Vector>(candidates: [[u32; 3]; 9]) -> Option<[[u32; 3]; 9]> {
        let mut board = board_of::<V>(candidates);
        board.search().then(|| {
            assert!(board.is_complete());
            digits(board)
        })
    }
    let mut random = Random(10);
    let grid = digits(Board::<V>::read(&text(SOLVED.as_bytes())));
    let mut solved = 0;
    for round in 0..30 {
        let has_grid = round % 3 > 0;
        let mut candidates = digits(random.board::<V>(2));
        for (d, band) in (0..27).map(|i| (i / 3, i % 3)) {
            candidates[d][band] |= if has_grid { grid[d][band] } else { 0 };
        }
        let found = outcome::<V>(candidates);
        assert_eq!(outcome::<[u32; 8]>(candidates), found);
        assert!(found.is_some() || !has_grid);
        for (digit, candidates) in found.iter().flatten().zip(candidates) {
            assert!((0..3).all(|band| digit[band] & !candidates[band] == 0));
        }
        solved += usize::from(found.is_some());
    }
    assert!(solved >= 20);
}

/// The characters as `Board::read` wants them.
fn text(board: &[u8]) -> [[u8; 32]; 3] {
    let mut text = [[0; 32]; 3];
    for (band, bit, [row, column]) in cells() {
        text[band][bit as usize] = board[9 * row + column];
    }
    text
}

/// What `solve_sudoku` takes here (AVX2 if the processor has it), and what it takes elsewhere.
const PATHS: [Solve; 2] = [Solution::solve_sudoku, |board| solve::<[u32; 8]>(board)];

fn solved(path: Solve, puzzle: &Vec<Vec<char>>) -> Vec<Vec<char>> {
    let mut board = puzzle.clone();
    path(&mut board);
    board
}

/// tests/contract.rs checks the other path, on every case.
#[test]
fn the_path_without_avx2_keeps_the_contract_and_finds_the_same_solutions() {
    for case in CASES.iter() {
        let [here, elsewhere] = PATHS.map(|path| solved(path, &case.puzzle));
        assert_eq!(here, elsewhere, "{}", case.name);
    }
    properties::check(PATHS[1], "boards_of_any_kind_are_solved_or_stay");
}

/// The rest of the board is empty: a search would not end in years.
#[test]
fn two_equal_givens_are_seen_at_once() {
    for pair in pairs_of_peers() {
        for digit in ['1', '8', '9'] {
            let mut puzzle = vec![vec!['.'; 9]; 9];
            for cell in pair {
                puzzle[cell / 9][cell % 9] = digit;
            }
            for path in PATHS {
                assert_eq!(solved(path, &puzzle), puzzle);
            }
        }
    }
}

/// The frames of the search are small enough for a test's thread where nothing is optimised.
#[test]
fn two_megabytes_of_stack_are_enough() {
    for path in PATHS {
        let run = move || solved(path, &vec![vec!['.'; 9]; 9]);
        let thread = std::thread::Builder::new().stack_size(2 << 20);
        let board = thread.spawn(run).unwrap().join().unwrap();
        assert!(!board.concat().contains(&'.'));
    }
}

fn guesses<V: Vector>(board: &mut Board<V>, count: &mut u32) -> bool {
    match V::advance(board) {
        Step::Contradiction => false,
        Step::Solved => true,
        Step::Guessed { mut otherwise } => {
            *count += 1;
            guesses(board, count) || guesses(&mut otherwise, count)
        }
    }
}

/// The numbers that docs/approaches/bands.md shows.
#[test]
fn hard_puzzles_take_these_guesses() {
    for (name, expected) in [
        ("leetcode_example", 0),
        ("seventeen_clues", 0),
        ("against_row_major", 0),
        ("against_fewest_candidates", 2),
        ("ai_escargot", 16),
        ("easter_monster", 30),
        ("inkala_2012", 46),
        ("golden_nugget", 132),
    ] {
        let case = sudoku_contract::fixtures::find(name).unwrap();
        assert_eq!(guessed(&case.puzzle), (true, expected), "{name}");
    }
}

/// Whether a puzzle has a solution, and after how many guesses that is known.
fn guessed(puzzle: &[Vec<char>]) -> (bool, u32) {
    let mut text = [[0; 32]; 3];
    for (r, row) in puzzle.iter().enumerate() {
        for i in 0..9 {
            text[r / 3][r % 3 * 10 + i] = row[COLUMN_OF_BIT[i]] as u8;
        }
    }
    let (mut board, mut count) = (Board::<[u32; 8]>::read(&text), 0);
    (guesses(&mut board, &mut count), count)
}

/// Three cells of row 2 can hold 2 and 3 only. If the rules do not see that two of them want the same
/// digit, the search takes millions of guesses elsewhere.
#[test]
fn two_naked_singles_of_a_digit_in_a_row_end_a_branch() {
    let cells: Vec<char> =
        "1234567894561.......................................1...5.................7......"
            .chars()
            .collect();
    let puzzle: Vec<Vec<char>> = cells.chunks(9).map(<[char]>::to_vec).collect();
    assert_eq!(guessed(&puzzle), (false, 1));
}
