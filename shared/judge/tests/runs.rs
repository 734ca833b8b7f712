//! A run goes through its puzzles, whatever happens on some of them.

use std::path::Path;
use std::time::{Duration, Instant};

use pretty_assertions::assert_eq;
use sudoku::Board;
use sudoku_judge::compile::{Compiler, Program, Wrapper};
use sudoku_judge::measure;
use sudoku_judge::process::{Outcome, Purpose, Run};
use sudoku_judge::solution::Solution;

/// No multiple of a hundredth of a second: in those Linux counts.
const LIMIT: Duration = Duration::from_millis(203);

fn program(file: &str, wrapper: Wrapper) -> Program {
    let solution = Solution::read(file, Path::new(file)).expect("it is there");
    let compiler = Compiler::installed(false).expect("rustc is installed");
    let program = compiler.compile(&solution, wrapper).expect("rustc runs");
    program.expect("it compiles")
}

/// How it goes on boards with these digits: see misbehaving/by_turns.rs.
fn outcomes(digits: &str, wrapper: Wrapper, purpose: Purpose) -> Vec<String> {
    let program = program("tests/misbehaving/by_turns.rs", wrapper);
    let puzzles: Vec<Board> = digits.chars().map(board_with).collect();
    let limits = measure::limits(LIMIT);
    let run = Run::new(&program, &puzzles, purpose, limits);
    let outcomes = run.map(|outcome| outcome.expect("the program runs"));
    outcomes.map(|outcome| in_short(&outcome)).collect()
}

fn board_with(digit: char) -> Board {
    let mut board = vec![vec!['.'; 9]; 9];
    board[1][0] = digit;
    board
}

fn in_short(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Answered { counts: None, .. } => "answered".to_owned(),
        Outcome::Answered {
            counts: Some(counts),
            ..
        } => format!("answered, reads {}", counts.board_reads),
        Outcome::OverLimit { counts } if counts.board_reads > 100_000 => "over limit".to_owned(),
        Outcome::Panicked { line, message } => format!("panicked at {line:?}: {message}"),
        Outcome::Ended { how } => how.clone(),
        other => format!("{other:?}"),
    }
}

#[test]
fn a_timed_run_goes_on_after_every_puzzle() {
    let purpose = Purpose::Time {
        repeat_for: Duration::ZERO,
    };
    let expected = [
        "answered",
        "panicked at Some(11): a 1",
        "answered",
        "answered",
        "TimeLimit",
        "TimeLimit",
        "the process ended itself with exit code 3",
        "answered",
    ];
    assert_eq!(outcomes("41442234", Wrapper::Timed, purpose), expected);
}

/// Each puzzle has the whole limit, and sleeping takes less of it than working.
#[test]
fn every_puzzle_has_a_time_limit_of_its_own() {
    let purpose = Purpose::Time {
        repeat_for: Duration::ZERO,
    };
    let expected = ["answered"; 5];
    assert_eq!(outcomes("66676", Wrapper::Timed, purpose), expected);
}

/// One that is over the limit is told to stop, and the next is counted in full.
#[test]
fn a_counting_run_goes_on_after_every_puzzle() {
    let purpose = Purpose::Count { most_events: 0 };
    let expected = [
        "answered, reads 1",
        "over limit",
        "over limit",
        "answered, reads 1",
        "panicked at Some(11): a 1",
        "answered, reads 1",
        // It leaves the board alone, so that nobody can tell it to stop.
        "TimeLimit",
        "answered, reads 1",
    ];
    assert_eq!(outcomes("42241454", Wrapper::Counting, purpose), expected);
}

/// None of them is opened: not by telling a count to stop, and not for its events.
#[cfg(unix)]
#[test]
fn the_names_of_the_judges_files_may_be_taken() {
    let program = program("tests/misbehaving/names_taken.rs", Wrapper::Counting);
    let limits = measure::limits(LIMIT);
    for (digit, expected) in [('1', "answered, reads 1"), ('2', "over limit")] {
        let puzzle = [board_with(digit)];
        let purpose = Purpose::Count { most_events: 1000 };
        let mut run = Run::new(&program, &puzzle, purpose, limits);
        let outcome = run.next().expect("a puzzle").expect("the program runs");
        assert_eq!(in_short(&outcome), expected, "{digit}");
        assert_eq!(run.events, Vec::<u8>::new(), "{digit}");
    }
}

/// What it printed in the end is of all three.
#[test]
fn puzzles_share_a_process() {
    let program = program("tests/misbehaving/by_turns.rs", Wrapper::Timed);
    let puzzles = [board_with('8'), board_with('8'), board_with('8')];
    let purpose = Purpose::Time {
        repeat_for: Duration::ZERO,
    };
    let mut run = Run::new(&program, &puzzles, purpose, measure::limits(LIMIT));
    for outcome in &mut run {
        assert_eq!(in_short(&outcome.expect("the program runs")), "answered");
    }
    assert_eq!(run.printed, "an 8\nan 8\nan 8\n");
}

/// What sleeps, and what does not stop counting: long before the limit on the clock that ends
/// whatever hides its work.
#[test]
fn what_makes_no_use_of_its_time_is_ended_soon() {
    let timed = Purpose::Time {
        repeat_for: Duration::ZERO,
    };
    for (digit, wrapper, purpose) in [
        ('9', Wrapper::Timed, timed),
        ('5', Wrapper::Counting, Purpose::Count { most_events: 0 }),
    ] {
        let program = program("tests/misbehaving/by_turns.rs", wrapper);
        let puzzle = [board_with(digit)];
        let mut run = Run::new(&program, &puzzle, purpose, measure::limits(LIMIT));
        let started = Instant::now();
        let outcome = run.next().expect("a puzzle").expect("the program runs");
        assert_eq!(in_short(&outcome), "TimeLimit", "{digit}");
        assert!(
            started.elapsed() < 25 * LIMIT,
            "{digit}: {:?}",
            started.elapsed()
        );
    }
}
