//! Measurements as text: for the terminal, for a page, for a program.

mod figures;
mod plot;
pub mod screen;
pub mod table;

use std::fmt::Write;

use crate::cli;
use crate::measurements::{Approach, Case, CaseResult, Measurements, Share};
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
    let form = match format {
        cli::Format::Json => {
            let json = serde_json::to_string_pretty(measurements).expect("figures are plain");
            return json + "\n";
        }
        cli::Format::Markdown => Form::Markdown,
        cli::Format::Table => Form::Plain { colour, width },
    };
    if measurements.cases.is_empty() && measurements.approaches.iter().any(|it| it.of > 0) {
        of_file(measurements, form)
    } else {
        in_detail(measurements, form)
    }
}

fn in_detail(measurements: &Measurements, form: Form) -> String {
    let mut text = draw(summary(measurements, form), form);
    let gap = if form == Form::Markdown { "\n" } else { "" };
    text += gap;
    text += &notes(measurements, form);
    if let Some((title, columns)) = cases(measurements, form) {
        let _ = write!(text, "\n{title}:\n{gap}{}", draw(columns, form));
    }
    if form != Form::Markdown {
        text += &what_next(measurements);
    }
    text
}

/// Whether approaches have numbers, which stand for them in the table of cases.
fn is_numbered(measurements: &Measurements, form: Form) -> bool {
    form != Form::Markdown && measurements.cases.len() > 1
}

fn summary(measurements: &Measurements, form: Form) -> Vec<Column> {
    let all = &measurements.approaches;
    let mut columns = Vec::new();
    if is_numbered(measurements, form) {
        let numbers = (1..=all.len()).map(|number| number.to_string().into());
        columns.push(Column::of_numbers(250, "#", numbers));
    }
    let numbers = |keep, title: &str, cell: &dyn Fn(&Approach) -> Text| {
        Column::of_numbers(keep, title, all.iter().map(cell))
    };
    columns.extend([
        Column::of_words(
            255,
            "approach",
            all.iter().map(|it| it.approach.clone().into()),
        ),
        Column::of_words(254, "verdict", all.iter().map(|it| it.verdict.into())),
        numbers(7, "cases", &|it| {
            format!("{}/{}", it.accepted, it.of).into()
        }),
        numbers(252, "median", &|it| time(it.median_ns)),
        numbers(4, "total", &|it| time(it.total_ns)),
        numbers(6, "ratio", &|it| or_dash(it.ratio, ratio).into()),
        numbers(251, "placements", &|it| count(it.placements)),
        numbers(3, "board reads", &|it| count(it.board_reads)),
        numbers(2, "lines", &|it| it.lines_of_code.to_string().into()),
    ]);
    if all.iter().any(|it| it.hard.of > 0) {
        let title = format!("hard within {} s", measurements.time_limit_seconds);
        let cell = |it: &Approach| Text::from(share(&it.hard));
        columns.push(numbers(5, &title, &cell));
        columns.push(numbers(1, "beyond", &|it| share(&it.beyond).into()));
    }
    columns
}

fn share(share: &Share) -> String {
    format!("{} of {}", share.accepted, share.of)
}

/// Which puzzles the figures are over, and what is missing.
fn notes(measurements: &Measurements, form: Form) -> String {
    let mut text = String::new();
    if measurements.cases.len() > 1 {
        let _ = writeln!(
            text,
            "verdict, cases, median, total, ratio: ordinary cases, which have exactly one solution. \
             ratio: of geometric means.\nplacements, board reads: summed over the cases counted \
             completely for every approach."
        );
        for (what, cases) in [
            ("not finished by all", &measurements.not_finished_by_all),
            ("not counted completely", &measurements.not_counted_for_all),
        ] {
            if !cases.is_empty() {
                let _ = writeln!(text, "{what}: {}", cases.join(", "));
            }
        }
    }
    text += &remarks(measurements);
    let results = measurements.cases.iter().flat_map(|case| {
        let result = case.results.iter();
        result.map(move |result| (case, result))
    });
    let varying = results.clone().filter_map(|(case, result)| {
        let (first, second) = (result.counts?, result.varies?);
        let (first, second) = (grouped(first.placements), grouped(second.placements));
        let (name, case) = (&result.approach, &case.case);
        Some(format!(
            "{name} on {case}: its counts vary from run to run: {first} placements, then {second}\n"
        ))
    });
    text.extend(varying);
    let wrong = results.filter_map(|(case, result)| {
        let (name, case, kind) = (&result.approach, &case.case, result.verdict);
        let reason = result.reason.as_ref()?;
        Some((kind, format!("{name} on {case}: {kind}: {reason}")))
    });
    let wrong: Vec<_> = wrong.collect();
    let colour = matches!(form, Form::Plain { colour: true, .. });
    for (kind, line) in wrong.iter().take(SHOWN_FAULTS) {
        let _ = writeln!(text, "{}", painted(*kind, line, colour));
    }
    if wrong.len() > SHOWN_FAULTS {
        let _ = writeln!(text, "... and {} more", wrong.len() - SHOWN_FAULTS);
    }
    text
}

/// rustc's messages and the like, in blocks of their own, which Markdown shows as they are.
fn remarks(measurements: &Measurements) -> String {
    let mut text = String::new();
    for approach in &measurements.approaches {
        if let Some(remark) = &approach.remark {
            let name = &approach.approach;
            if remark.contains('\n') {
                let lines: Vec<String> = remark.lines().map(|line| format!("    {line}")).collect();
                let _ = writeln!(text, "{name}: \n\n{}\n", lines.join("\n"));
            } else {
                let _ = writeln!(text, "{name}: {remark}");
            }
        }
    }
    text
}

