//! The list of generated puzzles that every approach is tested on.

use sudoku::Board;
use sudoku::notation::Puzzles;

/// The number of easy puzzles among the [`generated`]. They come first.
pub const EASY: usize = 2_000;

/// The number of [`generated`] puzzles, easy and minimal.
pub const GENERATED: usize = 2_500;

/// The puzzles of `puzzles/generated.txt`: the first 2,000 [easy](sudoku::generate::Generator::easy) ones of seed 37,
/// then its first 500 [minimal](sudoku::generate::Generator::minimal) ones.
pub fn generated() -> Vec<Board> {
    let list = include_bytes!("../puzzles/generated.txt");
    Puzzles::new(list.as_slice())
        .map(|puzzle| puzzle.expect("every line is a puzzle or a comment").board)
        .collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use pretty_assertions::assert_eq;
    use sudoku::board::to_line;
    use sudoku::generate::Generator;
    use sudoku::reference::{Solutions, solutions};

    use super::*;

    #[test]
    fn the_list_is_what_the_generator_makes() {
        let list = generated();
        assert_eq!(list.len(), GENERATED);
        let (easy, minimal) = list.split_at(EASY);
        let easy = (easy, Generator::easy as fn(&mut Generator) -> Board);
        for (puzzles, next) in [easy, (minimal, Generator::minimal)] {
            let mut generator = Generator::new(37);
            for puzzle in &puzzles[..50] {
                assert_eq!(to_line(puzzle), to_line(&next(&mut generator)));
            }
        }
    }

    #[test]
    fn the_puzzles_of_the_list_differ_and_each_has_one_solution() {
        let list = generated();
        for puzzle in &list {
            let line = to_line(puzzle);
            assert!(matches!(solutions(puzzle), Solutions::One(_)), "{line}");
        }
        let different: HashSet<&Board> = list.iter().collect();
        assert_eq!(different.len(), list.len());
    }
}
