//! Solutions on puzzles: judged, timed and counted.

use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use anyhow::Context;
use indicatif::ProgressBar;
use sudoku::Board;
use sudoku_fixtures::{CASES, Case, Expectation};

use crate::compile::{CompileError, Compiler, Program, Wrapper};
use crate::process::{Counts, Limits, Outcome, Purpose, Run};
use crate::solution::Solution;
use crate::verdict::{Known, Verdict, judge};

/// The memory one solution may use.
pub const MEMORY_LIMIT: u64 = 1 << 30;

/// How long a short solve is repeated in one run.
pub const REPEAT_FOR: Duration = Duration::from_millis(5);

/// How many runs a short solve gets, the approaches in turn.
const RUNS: usize = 3;

/// What is wrong where the system allows no second thread.
pub(crate) const NO_THREAD: &str = "cannot start a thread";

/// What takes longer than this is timed once.
const LONG: Duration = Duration::from_millis(100);

/// A puzzle with a name and what is known about it.
#[derive(Clone, Debug)]
pub struct Task {
    /// The case's name, or where the puzzle came from.
    pub name: String,
    /// The puzzle.
    pub puzzle: Board,
    /// What is known about it.
    pub known: Known,
}

impl Task {
    /// A shared case.
    ///
    /// # Panics
    /// If the case is not well formed, which its own tests rule out.
    #[must_use]
    pub fn of_case(case: &Case) -> Self {
        let parse = |text| sudoku::notation::parse(text).expect("cases are well formed");
        let known = match case.expected {
            Expectation::OneSolution(solution) => Known::Solution(parse(solution)),
            Expectation::Several { .. } => Known::Nothing,
            Expectation::NoSolution | Expectation::Contradictory => Known::NoSolution,
        };
        Task {
            name: case.name.to_owned(),
            puzzle: parse(case.puzzle),
            known,
        }
    }

    /// Every shared case.
    #[must_use]
    pub fn all_cases() -> Vec<Self> {
        CASES.iter().map(Task::of_case).collect()
    }
}

/// A solution, compiled to be timed and, where that works, to be counted.
pub struct Subject {
    /// The file.
    pub solution: Solution,
    /// The timed program.
    pub timed: Program,
    /// The counting program, or what rustc has against it.
    pub counting: Result<Program, CompileError>,
}

/// A solution that does not compile, and what rustc says.
pub struct Rejected {
    /// The file.
    pub solution: Solution,
    /// What is wrong with it.
    pub error: CompileError,
}

/// Compiles solutions, each with both wrappers side by side.
///
/// # Errors
/// If rustc cannot be run, or programs cannot be kept.
///
/// # Panics
/// If compiling panics.
pub fn compile(
    compiler: &Compiler,
    solutions: Vec<Solution>,
    progress: &ProgressBar,
) -> anyhow::Result<(Vec<Subject>, Vec<Rejected>)> {
    let (mut subjects, mut rejected) = (Vec::new(), Vec::new());
    for solution in solutions {
        progress.set_message(format!("compiling {}", solution.name));
        let (timed, counting) = thread::scope(|scope| {
            let counting = thread::Builder::new()
                .spawn_scoped(scope, || compiler.compile(&solution, Wrapper::Counting))
                .context(NO_THREAD)?;
            let timed = compiler.compile(&solution, Wrapper::Timed);
            let counting = counting.join().expect("compiling does not panic");
            anyhow::Ok((timed?, counting))
        })?;
        match timed {
            Ok(timed) => subjects.push(Subject {
                solution,
                timed,
                counting: counting?,
            }),
            Err(error) => rejected.push(Rejected { solution, error }),
        }
        progress.inc(1);
    }
    Ok((subjects, rejected))
}

/// One run of a solution on a puzzle, judged.
pub struct Judged {
    /// What LeetCode would say.
    pub verdict: Verdict,
    /// How it went.
    pub outcome: Outcome,
    /// What the solution printed, as far as it is kept.
    pub printed: String,
}

impl Judged {
    /// The median time of a solve; zero where it did not answer.
    #[must_use]
    pub fn time(&self) -> Duration {
        match self.outcome {
            Outcome::Answered { time, .. } => time,
            _ => Duration::ZERO,
        }
    }
}

/// Runs a solution's timed program on one puzzle, repeats the solve for so long, and judges it.
///
/// # Errors
/// If the program cannot be run, or Ctrl-C was pressed.
///
/// # Panics
/// Never: one puzzle has one outcome.
pub fn run_once(
    program: &Program,
    solution: &Solution,
    task: &Task,
    time_limit: Duration,
    repeat_for: Duration,
) -> anyhow::Result<Judged> {
    let puzzle = std::slice::from_ref(&task.puzzle);
    let purpose = Purpose::Time { repeat_for };
    let mut run = Run::new(program, puzzle, purpose, limits(time_limit));
    let outcome = run.next().expect("one puzzle has one outcome")?;
    let place = |line| solution.place(line);
    Ok(Judged {
        verdict: judge(&task.puzzle, &task.known, &outcome, time_limit, place),
        outcome,
        printed: run.printed,
    })
}

/// What a solution may use where the user says only how much time.
#[must_use]
pub fn limits(time: Duration) -> Limits {
    Limits {
        time,
        memory: MEMORY_LIMIT,
    }
}

/// How one solution did on one puzzle.
#[derive(Clone, Debug)]
pub struct Score {
    /// What LeetCode would say.
    pub verdict: Verdict,
    /// The median time of a solve, of the accepted.
    pub time: Option<Duration>,
    /// What it did to the board.
    pub counted: Counted,
}

