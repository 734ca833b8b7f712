//! `run`: one solution, a verdict per case.

use std::fmt::Write;
use std::io;

use super::{Ending, colour, print, progress_bar};
use crate::cli;
use crate::compile::{Compiler, Wrapper};
use crate::measure::MEMORY_LIMIT;
use crate::process::{Limits, Outcome, Purpose, Run};
use crate::report::{self, Line};
use crate::solution::Solution;
use crate::verdict::{Verdict, judge};
use crate::{input, measure};

/// Of what a failed solution printed, so much is shown.
const SHOWN_OUTPUT: usize = 10;

pub(super) fn run(arguments: &cli::Run) -> anyhow::Result<Ending> {
    let solution = Solution::find(&arguments.solution)?;
    let tasks = input::tasks(&arguments.puzzles)?;
    let compiler = Compiler::installed(colour(&io::stderr()))?;
    let program = match compiler.compile(&solution, Wrapper::Timed)? {
        Ok(program) => program,
        Err(error) => {
            eprintln!("{}", error.message);
            print("Compile Error\n")?;
            return Ok(Ending::Bad);
        }
    };
    let time = arguments.limits.time_limit;
    let limits = Limits {
        time,
        memory: MEMORY_LIMIT,
    };
    let mut lines = Vec::new();
    let mut printed = String::new();
    let bar = progress_bar(tasks.len());
    for task in &tasks {
        bar.set_message(task.name.clone());
        let purpose = Purpose::Time {
            repeat_for: measure::REPEAT_FOR,
        };
        let mut run = Run::new(
            &program,
            std::slice::from_ref(&task.puzzle),
            purpose,
            limits,
        );
        let outcome = run.next().expect("one puzzle has one outcome")?;
        let verdict = judge(&task.puzzle, &task.known, &outcome, time, |it| {
            solution.place(it)
        });
        let took = match (&verdict, outcome) {
            (Verdict::Accepted, Outcome::Answered { time, .. }) => Some(time),
            _ => None,
        };
        if verdict != Verdict::Accepted && printed.is_empty() {
            printed = about_output(&task.name, &run.printed);
        }
        lines.push(Line {
            name: task.name.clone(),
            verdict,
            time: took,
        });
        bar.inc(1);
    }
    bar.finish_and_clear();
    print(report::verdicts(&lines, &printed, colour(&io::stdout())))?;
    let all = lines.iter().all(|line| line.verdict == Verdict::Accepted);
    Ok(if all { Ending::Good } else { Ending::Bad })
}

/// What the solution printed, shortened, under a line that says where.
fn about_output(name: &str, printed: &str) -> String {
    let mut text = String::new();
    for (number, line) in printed.lines().enumerate() {
        if number == 0 {
            let _ = writeln!(text, "Printed by the solution on {name}:");
        }
        if number == SHOWN_OUTPUT {
            let _ = writeln!(text, "  ...");
            break;
        }
        let _ = writeln!(text, "  {line:.100}");
    }
    text
}
