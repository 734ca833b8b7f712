//! `run`'s screen: one solution, as much as a learner needs to see next.

use std::fmt::Write;

use sudoku::Board;

use super::figures::{grouped, nanoseconds, ratio};
use super::table::painted;
use crate::judgement::{Case, Judgement, Standing};
use crate::submission::Submission;
use crate::tasks::Group;
use crate::verdict::Kind;

/// How much of a failed solution's output to show.
const SHOWN_LINES: usize = 10;
const SHOWN_CHARACTERS: usize = 100;

/// How many names of further cases to show.
const SHOWN_NAMES: usize = 4;

/// The verdict, and where it is not Accepted, the first failing case and a line on the others.
pub fn verdict(judgement: &Judgement, solution: &Submission, colour: bool) -> String {
    let kind = judgement.verdict();
    let group = if judgement.group == Group::Ordinary {
        "ordinary "
    } else {
        ""
    };
    let (accepted, of) = (judgement.accepted(), judgement.of());
    let mut text = format!(
        "{}: {accepted} of {of} {group}cases\n",
        painted(kind, &kind.to_string(), colour)
    );
    let mut failing = judgement.failing();
    let Some(first) = failing.next() else {
        return text;
    };
    let _ = write!(text, "\n{}", failure(first, solution, colour));
    let mut ways: Vec<(&Case, Vec<&str>)> = Vec::new();
    for case in failing {
        let same = |(it, _): &&mut (&Case, _)| (it.verdict, it.cause) == (case.verdict, case.cause);
        match ways.iter_mut().find(same) {
            Some((_, names)) => names.push(&case.case),
            None => ways.push((case, vec![&case.case])),
        }
    }
    for (case, names) in ways {
        let is_same = (case.verdict, case.cause) == (first.verdict, first.cause);
        let how = match (is_same, names.len()) {
            (false, _) => "",
            (true, 1) => " fails in the same way",
            (true, _) => " fail in the same way",
        };
        let kind = if is_same {
            String::new()
        } else {
            format!(": {}", case.verdict)
        };
        let _ = writeln!(text, "{} more{how}{kind}: {}", names.len(), some(&names));
    }
    text + &left_out(judgement)
}

/// Every case in a line.
pub fn every_case(judgements: &[&Judgement], colour: bool) -> String {
    let cases = || judgements.iter().flat_map(|it| &it.cases);
    let width = cases()
        .map(|case| case.case.chars().count())
        .max()
        .unwrap_or(0);
    let mut text = String::new();
    for case in cases() {
        let time = case.time_ns.map_or(String::new(), nanoseconds);
        let reason = behind_verdict(case);
        let verdict = painted(case.verdict, &format!("{}{reason}", case.verdict), colour);
        let _ = writeln!(text, "{:width$}  {time:>8}  {verdict}", case.case);
    }
    text
}

/// A line on a group that does not decide the verdict.
pub fn group(judgement: &Judgement) -> String {
    let (accepted, of) = (judgement.accepted(), judgement.of());
    let limit = judgement.time_limit_seconds;
    let mut text = match judgement.group {
        Group::Ordinary => format!("ordinary: {accepted} of {of}"),
        Group::Hard => format!("hard: {accepted} of {of} within {limit} s"),
        Group::Beyond => format!("beyond: {accepted} of {of} keep the contract within {limit} s"),
    };
    if let Some((case, time)) = judgement.slowest().and_then(|it| Some((it, it.time_ns?))) {
        let _ = write!(text, "; slowest: {} in {}", case.case, nanoseconds(time));
    }
    if let Some(first) = judgement.failing().next() {
        let reason = behind_verdict(first);
        let _ = write!(
            text,
            "; first that fails: {} ({}{reason})",
            first.case, first.verdict
        );
    }
    text + "\n" + &left_out(judgement)
}

