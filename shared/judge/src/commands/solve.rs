//! `solve`: the solved grid of one puzzle.

use std::process::ExitCode;
use std::time::Duration;

use anyhow::{anyhow, bail};
use sudoku::reference::{self, Solutions};
use sudoku::{board, rules};

use super::conclude;
use crate::cli::Solve;
use crate::compile::{Compiler, Wrapper};
use crate::measure::judged;
use crate::run::{Answer, Outcome};
use crate::submission::Submission;
use crate::tasks::Task;
use crate::terminal::complain;

pub(super) fn run(arguments: &Solve) -> anyhow::Result<ExitCode> {
    let task = Task::of_text(&arguments.puzzle)?;
    let conflicts: Vec<String> = rules::conflicts(&task.puzzle).collect();
    if !conflicts.is_empty() {
        let conflicts = conflicts.join("\n");
        let text = format!("no solution: the givens contradict each other\n{conflicts}\n");
        return conclude(text, ExitCode::FAILURE);
    }
    let limit = arguments.time_limit;
    let solutions = match &arguments.approach {
        Some(approach) => by_approach(approach, &task, limit)?,
        None => reference::solutions(&task.puzzle),
    };
    let solution = match solutions {
        Solutions::None => return conclude("no solution\n", ExitCode::FAILURE),
        Solutions::One(solution) => solution,
        Solutions::Several(solution) => {
            complain("there are several solutions; this is one of them");
            solution
        }
    };
    conclude(board::to_grid(&solution) + "\n", ExitCode::SUCCESS)
}

/// What an accepted approach says of a puzzle.
fn by_approach(name: &str, task: &Task, limit: Duration) -> anyhow::Result<Solutions> {
    let solution = Submission::find(name)?;
    let compiler = Compiler::installed(console::colors_enabled_stderr())?;
    let program = compiler.compile(&solution, Wrapper::Timed)?;
    let program = program.map_err(|error| anyhow!("{name} does not compile\n{}", error.0))?;
    let (verdict, run) = judged(&program, &solution, task, limit, Duration::ZERO)?;
    match run.outcome {
        Outcome::Answered {
            answer: Answer::Grid(grid),
            ..
        } if verdict.is_accepted() => Ok(match rules::first_blank(&grid) {
            None => Solutions::One(grid),
            Some(_) => Solutions::None,
        }),
        _ => bail!("{name}: {verdict}"),
    }
}
