//! `replay`: a page on which approaches can be watched, line by line.

use std::env;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, bail};
use serde_json::{Value, json};
use sudoku::board;

use crate::cli::Replay;
use crate::compile::Compiler;
use crate::interrupt;
use crate::measure::{self, Subject, count, judged};
use crate::run::{EVENT_BYTES, Note};
use crate::submission::Submission;
use crate::tasks::Task;
use crate::terminal::{complain, print, steps_bar};
use crate::{output, page, workspace};

/// How many events of a run the page holds.
const KEPT_EVENTS: u64 = 1_000_000;

pub(super) fn run(arguments: &Replay) -> anyhow::Result<ExitCode> {
    output::check_place(&arguments.output, page::BEGINNING)?;
    let task = Task::of_text(&arguments.puzzle)?;
    let solutions = Submission::find_all(&arguments.approaches)?;
    // rustc's messages go into the page.
    let compiler = Compiler::installed(false)?;
    let bar = steps_bar(3 * solutions.len());
    let (subjects, rejected) = measure::compile(&compiler, solutions, &bar)?;
    let (mut panels, mut events, mut left_out) = (Vec::new(), Vec::new(), Vec::new());
    let mut leave_out = |name: &str, reason: &str| {
        bar.suspend(|| complain(format_args!("left out: {name}: {reason}")));
        left_out.push(json!({ "name": name, "reason": reason }));
    };
    for rejected in rejected {
        let message = rejected.remark.unwrap_or_default();
        let why = message.lines().next().unwrap_or_default();
        leave_out(&rejected.approach, &format!("does not compile: {why}"));
    }
    for subject in &subjects {
        let name = &subject.solution.name;
        bar.set_message(format!("recording {name}"));
        match panel(subject, &task, arguments) {
            Ok((panel, its_events)) => {
                panels.push(panel);
                events.push(its_events);
            }
            Err(reason) => {
                interrupt::check()?;
                leave_out(name, &format!("{reason:#}"));
            }
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    if panels.is_empty() {
        bail!("nothing to replay");
    }
    let data = json!({
        "command": command(),
        "case": sudoku_fixtures::find(&task.name).map(|case| case.name),
        "puzzle": board::to_line(&task.puzzle),
        "panels": panels,
        "left_out": left_out,
    });
    let text = page::fill(&data, &events);
    output::write(&arguments.output, &text)?;
    let (path, size) = (arguments.output.display(), text.len().div_ceil(1024));
    print(format!(
        "Wrote {path} ({size} KiB). Open it in a browser.\n"
    ))?;
    if arguments.open {
        open::that(&arguments.output).context("cannot start a browser; open the page yourself")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The recorded run of one solution with its events, or why there is none.
fn panel(subject: &Subject, task: &Task, arguments: &Replay) -> anyhow::Result<(Value, Vec<u8>)> {
    let solution = &subject.solution;
    if let Err(error) = &subject.counting {
        let why = error.first_line();
        bail!("does not compile with the counting Vec: {why}");
    }
    let time_limit = arguments.time_limit;
    let (verdict, _) = judged(&subject.timed, solution, task, time_limit, Duration::ZERO)?;
    let (found, seen, events) = count(subject, &task.puzzle, KEPT_EVENTS, time_limit)?;
    let why = seen.into_iter().find_map(Note::words);
    let why = || why.map_or(format!("not recorded: {verdict}"), str::to_owned);
    let counts = found.counts.with_context(why)?;
    let searches_elsewhere = measure::searches_off_the_board(subject, time_limit)?;
    if searches_elsewhere && arguments.approaches.is_empty() {
        bail!("keeps its search off the board, and is shown only when named");
    }
    let varying = found.variation();
    let mut notes = Vec::from_iter(varying.map(|how| format!("Note that {how}.")));
    if searches_elsewhere {
        notes.push(
            "This approach keeps its search off the board: it reads the givens, works elsewhere, \
             and writes the finished digits in one sweep."
                .to_owned(),
        );
    }
    // Without the machine's own folders where it is one of the workspace's.
    let inside = solution.path.strip_prefix(workspace::root());
    let panel = json!({
        "name": solution.name,
        "file": inside.unwrap_or(&solution.path).display().to_string(),
        "summary": solution.summary(),
        "source": solution.text,
        "verdict": verdict.to_string(),
        "notes": notes,
        "counts": counts,
        "counted_to_end": !found.over_limit,
        "shown": events.len() / EVENT_BYTES,
    });
    Ok((panel, events))
}

/// The command that a reader would type.
fn command() -> String {
    let arguments = env::args_os().skip(1);
    let arguments: Vec<String> = arguments
        .map(|it| it.to_string_lossy().into_owned())
        .collect();
    let arguments = shlex::try_join(arguments.iter().map(String::as_str));
    format!("cargo judge {}", arguments.unwrap_or_default())
}
