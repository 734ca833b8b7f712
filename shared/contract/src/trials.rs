//! The boards of the property tests.

use std::array;
use std::ops::Range;
use std::sync::LazyLock;

use sudoku::Board;
use sudoku::generate::Random;
use sudoku::reference::{self, Solutions};
use sudoku::rules::{self, Cell};
use sudoku_fixtures::CASES;

use crate::generated::{EASY, GENERATED, generated};

/// The most placements that row-major search may need for a board.
const LIMIT: u64 = 100_000;

const DIGITS: [char; 9] = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

/// A board to solve.
#[derive(Clone, Debug)]
pub(crate) struct Trial {
    pub board: Board,
    /// The full grid that the board comes from: a solution of it, if it has one.
    pub grid: Board,
}

impl Trial {
    /// The puzzle must have one solution.
    pub fn of_puzzle(board: Board) -> Self {
        match reference::solutions(&board) {
            Solutions::One(grid) => Self { board, grid },
            other => unreachable!("one solution was expected: {other:?}"),
        }
    }
}

/// A puzzle with one solution, the grid: a symmetric image of a generated puzzle, easy or minimal, or
/// of a case. It is as hard as the puzzle.
pub(crate) fn puzzle(random: &mut Random) -> Trial {
    static PUZZLES: LazyLock<Vec<Trial>> = LazyLock::new(|| {
        let with_one_solution = CASES
            .iter()
            .filter(|case| matches!(case.expected, Solutions::One(_)))
            .map(|case| case.puzzle.clone())
            .filter(|puzzle| !rules::is_complete(puzzle));
        let puzzles = generated().into_iter().chain(with_one_solution);
        puzzles.map(Trial::of_puzzle).collect()
    });
    let numbers = match random.below(5) {
        0 | 1 => 0..EASY,
        2 | 3 => EASY..GENERATED,
        _ => GENERATED..PUZZLES.len(),
    };
    let Trial { board, grid } = &PUZZLES[numbers.start + random.below(numbers.len())];
    // The digits that replace 1 to 9, and the old rows and columns in their new order.
    let digits = random.shuffled::<9>().map(|number| DIGITS[number]);
    let (rows, columns) = (order_of_lines(random), order_of_lines(random));
    let turns = random.below(2) == 1;
    let image = |board: &Board| {
        let mut image = empty();
        for Cell { row, column } in rules::cells() {
            let (to_row, to_column) = if turns { (column, row) } else { (row, column) };
            if let Some(digit) = board[rows[row]][columns[column]].to_digit(10) {
                image[to_row][to_column] = digits[digit as usize - 1];
            }
        }
        image
    };
    Trial {
        board: image(board),
        grid: image(grid),
    }
}

/// Rows by bands, or columns by stacks.
fn order_of_lines(random: &mut Random) -> [usize; 9] {
    let bands = random.shuffled::<3>();
    let lines = [0; 3].map(|_| random.shuffled::<3>());
    array::from_fn(|index| 3 * bands[index / 3] + lines[index / 3][index % 3])
}

fn empty() -> Board {
    vec![vec!['.'; 9]; 9]
}

fn digit(random: &mut Random) -> char {
    any_of(random, &DIGITS)
}

/// A puzzle with a wrong digit in a blank. Where possible it contradicts no given.
pub(crate) fn wrong_digit(random: &mut Random) -> Trial {
    let mut trial = puzzle(random);
    let Cell { row, column } = any_of(random, &where_is(&trial.board, |cell| cell == '.'));
    let right = trial.grid[row][column];
    let mut digits = DIGITS.to_vec();
    digits.retain(|&digit| digit != right);
    let is_free = |&digit: &char| is_free(&trial.board, Cell { row, column }, digit);
    if digits.iter().any(is_free) {
        digits.retain(is_free);
    }
    trial.board[row][column] = any_of(random, &digits);
    trial
}

/// A puzzle without one of its givens. The grid lacks it too.
pub(crate) fn given_removed(random: &mut Random) -> Trial {
    let mut trial = puzzle(random);
    let Cell { row, column } = any_given(random, &trial.board);
    trial.board[row][column] = '.';
    trial.grid[row][column] = '.';
    trial
}

/// A board with no, one or many solutions.
pub(crate) fn any_kind(random: &mut Random) -> Trial {
    match random.below(6) {
        0 => solved_with_blanks(random, 0..7),
        1 => solved_with_blanks(random, 7..65),
        2 => altered(random),
        3 => contradictory(random),
        4 => random_givens(random, 0..4),
        _ => random_givens(random, 4..31),
    }
}

