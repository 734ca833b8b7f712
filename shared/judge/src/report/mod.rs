//! Measurements as text: for the terminal, for a page, for a program.

mod figures;
mod plot;
pub mod screen;
pub mod table;

use std::fmt::Write;

use crate::cli;
use crate::measurements::{Approach, CaseResult, Measurements, Share};
use crate::run::Counts;
pub use figures::{grouped, nanoseconds, ratio};
pub use plot::{BEGINNING as PICTURE_BEGINNING, scatter};
use table::{Column, Form, Text, draw, painted};

/// How many wrong answers are listed below a table.
const SHOWN_FAULTS: usize = 10;

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
    let form = Form {
        is_markdown,
        colour,
        width: width.filter(|_| !is_markdown),
    };
    let gap = if is_markdown { "\n" } else { "" };
    let rows = by_case(measurements);
    let is_of_file = rows.is_empty() && measurements.approaches.iter().any(|it| it.of > 0);
    if is_of_file {
        let text = draw(throughput(measurements), form) + gap;
        return text + &notes_on_file(measurements) + &remarks_and_faults(measurements, colour);
    }
    // Numbers stand for the approaches in the table of cases: names would make it too wide.
    let mut columns = Vec::new();
    if !is_markdown && rows.len() > 1 {
        let numbers = (1..=measurements.approaches.len()).map(|number| number.to_string());
        columns.push(Column::of_numbers(250, "#", numbers));
    }
    columns.extend(summary(measurements));
    let mut text = draw(columns, form) + gap;
    if rows.len() > 1 {
        text += &notes(measurements);
    }
    text += &remarks_and_faults(measurements, colour);
    // The summary is enough for a single case of several approaches.
    let is_single = measurements.approaches.len() == 1;
    if rows.len() > 1 || is_single && rows.len() == 1 {
        let title = if is_single {
            "Each case"
        } else {
            "Time for one solve, those cases first where the approaches differ most"
        };
        let columns = cases(&measurements.approaches, &rows, is_markdown);
        let _ = write!(text, "\n{title}:\n{gap}{}", draw(columns, form));
    }
    // Puzzles of the user's have no names.
    if let ([Row { results, .. }, _, ..], false) = (&rows[..], is_markdown)
        && sudoku_fixtures::find(&results[0].case).is_some()
    {
        text += &what_next(&results[0].case, &measurements.approaches[0].approach);
    }
    text
}

/// The results of all approaches on one puzzle.
struct Row<'a> {
    results: Vec<&'a CaseResult>,
    /// The slowest time divided by the fastest.
    spread: Option<f64>,
}

/// A row for each puzzle, those first on which the approaches differ most.
fn by_case(measurements: &Measurements) -> Vec<Row<'_>> {
    let approaches = measurements.approaches.iter();
    let compiled: Vec<&Approach> = approaches.filter(|it| !it.cases.is_empty()).collect();
    let row = |case| {
        let results: Vec<&CaseResult> = compiled.iter().map(|it| &it.cases[case]).collect();
        let times = results.iter().filter_map(|it| it.time_ns);
        let (fastest, slowest) = (times.clone().min(), times.max());
        #[allow(clippy::cast_precision_loss, reason = "three digits are shown")]
        let spread = fastest
            .zip(slowest)
            .map(|(a, b)| b as f64 / a.max(1) as f64);
        Row {
            spread: spread.filter(|_| results.len() > 1),
            results,
        }
    };
    let puzzles = compiled.first().map_or(0, |it| it.cases.len());
    let mut rows: Vec<Row> = (0..puzzles).map(row).collect();
    let spread = |row: &Row| row.spread.unwrap_or(0.0);
    rows.sort_by(|a, b| spread(b).total_cmp(&spread(a)));
    rows
}

fn summary(measurements: &Measurements) -> Vec<Column> {
    let all = &measurements.approaches;
    let mut columns = names_and_verdicts(all);
    columns.extend([
        numbers(all, 7, "cases", |it| format!("{}/{}", it.accepted, it.of)),
        numbers(all, 252, "median", |it| time(it.median_ns)),
        numbers(all, 4, "total", |it| time(it.total_ns)),
        numbers(all, 6, "ratio", |it| or_dash(it.ratio, ratio)),
        numbers(all, 251, "placements", |it| {
            count(it.counts.map(|it| it.placements))
        }),
        numbers(all, 3, "board reads", |it| {
            count(it.counts.map(|it| it.board_reads))
        }),
        numbers(all, 2, "lines", |it| it.lines_of_code.to_string()),
    ]);
    if all.iter().any(|it| it.hard.of > 0) {
        let title = format!("hard within {} s", measurements.time_limit_seconds);
        columns.push(numbers(all, 5, &title, |it| share(it.hard)));
        columns.push(numbers(all, 1, "beyond", |it| share(it.beyond)));
    }
    columns
}

/// The columns on a file.
fn throughput(measurements: &Measurements) -> Vec<Column> {
    let all = &measurements.approaches;
    let puzzles = grouped(measurements.puzzles as u64);
    let mut columns = names_and_verdicts(all);
    columns.extend([
        numbers(all, 1, "puzzles", |it| {
            format!("{} of {puzzles}", grouped(it.of as u64))
        }),
        numbers(all, 253, "per second", |it| {
            or_dash(it.puzzles_per_second, ratio)
        }),
        numbers(all, 2, "median", |it| time(it.median_ns)),
        numbers(all, 252, "placements", |it| {
            #[allow(clippy::cast_precision_loss, reason = "three digits are shown")]
            let mean = it
                .counts
                .map(|sum| sum.placements as f64 / it.counted as f64);
            or_dash(mean, ratio)
        }),
    ]);
    columns
}

