//! Counts are exact, however a solution touches the board: see counting/ways.rs.

use std::path::Path;
use std::time::Duration;

use pretty_assertions::assert_eq;
use sudoku::notation;
use sudoku_judge::compile::{Compiler, Wrapper};
use sudoku_judge::run::{Outcome, Purpose, run_many};
use sudoku_judge::submission::Submission;

/// Of each way in turn: placements, backtracks, board reads.
const WAYS: [(&str, [u64; 3]); 17] = [
    ("on and off", [1, 1, 0]),
    ("over another", [2, 2, 0]),
    ("the same again", [1, 0, 0]),
    ("over a given", [1, 0, 0]),
    ("reads", [0, 0, 9]),
    ("ranges", [2, 0, 3 + 2 + 2 + 9]),
    ("iterators", [4, 4, 0]),
    ("loops over rows", [12, 12, 0]),
    ("swap of cells", [1, 0, 0]),
    ("slice", [2, 0, 0]),
    ("one borrow: the last write", [1, 0, 0]),
    ("a copy that becomes the board: what it holds", [1, 0, 0]),
    ("another row", [9, 0, 0]),
    ("rows swapped and back", [0, 0, 0]),
    ("a row taken out", [1, 0, 0]),
    ("a row cleared and filled", [1, 0, 0]),
    ("strange characters are blanks, 0 among them", [0, 0, 0]),
];

#[test]
fn every_way_to_touch_the_board_is_counted() {
    let solution =
        Submission::read("ways", Path::new("tests/counting/ways.rs")).expect("it is there");
    let compiler = Compiler::installed(false).expect("rustc is installed");
    let program = compiler
        .compile(&solution, Wrapper::Counting)
        .expect("rustc runs");
    let program = program.expect("it compiles");
    let puzzle = notation::parse(
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    )
    .expect("a board");
    let puzzles = vec![puzzle; WAYS.len()];
    let purpose = Purpose::Count {
        kept_events: 100,
        most_events: 100,
    };
    let limit = Duration::from_secs(10);
    let outcomes = run_many(&program, &puzzles, purpose, limit, Duration::MAX);
    let outcomes = outcomes.expect("the program runs");
    for ((way, expected), outcome) in WAYS.into_iter().zip(outcomes) {
        let Outcome::Answered {
            counts: Some(counts),
            ..
        } = outcome
        else {
            panic!("{way}: {outcome:?}");
        };
        let found = [counts.placements, counts.backtracks, counts.board_reads];
        assert_eq!(found, expected, "{way}");
    }
}