fn solved_with_blanks(random: &mut Random, count: Range<usize>) -> Trial {
    let Trial { grid, .. } = puzzle(random);
    let mut board = grid.clone();
    let count = count.start + random.below(count.len());
    for cell in &random.shuffled::<81>()[..count] {
        board[cell / 9][cell % 9] = '.';
    }
    Trial { board, grid }
}

/// A solved grid with many blanks and other digits in place of some givens.
fn altered(random: &mut Random) -> Trial {
    let mut trial = solved_with_blanks(random, 40..65);
    for _ in 0..=random.below(4) {
        let Cell { row, column } = any_given(random, &trial.board);
        trial.board[row][column] = digit(random);
    }
    trial
}

/// A puzzle with one of its givens repeated in its row, column or box.
fn contradictory(random: &mut Random) -> Trial {
    let mut trial = puzzle(random);
    let given = any_given(random, &trial.board);
    let peers: Vec<Cell> = rules::cells()
        .filter(|&cell| are_peers(cell, given))
        .collect();
    let peer = any_of(random, &peers);
    trial.board[peer.row][peer.column] = trial.board[given.row][given.column];
    trial
}

/// Digits anywhere that do not contradict each other.
fn random_givens(random: &mut Random, count: Range<usize>) -> Trial {
    let mut board = empty();
    for _ in 0..count.start + random.below(count.len()) {
        let (row, column) = (random.below(9), random.below(9));
        fill(&mut board, Cell { row, column }, digit(random));
    }
    let mut grid = board.clone();
    for cell in rules::cells() {
        for digit in DIGITS {
            fill(&mut grid, cell, digit);
        }
    }
    Trial { board, grid }
}

/// Fills the blanks of as few of the first rows as make row-major search end within [`LIMIT`]
/// placements.
pub(crate) fn shorten_search(Trial { board, grid }: &mut Trial) {
    for row in 0..9 {
        if reference::row_major_counts(board, LIMIT).is_some() {
            break;
        }
        for column in 0..9 {
            fill(board, Cell { row, column }, grid[row][column]);
        }
    }
}

/// Fills a blank; false if the cell is not blank, or the digit contradicts a given.
pub(crate) fn fill(board: &mut Board, cell: Cell, digit: char) -> bool {
    let can_be_filled = board[cell.row][cell.column] == '.' && is_free(board, cell, digit);
    if can_be_filled {
        board[cell.row][cell.column] = digit;
    }
    can_be_filled
}

fn is_free(board: &Board, cell: Cell, digit: char) -> bool {
    let mut places = where_is(board, |it| it == digit).into_iter();
    !places.any(|place| are_peers(place, cell))
}

/// Whether two cells share a row, column or box.
fn are_peers(a: Cell, b: Cell) -> bool {
    let in_box = a.row / 3 == b.row / 3 && a.column / 3 == b.column / 3;
    a != b && (a.row == b.row || a.column == b.column || in_box)
}

fn any_of<T: Copy>(random: &mut Random, items: &[T]) -> T {
    items[random.below(items.len())]
}

fn any_given(random: &mut Random, board: &Board) -> Cell {
    any_of(random, &where_is(board, |cell| cell != '.'))
}

