//! Counts are exact, counting changes nothing, and the pages quote them as they are.

mod docs;
mod events;

use std::collections::BTreeMap;
use std::fs;
use std::sync::LazyLock;
use std::time::Duration;

use pretty_assertions::assert_eq;
use sudoku::Board;
use sudoku_fixtures::{CASES, Case};
use sudoku_judge::compile::{Compiler, Wrapper};
use sudoku_judge::measure::{MEMORY_LIMIT, Task};
use sudoku_judge::process::{Answer, Counts, Limits, Outcome, Purpose, Run};
use sudoku_judge::{solution, workspace};

/// Counting more placements than this takes too long for every test run.
const MOST_PLACEMENTS: u64 = 2_000_000;

/// The placements and backtracks that an approach must take: its own if it keeps them in its folder
/// (counts.tsv, a line a case), otherwise those of row-major search. None where its own file does not
/// know the case yet, and where it is so new that it has no page.
fn known_counts(approach: &str, case: &Case) -> Option<(u64, u64)> {
    let folder = workspace::root()
        .join("problems/0037-sudoku-solver")
        .join(approach);
    let Ok(own) = fs::read_to_string(folder.join("counts.tsv")) else {
        if !has_page(approach) {
            return None;
        }
        let row_major = case.row_major.map(|it| (it.placements, it.backtracks));
        return Some(row_major.unwrap_or((0, 0)));
    };
    let of_case =
        |line: &'_ str| Some(line.strip_prefix(case.name)?.strip_prefix('\t')?.to_owned());
    let counts = own.lines().find_map(of_case)?;
    let numbers = counts
        .split_once('\t')
        .and_then(|(placements, backtracks)| {
            Some((placements.parse().ok()?, backtracks.parse().ok()?))
        });
    Some(numbers.unwrap_or_else(|| panic!("{approach}/counts.tsv, {}: {counts}", case.name)))
}

/// Whether an approach is told of in docs/: from then on the pages and its counts are held to it.
fn has_page(approach: &str) -> bool {
    let page = workspace::root().join(format!("docs/approaches/{approach}.md"));
    page.is_file()
}

fn counted_cases(approach: &str) -> Vec<&'static Case> {
    let is_counted = |case: &&Case| {
        known_counts(approach, case).is_some_and(|(placements, _)| placements <= MOST_PLACEMENTS)
    };
    CASES.iter().filter(is_counted).collect()
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

const LIMITS: Limits = Limits {
    time: Duration::from_secs(60),
    memory: MEMORY_LIMIT,
};

fn run_all<T>(wrapper: Wrapper, purpose: &Purpose, of: fn(Outcome) -> T) -> Found<T> {
    let compiler = Compiler::installed(false).expect("rustc is installed");
    let mut all = BTreeMap::new();
    for approach in solution::approaches().expect("the approaches are there") {
        let program = compiler.compile(&approach, wrapper).expect("rustc runs");
        let program = program.expect("the approaches compile");
        let cases = counted_cases(&approach.name);
        let puzzles: Vec<Board> = cases
            .iter()
            .map(|case| Task::of_case(case).puzzle)
            .collect();
        let run = Run::new(&program, &puzzles, purpose.clone(), LIMITS);
        let outcomes = run.map(|outcome| of(outcome.expect("the program runs")));
        let names = cases.iter().map(|case| case.name);
        all.insert(approach.name, names.zip(outcomes).collect());
    }
    all
}

#[test]
fn every_approach_takes_the_placements_that_are_known() {
    for (approach, cases) in &*COUNTED {
        for case in counted_cases(approach) {
            let (_, counts) = &cases[case.name];
            let found = Some((counts.placements, counts.backtracks));
            assert_eq!(
                found,
                known_counts(approach, case),
                "{approach} on {}: placements and backtracks; an approach whose order is not row-major \
                 keeps its own in counts.tsv in its folder: case, placements, backtracks",
                case.name
            );
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
