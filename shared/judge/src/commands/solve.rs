//! `solve`: the solved grid of one puzzle.

use std::io;
use std::time::{Duration, Instant};

use anyhow::bail;
use sudoku::reference::{self, Solutions};
use sudoku::{Board, board, rules};

use super::{Ending, conclude};
use crate::cli::Solve;
use crate::compile::{Compiler, Wrapper};
use crate::measure::judged;
use crate::run::{Answer, Outcome};
use crate::submission::Submission;
use crate::tasks::Task;
use crate::terminal::{colour, complain, warn_of_weakness};

pub(super) fn run(arguments: &Solve) -> anyhow::Result<Ending> {
    let task = Task::of_text(&arguments.puzzle)?;
    let conflicts = rules::conflicts(&task.puzzle);
    if !conflicts.is_empty() {
        let conflicts = conflicts.join("\n");
        let text = format!("no solution: the givens contradict each other\n{conflicts}\n");
        return conclude(text, Ending::Bad);
    }
    let limit = arguments.limits.time_limit;
    let solution = match &arguments.approach {
        Some(approach) => by_approach(approach, &task, limit)?,
        None => by_reference(&task.puzzle, limit)?,
    };
    match solution {
        Some(solution) => conclude(board::to_grid(&solution) + "\n", Ending::Good),
        None => conclude("no solution\n", Ending::Bad),
    }
}

fn by_reference(puzzle: &Board, limit: Duration) -> anyhow::Result<Option<Board>> {
    match reference::solve_within(puzzle, Instant::now() + limit) {
        Some(Solutions::None) => Ok(None),
        Some(Solutions::One(solution)) => Ok(Some(solution)),
        Some(Solutions::Several(solution)) => {
            complain("there are several solutions; this is one of them");
            Ok(Some(solution))
        }
        None => bail!(too_slow(limit)),
    }
}

fn too_slow(limit: Duration) -> String {
    let seconds = limit.as_secs_f64();
    format!("not decided within {seconds} seconds; --time-limit sets another limit")
}

fn by_approach(name: &str, task: &Task, limit: Duration) -> anyhow::Result<Option<Board>> {
    let solution = Submission::find(name)?;
    let compiler = Compiler::installed(colour(&io::stderr()))?;
    warn_of_weakness();
    let program = match compiler.compile(&solution, Wrapper::Timed)? {
        Ok(program) => program,
        Err(error) => bail!("{name} does not compile\n{}", error.0),
    };
    let (verdict, run) = judged(&program, &solution, task, limit, Duration::ZERO)?;
    match run.outcome {
        Outcome::Answered {
            answer: Answer::Grid(grid),
            ..
        } if verdict.is_accepted() => Ok(rules::is_complete(&grid).then_some(grid)),
        Outcome::TimeLimit => bail!(too_slow(limit)),
        _ => bail!("{name}: {verdict}"),
    }
}
