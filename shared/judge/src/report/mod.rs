//! Measurements as text: for the terminal, for a page, for a program.

mod plot;
pub mod screen;
pub mod table;

use std::fmt::Write;

use crate::cli;
use crate::figures::{grouped, nanoseconds, ratio};
use crate::measurements::{Approach, CaseResult, MOST_FAULTS, Measurements, Share};
use crate::run::Counts;
pub use plot::{BEGINNING as PICTURE_BEGINNING, scatter};
use table::{Cell, Column, draw};

/// Measurements in the form that the user wants.
pub fn rendered(
    measurements: &Measurements,
    format: cli::Format,
    colour: bool,
    width: Option<usize>,
) -> String {
    if format == cli::Format::Json {
        let json = serde_json::to_string_pretty(measurements).expect("figures are plain");
        return json + "\n";
    }
    let is_markdown = format == cli::Format::Markdown;
    let draw = |columns| draw(columns, is_markdown, colour, width);
    let approaches = &measurements.approaches;
    let compiled = approaches.iter().filter(|it| !it.cases.is_empty());
    let compiled: Vec<&Approach> = compiled.collect();
    let cases = compiled.first().map_or(0, |it| it.cases.len());
    let is_of_file = cases == 0 && approaches.iter().any(|it| it.of > 0);
    let mut parts = vec![
        draw(summary(measurements, is_of_file, cases > 1)),
        notes(measurements, is_of_file, cases > 1),
    ];
    // The summary is enough for a single case of several approaches.
    if cases > 1 || cases == 1 && approaches.len() == 1 {
        let (title, columns) = match &approaches[..] {
            [single] => ("Each case:\n", counts_by_case(single)),
            _ => ("Time for one solve:\n", times_by_case(&compiled)),
        };
        parts.extend([title.to_owned(), draw(columns)]);
    }
    parts.retain(|part| !part.is_empty());
    parts.join("\n")
}

/// A row for each approach. Numbers stand for the approaches in the table of cases: names would make
/// it too wide.
fn summary(measurements: &Measurements, is_of_file: bool, is_numbered: bool) -> Vec<Column> {
    let all = &measurements.approaches;
    let numbers = |keep, title: &str, cell: &dyn Fn(&Approach) -> String| {
        Column::of_numbers(keep, title, all.iter().map(cell))
    };
    let count = |it: &Approach, pick: fn(Counts) -> u64| or_dash(it.counts.map(pick), grouped);
    let share = |share: Share| format!("{} of {}", share.accepted, share.of);
    let mut columns = Vec::new();
    if is_numbered {
        let places = (1..=all.len()).map(|place| place.to_string());
        columns.push(Column::of_numbers(250, "#", places));
    }
    columns.extend([
        Column::of_words(255, "approach", all.iter().map(|it| it.approach.clone())),
        Column::of_words(254, "verdict", all.iter().map(|it| it.verdict)),
        numbers(7, "cases", &|it| {
            let [accepted, of] = [it.accepted, it.of].map(|it| grouped(it as u64));
            format!("{accepted}/{of}")
        }),
        numbers(252, "median", &|it| or_dash(it.median_ns, nanoseconds)),
    ]);
    if is_of_file {
        let mean = |it: &Approach| {
            #[allow(clippy::cast_precision_loss, reason = "three digits are shown")]
            let mean = |sum: Counts| sum.placements as f64 / it.counted as f64;
            or_dash(it.counts.map(mean), ratio)
        };
        columns.extend([
            numbers(253, "per second", &|it| {
                or_dash(it.puzzles_per_second, ratio)
            }),
            numbers(251, "placements", &mean),
        ]);
        return columns;
    }
    columns.extend([
        numbers(4, "total", &|it| or_dash(it.total_ns, nanoseconds)),
        numbers(6, "ratio", &|it| or_dash(it.ratio, ratio)),
        numbers(251, "placements", &|it| count(it, |it| it.placements)),
        numbers(3, "board reads", &|it| count(it, |it| it.board_reads)),
        numbers(2, "lines", &|it| it.lines_of_code.to_string()),
    ]);
    if all.iter().any(|it| it.hard.of > 0) {
        let title = format!("hard within {} s", measurements.time_limit_seconds);
        columns.push(numbers(5, &title, &|it| share(it.hard)));
        columns.push(numbers(1, "beyond", &|it| share(it.beyond)));
    }
    columns
}

/// Which puzzles the figures are over, and what is missing; rustc's messages and the like, in blocks
/// of their own, which Markdown shows as they are; wrong answers.
fn notes(measurements: &Measurements, is_of_file: bool, are_several: bool) -> String {
    let mut text = String::new();
    if is_of_file {
        let puzzles = grouped(measurements.puzzles as u64);
        let _ = writeln!(
            text,
            "cases: of the {puzzles} puzzles in the file, as many as 10 seconds were enough for. \
             placements: the mean for one puzzle."
        );
    }
    if are_several {
        text += "\
verdict to board reads: ordinary cases, which have exactly one solution.
ratio: of geometric means. placements, board reads: sums.
";
        for (what, cases) in [
            ("not finished by all", &measurements.not_finished_by_all),
            ("not counted completely", &measurements.not_counted_for_all),
        ] {
            if !cases.is_empty() {
                let _ = writeln!(text, "{what}: {}", cases.join(", "));
            }
        }
    }
    for approach in &measurements.approaches {
        let name = &approach.approach;
        if let Some(remark) = &approach.remark {
            let _ = if remark.contains('\n') {
                let block = remark.replace('\n', "\n    ");
                writeln!(text, "{name}:\n\n    {block}\n")
            } else {
                writeln!(text, "{name}: {remark}")
            };
        }
    }
    if !measurements.faults.is_empty() {
        let _ = writeln!(text, "not accepted (at most {MOST_FAULTS} are listed):");
    }
    for fault in &measurements.faults {
        let _ = writeln!(text, "{fault}");
    }
    text
}

fn names(approach: &Approach) -> Column {
    let names = approach.cases.iter().map(|case| case.case.clone());
    Column::of_words(255, "case", names)
}

/// The time and the counts of a single approach on each case.
fn counts_by_case(approach: &Approach) -> Vec<Column> {
    let counts = |keep, title: &str, pick: fn(Counts) -> u64| {
        let cells = approach.cases.iter().map(|case| {
            let count = or_dash(case.counted.counts.map(pick), grouped);
            if case.counted.over_limit {
                format!("over {count}")
            } else {
                count
            }
        });
        Column::of_numbers(keep, title, cells)
    };
    vec![
        names(approach),
        Column::of_numbers(254, "time", approach.cases.iter().map(time_or_verdict)),
        counts(253, "placements", |it| it.placements),
        counts(2, "backtracks", |it| it.backtracks),
        counts(1, "board reads", |it| it.board_reads),
    ]
}

/// The time of each approach on each case.
fn times_by_case(compiled: &[&Approach]) -> Vec<Column> {
    let mut columns = vec![names(compiled[0])];
    for (number, approach) in (1..).zip(compiled) {
        let times = approach.cases.iter().map(time_or_verdict);
        columns.push(Column::of_numbers(1, &format!("#{number}"), times));
    }
    columns
}

fn time_or_verdict(result: &CaseResult) -> Cell {
    let kind = result.verdict.kind;
    match result.time_ns {
        Some(time) => nanoseconds(time).into(),
        None => Cell {
            text: kind.initials(),
            kind: Some(kind),
        },
    }
}

fn or_dash<T>(figure: Option<T>, show: fn(T) -> String) -> String {
    figure.map_or("–".to_owned(), show)
}
