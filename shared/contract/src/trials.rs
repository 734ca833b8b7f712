//! The boards of the property tests.

use std::array;
use std::sync::LazyLock;

use sudoku::Board;
use sudoku::generate::Random;
use sudoku::reference::{self, Solutions};
use sudoku::rules;

use crate::generated::{EASY, generated};

/// The most placements that row-major search may need for a board.
const LIMIT: u64 = 150_000;

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

/// A symmetric image of a generated puzzle, easy or minimal. It is as hard as the puzzle.
pub(crate) fn puzzle(random: &mut Random) -> Trial {
    static PUZZLES: LazyLock<Vec<Board>> = LazyLock::new(generated);
    let (easy, minimal) = PUZZLES.split_at(EASY);
    let list = [easy, minimal][random.below(2)];
    let puzzle = &list[random.below(list.len())];
    // The digits that replace 1 to 9, and the old rows and columns in their new order.
    let digits = random.shuffled::<9>();
    let (rows, columns) = (order_of_lines(random), order_of_lines(random));
    let turns = random.below(2) == 1;
    let mut image = vec![vec!['.'; 9]; 9];
    for (row, column) in (0..81).map(|cell| (cell / 9, cell % 9)) {
        let (from_row, from_column) = if turns { (column, row) } else { (row, column) };
        if let Some(digit) = puzzle[rows[from_row]][columns[from_column]].to_digit(10) {
            image[row][column] = to_char(digits[digit as usize - 1]);
        }
    }
    Trial::of_puzzle(image)
}

/// Rows by bands, or columns by stacks.
fn order_of_lines(random: &mut Random) -> [usize; 9] {
    let bands = random.shuffled::<3>();
    let lines = [0; 3].map(|_| random.shuffled::<3>());
    array::from_fn(|index| 3 * bands[index / 3] + lines[index / 3][index % 3])
}

/// The digit of this number, which counts from 0.
fn to_char(number: usize) -> char {
    char::from(b'1' + number as u8)
}

fn any_digit(random: &mut Random) -> char {
    to_char(random.below(9))
}

fn any_given(random: &mut Random, board: &Board) -> usize {
    let mut cells = random.shuffled::<81>().into_iter();
    let given = cells.find(|cell| board[cell / 9][cell % 9] != '.');
    given.expect("the board has givens")
}

/// A puzzle with a wrong digit in a blank. It contradicts no given.
pub(crate) fn wrong_digit(random: &mut Random) -> Trial {
    let mut trial = puzzle(random);
    for cell in random.shuffled::<81>() {
        let digit = any_digit(random);
        if digit != trial.grid[cell / 9][cell % 9] && fill(&mut trial.board, cell, digit) {
            break;
        }
    }
    trial
}

/// A puzzle without one of its givens.
pub(crate) fn given_removed(random: &mut Random) -> Trial {
    let mut trial = puzzle(random);
    let cell = any_given(random, &trial.board);
    trial.board[cell / 9][cell % 9] = '.';
    trial
}

/// A board with no, one or many solutions.
pub(crate) fn any_kind(random: &mut Random) -> Trial {
    match random.below(6) {
        0 => solved_with_blanks(random, 7),
        1 => solved_with_blanks(random, 65),
        2 => altered(random),
        3 => contradictory(random),
        4 => random_givens(random, 4),
        _ => random_givens(random, 31),
    }
}

/// A solved grid with fewer blanks than `end`.
fn solved_with_blanks(random: &mut Random, end: usize) -> Trial {
    let Trial { grid, .. } = puzzle(random);
    let mut board = grid.clone();
    for cell in &random.shuffled::<81>()[..random.below(end)] {
        board[cell / 9][cell % 9] = '.';
    }
    Trial { board, grid }
}

/// A solved grid with blanks, and with any digits in place of up to four givens.
fn altered(random: &mut Random) -> Trial {
    let mut trial = solved_with_blanks(random, 65);
    for _ in 0..=random.below(4) {
        let cell = any_given(random, &trial.board);
        trial.board[cell / 9][cell % 9] = any_digit(random);
    }
    trial
}

/// A puzzle with any digits in any cells, until two contradict each other.
fn contradictory(random: &mut Random) -> Trial {
    let mut trial = puzzle(random);
    while rules::first_conflict(&trial.board).is_none() {
        trial.board[random.below(9)][random.below(9)] = any_digit(random);
    }
    trial
}

/// Fewer digits than `end`, anywhere, that do not contradict each other.
fn random_givens(random: &mut Random, end: usize) -> Trial {
    let mut board = vec![vec!['.'; 9]; 9];
    for _ in 0..random.below(end) {
        fill(&mut board, random.below(81), any_digit(random));
    }
    let mut grid = board.clone();
    for (cell, number) in (0..729).map(|choice| (choice / 9, choice % 9)) {
        fill(&mut grid, cell, to_char(number));
    }
    Trial { board, grid }
}

/// Fills as few of the first blanks as make row-major search end within [`LIMIT`] placements.
pub(crate) fn shorten_search(Trial { board, grid }: &mut Trial) {
    let is_long = |board: &Board| reference::row_major_counts(board, LIMIT).is_none();
    let mut cells = 0..81;
    while is_long(board) && cells.any(|cell| fill(board, cell, grid[cell / 9][cell % 9])) {}
}

