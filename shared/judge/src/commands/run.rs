//! `run`: one solution, its verdict and what else is worth knowing, on one screen.

use std::fs;
use std::process::ExitCode;
use std::time::Duration;

use indicatif::ProgressBar;
use serde_json::json;

use super::{conclude, exit_code};
use crate::cli::{Run, RunFormat};
use crate::compile::Compiler;
use crate::measure::{self, NEEDS_SEARCH, Subject};
use crate::measurements::{Approach, Measurements, worst};
use crate::report::screen::{self, EXAMPLE};
use crate::submission::Submission;
use crate::tasks::{self, Group, Task};
use crate::terminal::{complain, print, steps_bar};
use crate::verdict::Kind;

/// The time limit for each hard puzzle and each beyond LeetCode's promise.
const SHORT_LIMIT: Duration = Duration::from_secs(1);

pub(super) fn run(arguments: &Run) -> anyhow::Result<ExitCode> {
    let solution = Submission::find(&arguments.solution)?;
    let tasks = tasks(arguments)?;
    let compiler = Compiler::installed(console::colors_enabled_stderr())?;
    let bar = steps_bar(2);
    let (subjects, rejected) = measure::compile(&compiler, vec![solution], &bar)?;
    bar.finish_and_clear();
    match &subjects[..] {
        [subject] => judge(arguments, &compiler, subject, &tasks),
        _ => compile_error(arguments, &rejected[0]),
    }
}

/// The puzzles; those first that failed last time.
fn tasks(arguments: &Run) -> anyhow::Result<Vec<Task>> {
    let mut tasks = match &arguments.puzzles.puzzles {
        Some(file) => tasks::stream(file, &ProgressBar::hidden())?.collect::<Result<_, _>>()?,
        None => tasks::named(&arguments.puzzles.puzzle)?,
    };
    if let Some(file) = &arguments.memory
        && let Ok(failed) = fs::read_to_string(file)
    {
        tasks.sort_by_key(|task: &Task| !failed.lines().any(|name| name == task.name));
    }
    Ok(tasks)
}

fn compile_error(arguments: &Run, rejected: &Approach) -> anyhow::Result<ExitCode> {
    if arguments.format == RunFormat::Json {
        return conclude(format!("{:#}\n", json!(rejected)), ExitCode::FAILURE);
    }
    complain(rejected.remark.as_deref().unwrap_or_default());
    conclude("Compile Error\n", ExitCode::FAILURE)
}

fn judge(
    arguments: &Run,
    compiler: &Compiler,
    subject: &Subject,
    tasks: &[Task],
) -> anyhow::Result<ExitCode> {
    let is_json = arguments.format == RunFormat::Json;
    let show = |text: &str| if is_json { Ok(()) } else { print(text) };
    let limit = arguments.time_limit;
    let of_group = |group, limit| measure::of_group(subject, group, tasks, limit, arguments.all);
    let mut cases = of_group(Group::Ordinary, limit)?;
    let is_accepted = worst(&cases) == Kind::Accepted;
    if let Some(file) = &arguments.memory {
        let failing = cases.iter().filter(|it| it.verdict.kind > Kind::NotRun);
        let names: Vec<&str> = failing.map(|it| it.case.as_str()).collect();
        fs::write(file, names.join("\n"))?;
    }
    show(&screen::verdict(&cases, tasks, &subject.solution))?;
    let is_of_cases = tasks.iter().any(|task| task.group != Group::Ordinary);
    if is_of_cases && (is_accepted || arguments.all) {
        show(&screen::group(Group::Ordinary, &cases, limit))?;
        let limit = limit.min(SHORT_LIMIT);
        for group in [Group::Hard, Group::Beyond] {
            let more = of_group(group, limit)?;
            show(&screen::group(group, &more, limit))?;
            cases.extend(more);
        }
    }
    let mut standing = None;
    if is_of_cases && is_accepted {
        let measurements = beside_the_others(compiler, subject, tasks, limit)?;
        show(&screen::standing(&measurements, &subject.solution.name))?;
        standing = Some(measurements);
    }
    let ending = exit_code(is_accepted);
    if is_json {
        let mut json = json!(Approach::in_detail(&subject.solution, cases));
        json["standing"] = json!(standing);
        return conclude(format!("{json:#}\n"), ending);
    }
    if arguments.all {
        let cases = screen::every_case(&cases);
        return conclude(format!("\n{cases}"), ending);
    }
    Ok(ending)
}

/// The solution and the workspace's approaches on the ordinary cases, measured in turn.
fn beside_the_others(
    compiler: &Compiler,
    subject: &Subject,
    tasks: &[Task],
    limit: Duration,
) -> anyhow::Result<Measurements> {
    let mut others = Submission::find_all(&[])?;
    others.retain(|other| other.path != subject.solution.path);
    let ordinary = tasks.iter().filter(|task| task.group == Group::Ordinary);
    let ordinary: Vec<Task> = ordinary.cloned().collect();
    let bar = steps_bar(2 * others.len() + (others.len() + 1) * ordinary.len());
    let (approaches, _) = measure::compile(compiler, others, &bar)?;
    let all: Vec<&Subject> = approaches.iter().chain([subject]).collect();
    let is_counted = |task: &Task| [EXAMPLE, NEEDS_SEARCH].contains(&task.name.as_str());
    let found = measure::in_detail(&all, Vec::new(), &ordinary, is_counted, limit, &bar);
    bar.finish_and_clear();
    found
}
