//! Measurements as text: for the terminal, for a page, for a program.

mod plot;
pub mod screen;
pub mod table;

use std::fmt::Write;

use console::Alignment::{Left, Right};

use crate::cli::Format;
use crate::figures::{grouped, nanoseconds, ratio};
use crate::measurements::{Approach, Measurements, Share};
use crate::run::Counts;
use crate::terminal::width;
pub use plot::{BEGINNING as PICTURE_BEGINNING, scatter};
use table::{Column, draw, painted};

/// Measurements in the form that the user wants. Only a table for the terminal fits its width.
pub fn rendered(measurements: &Measurements, format: Format) -> String {
    if format == Format::Json {
        let json = serde_json::to_string_pretty(measurements).expect("figures are plain");
        return json + "\n";
    }
    let width = width().filter(|_| format == Format::Table);
    let draw = |columns| draw(columns, width.unwrap_or(usize::MAX));
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

/// A row for each approach, the most important columns first. Numbers stand for the approaches in the
/// table of cases: names would make it too wide.
fn summary(measurements: &Measurements, is_of_file: bool, is_numbered: bool) -> Vec<Column> {
    let all = &measurements.approaches;
    let numbers = |title: &str, cell: &dyn Fn(&Approach) -> String| {
        Column::new(Right, title, all.iter().map(cell))
    };
    let share = |share: Share| format!("{} of {}", share.accepted, share.of);
    let mut columns = Vec::new();
    if is_numbered {
        let places = (1..=all.len()).map(|place| place.to_string());
        columns.push(Column::new(Right, "#", places));
    }
    let names = all.iter().map(|it| it.approach.clone());
    columns.push(Column::new(Left, "approach", names));
    let verdicts = all.iter().map(|it| painted(it.verdict, it.verdict));
    columns.push(Column::new(Left, "verdict", verdicts));
    if is_of_file {
        let rate = |it: &Approach| or_dash(it.puzzles_per_second, ratio);
        columns.push(numbers("per second", &rate));
    }
    columns.extend([
        numbers("median", &|it| or_dash(it.median_ns, nanoseconds)),
        numbers("placements", &|it| {
            #[allow(clippy::cast_precision_loss, reason = "three digits are shown")]
            let mean = |sum: u64| ratio(sum as f64 / it.counted as f64);
            let sum = it.counts.map(|counts| counts.placements);
            or_dash(sum, |sum| if is_of_file { mean(sum) } else { grouped(sum) })
        }),
        numbers("cases", &|it| {
            let [accepted, of] = [it.accepted, it.of].map(|it| grouped(it as u64));
            format!("{accepted}/{of}")
        }),
    ]);
    if !is_of_file {
        columns.extend([
            numbers("ratio", &|it| or_dash(it.ratio, ratio)),
            numbers("total", &|it| or_dash(it.total_ns, nanoseconds)),
            numbers("board reads", &|it| {
                or_dash(it.counts.map(|counts| counts.board_reads), grouped)
            }),
            numbers("lines", &|it| it.lines_of_code.to_string()),
        ]);
    }
    if all.iter().any(|it| it.hard.of > 0) {
        let title = format!("hard within {} s", measurements.time_limit_seconds);
        columns.push(numbers(&title, &|it| share(it.hard)));
        columns.push(numbers("beyond", &|it| share(it.beyond)));
    }
    columns
}

/// Which puzzles the figures are over, and what is missing. Then, for each approach, what rustc or
/// the counter says, and its first wrong answer.
fn notes(measurements: &Measurements, is_of_file: bool, are_several: bool) -> String {
    let mut text = String::new();
    if is_of_file {
        let puzzles = grouped(measurements.puzzles as u64);
        let _ = writeln!(
            text,
            "The file has {puzzles} puzzles. An approach stops after 10 seconds of solving. \
             placements: the mean of the first 10,000, if all of them could be counted."
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
            let _ = writeln!(text, "{name}: {}", remark.replace('\n', "\n    "));
        }
        if let Some(fault) = &approach.first_fault {
            let _ = writeln!(text, "{name} on {fault}");
        }
    }
    text
}

fn names(approach: &Approach) -> Column {
    let names = approach.cases.iter().map(|case| case.case.clone());
    Column::new(Left, "case", names)
}

/// The time and the counts of a single approach on each case.
fn counts_by_case(approach: &Approach) -> Vec<Column> {
    let counts = |title: &str, pick: fn(Counts) -> u64| {
        let cells = approach.cases.iter().map(|case| {
            let over = if case.counted.over_limit { "over " } else { "" };
            let count = or_dash(case.counted.counts.map(pick), grouped);
            format!("{over}{count}")
        });
        Column::new(Right, title, cells)
    };
    vec![
        names(approach),
        Column::new(Right, "time", times(approach)),
        counts("placements", |it| it.placements),
        counts("backtracks", |it| it.backtracks),
        counts("board reads", |it| it.board_reads),
    ]
}

/// The time of each approach on each case.
fn times_by_case(compiled: &[&Approach]) -> Vec<Column> {
    let mut columns = vec![names(compiled[0])];
    for (number, approach) in (1..).zip(compiled) {
        columns.push(Column::new(Right, &format!("#{number}"), times(approach)));
    }
    columns
}

fn times(approach: &Approach) -> impl Iterator<Item = String> {
    approach.cases.iter().map(|case| {
        let kind = case.verdict.kind;
        let verdict = || painted(kind, kind.initials());
        case.time_ns.map_or_else(verdict, nanoseconds)
    })
}

fn or_dash<T>(figure: Option<T>, show: impl Fn(T) -> String) -> String {
    figure.map_or("–".to_owned(), show)
}