/// Fills a blank with a digit; false if the cell is not blank, or digits contradict each other then.
pub(crate) fn fill(board: &mut Board, cell: usize, digit: char) -> bool {
    let (row, column) = (cell / 9, cell % 9);
    if board[row][column] != '.' {
        return false;
    }
    board[row][column] = digit;
    let fits = rules::first_conflict(board).is_none();
    if !fits {
        board[row][column] = '.';
    }
    fits
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use pretty_assertions::assert_eq;

    use super::*;
    use crate::properties::seed;
    use sudoku::rules::{conflicts, first_blank, first_conflict, is_solution};
    use sudoku_fixtures::find;

    fn some_of(trial: fn(&mut Random) -> Trial) -> Vec<Trial> {
        let mut random = Random::new(seed());
        (0..100).map(|_| trial(&mut random)).collect()
    }

    fn some_short(trial: fn(&mut Random) -> Trial) -> Vec<Trial> {
        let mut trials = some_of(trial);
        trials.iter_mut().for_each(shorten_search);
        trials
    }

    fn blanks(board: &Board) -> usize {
        board.iter().flatten().filter(|&&cell| cell == '.').count()
    }

    /// The cells in which the board has something else than a blank or what the grid has.
    fn others_than_in_grid(trial: &Trial) -> Vec<usize> {
        let pairs = trial
            .board
            .iter()
            .flatten()
            .zip(trial.grid.iter().flatten());
        let pairs = pairs.enumerate();
        let others = pairs.filter(|(_, (cell, right))| **cell != '.' && cell != right);
        others.map(|(cell, _)| cell).collect()
    }

    #[test]
    fn the_grid_is_the_one_solution_of_a_puzzle() {
        for trial in some_short(puzzle) {
            assert!(first_blank(&trial.board).is_some());
            assert_eq!(
                reference::solutions(&trial.board),
                Solutions::One(trial.grid)
            );
        }
    }

    #[test]
    fn a_wrong_digit_in_a_blank_contradicts_no_given() {
        for mut trial in some_short(wrong_digit) {
            assert_eq!(first_conflict(&trial.board), None);
            let [wrong] = others_than_in_grid(&trial)[..] else {
                panic!("one digit is wrong: {trial:?}");
            };
            trial.board[wrong / 9][wrong % 9] = '.';
            assert_eq!(
                reference::solutions(&trial.board),
                Solutions::One(trial.grid)
            );
        }
    }

    #[test]
    fn removing_a_given_often_leaves_several_solutions() {
        let mut several = 0;
        for trial in some_short(given_removed) {
            assert_eq!(others_than_in_grid(&trial), []);
            match reference::solutions(&trial.board) {
                Solutions::None => panic!("no solution: {trial:?}"),
                Solutions::One(_) => {}
                Solutions::Several(_) => several += 1,
            }
        }
        assert!(several > 30, "{several}");
    }

    #[test]
    fn a_solved_grid_gets_fewer_blanks_than_asked_for() {
        let mut seen = HashSet::new();
        for trial in some_of(|random| solved_with_blanks(random, 7)) {
            assert!(is_solution(&trial.board, &trial.grid));
            assert_eq!(others_than_in_grid(&trial), []);
            seen.insert(blanks(&trial.board));
        }
        assert_eq!(seen, HashSet::from([0, 1, 2, 3, 4, 5, 6]));
    }

    #[test]
    fn up_to_four_givens_are_altered() {
        let altered = some_of(altered);
        let seen: HashSet<usize> = altered
            .iter()
            .map(|it| others_than_in_grid(it).len())
            .collect();
        assert_eq!(seen, HashSet::from([0, 1, 2, 3, 4]));
    }

    #[test]
    fn digits_contradict_each_other_in_a_row_a_column_or_a_box() {
        let mut only = [0; 3];
        for trial in some_of(contradictory) {
            let conflicts: Vec<String> = conflicts(&trial.board).collect();
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
        for mut trial in some_of(|random| random_givens(random, 31)) {
            assert_eq!(first_conflict(&trial.grid), None);
            assert_eq!(others_than_in_grid(&trial), []);
            let givens = (0..81).filter(|cell| trial.board[cell / 9][cell % 9] != '.');
            seen.extend(givens);
            for choice in 0..729 {
                assert!(!fill(&mut trial.grid, choice / 9, to_char(choice % 9)));
            }
        }
        assert_eq!(seen.len(), 81);
    }

    #[test]
    fn shortening_fills_no_more_blanks_than_it_must() {
        let puzzle = &find("against_row_major").unwrap().puzzle;
        let mut trial = Trial::of_puzzle(puzzle.clone());
        shorten_search(&mut trial);
        assert!(reference::row_major_counts(&trial.board, LIMIT).is_some());
        let filled: Vec<usize> = (0..81)
            .filter(|cell| trial.board[cell / 9][cell % 9] != puzzle[cell / 9][cell % 9])
            .collect();
        let last = filled.last().unwrap();
        assert_eq!(blanks(puzzle) - blanks(&trial.board), filled.len());
        assert_eq!(
            trial.board.concat()[..=*last],
            trial.grid.concat()[..=*last]
        );
        trial.board[last / 9][last % 9] = '.';
        assert_eq!(reference::row_major_counts(&trial.board, LIMIT), None);
    }
}
