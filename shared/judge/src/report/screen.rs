//! `run`'s screen: one solution, as much as a learner needs to see next.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Duration;

use console::truncate_str;
use sudoku::Board;
use sudoku::reference::Solutions;

use super::table::painted;
use crate::figures::{grouped, nanoseconds, ratio};
use crate::measurements::{Approach, CaseResult, Measurements, Share};
use crate::run::Counts;
use crate::submission::Submission;
use crate::tasks::{Group, Task};
use crate::verdict::Kind;

/// How much of a failed solution's output to show.
const SHOWN_LINES: usize = 10;
const SHOWN_COLUMNS: usize = 100;

/// How many names of further cases to show.
const SHOWN_NAMES: usize = 4;

/// The case that is counted beside the approaches.
pub const EXAMPLE: &str = "leetcode_example";

/// The verdict on ordinary cases, and where it is not Accepted, the first failing case and a line on
/// the others.
pub fn verdict(cases: &[CaseResult], tasks: &[Task], solution: &Submission) -> String {
    let Share { accepted, of } = Share::of(cases, Group::Ordinary);
    let mut failing = failing(cases).peekable();
    // LeetCode stops at the first case that fails.
    let kind = failing.peek().map_or(Kind::Accepted, |it| it.verdict.kind);
    let kind = painted(kind, kind);
    let mut text = format!("{kind}: {accepted} of {of} ordinary cases passed\n");
    let Some(first) = failing.next() else {
        return text;
    };
    let task = tasks.iter().find(|task| task.name == first.case);
    let task = task.expect("it was judged");
    let _ = writeln!(text, "\n{}", failure(first, task, solution));
    let way = |case: &CaseResult| (case.verdict.kind, case.verdict.cause.clone());
    let mut others: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for case in failing {
        let how = if way(case) == way(first) {
            " failed in the same way".to_owned()
        } else {
            format!(": {}", case.verdict.kind)
        };
        others.entry(how).or_default().push(&case.case);
    }
    for (how, names) in others {
        let _ = writeln!(text, "{} more{how}: {}", names.len(), some(&names));
    }
    text + &left_out(cases)
}

fn failing(cases: &[CaseResult]) -> impl Iterator<Item = &CaseResult> {
    cases.iter().filter(|it| it.verdict.kind > Kind::NotRun)
}

/// Every case in a line.
pub fn every_case(cases: &[CaseResult]) -> String {
    let names = cases.iter().map(|case| case.case.chars().count());
    let width = names.max().unwrap_or(0);
    let mut text = String::new();
    for case in cases {
        let time = case.time_ns.map_or(String::new(), nanoseconds);
        let verdict = painted(case.verdict.kind, &case.verdict);
        let _ = writeln!(text, "{:width$}  {time:>8}  {verdict}", case.case);
    }
    text
}

/// A line on a group.
pub fn group(group: Group, cases: &[CaseResult], limit: Duration) -> String {
    let Share { accepted, of } = Share::of(cases, group);
    let limit = limit.as_secs_f64();
    let mut text = match group {
        Group::Ordinary => format!("ordinary: {accepted} of {of}"),
        Group::Hard => format!("hard: {accepted} of {of} within {limit} s"),
        Group::Beyond => format!("beyond: {accepted} of {of} keep the contract within {limit} s"),
    };
    let times = cases.iter().filter_map(|it| Some((it.time_ns?, &it.case)));
    if let Some((time, case)) = times.max() {
        let _ = write!(text, "; slowest: {case} in {}", nanoseconds(time));
    }
    if let Some(first) = failing(cases).next() {
        let (case, verdict) = (&first.case, &first.verdict);
        let _ = write!(text, "; first that fails: {case} ({verdict})");
    }
    text + "\n" + &left_out(cases)
}

/// Where an accepted solution stands beside the approaches, which were measured with it.
pub fn standing(measurements: &Measurements, name: &str) -> String {
    let approaches = &measurements.approaches;
    let place = approaches.iter().position(|it| it.approach == name);
    let place = place.expect("it was measured with them");
    let mine = &approaches[place];
    let mut text = String::new();
    if let Some(counts) = example(mine) {
        let _ = write!(
            text,
            "on LeetCode's example: {} placements, {} board reads",
            grouped(counts.placements),
            grouped(counts.board_reads)
        );
        // Without a backtrack there is no tree: every search places each blank once.
        let tree = |it: Counts| (it.backtracks > 0).then_some((it.placements, it.backtracks));
        let mut same_tree: Vec<&str> = Vec::new();
        for other in approaches.iter().filter(|it| it.approach != name) {
            let others_tree = example(other).and_then(tree);
            if others_tree.is_some() && others_tree == tree(counts) {
                same_tree.push(&other.approach);
            }
        }
        if !same_tree.is_empty() {
            let _ = write!(text, "; the same tree as {}", same_tree.join(", "));
        }
        text.push('\n');
    }
    if let Some(remark) = &mine.remark {
        let _ = writeln!(text, "counts: {remark}");
    }
    let times = approaches.iter().enumerate().filter_map(|(number, it)| {
        let times = ratio(mine.ratio? / it.ratio?);
        let is_neighbour = number.abs_diff(place) == 1;
        is_neighbour.then(|| format!("{times} times the time of {}", it.approach))
    });
    let times: Vec<String> = times.collect();
    if !times.is_empty() {
        let times = times.join(", ");
        let _ = writeln!(text, "ladder: {times} (geometric mean, ordinary cases)");
    }
    text
}

