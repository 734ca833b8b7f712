//! Figures as text: for the terminal, for a page, for a program.

mod bulk;
mod figures;
mod svg;

use std::fmt::Write;
use std::time::Duration;

use comfy_table::presets::{ASCII_MARKDOWN, UTF8_BORDERS_ONLY};
use comfy_table::{Attribute, Cell, CellAlignment, Color, Table};

use crate::comparison::{Approach, Case, CaseResult, Comparison};
use crate::verdict::Verdict;
use figures::{grouped, nanoseconds, ratio};

pub use bulk::{bulk_json, bulk_markdown, bulk_table};
pub use svg::{BEGINNING as PICTURE_BEGINNING, scatter};

/// How tables look in a terminal.
const PLAIN: &str = UTF8_BORDERS_ONLY;

/// A comparison for the terminal.
#[must_use]
pub fn table(comparison: &Comparison, colour: bool) -> String {
    let summary = summary_table(comparison, PLAIN, colour);
    let mut text = format!("{summary}\n{}", notes(comparison, colour));
    if let Some((title, cases)) = case_table(comparison, PLAIN, colour) {
        let _ = write!(text, "\n{title}:\n{cases}\n");
    }
    text + &what_next(comparison)
}

/// A comparison as Markdown.
#[must_use]
pub fn markdown(comparison: &Comparison) -> String {
    let summary = summary_table(comparison, ASCII_MARKDOWN, false);
    let mut text = format!("{summary}\n");
    let notes = notes(comparison, false);
    if !notes.is_empty() {
        let _ = write!(text, "\n{notes}");
    }
    if let Some((title, cases)) = case_table(comparison, ASCII_MARKDOWN, false) {
        let _ = write!(text, "\n{title}:\n\n{cases}\n");
    }
    text
}

/// A comparison as JSON.
///
/// # Panics
/// Never: the figures are plain.
#[must_use]
pub fn json(comparison: &Comparison) -> String {
    let text = serde_json::to_string_pretty(comparison).expect("figures are plain");
    text + "\n"
}

fn summary_table(comparison: &Comparison, preset: &str, colour: bool) -> Table {
    let mut table = new_table(preset, colour);
    let columns = [
        "approach",
        "verdict",
        "cases",
        "median",
        "total",
        "ratio",
        "placements",
        "board reads",
        "lines",
    ];
    // The number that stands for the approach in the table of cases.
    let is_numbered = preset == PLAIN && comparison.cases.len() > 1;
    table.set_header(is_numbered.then_some("#").into_iter().chain(columns));
    let cases = comparison.cases.len();
    for (number, approach) in (1..).zip(&comparison.approaches) {
        let cells = [
            Cell::new(&approach.approach),
            verdict_cell(&approach.verdict, colour),
            right(format!("{}/{cases}", approach.accepted)),
            right(or_dash(approach.median_ns, nanoseconds)),
            right(or_dash(approach.total_ns, nanoseconds)),
            right(or_dash(approach.ratio, ratio)),
            right(or_dash(approach.placements, grouped)),
            right(or_dash(approach.board_reads, grouped)),
            right(approach.lines_of_code.to_string()),
        ];
        let number = is_numbered.then(|| right(number.to_string()));
        table.add_row(number.into_iter().chain(cells));
    }
    table
}

/// Which puzzles the figures are over, and what is missing.
fn notes(comparison: &Comparison, colour: bool) -> String {
    let mut text = String::new();
    if comparison.cases.len() > 1 {
        let _ = writeln!(
            text,
            "median: of the accepted cases. total, ratio (of geometric means): of the cases that all \
             finished. placements, board reads: of the cases that were counted to the end for all."
        );
    }
    for (what, cases) in [
        ("not finished by all", &comparison.not_finished_by_all),
        ("not counted to the end", &comparison.not_counted_for_all),
    ] {
        if !cases.is_empty() && comparison.cases.len() > 1 {
            let _ = writeln!(text, "{what}: {}", cases.join(", "));
        }
    }
    for approach in &comparison.approaches {
        if let Some(remark) = &approach.remark {
            let _ = writeln!(text, "{}: {}", approach.approach, as_block(remark));
        }
    }
    let mut wrong = Vec::new();
    for case in &comparison.cases {
        for result in &case.results {
            if let Some(reason) = &result.reason {
                wrong.push(format!(
                    "{} on {}: {}: {reason}",
                    result.approach, case.case, result.verdict
                ));
            }
        }
    }
    let shown = wrong.iter().take(10);
    for line in shown {
        let _ = if colour {
            writeln!(text, "\x1b[31m{line}\x1b[0m")
        } else {
            writeln!(text, "{line}")
        };
    }
    if wrong.len() > 10 {
        let _ = writeln!(text, "... and {} more", wrong.len() - 10);
    }
    text
}

/// Text of several lines as a block of its own, which Markdown shows as it is.
fn as_block(text: &str) -> String {
    if !text.contains('\n') {
        return text.to_owned();
    }
    let lines: Vec<String> = text.lines().map(|line| format!("    {line}")).collect();
    format!("\n\n{}\n", lines.join("\n"))
}

/// A table with its title, one row a case: all that is known of a single approach, or the times of
/// several. A single case of several approaches is told by the summary.
fn case_table(
    comparison: &Comparison,
    preset: &str,
    colour: bool,
) -> Option<(&'static str, Table)> {
    match (&comparison.approaches[..], &comparison.cases[..]) {
        ([_], _) => {
            let table = single_approach_table(comparison, preset, colour);
            Some(("What each case took", table))
        }
        (_, [_]) => None,
        _ => {
            let table = times_table(comparison, preset, colour);
            Some((
                "Time for one solve, those cases first where the approaches differ most",
                table,
            ))
        }
    }
}

