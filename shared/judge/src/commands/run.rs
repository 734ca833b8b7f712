//! `run`: one solution, its verdict and what else is worth knowing, on one screen.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use indicatif::ProgressBar;
use serde::{Deserialize, Serialize};
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
    let memory = Memory::read(arguments.remember.as_deref());
    let tasks = tasks(arguments, &memory)?;
    let compiler = Compiler::installed(colour(&io::stderr()))?;
    warn_of_weakness();
    let bar = steps_bar(1);
    let (mut subjects, mut rejected) = measure::compile(&compiler, vec![solution], &bar)?;
    bar.finish_and_clear();
    match (subjects.pop(), rejected.pop()) {
        (Some(subject), _) => judge(arguments, &compiler, &subject, &tasks, memory),
        (None, rejected) => {
            let error = rejected.map(|it| it.error);
            compile_error(
                arguments,
                &error.unwrap_or_else(|| CompileError(String::new())),
            )
        }
    }
}

/// What `watch` hands from one run to the next.
#[derive(Default, Deserialize, Serialize)]
struct Memory {
    /// The names of the cases that failed.
    failed: Vec<String>,
    /// The folders of the compiled programs.
    programs: Vec<PathBuf>,
}

impl Memory {
    fn read(file: Option<&Path>) -> Self {
        let text = file.and_then(|file| fs::read(file).ok());
        let memory = text.and_then(|text| serde_json::from_slice(&text).ok());
        memory.unwrap_or_default()
    }

    fn write(&self, file: Option<&Path>) -> anyhow::Result<()> {
        if let Some(file) = file {
            fs::write(file, serde_json::to_vec(self)?)?;
        }
        Ok(())
    }

    /// Remembers the programs of this run, and removes those of the last one.
    fn replace_programs(&mut self, subject: &Subject) {
        let counting = subject.counting.as_ref().ok();
        let programs = [Some(&subject.timed), counting].into_iter().flatten();
        let folders = programs.filter_map(|program| program.path.parent());
        let new: Vec<PathBuf> = folders.map(Path::to_path_buf).collect();
        for old in self.programs.iter().filter(|old| !new.contains(old)) {
            let _ = fs::remove_dir_all(old);
        }
        self.programs = new;
    }
}

/// The puzzles; those first that failed last time.
fn tasks(arguments: &Run, memory: &Memory) -> anyhow::Result<Vec<Task>> {
    let mut tasks = match &arguments.puzzles.puzzles {
        Some(file) => tasks::stream(file, &ProgressBar::hidden())?.collect::<Result<_, _>>()?,
        None => tasks::named(&arguments.puzzles.puzzle)?,
    };
    tasks.sort_by_key(|task: &Task| !memory.failed.contains(&task.name));
    Ok(tasks)
}

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
    mut memory: Memory,
) -> anyhow::Result<Ending> {
    let file = arguments.remember.as_deref();
    if file.is_some() {
        // At once: the next save may interrupt this run.
        memory.replace_programs(subject);
        memory.write(file)?;
    }
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
    let failing = ordinary.failing();
    memory.failed = failing.map(|case| case.case.clone()).collect();
    memory.write(file)?;
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
