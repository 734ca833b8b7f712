//! `replay`: a page on which approaches can be watched, line by line.

use std::env;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, bail};
use indicatif::ProgressBar;
use sudoku::board;

use super::{Ending, complain, conclude, progress_bar};
use crate::cli::Replay;
use crate::compile::{CompileError, Compiler, Program};
use crate::measure::{self, Subject, Task};
use crate::page::{self, Counts, LeftOut, Panel};
use crate::process::{Outcome, Purpose, Run};
use crate::solution::{self, Solution};
use crate::trace::{Event, is_one_sweep};
use crate::{input, output, workspace};

pub(super) fn run(arguments: &Replay) -> anyhow::Result<Ending> {
    output::check_place(&arguments.output, page::BEGINNING)?;
    let task = input::task(&arguments.puzzle)?;
    let solutions = solution::find_all(&arguments.approaches)?;
    let bar = progress_bar(2 * solutions.len());
    let replay = replay(arguments, &task, solutions, &bar)?;
    bar.finish_and_clear();
    let panels: Vec<&str> = replay
        .panels
        .iter()
        .map(|panel| panel.name.as_str())
        .collect();
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
        opener::open(&arguments.output).context("cannot open the page in a browser")?;
    }
    Ok(ending)
}

fn replay(
    arguments: &Replay,
    task: &Task,
    solutions: Vec<Solution>,
    bar: &ProgressBar,
) -> anyhow::Result<page::Replay> {
    // What rustc says goes into the page.
    let compiler = Compiler::installed(false)?;
    let (subjects, rejected) = measure::compile(&compiler, solutions, bar)?;
    let mut left_out: Vec<LeftOut> = rejected
        .iter()
        .map(|rejected| LeftOut {
            name: rejected.solution.name.clone(),
            reason: format!("does not compile: {}", first_line(&rejected.error)),
        })
        .collect();
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
    let counting = match &subject.counting {
        Ok(counting) => counting,
        Err(error) => {
            let why = first_line(error);
            return Ok(Err(format!(
                "does not compile with the counting Vec: {why}"
            )));
        }
    };
    let puzzle = std::slice::from_ref(&task.puzzle);
    let time_limit = arguments.limits.time_limit;
    let purpose = Purpose::Count {
        most_events: arguments.max_events as usize,
    };
    let mut run = Run::new(counting, puzzle, purpose, measure::limits(time_limit));
    let outcome = run.next().expect("one puzzle has one outcome")?;
    let (counted_to_end, counts) = match outcome {
        Outcome::Answered {
            counts: Some(counts),
            ..
        } => (true, counts),
        Outcome::OverLimit { counts } => (false, counts),
        _ => {
            return Ok(Err(format!(
                "not recorded: {}",
                verdict(subject, task, time_limit)?
            )));
        }
    };
    let events = std::mem::take(&mut run.events);
    let decoded = Event::decode(&events);
    let expected = counts.events.min(u64::from(arguments.max_events));
    if decoded.len() as u64 != expected {
        return Ok(Err(format!(
            "its record was lost: {} events of {expected} came back",
            decoded.len()
        )));
    }
    let searches_elsewhere = searches_off_the_board(counting, time_limit)?;
    if searches_elsewhere && arguments.approaches.is_empty() {
        return Ok(Err(
            "keeps its search off the board, and is shown only when named".to_owned(),
        ));
    }
    let mut notes = Vec::new();
    if searches_elsewhere {
        notes.push(
            "This approach keeps its search off the board: it reads the givens, works elsewhere, \
             and writes the finished digits in one sweep."
                .to_owned(),
        );
    }
    Ok(Ok(Panel {
        name: subject.solution.name.clone(),
        file: file(&subject.solution.path),
        summary: subject.solution.summary(),
        source: String::from_utf8_lossy(&subject.solution.text).into_owned(),
        verdict: verdict(subject, task, time_limit)?,
        notes,
        counts: Counts {
            placements: counts.placements,
            backtracks: counts.backtracks,
            board_reads: counts.board_reads,
            events: counts.events,
        },
        counted_to_end,
        shown: decoded.len(),
        events,
    }))
}

/// Whether a solution shows nothing of its search on a puzzle that nobody solves without one.
fn searches_off_the_board(counting: &Program, time_limit: Duration) -> anyhow::Result<bool> {
    let hard = Task::of_case(sudoku_fixtures::find("inkala_2012").expect("a shared case"));
    let purpose = Purpose::Count {
        most_events: 1_000_000,
    };
    let puzzle = std::slice::from_ref(&hard.puzzle);
    let mut run = Run::new(counting, puzzle, purpose, measure::limits(time_limit));
    let outcome = run.next().expect("one puzzle has one outcome")?;
    let is_answered = matches!(outcome, Outcome::Answered { .. });
    Ok(is_answered && is_one_sweep(&hard.puzzle, &Event::decode(&run.events)))
}

/// What LeetCode would say, of a run that nobody counts.
fn verdict(subject: &Subject, task: &Task, time_limit: Duration) -> anyhow::Result<String> {
    let Subject {
        timed, solution, ..
    } = subject;
    let judged = measure::run_once(timed, solution, task, time_limit, Duration::ZERO)?;
    Ok(judged.verdict.to_string())
}

/// Where a solution lies, without the machine's own folders where it is one of the workspace's.
fn file(path: &Path) -> String {
    let inside = path.strip_prefix(workspace::root());
    inside.unwrap_or(path).display().to_string()
}

fn first_line(error: &CompileError) -> &str {
    error.message.lines().next().unwrap_or_default()
}

/// As a reader would type it.
fn command() -> String {
    let quoted = |argument: String| {
        let is_plain = |c: char| {
            c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | '/' | ',' | ':' | '=')
        };
        if !argument.is_empty() && argument.chars().all(is_plain) {
            argument
        } else {
            format!("'{}'", argument.replace('\'', r"'\''"))
        }
    };
    let arguments = env::args_os()
        .skip(1)
        .map(|it| quoted(it.to_string_lossy().into_owned()));
    let words: Vec<String> = ["cargo".to_owned(), "judge".to_owned()]
        .into_iter()
        .chain(arguments)
        .collect();
    words.join(" ")
}
