//! A comparison over a file of puzzles as text.

use std::fmt::Write;

use comfy_table::presets::ASCII_MARKDOWN;
use comfy_table::{Cell, Table};

use super::figures::{grouped, nanoseconds, ratio};
use super::{PLAIN, new_table, or_dash, right, verdict_cell};
use crate::bulk::BulkComparison;

/// For the terminal.
#[must_use]
pub fn bulk_table(comparison: &BulkComparison, colour: bool) -> String {
    let table = table(comparison, PLAIN, colour);
    format!("{table}\n{}", notes(comparison))
}

/// As Markdown.
#[must_use]
pub fn bulk_markdown(comparison: &BulkComparison) -> String {
    let table = table(comparison, ASCII_MARKDOWN, false);
    format!("{table}\n\n{}", notes(comparison))
}

/// As JSON.
///
/// # Panics
/// Never: the figures are plain.
#[must_use]
pub fn bulk_json(comparison: &BulkComparison) -> String {
    serde_json::to_string_pretty(comparison).expect("figures are plain") + "\n"
}

fn table(comparison: &BulkComparison, preset: &str, colour: bool) -> Table {
    let mut table = new_table(preset, colour);
    table.set_header([
        "approach",
        "verdict",
        "puzzles",
        "per second",
        "median",
        "placements",
    ]);
    let of = grouped(comparison.puzzles as u64);
    for approach in &comparison.approaches {
        table.add_row([
            Cell::new(&approach.approach),
            verdict_cell(&approach.verdict, colour),
            right(format!("{} of {of}", grouped(approach.done as u64))),
            right(or_dash(approach.puzzles_per_second, ratio)),
            right(or_dash(approach.median_ns, nanoseconds)),
            right(or_dash(approach.mean_placements, ratio)),
        ]);
    }
    table
}

fn notes(comparison: &BulkComparison) -> String {
    let mut text = "puzzles: those that the approach did before the end of the file, or of its 10 \
                    seconds. placements: the mean of a puzzle.\n"
        .to_owned();
    for approach in &comparison.approaches {
        let failed = approach.done - approach.accepted;
        if failed > 0 {
            let _ = writeln!(
                text,
                "{}: {} not accepted",
                approach.approach,
                grouped(failed as u64)
            );
        }
        if approach.mean_placements.is_some() && approach.counted < approach.done {
            let counted = grouped(approach.counted as u64);
            let _ = writeln!(
                text,
                "{}: placements of the first {counted} puzzles",
                approach.approach
            );
        }
        if let Some(remark) = &approach.remark {
            let _ = writeln!(text, "{}: {remark}", approach.approach);
        }
    }
    for fault in &comparison.faults {
        let _ = writeln!(text, "{fault}");
    }
    text
}
