//! `compare`: approaches side by side.

use std::process::ExitCode;

use super::{conclude, exit_code};
use crate::cli::{Compare, Format};
use crate::compile::Compiler;
use crate::measure::{self, Subject};
use crate::measurements::Approach;
use crate::submission::Submission;
use crate::tasks::{Group, Task};
use crate::terminal::{bytes_bar, steps_bar};
use crate::{output, report, tasks, throughput};

pub(super) fn run(arguments: &Compare) -> anyhow::Result<ExitCode> {
    if let Some(picture) = &arguments.svg {
        output::check_place(picture, report::PICTURE_BEGINNING)?;
    }
    if arguments.format != Format::Table {
        console::set_colors_enabled(false);
    }
    let time_limit = arguments.time_limit;
    let (measured, bar) = if let Some(file) = &arguments.puzzles.puzzles {
        let bar = bytes_bar();
        let tasks = tasks::stream(file, &bar)?;
        let (subjects, rejected) = bar.suspend(|| compile(arguments))?;
        let measured = throughput::throughput(&subjects, rejected, tasks, time_limit, &bar);
        (measured, bar)
    } else {
        let tasks = tasks::named(&arguments.puzzles.puzzle)?;
        let (subjects, rejected) = compile(arguments)?;
        let subjects: Vec<&Subject> = subjects.iter().collect();
        let bar = steps_bar(subjects.len() * tasks.len());
        // The table of several approaches shows no counts of the other groups, which take long.
        let shows_each_count =
            subjects.len() == 1 || arguments.format == Format::Json || arguments.svg.is_some();
        let counted = |task: &Task| shows_each_count || task.group == Group::Ordinary;
        let measured = measure::in_detail(&subjects, rejected, &tasks, counted, time_limit, &bar);
        (measured, bar)
    };
    bar.finish_and_clear();
    let measurements = measured?;
    let text = report::rendered(&measurements, arguments.format);
    let ending = conclude(text, exit_code(!measurements.has_failure()))?;
    if let Some(picture) = &arguments.svg {
        let text = report::scatter(&measurements);
        output::write(picture, &text)?;
    }
    Ok(ending)
}

fn compile(arguments: &Compare) -> anyhow::Result<(Vec<Subject>, Vec<Approach>)> {
    let solutions = Submission::find_all(&arguments.approaches)?;
    // rustc's messages are part of the report.
    let compiler = Compiler::installed(console::colors_enabled())?;
    let bar = steps_bar(2 * solutions.len());
    let programs = measure::compile(&compiler, solutions, &bar)?;
    bar.finish_and_clear();
    Ok(programs)
}