/// What an approach does to LeetCode's example.
fn example(approach: &Approach) -> Option<Counts> {
    let mut cases = approach.cases.iter();
    cases.find(|it| it.case == EXAMPLE)?.counted.exact()
}

/// What a learner needs to see of the first failing case.
fn failure(case: &CaseResult, task: &Task, solution: &Submission) -> String {
    let verdict = painted(case.verdict.kind, &case.verdict);
    let mut text = format!("{}: {verdict}\n", case.case);
    let mut lines = (1..).zip(solution.text.lines());
    if let Some((number, line)) = lines.find(|&(number, _)| Some(number) == case.panicked_at) {
        let _ = writeln!(text, "{number:>5} | {}", line.trim_end());
    }
    if let Some(cause) = &case.verdict.cause {
        let _ = writeln!(text, "{cause}");
    }
    if case.verdict.kind == Kind::WrongAnswer {
        let _ = write!(text, "\n{}", boards(task, case.answer.as_ref()));
        let is_shared = sudoku_fixtures::find(&case.case).is_some();
        if is_shared && solution.name != "-" {
            let (case, name) = (&case.case, &solution.name);
            let _ = writeln!(
                text,
                "\nwatch it search: cargo judge replay {case} --approach {name}"
            );
        }
    }
    if !case.printed.is_empty() {
        let _ = write!(text, "\nprinted:\n{}", output(&case.printed));
    }
    text
}

/// The boards side by side: input, yours, expected.
fn boards(task: &Task, answer: Option<&Board>) -> String {
    let puzzle = &task.puzzle;
    let expected = match &task.known {
        Some(Solutions::One(solution)) => Some(solution),
        _ => None,
    };
    let right = expected.unwrap_or(puzzle);
    let differs = |row: usize, column: usize| {
        let right = right[row][column];
        right != '.' && answer.is_some_and(|answer| answer[row][column] != right)
    };
    let mut columns = vec![grid("input", puzzle, |_, _| false)];
    for (title, board) in [("yours", answer), ("expected", expected)] {
        columns.extend(board.map(|board| grid(title, board, differs)));
    }
    let mut text = String::new();
    for line in 0..columns[0].len() {
        let line: Vec<&str> = columns.iter().map(|column| column[line].as_str()).collect();
        text += line.join("   ").trim_end();
        text.push('\n');
    }
    text
}

/// Lines of equal width, under a title. Marked cells are red in colour, and otherwise have a star.
fn grid(title: &str, board: &Board, is_marked: impl Fn(usize, usize) -> bool) -> Vec<String> {
    let mut lines = vec![format!("{title:23}")];
    for (row, cells) in board.iter().enumerate() {
        if row == 3 || row == 6 {
            lines.push("-------+-------+-------".to_owned());
        }
        let mut line = String::new();
        for (column, &cell) in cells.iter().enumerate() {
            if column == 3 || column == 6 {
                line += " |";
            }
            let cell = if cell.is_control() { '?' } else { cell };
            let _ = match (is_marked(row, column), console::colors_enabled()) {
                (false, _) => write!(line, " {cell}"),
                (true, true) => write!(line, " {}", console::style(cell).red().bold()),
                (true, false) => write!(line, "*{cell}"),
            };
        }
        lines.push(line + " ");
    }
    lines
}

/// The beginning of a solution's output, without characters that control a terminal.
fn output(printed: &str) -> String {
    let mut text = String::new();
    for line in printed.lines().take(SHOWN_LINES) {
        let line = line.replace(|c: char| c.is_control() && c != '\t', "\u{fffd}");
        let _ = writeln!(text, "  {}", truncate_str(&line, SHOWN_COLUMNS, "..."));
    }
    if printed.lines().nth(SHOWN_LINES).is_some() {
        text += "  ...\n";
    }
    text
}

/// The cases that were not run.
fn left_out(cases: &[CaseResult]) -> String {
    let left_out = cases.iter().filter(|it| it.verdict.kind == Kind::NotRun);
    let names: Vec<&str> = left_out.map(|it| it.case.as_str()).collect();
    if names.is_empty() {
        return String::new();
    }
    format!(
        "not run after two over the limit: {} (--all runs them)\n",
        some(&names)
    )
}

fn some(names: &[&str]) -> String {
    let shown = names[..names.len().min(SHOWN_NAMES)].join(", ");
    if names.len() > SHOWN_NAMES {
        shown + ", …"
    } else {
        shown
    }
}