fn names_and_verdicts(all: &[Approach]) -> Vec<Column> {
    vec![
        Column::of_words(255, "approach", all.iter().map(|it| it.approach.clone())),
        Column::of_words(254, "verdict", all.iter().map(|it| it.verdict)),
    ]
}

fn numbers<T: Into<Text>>(
    all: &[Approach],
    keep: u8,
    title: &str,
    cell: impl Fn(&Approach) -> T,
) -> Column {
    Column::of_numbers(keep, title, all.iter().map(cell))
}

fn share(share: Share) -> String {
    format!("{} of {}", share.accepted, share.of)
}

/// Which puzzles the figures are over, and what is missing.
fn notes(measurements: &Measurements) -> String {
    let mut text = "\
verdict, cases, median, total, ratio: ordinary cases, which have exactly one solution. ratio: of geometric means.
placements, board reads: summed over the cases counted completely for every approach.
"
    .to_owned();
    for (what, cases) in [
        ("not finished by all", &measurements.not_finished_by_all),
        ("not counted completely", &measurements.not_counted_for_all),
    ] {
        if !cases.is_empty() {
            let _ = writeln!(text, "{what}: {}", cases.join(", "));
        }
    }
    text
}

fn notes_on_file(measurements: &Measurements) -> String {
    let mut text = "puzzles: solved before the end of the file, or within 10 seconds. placements: \
                    the mean for one puzzle.\n"
        .to_owned();
    for approach in &measurements.approaches {
        let failed = approach.of - approach.accepted;
        let (name, counted) = (&approach.approach, approach.counted);
        if failed > 0 {
            let _ = writeln!(text, "{name}: {} not accepted", grouped(failed as u64));
        }
        if 0 < counted && counted < approach.of {
            let counted = grouped(counted as u64);
            let _ = writeln!(text, "{name}: placements of the first {counted} puzzles");
        }
    }
    text
}

/// rustc's messages and the like, in blocks of their own, which Markdown shows as they are; then
/// counts that vary, then wrong answers.
fn remarks_and_faults(measurements: &Measurements, colour: bool) -> String {
    let mut text = String::new();
    let mut faults = measurements.faults.clone();
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
        for result in &approach.cases {
            let (case, verdict) = (&result.case, &result.verdict);
            if let (Some(first), Some(second)) = (result.counted.counts, result.counted.varies) {
                let (first, second) = (grouped(first.placements), grouped(second.placements));
                let _ = writeln!(
                    text,
                    "{name} on {case}: its counts vary from run to run: {first} placements, then {second}"
                );
            }
            if verdict.reason.is_some() {
                let fault = format!("{name} on {case}: {verdict}");
                faults.push(painted(verdict.kind, &fault, colour));
            }
        }
    }
    for fault in faults.iter().take(SHOWN_FAULTS) {
        let _ = writeln!(text, "{fault}");
    }
    if faults.len() > SHOWN_FAULTS {
        let _ = writeln!(text, "... and {} more", faults.len() - SHOWN_FAULTS);
    }
    text
}

/// The time of each approach on each case, and the counts of a single approach.
fn cases(approaches: &[Approach], rows: &[Row], is_markdown: bool) -> Vec<Column> {
    let names = rows.iter().map(|row| row.results[0].case.clone());
    let mut columns = vec![Column::of_words(255, "case", names)];
    if let [_] = approaches {
        let results = || rows.iter().map(|row| row.results[0]);
        let counts = |keep, title: &str, pick: fn(Counts) -> u64| {
            let cell = |result: &CaseResult| {
                let count = or_dash(result.counted.counts.map(pick), grouped);
                if result.counted.over_limit {
                    format!("over {count}")
                } else if result.counted.varies.is_some() {
                    format!("varies, {count}")
                } else {
                    count
                }
            };
            Column::of_numbers(keep, title, results().map(cell))
        };
        columns.extend([
            Column::of_numbers(254, "time", results().map(time_or_verdict)),
            counts(253, "placements", |it| it.placements),
            counts(2, "backtracks", |it| it.backtracks),
            counts(1, "board reads", |it| it.board_reads),
        ]);
        return columns;
    }
    let spreads = rows.iter().map(|row| or_dash(row.spread, ratio));
    columns.push(Column::of_numbers(0, "differ", spreads));
    let compiled = approaches.iter().filter(|it| !it.cases.is_empty());
    for (number, approach) in compiled.enumerate() {
        let title = if is_markdown {
            approach.approach.clone()
        } else {
            format!("#{}", number + 1)
        };
        let cells = rows.iter().map(|row| time_or_verdict(row.results[number]));
        columns.push(Column::of_numbers(1, &title, cells));
    }
    columns
}

fn time_or_verdict(result: &CaseResult) -> Text {
    match result.time_ns {
        Some(time) => nanoseconds(time).into(),
        None => Text {
            full: result.verdict.kind.abbreviated().to_owned(),
            ..result.verdict.kind.into()
        },
    }
}

/// Commands on the case that shows most and on the fastest approach.
fn what_next(case: &str, approach: &str) -> String {
    format!(
        "
What to try next:
  cargo judge compare --puzzle {case}
  cargo judge run {approach}
  cargo judge paste {approach}
"
    )
}

fn time(time: Option<u64>) -> String {
    or_dash(time, nanoseconds)
}

/// Where there is little room, a count has three digits.
fn count(count: Option<u64>) -> Text {
    Text {
        short: or_dash(count, figures::short),
        ..or_dash(count, grouped).into()
    }
}

fn or_dash<T>(figure: Option<T>, show: fn(T) -> String) -> String {
    figure.map_or("–".to_owned(), show)
}
