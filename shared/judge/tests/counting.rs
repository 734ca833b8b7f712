//! Counts are exact, and counting changes nothing.

use std::time::Duration;

use pretty_assertions::assert_eq;
use sudoku_fixtures::cases::{CASES, Case, Counts};
use sudoku_judge::compile::{Compiler, Wrapper};
use sudoku_judge::measure::{MEMORY_LIMIT, Task};
use sudoku_judge::process::{Limits, Outcome, Purpose, Run};
use sudoku_judge::solution;

/// Cases of more placements would take a debug build's patience.
const MOST_PLACEMENTS: u64 = 2_000_000;

fn is_counted(case: &Case) -> bool {
    case.row_major
        .is_none_or(|counts| counts.placements <= MOST_PLACEMENTS)
}

fn outcomes(wrapper: Wrapper, purpose: &Purpose) -> Vec<(String, Vec<Outcome>)> {
    let compiler = Compiler::installed(false).expect("rustc is installed");
    let limits = Limits {
        time: Duration::from_secs(60),
        memory: MEMORY_LIMIT,
    };
    let puzzles: Vec<_> = CASES
        .iter()
        .filter(|case| is_counted(case))
        .map(|case| Task::of_case(case).puzzle)
        .collect();
    let approaches = solution::approaches().expect("the approaches are there");
    let mut all = Vec::new();
    for approach in approaches {
        let program = compiler.compile(&approach, wrapper).expect("rustc runs");
        let program = program.expect("the approaches compile");
        let run = Run::new(&program, &puzzles, purpose.clone(), limits);
        let outcomes = run
            .map(|outcome| outcome.expect("the program runs"))
            .collect();
        all.push((approach.name, outcomes));
    }
    all
}

#[test]
fn every_approach_makes_the_placements_that_are_known() {
    let counted = outcomes(Wrapper::Counting, &Purpose::Count { most_events: 0 });
    for (approach, outcomes) in counted {
        for (case, outcome) in CASES.iter().filter(|case| is_counted(case)).zip(outcomes) {
            let Outcome::Answered {
                counts: Some(counts),
                ..
            } = outcome
            else {
                panic!("{approach} on {}: {outcome:?}", case.name);
            };
            let found = Counts {
                placements: counts.placements,
                backtracks: counts.backtracks,
            };
            let known = case.row_major.unwrap_or(Counts {
                placements: 0,
                backtracks: 0,
            });
            assert_eq!(found, known, "{approach} on {}", case.name);
        }
    }
}

#[test]
fn counting_and_plain_runs_give_the_same_boards() {
    let counted = outcomes(Wrapper::Counting, &Purpose::Count { most_events: 0 });
    let timed = outcomes(
        Wrapper::Timed,
        &Purpose::Time {
            repeat_for: Duration::ZERO,
        },
    );
    let boards = |outcomes: Vec<(String, Vec<Outcome>)>| -> Vec<_> {
        let board = |outcome| match outcome {
            Outcome::Answered { answer, .. } => answer,
            other => panic!("no answer: {other:?}"),
        };
        let of_approach = |(name, outcomes): (String, Vec<Outcome>)| {
            (name, outcomes.into_iter().map(board).collect::<Vec<_>>())
        };
        outcomes.into_iter().map(of_approach).collect()
    };
    assert_eq!(boards(counted), boards(timed));
}
