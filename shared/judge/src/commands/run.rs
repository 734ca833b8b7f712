//! `run`: one solution, a verdict per case.

use std::fmt::Write;
use std::io;
use std::time::Duration;

use super::{Ending, colour, complain, conclude, progress_bar};
use crate::cli;
use crate::compile::{Compiler, Program, Wrapper};
use crate::input;
use crate::measure::{Judged, REPEAT_FOR, Task, run_once};
use crate::report::{self, Line};
use crate::solution::Solution;
use crate::verdict::Verdict;

/// Of what a failed solution printed, so many lines are shown, and so much of each.
const SHOWN_LINES: usize = 10;
const SHOWN_OF_A_LINE: usize = 100;

pub(super) fn run(arguments: &cli::Run) -> anyhow::Result<Ending> {
    let solution = Solution::find(&arguments.solution)?;
    let tasks = input::tasks(&arguments.puzzles)?;
    let compiler = Compiler::installed(colour(&io::stderr()))?;
    let program = match compiler.compile(&solution, Wrapper::Timed)? {
        Ok(program) => program,
        Err(error) => {
            complain(&error.message);
            return conclude("Compile Error\n", Ending::Bad);
        }
    };
    let mut lines = Vec::new();
    let mut printed = String::new();
    let bar = progress_bar(tasks.len());
    for task in &tasks {
        bar.set_message(task.name.clone());
        let judged = judged(&program, &solution, task, arguments.limits.time_limit)?;
        let is_accepted = judged.verdict == Verdict::Accepted;
        if !is_accepted && printed.is_empty() {
            printed = about_output(&task.name, &judged.printed);
        }
        lines.push(Line {
            name: task.name.clone(),
            time: is_accepted.then(|| judged.time()),
            verdict: judged.verdict,
        });
        bar.inc(1);
    }
    bar.finish_and_clear();
    let text = report::verdicts(&lines, &printed, colour(&io::stdout()));
    let all = lines.iter().all(|line| line.verdict == Verdict::Accepted);
    conclude(text, if all { Ending::Good } else { Ending::Bad })
}

/// Solved once, so that it prints once, and where it was right and quick solved often, to be timed.
fn judged(
    program: &Program,
    solution: &Solution,
    task: &Task,
    time_limit: Duration,
) -> anyhow::Result<Judged> {
    let once = run_once(program, solution, task, time_limit, Duration::ZERO)?;
    if once.verdict == Verdict::Accepted && once.time() < REPEAT_FOR {
        run_once(program, solution, task, time_limit, REPEAT_FOR)
    } else {
        Ok(once)
    }
}

/// What the solution printed, shortened, under a line that says where.
fn about_output(name: &str, printed: &str) -> String {
    let mut text = String::new();
    for (number, line) in printed.lines().enumerate() {
        if number == 0 {
            let _ = writeln!(text, "Printed by the solution on {name}:");
        }
        if number == SHOWN_LINES {
            let _ = writeln!(text, "  ...");
            break;
        }
        let _ = writeln!(text, "  {}", shown(line));
    }
    text
}

/// A line's beginning, without characters that do something to a terminal.
fn shown(line: &str) -> String {
    let mut text = String::new();
    for character in line.chars().take(SHOWN_OF_A_LINE) {
        match character {
            '\t' => text.push(character),
            _ if character.is_control() => text.extend(character.escape_default()),
            _ => text.push(character),
        }
    }
    if line.chars().nth(SHOWN_OF_A_LINE).is_some() {
        text.push_str("...");
    }
    text
}
