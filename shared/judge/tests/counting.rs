//! Counts are exact, however a solution touches the board: see counting/ways.rs.

mod common;

use std::path::Path;

use pretty_assertions::assert_eq;
use sudoku::board;
use sudoku_judge::compile::{Compiler, Wrapper};
use sudoku_judge::measure;
use sudoku_judge::process::{Outcome, Purpose, Run};
use sudoku_judge::solution::Solution;
use sudoku_judge::trace::Event;

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
    ("strange characters: 0 is a digit", [1, 1, 0]),
];

#[test]
fn every_way_to_touch_the_board_is_counted() {
    let solution =
        Solution::read("ways", Path::new("tests/counting/ways.rs")).expect("it is there");
    let compiler = Compiler::installed(false).expect("rustc is installed");
    let program = compiler
        .compile(&solution, Wrapper::Counting)
        .expect("rustc runs");
    let program = program.expect("it compiles");
    let puzzle = board::parse(common::EXAMPLE).expect("a board");
    let puzzles = vec![puzzle; WAYS.len()];
    let purpose = Purpose::Count { most_events: 100 };
    let limits = measure::limits(std::time::Duration::from_secs(10));
    let mut run = Run::new(&program, &puzzles, purpose, limits);
    for (way, expected) in WAYS {
        let outcome = run
            .next()
            .expect("an outcome each")
            .expect("the program runs");
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
    // The events are those of the last puzzle.
    let lines: Vec<u32> = Event::decode(&run.events)
        .into_iter()
        .map(Event::line)
        .collect();
    let source = String::from_utf8(solution.text).expect("text");
    let first = source
        .lines()
        .position(|line| line.contains("board[0][2] = 'x'"));
    let first = u32::try_from(first.expect("the last way")).expect("a short file") + 1;
    assert_eq!(lines, [first, first + 1, first + 2]);
}