fn single_approach_table(comparison: &Comparison, preset: &str, colour: bool) -> Table {
    let mut table = new_table(preset, colour);
    table.set_header(["case", "time", "placements", "backtracks", "board reads"]);
    for case in &comparison.cases {
        for result in &case.results {
            let count = |count: Option<u64>| match count {
                Some(count) if result.over_limit => format!("over {}", grouped(count)),
                count => or_dash(count, grouped),
            };
            table.add_row([
                Cell::new(&case.case),
                result_cell(result, colour),
                right(count(result.placements)),
                right(count(result.backtracks)),
                right(count(result.board_reads)),
            ]);
        }
    }
    table
}

fn times_table(comparison: &Comparison, preset: &str, colour: bool) -> Table {
    let mut table = new_table(preset, colour);
    let compiled = comparison
        .approaches
        .iter()
        .filter(|it| it.verdict != "Compile Error");
    let mut header = vec!["case".to_owned(), "differ".to_owned()];
    // In a terminal the names would make the table too wide; the numbers are in the table above.
    header.extend((1..).zip(compiled).map(|(number, approach)| match preset {
        PLAIN => format!("#{number}"),
        _ => approach.approach.clone(),
    }));
    table.set_header(header);
    for case in &comparison.cases {
        let mut row = vec![Cell::new(&case.case), right(or_dash(case.spread, ratio))];
        row.extend(
            case.results
                .iter()
                .map(|result| result_cell(result, colour)),
        );
        table.add_row(row);
    }
    table
}

fn result_cell(result: &CaseResult, colour: bool) -> Cell {
    match result.time_ns {
        Some(time) => right(nanoseconds(time)),
        None => {
            verdict_cell(abbreviated(&result.verdict), colour).set_alignment(CellAlignment::Right)
        }
    }
}

/// As LeetCode's users abbreviate them.
fn abbreviated(verdict: &str) -> &str {
    match verdict {
        "Wrong Answer" => "WA",
        "Runtime Error" => "RE",
        "Time Limit Exceeded" => "TLE",
        "Memory Limit Exceeded" => "MLE",
        other => other,
    }
}

/// Commands on the case that tells most and the approach that did best. What is neither a shared
/// case nor an approach of the workspace would need quotes, or could not be named at all.
fn what_next(comparison: &Comparison) -> String {
    let mut commands = Vec::new();
    if let [Case { case, .. }, _, ..] = &comparison.cases[..]
        && sudoku_fixtures::find(case).is_some()
    {
        commands.push(format!("cargo judge compare --puzzle {case}"));
    }
    if let [Approach { approach, .. }, ..] = &comparison.approaches[..]
        && approach
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || c == '-')
    {
        commands.push(format!("cargo judge run {approach}"));
        commands.push(format!("cargo judge paste {approach}"));
    }
    if commands.is_empty() {
        return String::new();
    }
    format!("\nWhat to try next:\n  {}\n", commands.join("\n  "))
}

/// A case or puzzle, its verdict, and the time of an accepted one.
pub struct Line {
    /// The case.
    pub name: String,
    /// What LeetCode would say.
    pub verdict: Verdict,
    /// The median time of a solve.
    pub time: Option<Duration>,
}

/// One solution's verdicts, a line per case, then their sum. `printed` is shown before the sum.
#[must_use]
pub fn verdicts(lines: &[Line], printed: &str, colour: bool) -> String {
    let mut text = String::new();
    let width = lines
        .iter()
        .map(|line| line.name.chars().count())
        .max()
        .unwrap_or(0);
    for Line {
        name,
        verdict,
        time,
    } in lines
    {
        let time = time.map_or(String::new(), |time| {
            nanoseconds(u64::try_from(time.as_nanos()).unwrap_or(u64::MAX))
        });
        let shown = painted(verdict.name(), &verdict.to_string(), colour);
        let _ = writeln!(
            text,
            "{}",
            format!("{name:width$}  {time:>8}  {shown}").trim_end()
        );
    }
    let accepted = lines
        .iter()
        .filter(|line| line.verdict == Verdict::Accepted)
        .count();
    let worst = crate::comparison::worst(lines.iter().map(|line| &line.verdict));
    let _ = write!(text, "\n{printed}");
    let of = lines.len();
    let _ = writeln!(
        text,
        "{}: {accepted} of {of} accepted",
        painted(worst, worst, colour)
    );
    text
}

fn painted(verdict: &str, text: &str, colour: bool) -> String {
    match (colour, verdict) {
        (false, _) => text.to_owned(),
        (true, "Accepted") => format!("\x1b[32m{text}\x1b[0m"),
        (true, "Time Limit Exceeded" | "TLE" | "Not Decided") => format!("\x1b[33m{text}\x1b[0m"),
        (true, _) => format!("\x1b[31m{text}\x1b[0m"),
    }
}

fn new_table(preset: &str, colour: bool) -> Table {
    let mut table = Table::new();
    table.load_preset(preset);
    if colour {
        table.enforce_styling();
    } else {
        table.force_no_tty();
    }
    table
}

fn verdict_cell(verdict: &str, colour: bool) -> Cell {
    let cell = Cell::new(verdict);
    match (colour, verdict) {
        (false, _) => cell,
        (true, "Accepted") => cell.fg(Color::Green),
        (true, "Time Limit Exceeded" | "TLE" | "Not Decided") => cell.fg(Color::Yellow),
        (true, _) => cell.fg(Color::Red).add_attribute(Attribute::Bold),
    }
}

fn right(text: String) -> Cell {
    Cell::new(text).set_alignment(CellAlignment::Right)
}

fn or_dash<T>(figure: Option<T>, show: fn(T) -> String) -> String {
    figure.map_or("–".to_owned(), show)
}
