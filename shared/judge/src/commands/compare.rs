//! `compare`: approaches side by side.

use std::io;

use super::{Ending, colour, print, progress_bar};
use crate::cli::{Compare, Format};
use crate::comparison::Comparison;
use crate::compile::Compiler;
use crate::{input, measure, report, solution};

pub(super) fn run(arguments: &Compare) -> anyhow::Result<Ending> {
    let tasks = input::tasks(&arguments.puzzles)?;
    let solutions = solution::find_all(&arguments.approaches)?;
    let compiler = Compiler::installed(colour(&io::stderr()))?;
    let time_limit = arguments.limits.time_limit;
    let bar = progress_bar(solutions.len());
    let (subjects, rejected) = measure::compile(&compiler, solutions, &bar)?;
    bar.finish_and_clear();
    let bar = progress_bar(subjects.len() * tasks.len());
    let scores = measure::score(&subjects, &tasks, time_limit, &bar)?;
    bar.finish_and_clear();
    let comparison = Comparison::new(&subjects, &rejected, &tasks, &scores, time_limit);
    print(match arguments.format {
        Format::Table => report::table(&comparison, colour(&io::stdout())),
        Format::Markdown => report::markdown(&comparison),
        Format::Json => report::json(&comparison),
    })?;
    Ok(if comparison.every_answer_was_right() {
        Ending::Good
    } else {
        Ending::Bad
    })
}
