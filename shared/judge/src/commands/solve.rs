//! `solve`: one puzzle's solved grid.

use std::io;
use std::time::{Duration, Instant};

use anyhow::bail;
use sudoku::reference::{self, Solutions};
use sudoku::{Board, board, rules};

use super::{Ending, colour, complain, conclude};
use crate::cli::Solve;
use crate::compile::{Compiler, Wrapper};
use crate::input;
use crate::measure::{Task, run_once};
use crate::process::{Answer, Outcome};
use crate::solution::Solution;
use crate::verdict::Verdict;

pub(super) fn run(arguments: &Solve) -> anyhow::Result<Ending> {
    let task = input::task(&arguments.puzzle)?;
    let conflicts = rules::conflicts(&task.puzzle);
    if !conflicts.is_empty() {
        let said: Vec<String> = conflicts.iter().map(ToString::to_string).collect();
        let said = said.join("\n");
        let text = format!("no solution: the givens contradict each other\n{said}\n");
        return conclude(text, Ending::Bad);
    }
    let solution = match &arguments.approach {
        Some(approach) => by_approach(approach, &task, arguments)?,
        None => by_reference(&task.puzzle, arguments)?,
    };
    match solution {
        Some(solution) => conclude(board::to_grid(&solution) + "\n", Ending::Good),
        None => conclude("no solution\n", Ending::Bad),
    }
}

fn by_reference(puzzle: &Board, arguments: &Solve) -> anyhow::Result<Option<Board>> {
    let limit = arguments.limits.time_limit;
    match reference::solve_within(puzzle, Instant::now() + limit) {
        Some(Solutions::None) => Ok(None),
        Some(Solutions::One(solution)) => Ok(Some(solution)),
        Some(Solutions::Several(solution)) => {
            complain("there are several solutions; this is one of them");
            Ok(Some(solution))
        }
        None => bail!(
            "not decided within {} seconds; --time-limit sets another limit",
            limit.as_secs_f64()
        ),
    }
}

fn by_approach(name: &str, task: &Task, arguments: &Solve) -> anyhow::Result<Option<Board>> {
    let solution = Solution::find(name)?;
    let compiler = Compiler::installed(colour(&io::stderr()))?;
    let program = match compiler.compile(&solution, Wrapper::Timed)? {
        Ok(program) => program,
        Err(error) => bail!("{name} does not compile\n{}", error.message),
    };
    let time = arguments.limits.time_limit;
    let judged = run_once(&program, &solution, task, time, Duration::ZERO)?;
    match (judged.verdict, judged.outcome) {
        (
            Verdict::Accepted,
            Outcome::Answered {
                answer: Answer::Grid(grid),
                ..
            },
        ) => Ok(rules::is_complete(&grid).then_some(grid)),
        (Verdict::TimeLimitExceeded, _) => bail!(
            "{name} took over {} seconds; --time-limit sets another limit",
            time.as_secs_f64()
        ),
        (verdict, _) => bail!("{name}: {verdict}"),
    }
}