fn where_is(board: &Board, is_wanted: impl Fn(char) -> bool) -> Vec<Cell> {
    rules::cells()
        .filter(|cell| is_wanted(board[cell.row][cell.column]))
        .collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use pretty_assertions::assert_eq;

    use super::*;
    use crate::properties::seed;
    use sudoku::rules::{conflicts, first_conflict, is_complete, is_solved};
    use sudoku_fixtures::find;

    const BLANK: char = '.';

    fn some_of(trial: impl Fn(&mut Random) -> Trial) -> Vec<Trial> {
        let mut random = Random::new(seed());
        (0..100).map(|_| trial(&mut random)).collect()
    }

    fn some_short(trial: impl Fn(&mut Random) -> Trial) -> Vec<Trial> {
        let mut trials = some_of(trial);
        trials.iter_mut().for_each(shorten_search);
        trials
    }

    fn blanks(board: &Board) -> usize {
        where_is(board, |cell| cell == BLANK).len()
    }

    /// The cells in which the board has something else than a blank or what the grid has.
    fn others_than_in_grid(trial: &Trial) -> Vec<Cell> {
        let (board, grid) = (&trial.board, &trial.grid);
        rules::cells()
            .filter(|&Cell { row, column }| {
                ![BLANK, grid[row][column]].contains(&board[row][column])
            })
            .collect()
    }

    fn with(board: &Board, Cell { row, column }: Cell, cell: char) -> Board {
        let mut board = board.clone();
        board[row][column] = cell;
        board
    }

    #[test]
    fn the_grid_is_the_one_solution_of_a_puzzle() {
        for trial in some_short(puzzle) {
            assert!(!is_complete(&trial.board));
            assert_eq!(
                reference::solutions(&trial.board),
                Solutions::One(trial.grid)
            );
        }
    }

    #[test]
    fn a_wrong_digit_in_a_blank_contradicts_no_given_where_possible() {
        for trial in some_short(wrong_digit) {
            let [wrong] = others_than_in_grid(&trial)[..] else {
                panic!("one digit is wrong: {trial:?}");
            };
            let puzzle = with(&trial.board, wrong, BLANK);
            let right = trial.grid[wrong.row][wrong.column];
            assert_eq!(reference::solutions(&puzzle), Solutions::One(trial.grid));
            if first_conflict(&trial.board).is_some() {
                for digit in ('1'..='9').filter(|&digit| digit != right) {
                    assert!(first_conflict(&with(&puzzle, wrong, digit)).is_some());
                }
            }
        }
    }

    #[test]
    fn removing_a_given_often_leaves_several_solutions() {
        let mut several = 0;
        for trial in some_short(given_removed) {
            assert_eq!(
                (blanks(&trial.grid), others_than_in_grid(&trial).len()),
                (1, 0)
            );
            match reference::solutions(&trial.board) {
                Solutions::None => panic!("no solution: {trial:?}"),
                Solutions::One(_) => {}
                Solutions::Several(_) => several += 1,
            }
        }
        assert!(several > 30, "{several}");
    }

    #[test]
    fn a_solved_grid_gets_as_many_blanks_as_asked_for() {
        for trial in some_of(|random| solved_with_blanks(random, 40..41)) {
            assert!(is_solved(&trial.grid));
            assert_eq!(
                (blanks(&trial.board), others_than_in_grid(&trial).len()),
                (40, 0)
            );
        }
    }

    #[test]
    fn up_to_four_givens_are_altered() {
        let mut seen = HashSet::new();
        for trial in some_of(altered) {
            assert!((40..=64).contains(&blanks(&trial.board)));
            seen.insert(others_than_in_grid(&trial).len());
        }
        assert_eq!(seen, HashSet::from([0, 1, 2, 3, 4]));
    }

    #[test]
    fn a_given_is_repeated_in_its_row_column_or_box() {
        let mut only = [0; 3];
        for trial in some_of(contradictory) {
            let conflicts = conflicts(&trial.board);
            assert!(!conflicts.is_empty(), "{trial:?}");
            for (only, unit) in only.iter_mut().zip(["in row", "in column", "in box"]) {
                *only += usize::from(conflicts.iter().all(|conflict| conflict.contains(unit)));
            }
        }
        assert!(only.iter().all(|&count| count > 0), "{only:?}");
    }

    #[test]
    fn random_givens_agree_and_the_grid_has_all_that_still_fits() {
        let mut seen = HashSet::new();
        for trial in some_of(|random| random_givens(random, 20..31)) {
            assert_eq!(first_conflict(&trial.grid), None);
            assert_eq!(others_than_in_grid(&trial), []);
            assert!((51..=70).contains(&blanks(&trial.board)), "{trial:?}");
            for cell in rules::cells() {
                if trial.grid[cell.row][cell.column] == BLANK {
                    for digit in '1'..='9' {
                        assert!(first_conflict(&with(&trial.grid, cell, digit)).is_some());
                    }
                }
            }
            seen.extend(where_is(&trial.board, |cell| cell != BLANK));
        }
        assert_eq!(seen.len(), 81);
    }

    #[test]
    fn shortening_fills_no_more_rows_than_it_must() {
        let puzzle = &find("against_row_major").unwrap().puzzle;
        let mut trial = Trial::of_puzzle(puzzle.clone());
        shorten_search(&mut trial);
        assert!(reference::row_major_counts(&trial.board, LIMIT).is_some());
        let last = (0..9)
            .rfind(|&row| trial.board[row] != puzzle[row])
            .unwrap();
        assert_eq!(trial.board[..=last], trial.grid[..=last]);
        trial.board[last] = puzzle[last].clone();
        assert_eq!(reference::row_major_counts(&trial.board, LIMIT), None);
    }
}
