//! Counts are exact, counting changes nothing, and the pages quote them as they are.

mod docs;

use std::collections::BTreeMap;
use std::fs;
use std::sync::LazyLock;
use std::time::Duration;

use pretty_assertions::assert_eq;
use sudoku_fixtures::Board;
use sudoku_fixtures::cases::{CASES, Case};
use sudoku_judge::compile::{Compiler, Wrapper};
use sudoku_judge::measure::{MEMORY_LIMIT, Task};
use sudoku_judge::process::{Answer, Counts, Limits, Outcome, Purpose, Run};
use sudoku_judge::{solution, workspace};

/// Counting more placements than this takes too long for every test run.
const MOST_PLACEMENTS: u64 = 2_000_000;

fn counted_cases() -> impl Iterator<Item = &'static Case> {
    let is_counted = |case: &&Case| {
        case.row_major
            .is_none_or(|counts| counts.placements <= MOST_PLACEMENTS)
    };
    CASES.iter().filter(is_counted)
}

/// What each approach did on each case: by approach, then by case.
type Found<T> = BTreeMap<String, BTreeMap<&'static str, T>>;

static COUNTED: LazyLock<Found<(Answer, Counts)>> = LazyLock::new(|| {
    run_all(
        Wrapper::Counting,
        &Purpose::Count { most_events: 0 },
        |outcome| match outcome {
            Outcome::Answered {
                answer,
                counts: Some(counts),
                ..
            } => (answer, counts),
            other => panic!("not counted: {other:?}"),
        },
    )
});

fn run_all<T>(wrapper: Wrapper, purpose: &Purpose, of: fn(Outcome) -> T) -> Found<T> {
    let compiler = Compiler::installed(false).expect("rustc is installed");
    let limits = Limits {
        time: Duration::from_secs(60),
        memory: MEMORY_LIMIT,
    };
    let puzzles: Vec<Board> = counted_cases()
        .map(|case| Task::of_case(case).puzzle)
        .collect();
    let mut all = BTreeMap::new();
    for approach in solution::approaches().expect("the approaches are there") {
        let program = compiler.compile(&approach, wrapper).expect("rustc runs");
        let program = program.expect("the approaches compile");
        let run = Run::new(&program, &puzzles, purpose.clone(), limits);
        let outcomes = run.map(|outcome| of(outcome.expect("the program runs")));
        let names = counted_cases().map(|case| case.name);
        all.insert(approach.name, names.zip(outcomes).collect());
    }
    all
}

/// An approach whose search is not row-major keeps its counts in its own folder, a line a case:
/// name, placements, backtracks.
fn own_counts(approach: &str) -> Option<BTreeMap<String, (u64, u64)>> {
    let folder = workspace::root()
        .join("problems/0037-sudoku-solver")
        .join(approach);
    let text = fs::read_to_string(folder.join("counts.tsv")).ok()?;
    let counts = text.lines().skip(1).map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        let [case, placements, backtracks] = fields[..] else {
            panic!("{approach}/counts.tsv: {line}");
        };
        let number = |text: &str| text.parse().expect("a count is a number");
        (case.to_owned(), (number(placements), number(backtracks)))
    });
    Some(counts.collect())
}

#[test]
fn every_approach_takes_the_placements_that_are_known() {
    for (approach, cases) in &*COUNTED {
        let own = own_counts(approach);
        for case in counted_cases() {
            let (_, counts) = &cases[case.name];
            let row_major = case
                .row_major
                .map_or((0, 0), |it| (it.placements, it.backtracks));
            let known = own.as_ref().map_or(row_major, |own| own[case.name]);
            let found = (counts.placements, counts.backtracks);
            assert_eq!(found, known, "{approach} on {}", case.name);
        }
    }
}

#[test]
fn counting_changes_no_answer() {
    let purpose = Purpose::Time {
        repeat_for: Duration::ZERO,
    };
    let timed = run_all(Wrapper::Timed, &purpose, |outcome| match outcome {
        Outcome::Answered { answer, .. } => answer,
        other => panic!("no answer: {other:?}"),
    });
    for (approach, answers) in timed {
        for (case, answer) in answers {
            assert_eq!(COUNTED[&approach][case].0, answer, "{approach} on {case}");
        }
    }
}

/// The board reads that the notes on the approaches speak of.
#[test]
fn a_check_costs_what_the_pages_say() {
    let reads = |approach: &str| COUNTED[approach]["leetcode_example"].1.board_reads;
    assert_eq!(reads("bitmask"), 81);
    assert_eq!(reads("boolean-table"), 6_508);
    assert_eq!(reads("scan-and-check"), 512_453);
}
