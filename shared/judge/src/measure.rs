//! Solutions on puzzles: judged, timed and counted.

use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use indicatif::ProgressBar;
use sudoku_fixtures::Board;
use sudoku_fixtures::cases::{CASES, Case, Expectation};

use crate::compile::{CompileError, Compiler, Program, Wrapper};
use crate::process::{Counts, Limits, Outcome, Purpose, Run};
use crate::solution::Solution;
use crate::verdict::{Known, Verdict, judge};

/// The memory one solution may use.
pub const MEMORY_LIMIT: u64 = 1 << 30;

/// How long a short solve is repeated in one run.
pub const REPEAT_FOR: Duration = Duration::from_millis(10);

/// How many runs a short solve gets, the approaches in turn.
const RUNS: usize = 3;

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
        let parse = |text| sudoku_fixtures::board::parse(text).expect("cases are well formed");
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
            let counting = scope.spawn(|| compiler.compile(&solution, Wrapper::Counting));
            let timed = compiler.compile(&solution, Wrapper::Timed);
            (timed, counting.join().expect("compiling does not panic"))
        });
        match timed? {
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
    let limits = Limits {
        time: time_limit,
        memory: MEMORY_LIMIT,
    };
    thread::scope(|scope| {
        let (accepted, to_count) = mpsc::channel();
        let counting = scope.spawn(move || count(subjects, tasks, limits, to_count));
        let mut scores = Vec::new();
        for (number, task) in tasks.iter().enumerate() {
            progress.set_message(task.name.clone());
            let row = time(subjects, task, limits, progress)?;
            for (subject, score) in row.iter().enumerate() {
                if score.verdict == Verdict::Accepted {
                    // Counting may have failed and hung up; its error is told below.
                    let _ = accepted.send((number, subject));
                }
            }
            scores.push(row);
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
    limits: Limits,
    progress: &ProgressBar,
) -> anyhow::Result<Vec<Score>> {
    let mut verdicts = Vec::new();
    let mut times = Vec::new();
    for subject in subjects {
        let (verdict, time) = run_once(subject, task, limits)?;
        verdicts.push(verdict);
        times.push(vec![time]);
        progress.inc(1);
    }
    for _ in 1..RUNS {
        for (number, subject) in subjects.iter().enumerate() {
            if verdicts[number] == Verdict::Accepted && times[number][0] < LONG {
                let (verdict, time) = run_once(subject, task, limits)?;
                verdicts[number] = verdict;
                times[number].push(time);
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

fn run_once(subject: &Subject, task: &Task, limits: Limits) -> anyhow::Result<(Verdict, Duration)> {
    let purpose = Purpose::Time {
        repeat_for: REPEAT_FOR,
    };
    let puzzle = std::slice::from_ref(&task.puzzle);
    let outcome = Run::new(&subject.timed, puzzle, purpose, limits).next();
    let outcome = outcome.expect("one puzzle has one outcome")?;
    let time = match outcome {
        Outcome::Answered { time, .. } => time,
        _ => Duration::ZERO,
    };
    let place = |line| subject.solution.place(line);
    Ok((
        judge(&task.puzzle, &task.known, &outcome, limits.time, place),
        time,
    ))
}

/// Counts what was accepted, as it comes: task, subject, and what was found.
fn count(
    subjects: &[Subject],
    tasks: &[Task],
    limits: Limits,
    accepted: mpsc::Receiver<(usize, usize)>,
) -> anyhow::Result<Vec<(usize, usize, Counted)>> {
    let mut found = Vec::new();
    for (task, subject) in accepted {
        if let Ok(program) = &subjects[subject].counting {
            let puzzle = std::slice::from_ref(&tasks[task].puzzle);
            let mut run = Run::new(program, puzzle, Purpose::Count { most_events: 0 }, limits);
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