/// What a counting run found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// Everything.
    All(Counts),
    /// What was counted up to the time limit.
    Over(Counts),
    /// Nothing: not accepted, or not compiled with the counting `Vec`.
    Nothing,
}

/// Judges and times every subject on every task, and counts on the other core: `scores[task][subject]`.
///
/// # Errors
/// If a program cannot be run, or Ctrl-C was pressed.
///
/// # Panics
/// If counting panics.
pub fn score(
    subjects: &[Subject],
    tasks: &[Task],
    time_limit: Duration,
    progress: &ProgressBar,
) -> anyhow::Result<Vec<Vec<Score>>> {
    thread::scope(|scope| {
        let (accepted, to_count) = mpsc::channel();
        let counting = thread::Builder::new()
            .spawn_scoped(scope, move || count(subjects, tasks, time_limit, to_count))
            .context(NO_THREAD)?;
        let mut scores = Vec::new();
        for (number, task) in tasks.iter().enumerate() {
            progress.set_message(task.name.clone());
            let row = time(subjects, task, time_limit, progress)?;
            let accepted_now = (0..row.len()).filter(|&it| row[it].verdict == Verdict::Accepted);
            let counting_goes_on = accepted_now
                .map(|subject| accepted.send((number, subject)))
                .all(|sent| sent.is_ok());
            scores.push(row);
            if !counting_goes_on {
                // It failed and hung up; why is told below.
                break;
            }
        }
        drop(accepted);
        progress.set_message("counting");
        let counted = counting.join().expect("counting does not panic")?;
        for (task, subject, found) in counted {
            scores[task][subject].counted = found;
        }
        Ok(scores)
    })
}

/// One task, the subjects in turn, and again while they are quick.
fn time(
    subjects: &[Subject],
    task: &Task,
    time_limit: Duration,
    progress: &ProgressBar,
) -> anyhow::Result<Vec<Score>> {
    let mut verdicts = Vec::new();
    let mut times = Vec::new();
    for subject in subjects {
        let run = time_once(subject, task, time_limit)?;
        times.push(vec![run.time()]);
        verdicts.push(run.verdict);
        progress.inc(1);
    }
    for _ in 1..RUNS {
        for (number, subject) in subjects.iter().enumerate() {
            if verdicts[number] == Verdict::Accepted && times[number][0] < LONG {
                let run = time_once(subject, task, time_limit)?;
                times[number].push(run.time());
                verdicts[number] = run.verdict;
            }
        }
    }
    let scores = verdicts.into_iter().zip(times).map(|(verdict, mut times)| {
        times.sort();
        let time = (verdict == Verdict::Accepted).then_some(times[times.len() / 2]);
        Score {
            verdict,
            time,
            counted: Counted::Nothing,
        }
    });
    Ok(scores.collect())
}

fn time_once(subject: &Subject, task: &Task, time_limit: Duration) -> anyhow::Result<Judged> {
    let Subject {
        timed, solution, ..
    } = subject;
    run_once(timed, solution, task, time_limit, REPEAT_FOR)
}

/// Counts what was accepted, as it comes: task, subject, and what was found.
fn count(
    subjects: &[Subject],
    tasks: &[Task],
    time_limit: Duration,
    accepted: mpsc::Receiver<(usize, usize)>,
) -> anyhow::Result<Vec<(usize, usize, Counted)>> {
    let mut found = Vec::new();
    for (task, subject) in accepted {
        if let Ok(program) = &subjects[subject].counting {
            let puzzle = std::slice::from_ref(&tasks[task].puzzle);
            let purpose = Purpose::Count { most_events: 0 };
            let mut run = Run::new(program, puzzle, purpose, limits(time_limit));
            let outcome = run.next().expect("one puzzle has one outcome")?;
            found.push((task, subject, counted(&outcome)));
        }
    }
    Ok(found)
}

/// What an outcome of a counting run tells.
#[must_use]
pub fn counted(outcome: &Outcome) -> Counted {
    match outcome {
        Outcome::Answered {
            counts: Some(counts),
            ..
        } => Counted::All(*counts),
        Outcome::OverLimit { counts } => Counted::Over(*counts),
        _ => Counted::Nothing,
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    fn nowhere() -> Program {
        Program {
            path: PathBuf::from("/nowhere/program"),
        }
    }

    fn bitmask() -> Subject {
        let solution = Solution::find("bitmask").unwrap();
        let compiler = Compiler::installed(false).unwrap();
        let timed = compiler
            .compile(&solution, Wrapper::Timed)
            .unwrap()
            .unwrap();
        Subject {
            solution,
            timed,
            counting: Ok(nowhere()),
        }
    }

    fn tasks() -> Vec<Task> {
        let names = ["leetcode_example", "naked_singles", "one_blank"];
        names
            .map(|name| Task::of_case(sudoku_fixtures::find(name).unwrap()))
            .to_vec()
    }

    fn error_of(subject: Subject) -> String {
        let limit = Duration::from_secs(5);
        let scores = score(&[subject], &tasks(), limit, &ProgressBar::hidden());
        scores.unwrap_err().to_string()
    }

    /// Whichever of the two threads fails, the other ends, and the error is told.
    #[test]
    fn a_program_that_cannot_be_started_is_an_error() {
        let expected = "cannot start /nowhere/program";
        assert_eq!(error_of(bitmask()), expected);
        let untimed = Subject {
            timed: nowhere(),
            ..bitmask()
        };
        assert_eq!(error_of(untimed), expected);
    }
}