/// A table with its title, one row a case: everything about a single approach, or the times of
/// several. The summary is enough for a single case of several approaches.
fn cases(measurements: &Measurements, form: Form) -> Option<(&'static str, Vec<Column>)> {
    match (&measurements.approaches[..], &measurements.cases[..]) {
        (_, []) => None,
        (_, [case, ..]) if case.results.is_empty() => None,
        ([_], cases) => Some(("Each case", single_approach(cases))),
        (_, [_]) => None,
        (_, cases) => Some((
            "Time for one solve, those cases first where the approaches differ most",
            times(cases, form),
        )),
    }
}

fn single_approach(cases: &[Case]) -> Vec<Column> {
    let results = || cases.iter().filter_map(|case| case.results.first());
    let counts = |keep, title: &str, pick: fn(&CaseResult) -> Option<u64>| {
        let cell = |result| {
            let count = or_dash(pick(result), grouped);
            let text = match result {
                CaseResult {
                    over_limit: true, ..
                } => format!("over {count}"),
                CaseResult {
                    varies: Some(_), ..
                } => format!("varies, {count}"),
                _ => count,
            };
            Text::from(text)
        };
        Column::of_numbers(keep, title, results().map(cell))
    };
    vec![
        Column::of_words(255, "case", cases.iter().map(|it| it.case.clone().into())),
        Column::of_numbers(254, "time", results().map(time_or_verdict)),
        counts(253, "placements", |it| Some(it.counts?.placements)),
        counts(2, "backtracks", |it| Some(it.counts?.backtracks)),
        counts(1, "board reads", |it| Some(it.counts?.board_reads)),
    ]
}

fn times(cases: &[Case], form: Form) -> Vec<Column> {
    let spread = cases.iter().map(|it| or_dash(it.spread, ratio).into());
    let mut columns = vec![
        Column::of_words(255, "case", cases.iter().map(|it| it.case.clone().into())),
        Column::of_numbers(0, "differ", spread),
    ];
    for (number, result) in cases
        .first()
        .map_or(&[][..], |case| &case.results)
        .iter()
        .enumerate()
    {
        let title = match form {
            Form::Markdown => result.approach.clone(),
            // Names would make the table too wide; the numbers are in the table above.
            Form::Plain { .. } => format!("#{}", number + 1),
        };
        let cells = cases
            .iter()
            .map(|case| time_or_verdict(&case.results[number]));
        columns.push(Column::of_numbers(1, &title, cells));
    }
    columns
}

fn time_or_verdict(result: &CaseResult) -> Text {
    match result.time_ns {
        Some(time) => nanoseconds(time).into(),
        None => Text::abbreviated(result.verdict),
    }
}

/// Commands on the case that shows most and on the fastest approach. Puzzles and files of the user's
/// have no names that are sure to work in a command.
fn what_next(measurements: &Measurements) -> String {
    let mut commands = Vec::new();
    if let [Case { case, .. }, _, ..] = &measurements.cases[..]
        && sudoku_fixtures::find(case).is_some()
    {
        commands.push(format!("cargo judge compare --puzzle {case}"));
    }
    let in_names = |c: char| c.is_ascii_alphanumeric() || c == '-';
    if let [Approach { approach, .. }, ..] = &measurements.approaches[..]
        && approach.chars().all(in_names)
    {
        commands.push(format!("cargo judge run {approach}"));
        commands.push(format!("cargo judge paste {approach}"));
    }
    if commands.is_empty() {
        return String::new();
    }
    format!("\nWhat to try next:\n  {}\n", commands.join("\n  "))
}

/// The throughput on a file.
fn of_file(measurements: &Measurements, form: Form) -> String {
    let all = &measurements.approaches;
    let puzzles = grouped(measurements.puzzles as u64);
    let numbers = |keep, title: &str, cell: &dyn Fn(&Approach) -> Text| {
        Column::of_numbers(keep, title, all.iter().map(cell))
    };
    let done = |it: &Approach| format!("{} of {puzzles}", grouped(it.of as u64)).into();
    let columns = vec![
        Column::of_words(
            255,
            "approach",
            all.iter().map(|it| it.approach.clone().into()),
        ),
        Column::of_words(254, "verdict", all.iter().map(|it| it.verdict.into())),
        numbers(1, "puzzles", &done),
        numbers(253, "per second", &|it| {
            or_dash(it.puzzles_per_second, ratio).into()
        }),
        numbers(2, "median", &|it| time(it.median_ns)),
        numbers(252, "placements", &|it| {
            or_dash(mean_placements(it), ratio).into()
        }),
    ];
    let mut text = draw(columns, form);
    if form == Form::Markdown {
        text.push('\n');
    }
    text += "puzzles: solved before the end of the file, or within 10 seconds. placements: the mean \
             for one puzzle.\n";
    for approach in all {
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
    text += &remarks(measurements);
    for fault in &measurements.faults {
        let _ = writeln!(text, "{fault}");
    }
    text
}

#[allow(clippy::cast_precision_loss, reason = "three digits are shown")]
fn mean_placements(approach: &Approach) -> Option<f64> {
    Some(approach.placements? as f64 / approach.counted as f64)
}

fn time(time: Option<u64>) -> Text {
    or_dash(time, nanoseconds).into()
}

/// Where there is little room, a count has three digits.
fn count(count: Option<u64>) -> Text {
    Text::or_short(or_dash(count, grouped), or_dash(count, figures::short))
}

fn or_dash<T>(figure: Option<T>, show: fn(T) -> String) -> String {
    figure.map_or("–".to_owned(), show)
}
