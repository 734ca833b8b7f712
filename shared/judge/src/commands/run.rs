//! `run`: one solution, its verdict and what else is worth knowing, on one screen.

use std::fs;
use std::io;
use std::time::Duration;

use indicatif::ProgressBar;
use serde_json::json;

use super::{Ending, conclude};
use crate::cli::{Run, RunFormat};
use crate::compile::{CompileError, Compiler};
use crate::judgement::{self, Judgement};
use crate::measure::{self, Subject};
use crate::report::screen;
use crate::submission::Submission;
use crate::tasks::{self, Group, Task};
use crate::terminal::{colour, complain, print, steps_bar, warn_of_weakness};
use crate::verdict::Kind;

/// The time limit for each hard puzzle and each beyond LeetCode's promise.
const SHORT_LIMIT: Duration = Duration::from_secs(1);

pub(super) fn run(arguments: &Run) -> anyhow::Result<Ending> {
    let solution = Submission::find(&arguments.solution)?;
    if let Some(note) = solution.note_on_marks() {
        complain(note);
    }
    let tasks = tasks(arguments)?;
    let compiler = Compiler::installed(colour(&io::stderr()))?;
    warn_of_weakness();
    let bar = steps_bar(2);
    let (mut subjects, mut rejected) = measure::compile(&compiler, vec![solution], &bar)?;
    bar.finish_and_clear();
    match (subjects.pop(), rejected.pop()) {
        (Some(subject), _) => judge(arguments, &compiler, &subject, &tasks),
        (None, rejected) => {
            let error = rejected.map(|it| it.error);
            compile_error(
                arguments,
                &error.unwrap_or_else(|| CompileError(String::new())),
            )
        }
    }
}

/// The puzzles; those first that failed last time.
fn tasks(arguments: &Run) -> anyhow::Result<Vec<Task>> {
    let mut tasks = match &arguments.puzzles.puzzles {
        Some(file) => tasks::stream(file, &ProgressBar::hidden())?.collect::<Result<_, _>>()?,
        None => tasks::named(&arguments.puzzles.puzzle)?,
    };
    let failed = arguments
        .memory
        .as_ref()
        .map(|folder| fs::read_to_string(folder.join(FAILED)));
    let failed = failed.and_then(Result::ok).unwrap_or_default();
    tasks.sort_by_key(|task: &Task| !failed.lines().any(|name| name == task.name));
    Ok(tasks)
}

/// The file in `watch`'s folder with the names of the cases that failed, a line each.
const FAILED: &str = "failed.txt";

fn compile_error(arguments: &Run, error: &CompileError) -> anyhow::Result<Ending> {
    if arguments.format == RunFormat::Json {
        let json = json!({ "verdict": Kind::CompileError, "message": error.0 });
        return conclude(format!("{json:#}\n"), Ending::Bad);
    }
    complain(&error.0);
    conclude("Compile Error\n", Ending::Bad)
}

fn judge(
    arguments: &Run,
    compiler: &Compiler,
    subject: &Subject,
    tasks: &[Task],
) -> anyhow::Result<Ending> {
    let is_json = arguments.format == RunFormat::Json;
    let colour = colour(&io::stdout());
    let show = |text: &str| if is_json { Ok(()) } else { print(text) };
    let group = |group, limit| -> anyhow::Result<Judgement> {
        let bar = steps_bar(tasks.iter().filter(|task| task.group == group).count());
        let judgement = judgement::of_group(subject, group, tasks, limit, arguments.all, |task| {
            bar.set_message(task.name.clone());
            bar.inc(1);
        })?;
        bar.finish_and_clear();
        Ok(judgement)
    };
    let limit = arguments.limits.time_limit;
    let ordinary = group(Group::Ordinary, limit)?;
    let is_accepted = ordinary.verdict() == Kind::Accepted;
    let ending = Ending::good_if(is_accepted);
    if let Some(folder) = &arguments.memory {
        let failing: Vec<&str> = ordinary.failing().map(|case| case.case.as_str()).collect();
        fs::write(folder.join(FAILED), failing.join("\n"))?;
    }
    show(&screen::verdict(&ordinary, &subject.solution, colour))?;
    let is_of_cases = tasks.iter().any(|task| task.group != Group::Ordinary);
    let mut others = Vec::new();
    let mut standing = None;
    if is_of_cases && (is_accepted || arguments.all) {
        show(&screen::group(&ordinary))?;
        for other in [Group::Hard, Group::Beyond] {
            let judgement = group(other, limit.min(SHORT_LIMIT))?;
            show(&screen::group(&judgement))?;
            others.push(judgement);
        }
    }
    if is_of_cases && is_accepted {
        let others = judgement::others(&subject.solution)?;
        let bar = steps_bar(2 * others.len() + ordinary.of());
        let (approaches, _) = measure::compile(compiler, others, &bar)?;
        let found = judgement::standing(subject, &approaches, tasks, limit, |task| {
            bar.set_message(task.name.clone());
            bar.inc(1);
        })?;
        bar.finish_and_clear();
        show(&screen::standing(&found))?;
        standing = Some(found);
    }
    let judgements: Vec<&Judgement> = [&ordinary].into_iter().chain(&others).collect();
    if is_json {
        let json = json!({
            "verdict": ordinary.verdict(),
            "accepted": ordinary.accepted(),
            "of": ordinary.of(),
            "groups": judgements,
            "standing": standing,
        });
        return conclude(format!("{json:#}\n"), ending);
    }
    if arguments.all {
        let cases = screen::every_case(&judgements, colour);
        return conclude(format!("\n{cases}"), ending);
    }
    Ok(ending)
}
