//! `replay`: a page on which approaches can be watched, line by line.

use std::env;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, bail};
use indicatif::ProgressBar;
use sudoku::board;

use super::{Ending, conclude};
use crate::cli::Replay;
use crate::compile::Compiler;
use crate::measure::{self, Subject, count, judged};
use crate::page::{self, LeftOut, Panel};
use crate::report::grouped;
use crate::run::{EVENT_BYTES, Note};
use crate::submission::Submission;
use crate::tasks::Task;
use crate::terminal::{complain, steps_bar, warn_of_weakness};
use crate::{output, workspace};

pub(super) fn run(arguments: &Replay) -> anyhow::Result<Ending> {
    output::check_place(&arguments.output, page::BEGINNING)?;
    let task = Task::of_text(&arguments.puzzle)?;
    let solutions = Submission::find_all(&arguments.approaches)?;
    let bar = steps_bar(3 * solutions.len());
    let replay = replay(arguments, &task, solutions, &bar)?;
    bar.finish_and_clear();
    let panels: Vec<&str> = replay.panels.iter().map(|it| it.name.as_str()).collect();
    let text = page::fill(&replay);
    output::replace(&arguments.output, page::BEGINNING, &text)?;
    for LeftOut { name, reason } in &replay.left_out {
        complain(format_args!("left out: {name}: {reason}"));
    }
    let text = format!(
        "Wrote {} ({} KiB): {} on {}. Open it in a browser.\n",
        arguments.output.display(),
        text.len().div_ceil(1024),
        panels.join(", "),
        task.name
    );
    let ending = conclude(text, Ending::Good)?;
    if arguments.open {
        open::that(&arguments.output).context("cannot open the page in a browser")?;
    }
    Ok(ending)
}

fn replay(
    arguments: &Replay,
    task: &Task,
    solutions: Vec<Submission>,
    bar: &ProgressBar,
) -> anyhow::Result<page::Replay> {
    // rustc's messages go into the page.
    let compiler = Compiler::installed(false)?;
    warn_of_weakness();
    let (subjects, rejected) = measure::compile(&compiler, solutions, bar)?;
    let rejected = rejected.into_iter().map(|it| {
        let message = it.remark.unwrap_or_default();
        let why = message.lines().next().unwrap_or_default();
        LeftOut {
            name: it.approach,
            reason: format!("does not compile: {why}"),
        }
    });
    let mut left_out: Vec<LeftOut> = rejected.collect();
    let mut panels = Vec::new();
    for subject in subjects {
        bar.set_message(format!("recording {}", subject.solution.name));
        match panel(&subject, task, arguments)? {
            Ok(panel) => panels.push(panel),
            Err(reason) => left_out.push(LeftOut {
                name: subject.solution.name.clone(),
                reason,
            }),
        }
        bar.inc(1);
    }
    if panels.is_empty() {
        let reasons: Vec<String> = left_out
            .iter()
            .map(|it| format!("{}: {}", it.name, it.reason))
            .collect();
        bail!("nothing to replay\n{}", reasons.join("\n"));
    }
    Ok(page::Replay {
        command: command(),
        case: sudoku_fixtures::find(&task.name).map(|case| case.name.to_owned()),
        puzzle: board::to_line(&task.puzzle),
        panels,
        left_out,
    })
}

/// The recorded run of one solution, or why there is none.
fn panel(
    subject: &Subject,
    task: &Task,
    arguments: &Replay,
) -> anyhow::Result<Result<Panel, String>> {
    let Subject {
        solution,
        timed,
        counting,
    } = subject;
    if let Err(error) = counting {
        let why = error.first_line();
        return Ok(Err(format!(
            "does not compile with the counting Vec: {why}"
        )));
    }
    let time_limit = arguments.limits.time_limit;
    let (verdict, _) = judged(timed, solution, task, time_limit, Duration::ZERO)?;
    let kept_events = arguments.max_events.into();
    let (found, seen, events) = count(subject, &task.puzzle, kept_events, time_limit)?;
    let Some(counts) = found.counts else {
        let why = seen.into_iter().find_map(Note::words);
        return Ok(Err(
            why.map_or(format!("not recorded: {verdict}"), str::to_owned)
        ));
    };
    let searches_elsewhere = measure::searches_off_the_board(subject, time_limit)?;
    if searches_elsewhere && arguments.approaches.is_empty() {
        return Ok(Err(
            "keeps its search off the board, and is shown only when named".to_owned(),
        ));
    }
    let mut notes = Vec::new();
    if let Some(other) = found.varies {
        notes.push(format!(
            "Its counts vary from run to run: {} placements here, {} in another run.",
            grouped(counts.placements),
            grouped(other.placements)
        ));
    }
    if searches_elsewhere {
        notes.push(
            "This approach keeps its search off the board: it reads the givens, works elsewhere, \
             and writes the finished digits in one sweep."
                .to_owned(),
        );
    }
    Ok(Ok(Panel {
        name: solution.name.clone(),
        file: file(&solution.path),
        summary: solution.summary().to_owned(),
        source: solution.text.clone(),
        verdict: verdict.to_string(),
        notes,
        counts,
        counted_to_end: !found.over_limit,
        shown: events.len() / EVENT_BYTES,
        events,
    }))
}

/// Where a solution lies, without the machine's own folders where it is one of the workspace's.
fn file(path: &Path) -> String {
    let inside = path.strip_prefix(workspace::root());
    inside.unwrap_or(path).display().to_string()
}

/// The command that a reader would type.
fn command() -> String {
    let mut words = vec!["cargo".to_owned(), "judge".to_owned()];
    words.extend(
        env::args_os()
            .skip(1)
            .map(|it| it.to_string_lossy().into_owned()),
    );
    shlex::try_join(words.iter().map(String::as_str)).unwrap_or_default()
}
