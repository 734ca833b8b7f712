//! `compare`: approaches side by side.

use std::io;
use std::path::Path;

use anyhow::bail;

use super::{Ending, bytes_bar, colour, conclude, progress_bar};
use crate::bulk::{Bulk, PART};
use crate::cli::{Compare, Format};
use crate::comparison::Comparison;
use crate::compile::Compiler;
use crate::input::{self, Tasks};
use crate::measure::{self, Rejected, Subject, Task};
use crate::{interrupt, output, report, solution};

/// A file of more puzzles is compared as a whole, not puzzle by puzzle.
const MOST_IN_DETAIL: usize = 100;

pub(super) fn run(arguments: &Compare) -> anyhow::Result<Ending> {
    if let Some(picture) = &arguments.svg {
        output::check_place(picture, report::PICTURE_BEGINNING)?;
    }
    // What rustc says goes into the report.
    let is_coloured = arguments.format == Format::Table && colour(&io::stdout());
    if let Some(file) = &arguments.puzzles.puzzles {
        return compare_file(arguments, file, is_coloured);
    }
    let tasks = input::tasks(&arguments.puzzles)?;
    let (subjects, rejected) = compile(arguments, is_coloured)?;
    in_detail(arguments, &subjects, &rejected, &tasks, is_coloured)
}

fn compare_file(arguments: &Compare, file: &Path, is_coloured: bool) -> anyhow::Result<Ending> {
    let bar = bytes_bar();
    let mut tasks = input::stream(file, &bar)?;
    let first = next_part(&mut tasks, MOST_IN_DETAIL + 1)?;
    let (subjects, rejected) = bar.suspend(|| compile(arguments, is_coloured))?;
    if first.len() <= MOST_IN_DETAIL {
        bar.finish_and_clear();
        return in_detail(arguments, &subjects, &rejected, &first, is_coloured);
    }
    if arguments.svg.is_some() {
        bail!("--svg draws a mark a puzzle: it goes with {MOST_IN_DETAIL} puzzles at most");
    }
    let mut bulk = Bulk::new(&subjects, arguments.limits.time_limit);
    bulk.work_through(&first)?;
    loop {
        interrupt::check()?;
        bar.set_message(format!("{} puzzles", bulk.puzzles()));
        let part = next_part(&mut tasks, PART)?;
        if part.is_empty() {
            break;
        }
        bulk.work_through(&part)?;
    }
    bar.finish_and_clear();
    let comparison = bulk.finish(&rejected);
    let text = match arguments.format {
        Format::Table => report::bulk_table(&comparison, is_coloured),
        Format::Markdown => report::bulk_markdown(&comparison),
        Format::Json => report::bulk_json(&comparison),
    };
    conclude(text, ending(comparison.every_answer_was_right()))
}

fn next_part(tasks: &mut Tasks, length: usize) -> anyhow::Result<Vec<Task>> {
    tasks.take(length).collect()
}

fn in_detail(
    arguments: &Compare,
    subjects: &[Subject],
    rejected: &[Rejected],
    tasks: &[Task],
    is_coloured: bool,
) -> anyhow::Result<Ending> {
    let time_limit = arguments.limits.time_limit;
    let bar = progress_bar(subjects.len() * tasks.len());
    let scores = measure::score(subjects, tasks, time_limit, &bar)?;
    bar.finish_and_clear();
    let comparison = Comparison::new(subjects, rejected, tasks, &scores, time_limit);
    let text = match arguments.format {
        Format::Table => report::table(&comparison, is_coloured),
        Format::Markdown => report::markdown(&comparison),
        Format::Json => report::json(&comparison),
    };
    let ending = conclude(text, ending(comparison.every_answer_was_right()))?;
    if let Some(picture) = &arguments.svg {
        output::replace(
            picture,
            report::PICTURE_BEGINNING,
            &report::scatter(&comparison),
        )?;
    }
    Ok(ending)
}

fn compile(
    arguments: &Compare,
    is_coloured: bool,
) -> anyhow::Result<(Vec<Subject>, Vec<Rejected>)> {
    let solutions = solution::find_all(&arguments.approaches)?;
    let compiler = Compiler::installed(is_coloured)?;
    let bar = progress_bar(solutions.len());
    let programs = measure::compile(&compiler, solutions, &bar)?;
    bar.finish_and_clear();
    Ok(programs)
}

fn ending(every_answer_was_right: bool) -> Ending {
    if every_answer_was_right {
        Ending::Good
    } else {
        Ending::Bad
    }
}
