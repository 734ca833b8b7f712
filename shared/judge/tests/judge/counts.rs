//! Counts are exact, and counting changes no answer.

use std::collections::BTreeMap;
use std::fs;
use std::sync::LazyLock;
use std::time::Duration;

use pretty_assertions::assert_eq;
use sudoku::board::to_line;
use sudoku_fixtures::{CASES, Case};
use sudoku_judge::compile::Wrapper;
use sudoku_judge::run::{Counts, Outcome, Purpose, run_each};
use sudoku_judge::tasks::Task;
use sudoku_judge::verdict::judge;
use sudoku_judge::workspace;

use crate::common::{program, submission};

/// Counting more placements than this takes too long for every test run.
const MOST_PLACEMENTS: u64 = 2_000_000;

pub const LIMIT: Duration = Duration::from_secs(60);

/// The placements and backtracks that an approach must take: those of counts.tsv in its folder, a
/// line a case, otherwise those of row-major search. None where its own file does not know the case
/// yet, and where it is so new that it has no page.
pub fn known_counts(approach: &str, case: &Case) -> Option<(u64, u64)> {
    let folder = workspace::root().join(workspace::PROBLEM).join(approach);
    let Ok(own) = fs::read_to_string(folder.join("counts.tsv")) else {
        let row_major = (case.row_major.placements, case.row_major.backtracks);
        return has_page(approach).then_some(row_major);
    };
    let of_case = |line: &str| {
        let fields: Vec<&str> = line.split('\t').collect();
        match fields[..] {
            [name, placements, backtracks] if name == case.name => {
                let number = |text: &str| text.parse().expect("a count in counts.tsv");
                Some((number(placements), number(backtracks)))
            }
            _ => None,
        }
    };
    own.lines().find_map(of_case)
}

/// Whether docs/ has a page about an approach: from then on the pages and its counts are tested.
pub fn has_page(approach: &str) -> bool {
    let page = workspace::root().join(format!("docs/approaches/{approach}.md"));
    page.is_file()
}

pub fn counted_cases(approach: &str) -> Vec<&'static Case> {
    let is_counted = |case: &&Case| {
        known_counts(approach, case).is_some_and(|(placements, _)| placements <= MOST_PLACEMENTS)
    };
    CASES.iter().filter(is_counted).collect()
}

/// Each approach's counts of these cases, and whether the counting program's answers are right.
pub static COUNTED: LazyLock<BTreeMap<String, BTreeMap<&'static str, Counts>>> =
    LazyLock::new(|| {
        let names = workspace::approaches().expect("the approaches are there");
        let counted = names.into_iter().map(|name| (name.clone(), count(&name)));
        counted.collect()
    });

fn count(approach: &str) -> BTreeMap<&'static str, Counts> {
    let program = program(&submission(approach), Wrapper::Counting);
    let cases = counted_cases(approach);
    let tasks: Vec<Task> = cases.iter().map(|case| Task::of_case(case)).collect();
    let lines: Vec<String> = tasks.iter().map(|task| to_line(&task.puzzle)).collect();
    let puzzles: Vec<&str> = lines.iter().map(String::as_str).collect();
    let purpose = Purpose::Count {
        kept_events: 0,
        most_events: u64::MAX,
    };
    let mut outcomes = Vec::new();
    let ran = run_each(&program, &puzzles, purpose, LIMIT, |outcome| {
        outcomes.push(outcome);
        true
    });
    ran.expect("the program runs");
    let counts = tasks.iter().zip(outcomes);
    let counts = counts.map(|(task, outcome)| {
        let verdict = judge(task, &outcome, |_| String::new());
        assert!(
            verdict.is_accepted(),
            "{approach} on {}: {verdict}",
            task.name
        );
        match outcome {
            Outcome::Answered {
                counts: Some(counts),
                ..
            } => counts,
            other => panic!("{approach} on {} is not counted: {other:?}", task.name),
        }
    });
    cases.iter().map(|case| case.name).zip(counts).collect()
}

#[test]
fn every_approach_takes_the_known_placements() {
    for (approach, cases) in &*COUNTED {
        for case in counted_cases(approach) {
            let counts = &cases[case.name];
            assert_eq!(
                Some((counts.placements, counts.backtracks)),
                known_counts(approach, case),
                "{approach} on {}: placements and backtracks; an approach whose order is not row-major \
                 keeps its own in counts.tsv in its folder: case, placements, backtracks",
                case.name
            );
        }
    }
}

/// The board reads that the notes on the approaches speak of.
#[test]
fn a_check_costs_the_reads_that_the_pages_say() {
    let reads = |approach: &str| COUNTED[approach]["leetcode_example"].board_reads;
    assert_eq!(reads("bitmask"), 81);
    assert_eq!(reads("boolean-table"), 6_508);
    assert_eq!(reads("scan-and-check"), 512_453);
}
