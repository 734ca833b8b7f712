//! What the contract's tests cannot see: each vector operation and each rule beside a plain
//! version of it, and the path for AVX2 beside the one for every processor.

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

/// Runs a generic check on each kind of vector that this processor has.
macro_rules! on_every_vector {
    ($check:ident) => {
        $check::<[u32; 8]>();
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("popcnt") {
            $check::<avx2::Ymm>();
        }
    };
}

fn words<V: Vector>(lanes: Four<V>) -> [[u32; 8]; 4] {
    lanes.map(|lanes| lanes.0.words())
}

/// The cells of a lane by row and column.
fn rows(word: u32) -> [[bool; 9]; 3] {
    let mut rows = [[false; 9]; 3];
    for (r, row) in rows.iter_mut().enumerate() {
        for i in 0..9 {
            row[COLUMN_OF_BIT[i]] = word >> (10 * r + i) & 1 == 1;
        }
    }
    rows
}

fn word(rows: [[bool; 9]; 3]) -> u32 {
    let mut word = 0;
    for (r, row) in rows.iter().enumerate() {
        for i in 0..9 {
            word |= u32::from(row[COLUMN_OF_BIT[i]]) << (10 * r + i);
        }
    }
    word
}

/// The words of the nine digits in the three bands, out of a board.
fn digits<V: Vector>(board: Board<V>) -> [[u32; 3]; 9] {
    let words = words(board.0);
    std::array::from_fn(|d| {
        [0, 1, 2].map(|band| {
            if d < 8 {
                words[band][d]
            } else {
                words[NINES][band]
            }
        })
    })
}

/// The way back.
fn board_of<V: Vector>(digits: [[u32; 3]; 9]) -> Board<V> {
    let band = |band: usize| std::array::from_fn(|d| digits[d][band]);
    let words = [band(0), band(1), band(2), lanes_of_bands(digits[8])];
    Board(words.map(|words| Lanes(V::new(words))))
}

const ORDERS: [[usize; 3]; 6] = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
];

#[test]
fn lanes_are_picked_and_asked_for_a_bit() {
    fn check<V: Vector>() {
        let mut random = Random(1);
        for _ in 0..1000 {
            let (a, b) = (random.words(), random.words());
            assert_eq!(V::new(a).words(), a);
            let bit = random.next() % 32;
            let has_bit = |lanes, i: usize| lanes | (a[i] >> bit & 1) << i;
            assert_eq!(V::new(a).lanes_with(bit), (0..8).fold(0, has_bit));

            let from = random.next();
            let lanes = format!("{from:08x}");
            let lanes = lanes.chars().map(|c| c.to_digit(16).unwrap() as usize);
            let picked: Vec<u32> = lanes.map(|i| if i < 8 { a[i] } else { b[i - 8] }).collect();
            assert_eq!(
                V::new(a).pick(V::new(b), from).words()[..],
                picked,
                "{from:08x}"
            );
        }
    }
    on_every_vector!(check);
}

#[test]
fn any_sees_each_bit() {
    fn check<V: Vector>() {
        assert!(!V::new([0; 8]).any());
        for bit in 0..256 {
            let mut words = [0; 8];
            words[bit / 32] = 1 << (bit % 32);
            assert!(V::new(words).any(), "bit {bit}");
        }
    }
    on_every_vector!(check);
}

#[test]
fn bytes_are_found_and_painted() {
    fn check<V: Vector>() {
        let mut random = Random(2);
        for _ in 0..300 {
            let bytes: [u8; 32] = std::array::from_fn(|_| b'.' + (random.next() % 12) as u8);
            for byte in b'.'..=b'9' {
                let found = V::find(byte, &bytes);
                let plain: [bool; 32] = std::array::from_fn(|i| bytes[i] == byte);
                assert_eq!(std::array::from_fn(|i| found >> i & 1 == 1), plain);
                assert_eq!(
                    V::paint(byte, found),
                    plain.map(|found| if found { byte } else { 0 })
                );
            }
        }
    }
    on_every_vector!(check);
}