/// Where an accepted solution stands beside the approaches.
pub fn standing(standing: &Standing) -> String {
    let mut text = String::new();
    if let Some((counts, other)) = standing.counts {
        let placements = grouped(counts.placements);
        let reads = grouped(counts.board_reads);
        let _ = write!(
            text,
            "on LeetCode's example: {placements} placements, {reads} board reads"
        );
        if let Some(other) = other {
            let other = grouped(other.placements);
            let _ = write!(text, "; varies, in another run {other} placements");
        }
        if !standing.same_tree.is_empty() {
            let _ = write!(text, "; the same tree as {}", listed(&standing.same_tree));
        }
        text.push('\n');
    }
    if let Some(note) = standing.note {
        let _ = writeln!(text, "counts: {note}");
    }
    let times: Vec<String> = standing
        .neighbours
        .iter()
        .map(|(name, times)| format!("{} times the time of {name}", ratio(*times)))
        .collect();
    if !times.is_empty() {
        let _ = writeln!(
            text,
            "ladder: {} (geometric mean, ordinary cases)",
            times.join(", ")
        );
    }
    text
}

/// What went wrong, to stand behind the verdict.
fn behind_verdict(case: &Case) -> String {
    let reason = case.reason.as_ref();
    reason.map_or(String::new(), |it| format!(": {it}"))
}

fn failure(case: &Case, solution: &Submission, colour: bool) -> String {
    let reason = behind_verdict(case);
    let verdict = painted(case.verdict, &case.verdict.to_string(), colour);
    let mut text = format!("{}: {verdict}{reason}\n", case.case);
    if let Some(number) = case.panicked_at
        && let Some(line) = solution.line(number)
    {
        let _ = writeln!(text, "{number:>5} | {}", line.trim_end());
    }
    if let Some(cause) = case.cause {
        let _ = writeln!(text, "{}", cause.hint());
    }
    if case.verdict == Kind::WrongAnswer {
        let _ = write!(text, "\n{}", boards(case, colour));
    }
    let is_shared = sudoku_fixtures::find(&case.case).is_some();
    if case.verdict == Kind::WrongAnswer && is_shared && solution.name != "-" {
        let (case, name) = (&case.case, &solution.name);
        let _ = writeln!(
            text,
            "\nwatch it search: cargo judge replay {case} --approach {name}"
        );
    }
    if !case.printed.is_empty() {
        let _ = write!(text, "\nprinted:\n{}", output(&case.printed));
    }
    text.push('\n');
    text
}

/// The boards side by side: input, yours, expected.
fn boards(case: &Case, colour: bool) -> String {
    let none = |_: usize, _: usize| false;
    let differs = |row: usize, column: usize| match (&case.answer, &case.expected) {
        (Some(answer), Some(expected)) => answer[row][column] != expected[row][column],
        (Some(answer), None) => {
            case.puzzle[row][column] != '.' && answer[row][column] != case.puzzle[row][column]
        }
        _ => false,
    };
    let mut columns = vec![("input", grid(&case.puzzle, none, colour))];
    if let Some(answer) = &case.answer {
        columns.push(("yours", grid(answer, differs, colour)));
    }
    if let Some(expected) = &case.expected {
        columns.push(("expected", grid(expected, differs, colour)));
    }
    let mut text = String::new();
    for (title, _) in &columns {
        let _ = write!(text, "{title:26}");
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    for row in 0..11 {
        let rows: Vec<&str> = columns.iter().map(|(_, rows)| rows[row].as_str()).collect();
        text += rows.join("   ").trim_end();
        text.push('\n');
    }
    text
}

/// Eleven lines of equal width. Marked cells are red in colour, and otherwise have a star.
fn grid(board: &Board, marked: impl Fn(usize, usize) -> bool, colour: bool) -> Vec<String> {
    let mut lines = Vec::new();
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
            let _ = match (marked(row, column), colour) {
                (false, _) => write!(line, " {cell}"),
                (true, true) => write!(line, " \x1b[1;31m{cell}\x1b[0m"),
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
    for (number, line) in printed.lines().enumerate() {
        if number == SHOWN_LINES {
            text += "  ...\n";
            break;
        }
        text += "  ";
        for character in line.chars().take(SHOWN_CHARACTERS) {
            match character {
                '\t' => text.push(character),
                _ if character.is_control() => text.extend(character.escape_default()),
                _ => text.push(character),
            }
        }
        let is_cut = line.chars().nth(SHOWN_CHARACTERS).is_some();
        text += if is_cut { "...\n" } else { "\n" };
    }
    text
}

fn left_out(judgement: &Judgement) -> String {
    let names: Vec<&str> = judgement.left_out.iter().map(String::as_str).collect();
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

fn listed(names: &[String]) -> String {
    match names {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => names.join(""),
    }
}
