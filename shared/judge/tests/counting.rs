//! Counts are exact, however a solution touches the board and uses the standard `Vec`.

use std::fs;
use std::time::Duration;

use pretty_assertions::assert_eq;
use rstest::rstest;
use sudoku::board::to_line;
use sudoku_judge::compile::{Compiler, Wrapper};
use sudoku_judge::run::{Counts, Outcome, Purpose, run_each};
use sudoku_judge::submission::Submission;
use sudoku_judge::tasks::Task;

/// Of each way in turn: placements, backtracks, board reads.
const WAYS: [(&str, [u64; 3]); 23] = [
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
    ("written, and the row restored", [1, 1, 0]),
    ("written, and the row moved about", [1, 1, 0]),
    ("written, and the board taken out", [1, 1, 0]),
    ("the board replaced, then written", [1, 1, 1]),
    ("the board emptied and filled again", [1, 1, 0]),
    ("a row from another vector", [1, 1, 1]),
    ("strange characters are blanks", [0, 0, 0]),
];

/// A solution file with this text.
fn submission(name: &str, text: &str) -> Submission {
    let file = tempfile::NamedTempFile::new().expect("there is room");
    fs::write(&file, text).expect("there is room");
    Submission::read(name, file.path()).expect("it is there")
}

/// The counts of a file in tests/counting/, on LeetCode's example as often as this.
fn count(name: &str, boards: usize) -> Vec<Counts> {
    let read = |name: &str| fs::read_to_string(format!("tests/counting/{name}.rs"));
    let [text, search] = [name, "search"].map(|name| read(name).expect("it is there"));
    let solution = submission(name, &(text + &search));
    let compiler = Compiler::installed(false).expect("rustc is installed");
    let program = compiler.compile(&solution, Wrapper::Counting);
    let program = program.expect("rustc runs").expect("it compiles");
    let purpose = Purpose::Count {
        kept_events: 100,
        most_events: 10_000_000,
    };
    let puzzle: &str = &to_line(&Task::example().puzzle);
    let limit = Duration::from_secs(10);
    let mut found = Vec::new();
    let ran = run_each(&program, &vec![puzzle; boards], purpose, limit, |outcome| {
        let Outcome::Answered {
            counts: Some(counts),
            ..
        } = outcome
        else {
            panic!("{name}: {outcome:?}");
        };
        found.push(counts);
        true
    });
    ran.expect("the program runs");
    found
}

#[test]
fn every_way_to_touch_the_board_is_counted() {
    for (counts, (way, expected)) in count("ways", WAYS.len()).iter().zip(WAYS) {
        let found = [counts.placements, counts.backtracks, counts.board_reads];
        assert_eq!(found, expected, "{way}");
    }
}

/// The first compiles with every `Vec` replaced, the second with that of boards and rows.
#[rstest]
#[case("with_the_standard_vec")]
#[case("beside_the_standard_vec")]
fn a_search_is_counted_however_it_uses_the_standard_vec(#[case] name: &str) {
    let counts = count(name, 1)[0];
    assert_eq!((counts.placements, counts.backtracks), (4_208, 4_157));
}

#[test]
fn a_solution_cannot_name_the_judges_own_parts() {
    let text = "impl Solution {\n    pub fn solve_sudoku(_: &mut Vec<Vec<char>>) {\n        \
                ::judge_wrapper::protocol::rows(\"\");\n    }\n}\n";
    let solution = submission("names the wrapper", text);
    let compiler = Compiler::installed(false).expect("rustc is installed");
    for wrapper in [Wrapper::Timed, Wrapper::Counting] {
        let error = compiler.compile(&solution, wrapper).expect("rustc runs");
        let error = error.expect_err("it does not compile");
        assert!(error.first_line().contains("cannot find"), "{error:?}");
    }
}
