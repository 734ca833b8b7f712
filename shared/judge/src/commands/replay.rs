//! `replay`: a page on which approaches can be watched, line by line.

use std::env;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, bail};
use serde_json::{Value, json};
use sudoku::board;

use crate::cli::Replay;
use crate::compile::Compiler;
use crate::figures::grouped;
use crate::interrupt::Interrupted;
use crate::measure::{self, Subject, count, judged};
use crate::run::{EVENT_BYTES, Note};
use crate::submission::Submission;
use crate::tasks::Task;
use crate::terminal::{complain, print, steps_bar};
use crate::{output, page, workspace};

pub(super) fn run(arguments: &Replay) -> anyhow::Result<ExitCode> {
    output::check_place(&arguments.output, page::BEGINNING)?;
    let task = Task::of_text(&arguments.puzzle)?;
    let solutions = Submission::find_all(&arguments.approaches)?;
    // rustc's messages go into the page.
    let compiler = Compiler::installed(false)?;
    let bar = steps_bar(3 * solutions.len());
    let (subjects, rejected) = measure::compile(&compiler, solutions, &bar)?;
    let mut left_out = Vec::new();
    for rejected in rejected {
        let message = rejected.remark.unwrap_or_default();
        let why = message.lines().next().unwrap_or_default();
        left_out.push((rejected.approach, format!("does not compile: {why}")));
    }
    let (mut panels, mut events, mut shown) = (Vec::new(), Vec::new(), Vec::new());
    for subject in &subjects {
        let name = &subject.solution.name;
        bar.set_message(format!("recording {name}"));
        match panel(subject, &task, arguments) {
            Ok((panel, its_events)) => {
                panels.push(panel);
                events.push(its_events);
                shown.push(name.as_str());
            }
            Err(error) if error.is::<Interrupted>() => return Err(error),
            Err(reason) => left_out.push((name.clone(), format!("{reason:#}"))),
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    for (name, reason) in &left_out {
        complain(format_args!("left out: {name}: {reason}"));
    }
    if panels.is_empty() {
        bail!("nothing to replay");
    }
    let left_out = left_out
        .iter()
        .map(|(name, reason)| json!({ "name": name, "reason": reason }));
    let data = json!({
        "command": command(),
        "case": sudoku_fixtures::find(&task.name).map(|case| case.name),
        "puzzle": board::to_line(&task.puzzle),
        "panels": panels,
        "left_out": left_out.collect::<Value>(),
    });
    let text = page::fill(&data, &events);
    output::replace(&arguments.output, page::BEGINNING, &text)?;
    let text = format!(
        "Wrote {} ({} KiB): {} on {}. Open it in a browser.\n",
        arguments.output.display(),
        text.len().div_ceil(1024),
        shown.join(", "),
        task.name
    );
    print(text)?;
    if arguments.open {
        open::that(&arguments.output).context("cannot open the page in a browser")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The recorded run of one solution with its events, or why there is none.
fn panel(subject: &Subject, task: &Task, arguments: &Replay) -> anyhow::Result<(Value, Vec<u8>)> {
    let solution = &subject.solution;
    if let Err(error) = &subject.counting {
        bail!(
            "does not compile with the counting Vec: {}",
            error.first_line()
        );
    }
    let time_limit = arguments.limits.time_limit;
    let (verdict, _) = judged(&subject.timed, solution, task, time_limit, Duration::ZERO)?;
    let kept_events = arguments.max_events.into();
    let (found, seen, events) = count(subject, &task.puzzle, kept_events, time_limit)?;
    let Some(counts) = found.counts else {
        match seen.into_iter().find_map(Note::words) {
            Some(why) => bail!(why),
            None => bail!("not recorded: {verdict}"),
        }
    };
    let searches_elsewhere = measure::searches_off_the_board(subject, time_limit)?;
    if searches_elsewhere && arguments.approaches.is_empty() {
        bail!("keeps its search off the board, and is shown only when named");
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
    let mut words = vec!["cargo".to_owned(), "judge".to_owned()];
    for argument in env::args_os().skip(1) {
        words.push(argument.to_string_lossy().into_owned());
    }
    shlex::try_join(words.iter().map(String::as_str)).unwrap_or_default()
}