#[test]
fn operators_work_lane_by_lane() {
    fn check<V: Vector>() {
        let mut random = Random(3);
        for _ in 0..1000 {
            let (a, b, word) = (random.words(), random.words(), random.next());
            let (x, y, bits) = (Lanes(V::new(a)), Lanes(V::new(b)), word % 32);
            let equal = |lanes: Lanes<V>, plain: fn(u32, u32) -> u32| {
                let expected: [u32; 8] = std::array::from_fn(|i| plain(a[i], b[i]));
                assert_eq!(lanes.0.words(), expected);
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
    on_every_vector!(check);
}

#[test]
fn rows_and_boxes_fit_as_in_some_order_of_boxes() {
    fn check<V: Vector>() {
        let mut random = Random(4);
        for round in 0..500 {
            let cells = random.lanes(2 + round % 3);
            let fitted = Lanes(V::new(cells)).fit_rows_and_boxes().0.words();
            for i in 0..8 {
                let (before, mut kept) = (rows(cells[i]), [[false; 9]; 3]);
                for order in ORDERS {
                    let minirow = |r: usize| order[r] * 3..order[r] * 3 + 3;
                    if (0..3).all(|r| before[r][minirow(r)].contains(&true)) {
                        for r in 0..3 {
                            kept[r][minirow(r)].copy_from_slice(&before[r][minirow(r)]);
                        }
                    }
                }
                assert_eq!(rows(fitted[i]), kept);
            }
        }
    }
    on_every_vector!(check);
}

#[test]
fn columns_and_boxes_fit_as_in_some_order_of_columns() {
    fn check<V: Vector>() {
        let mut random = Random(5);
        for round in 0..500 {
            let mut board = random.board::<V>(2 + round % 4);
            let before = digits(board).map(|bands| bands.map(rows));
            board.fit_columns_and_boxes();
            for (digit, before) in digits(board).iter().zip(before) {
                let mut kept = [[[false; 9]; 3]; 3];
                for stack in 0..3 {
                    for order in ORDERS {
                        let column = |band: usize| 3 * stack + order[band];
                        let cell = |band: usize, r: usize| before[band][r][column(band)];
                        if (0..3).all(|band| (0..3).any(|r| cell(band, r))) {
                            for (band, r) in (0..9).map(|i| (i / 3, i % 3)) {
                                kept[band][r][column(band)] = cell(band, r);
                            }
                        }
                    }
                }
                assert_eq!(digit.map(rows), kept);
            }
        }
    }
    on_every_vector!(check);
}

#[test]
fn rows_are_looked_at_one_by_one() {
    fn check<V: Vector>() {
        let mut random = Random(6);
        let count = |row: &[bool; 9]| row.iter().filter(|cell| **cell).count();
        for _ in 0..500 {
            let cells: [u32; 8] = std::array::from_fn(|_| random.cells(9) & random.cells(2));
            let lanes = Lanes(V::new(cells));
            let spare = lanes.rows_with_cells().0.words();
            let whole = lanes.whole_rows().0.words();
            for i in 0..8 {
                let row_has = rows(cells[i]).map(|row| count(&row) > 0);
                assert_eq!([9, 19, 29].map(|bit| spare[i] >> bit & 1 == 1), row_has);
                assert_eq!(rows(whole[i]), row_has.map(|has| [has; 9]));
                assert_eq!((spare[i] & !SPARE, whole[i] & !CELLS), (0, 0));
            }

            // The other two want a cell in each row.
            let cells = cells.map(|cells| cells | FIRST << (random.next() % 9));
            let lanes = Lanes(V::new(cells));
            let others = lanes.all_but_first_in_row().0.words();
            let alone = lanes.alone_in_row().0.words();
            for i in 0..8 {
                let lowest = |r: u32| {
                    let row = cells[i] & 0o777 << (10 * r);
                    row & row.wrapping_neg()
                };
                assert_eq!(others[i], cells[i] & !(lowest(0) | lowest(1) | lowest(2)));
                let single =
                    rows(cells[i]).map(|row| if count(&row) == 1 { row } else { [false; 9] });
                assert_eq!(alone[i], word(single));
            }
        }
    }
    on_every_vector!(check);
}

#[test]
fn digits_are_counted_cell_by_cell() {
    fn check<V: Vector>() {
        let mut random = Random(7);
        for round in 0..300 {
            // Every other board is thinner: cells with few candidates are as frequent as others.
            let mut board = random.board::<V>(2).0;
            if round % 2 == 0 {
                let thinner = random.board::<V>(2).0;
                for k in 0..4 {
                    board[k] = board[k] & thinner[k];
                }
            }
            let counts = words(count_digits(board));
            let digits = digits(Board(board));
            for (band, bit) in (0..96).map(|cell| (cell / 32, cell % 32)) {
                let n = digits
                    .iter()
                    .filter(|digit| digit[band] >> bit & 1 == 1)
                    .count();
                let expected = [n % 2 == 1, n >= 2, n >= 3, n >= 4];
                for lane in (0..8).filter(|&lane| lanes_of_bands([0, 1, 2])[lane] == band as u32) {
                    assert_eq!(counts.map(|count| count[lane] >> bit & 1 == 1), expected);
                }
            }
        }
    }
    on_every_vector!(check);
}

#[test]
fn bands_go_round_and_to_every_digit() {
    fn check<V: Vector>() {
        let board = Random(8).board::<V>(2);
        let [next, last] = other_bands(board.0).map(|bands| digits(Board(bands)));
        for (d, [a, b, c]) in digits(board).into_iter().enumerate() {
            assert_eq!(next[d], [b, c, a]);
            assert_eq!(last[d], [c, a, b]);
        }

        let bands = Lanes(V::new(lanes_of_bands([10, 20, 30])));
        assert_eq!(digits(Board(for_every_digit(bands))), [[10, 20, 30]; 9]);
        assert_eq!(
            words(for_every_digit(bands))[NINES],
            lanes_of_bands([10, 20, 30])
        );
        assert_eq!(bands.flat(), 0xa | 0x14 << 32 | 0x1e << 64);
    }
    on_every_vector!(check);
}

#[test]
fn peers_are_the_row_the_column_and_the_box() {
    let cell = |r: usize, c: usize| {
        let bit = (0..9).find(|&i| COLUMN_OF_BIT[i] == c).unwrap();
        32 * (r / 3) + 10 * (r % 3) + bit
    };
    let all = || (0..81).map(|i| (i / 9, i % 9));
    for (r, c) in all() {
        let is_peer =
            |&(s, d): &(usize, usize)| r == s || c == d || (r / 3 == s / 3 && c / 3 == d / 3);
        let peers = all()
            .filter(is_peer)
            .fold(0, |peers, (s, d)| peers | 1 << cell(s, d));
        assert_eq!(PEERS[cell(r, c)], peers, "row {}, column {}", r + 1, c + 1);
    }
}

#[test]
fn an_assigned_cell_keeps_its_digits_and_one_digit_takes_the_row() {
    fn check<V: Vector>() {
        let mut random = Random(9);
        for _ in 0..2000 {
            let board = random.board::<V>(3);
            let (band, row, i) = (random.next() % 3, random.next() % 3, random.next() % 9);
            let bit = 10 * row + i;
            let assigned = if random.next().is_multiple_of(2) {
                1 << (random.next() % 9)
            } else {
                random.next() % 512
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
    on_every_vector!(check);
}

/// Some cell: its band, and its bit there.
const CELL: (usize, u32) = (1, 1 << 15);
const ROW_OF_CELL: u32 = 0o777 << 10;

/// A board of all candidates, with a change to each digit.
fn board_with<V: Vector>(change: impl Fn(usize, &mut [u32; 3])) -> Board<V> {
    let mut digits = [[CELLS; 3]; 9];
    for (d, digit) in digits.iter_mut().enumerate() {
        change(d, digit);
    }
    board_of(digits)
}

#[test]
fn a_cell_without_a_digit_and_a_row_without_a_cell_are_contradictions() {
    fn check<V: Vector>() {
        let (band, cell) = CELL;
        let mut no_digit = board_with::<V>(|_, bands| bands[band] &= !cell);
        assert!(no_digit.settle().is_none());
        for digit in 0..9 {
            let mut no_cell = board_with::<V>(|d, bands| {
                bands[band] &= !(if d == digit { ROW_OF_CELL } else { 0 });
            });
            assert!(no_cell.settle().is_none(), "digit {}", digit + 1);
        }
        assert!(board_with::<V>(|_, _| ()).settle().is_some());
    }
    on_every_vector!(check);
}

#[test]
fn a_single_leaves_its_cell_to_its_digit_and_takes_it_from_the_peers() {
    fn check<V: Vector>() {
        let (band, cell) = CELL;
        for digit in 0..9 {
            let naked = board_with::<V>(|d, bands| {
                bands[band] &= !(if d == digit { 0 } else { cell });
            });
            let hidden = board_with::<V>(|d, bands| {
                bands[band] &= !(if d == digit { ROW_OF_CELL & !cell } else { 0 });
            });
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
    on_every_vector!(check);
}

#[test]
fn the_guess_is_at_the_first_with_most_open_peers_of_the_cells_with_fewest_candidates() {
    fn check<V: Vector>() {
        let mut random = Random(11);
        let cells = || (0..81).map(|i| (i / 27, i % 27 / 9, i % 9));
        for round in 0..150 {
            // With more candidates there is no cell of two, and then none of three.
            let board = random.board::<V>([2, 3, 6][round % 3]);
            let digits = digits(board);
            let candidates = |(band, row, bit): (usize, usize, usize)| {
                let has_it = |digit: &&[u32; 3]| digit[band] >> (10 * row + bit) & 1 == 1;
                digits.iter().filter(has_it).count()
            };
            let mut open = [0; 3];
            for (band, row, bit) in cells().filter(|&cell| candidates(cell) > 1) {
                open[band] |= 1 << (10 * row + bit);
            }
            let (mut expected, mut best) = (0, (usize::MAX, 0));
            for cell in cells().filter(|&cell| candidates(cell) > 1) {
                let (band, row, bit) = cell;
                let column = COLUMN_OF_BIT[bit];
                let peers = cells().filter(|&other| {
                    let (b, r, other_column) = (other.0, other.1, COLUMN_OF_BIT[other.2]);
                    let in_line = (b, r) == (band, row) || other_column == column;
                    let in_box = b == band && other_column / 3 == column / 3;
                    candidates(other) > 1 && (in_line || in_box)
                });
                let (few, peers) = (candidates(cell).min(4), peers.count());
                if few < best.0 || few == best.0 && peers > best.1 {
                    (expected, best) = (32 * band + 10 * row + bit, (few, peers));
                }
            }
            let open = Lanes(V::new(lanes_of_bands(open)));
            assert_eq!(board.choose(open), expected);
        }
    }
    on_every_vector!(check);
}

/// The cell to guess may have lost its candidates since it was counted as open.
#[test]
fn a_guess_on_a_cell_without_a_choice_ends() {
    fn check<V: Vector>() {
        let (band, cell) = CELL;
        let mut open = [0; 3];
        open[band] = cell;
        let open = Lanes(V::new(lanes_of_bands(open)));
        let mut board = board_with::<V>(|_, bands| bands[band] &= !cell);
        assert!(matches!(board.guess(open), Step::Contradiction));

        for digit in 0..9 {
            let mut board = board_with::<V>(|d, bands| {
                bands[band] &= !(if d == digit { 0 } else { cell });
            });
            let Step::Guessed { mut otherwise } = board.guess(open) else {
                panic!("no guess");
            };
            assert_eq!(digits(board)[digit][band] & ROW_OF_CELL, cell);
            assert!(otherwise.settle().is_none());
        }
    }
    on_every_vector!(check);
}

#[test]
fn only_a_right_board_is_complete() {
    fn check<V: Vector>() {
        let complete = |grid: &[u8]| {
            let digit =
                |d| [0, 1, 2].map(|band| <[u32; 8]>::find(b'1' + d as u8, &text(grid)[band]));
            board_of::<V>(std::array::from_fn(digit)).is_complete()
        };
        let grid = UNIQUE
            .lines()
            .next()
            .unwrap()
            .split_once(' ')
            .unwrap()
            .1
            .as_bytes();
        assert!(complete(grid));
        for (cell, other) in (0..81).flat_map(|cell| (0..cell).map(move |other| (cell, other))) {
            let ((r, c), (s, d)) = ((cell / 9, cell % 9), (other / 9, other % 9));
            if r == s || c == d || (r / 3, c / 3) == (s / 3, d / 3) {
                let mut wrong = grid.to_vec();
                wrong.swap(cell, other);
                assert!(!complete(&wrong), "{cell} and {other} swapped");
            }
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
    on_every_vector!(check);
}

/// A digit is twice in a row of each band, the second time in the same column.
#[test]
fn no_row_with_a_digit_twice_hides_another() {
    fn check<V: Vector>() {
        let mut board = [b'.'; 81];
        for (row, digit) in [(0, b'9'), (3, b'1'), (6, b'2')] {
            (board[9 * row], board[9 * row + 4]) = (digit, digit);
        }
        assert!(Board::<V>::read(&text(&board)).is_none());
    }
    on_every_vector!(check);
}

/// Candidates that a grid is hidden in: the search finds it or another one, on both paths the
/// same. Without the grid it may find none, but comes to an end.
#[test]
fn the_search_ends_on_any_candidates() {
    fn outcome<V: Vector>(words: [[u32; 8]; 4]) -> Option<[[u32; 3]; 9]> {
        let mut board = Board(words.map(|words| Lanes(V::new(words))));
        board.search().then(|| {
            assert!(board.is_complete());
            digits(board)
        })
    }
    let mut random = Random(10);
    let grid = UNIQUE.lines().next().unwrap().split_once(' ').unwrap().1;
    let grid = words(Board::<[u32; 8]>::read(&text(grid.as_bytes())).unwrap().0);
    let mut solved = 0;
    for round in 0..30 {
        let noise = words(random.board::<[u32; 8]>(2).0);
        let has_grid = round % 3 > 0;
        let candidates: [[u32; 8]; 4] = std::array::from_fn(|k| {
            std::array::from_fn(|i| noise[k][i] | if has_grid { grid[k][i] } else { 0 })
        });
        let plain = outcome::<[u32; 8]>(candidates);
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("popcnt") {
            assert_eq!(outcome::<avx2::Ymm>(candidates), plain);
        }
        if let Some(digits) = plain {
            solved += 1;
            let candidates = Board(candidates.map(Lanes));
            for (digit, candidates) in digits.iter().zip(self::digits(candidates)) {
                assert!((0..3).all(|band| digit[band] & !candidates[band] == 0));
            }
        } else {
            assert!(!has_grid);
        }
    }
    assert!(solved >= 20);
}

fn rows_of(board: &str) -> Vec<Vec<char>> {
    assert_eq!(board.len(), 81, "{board}");
    board
        .as_bytes()
        .chunks(9)
        .map(|row| row.iter().map(|c| char::from(*c)).collect())
        .collect()
}

/// The characters as `Board::read` wants them.
fn text(board: &[u8]) -> [[u8; 32]; 3] {
    let mut text = [[0; 32]; 3];
    for (r, i) in (0..81).map(|i| (i / 9, i % 9)) {
        text[r / 3][10 * (r % 3) + i] = board[9 * r + COLUMN_OF_BIT[i]];
    }
    text
}

type Solve = fn(&mut Vec<Vec<char>>);

/// What `solve_sudoku` takes here (AVX2 if the processor has it), and what it takes elsewhere.
const PATHS: [Solve; 2] = [Solution::solve_sudoku, |board| solve::<[u32; 8]>(board)];

fn solved(path: Solve, puzzle: &str) -> String {
    let mut board = rows_of(puzzle);
    path(&mut board);
    board.into_iter().flatten().collect()
}

#[test]
fn both_paths_find_the_only_solution() {
    for line in UNIQUE.lines() {
        let (puzzle, solution) = line.split_once(' ').unwrap();
        for path in PATHS {
            assert_eq!(solved(path, puzzle), solution, "{puzzle}");
        }
    }
}

#[test]
fn both_paths_find_the_same_of_several_solutions() {
    for puzzle in SEVERAL.lines() {
        let [here, elsewhere] = PATHS.map(|path| solved(path, puzzle));
        assert_eq!(here, elsewhere, "{puzzle}");
        let board = Board::<[u32; 8]>::read(&text(here.as_bytes())).unwrap();
        assert!(board.is_complete(), "{puzzle}");
        assert!(
            puzzle
                .chars()
                .zip(here.chars())
                .all(|(given, digit)| given == '.' || given == digit)
        );
    }
}

#[test]
fn both_paths_leave_a_puzzle_without_a_solution_alone() {
    for puzzle in NONE.lines() {
        for path in PATHS {
            assert_eq!(solved(path, puzzle), puzzle);
        }
    }
}

/// Each pair of places in a row, column or box, the rest of the board empty: a search would not
/// end in years.
#[test]
fn two_equal_givens_are_seen_at_once() {
    for [a, b] in [
        [0, 8],
        [30, 33],
        [79, 80],
        [0, 72],
        [4, 13],
        [44, 80],
        [0, 20],
        [40, 48],
        [60, 70],
    ] {
        for digit in ['1', '8', '9'] {
            let mut puzzle = vec!['.'; 81];
            (puzzle[a], puzzle[b]) = (digit, digit);
            let puzzle: String = puzzle.into_iter().collect();
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
        let run = move || solved(path, &".".repeat(81));
        let thread = std::thread::Builder::new()
            .stack_size(2 << 20)
            .spawn(run)
            .unwrap();
        let board = thread.join().unwrap();
        assert!(
            Board::<[u32; 8]>::read(&text(board.as_bytes()))
                .unwrap()
                .is_complete()
        );
    }
}

/// Puzzles with one solution, and the solution.
const UNIQUE: &str = "\
53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 534678912672195348198342567859761423426853791713924856961537284287419635345286179
..9748...7.........2.1.9.....7...24..64.1.59..98...3.....8.3.2.........6...2759.. 519748632783652419426139875357986241264317598198524367975863124832491756641275983
..........9..1..3...6.2.7.....3.4...21.....98...........25.64...8.....1.......... 721853946495617832836429751967384125214765398358291674172536489683942517549178263
.......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6... 693784512487512936125963874932651487568247391741398625319475268856129743274836159
..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9 987654321246173985351928746128537694634892157795461832519286473472319568863745219
........1.....2..3.45.............1...6.....237..6.......1..4.....2.35...8....... 823694751697512843145738269958327614416859372372461985539186427761243598284975136
8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.. 812753649943682175675491283154237896369845721287169534521974368438526917796318452
..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97.. 145327698839654127672918543496185372218473956753296481367542819984761235521839764
1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.. 162857493534129678789643521475312986913586742628794135356478219241935867897261354
.......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7..... 751846239892371465643259871238197546974562318165438927319684752527913684486725193
1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1 174385962293467158586192734451923876928674315367851249719548623635219487842736591
.......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6... 839465712146782953752391486391824675564173829287659341628537194913248567475916238
..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3.. 483921657967345821251876493548132976729564138136798245372689514814253769695417382
4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4...... 417369825632158947958724316825437169791586432346912758289643571573291684164875293
3.542.81.4879.15.6.29.5637485.793.416132.8957.74.6528.2413.9.655.867.192.965124.8 365427819487931526129856374852793641613248957974165283241389765538674192796512438
..2.3...8.....8....31.2.....6..5.27..1.....5.2.4.6..31....8.6.5.......13..531.4.. 672435198549178362831629547368951274917243856254867931193784625486592713725316489
.2..5.7..4..1....68....3...2....8..3.4..2.5.....6...1...2.9.....9......57.4...9.. 123456789457189236869273154271548693346921578985637412512394867698712345734865921
.2..16..5......4..3.6...2.76...75.4...........8.23...62.7...6.4..5......1..59..7. 429716385718352469356849217632975148971468523584231796297183654845627931163594872
.34678912672195348198342567859761423426853791713924856961537284287419635345286179 534678912672195348198342567859761423426853791713924856961537284287419635345286179
53467891267219534819834256785976142342685379171392485696153728428741963534528617. 534678912672195348198342567859761423426853791713924856961537284287419635345286179
534678912672195348198342567859761423426853791713924856961537284287419635345286179 534678912672195348198342567859761423426853791713924856961537284287419635345286179
...2...633....54.1..1..398........9....538....3........263..5..5.37....847...1... 854219763397865421261473985785126394649538172132947856926384517513792648478651239
12.3....435....1....4........54..2..6...7.........8.9...31..5.......9.7.....6...8 126395784359847162874621953985416237631972845247538691763184529418259376592763418
........3..1..56...9..4..7......9.5.7.......8.5.4.2....8..2..9...35..1..6........ 562987413471235689398146275236819754714653928859472361187324596923568147645791832
........8..3...4...9..2..6.....79.......612...6.5.2.7...8...5...1.....2.4.5.....3 621943758783615492594728361142879635357461289869532174238197546916354827475286913
12.3.....4.5...6...7.....2.6..1..3....453.........8..9...45.1.........8......2..7 128396754495271638376845921689124375714539862253768419862457193547913286931682547
12.3.....34....1....5......6.24..5......6..7......8..6..42..3......7...9.....9.8. 129385764348627195765914823672491538483562971951738246894256317216873459537149682
..3..6.8....1..2......7...4..9..8.6..3..4...1.7.2.....3....5.....5...6..98.....5. 123456789457189236896372514249518367538647921671293845364925178715834692982761453
4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........ 468931527751624839392578461134756298289413675675289314846192753513867942927345186
.......12....35......6...7.7.....3.....4..8..1...........12.....8.....4..5....6.. 673894512912735486845612973798261354526473891134589267469128735287356149351947628
9..8...........5............2..1...3.1.....6....4...7.7.86.........3.1..4.....2.. 972853614146279538583146729624718953817395462359462871798621345265934187431587296
.23.97645456231978789564312.97.23564231456897564789231645312789978645123312978456 123897645456231978789564312897123564231456897564789231645312789978645123312978456
";

/// Puzzles with several solutions.
const SEVERAL: &str = "\
.................................................................................
........................................1........................................
.39...12....9.7...8..4.1..6.42...79...........91...54.5..1.9..3...8.5....14...87.
...3165..8..5..1...1.89724.9.1.85.2....9.1....4.263..1.5.....1.1..4.9..2..61.8...
31...9......18........3...5.....4....21.....4..6..79...4.3.8..2.......7..9...6...
..3.....6...98..2.9426..7..45...6............1.9.5.47.....25.4.6...785...........
59.....486.8...3.7...2.1.......4.....753.698.....9.......8.3...2.6...7.934.....65
..............3.85..1.2.......5.7.....4...1...9.......5......73..2.4...9.........
";

/// Puzzles without a solution; in the last ones a row, column or box has a digit twice.
const NONE: &str = "\
53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..74
.876543212........3........4........5........6........7........8........9........
.9.3....1....8..46......8..4.5.6..3...32756...6..1.9.4..1......58..2....2....7.6.
....41....6.....2...2......32.6.........5..417.......2......23..48......5.1..2...
.4.1..35.............2.5......4.89..26.....12.5.3....7..4...16.6....7....1..8..2.
6.159.....9..1............4.7.314..6.24.....5..3....1...6.....3...9.2.4......16..
..9.7...5..21..9..1...28....7...5..1..851.....5....3.......3..68........21.....87
11...............................................................................
9..1....4.14.3.8....3....9....7.8..18....3..........3..21....7...9.4.5..5...16..3
";
