//! Approaches on puzzles: compiled, judged, timed and counted.

use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

use indicatif::ProgressBar;
use sudoku::Board;

use crate::compile::{CompileError, Compiler, Program, Wrapper};
use crate::measurements::{Counted, Measurements, Score};
use crate::run::{Note, Outcome, Purpose, Run, run};
use crate::submission::Submission;
use crate::tasks::Task;
use crate::verdict::{Verdict, judge};

/// How long a short solve is repeated in one run.
const REPEAT_FOR: Duration = Duration::from_millis(5);

/// Solves that take less are repeated, and timed in as many runs, the approaches in turn.
const LONG: Duration = Duration::from_millis(100);
const RUNS: usize = 3;

/// Most counting runs end before this; the others are shown as counts over it. A number of events
/// rather than seconds, so that it does not depend on the machine which counts are complete.
pub const MOST_EVENTS: u64 = 250_000_000;

/// A shorter counting run is repeated, to see whether its counts are always the same.
pub const COUNTED_TWICE: u64 = 50_000_000;

/// Counting takes longer than solving, and its length is bounded by events.
pub const COUNTING_LIMITS: u32 = 20;

/// A solution, compiled to be timed and, where that works, to be counted.
pub struct Subject {
    /// The file.
    pub solution: Submission,
    /// The timed program.
    pub timed: Program,
    /// The counting program, or why rustc rejects it.
    pub counting: Result<Program, CompileError>,
}

/// A solution that does not compile.
pub struct Rejected {
    /// The file.
    pub solution: Submission,
    /// rustc's message.
    pub error: CompileError,
}

/// Compiles solutions with both wrappers, as many at a time as there are processors.
///
/// # Errors
/// If rustc cannot be run, or programs cannot be kept.
pub fn compile(
    compiler: &Compiler,
    solutions: Vec<Submission>,
    progress: &ProgressBar,
) -> anyhow::Result<(Vec<Subject>, Vec<Rejected>)> {
    let jobs: Vec<(&Submission, Wrapper)> = solutions
        .iter()
        .flat_map(|solution| [(solution, Wrapper::Timed), (solution, Wrapper::Counting)])
        .collect();
    let waiting = Mutex::new(jobs.into_iter().enumerate());
    let next = || {
        waiting
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .next()
    };
    let work = || {
        let mut done = Vec::new();
        while let Some((number, (solution, wrapper))) = next() {
            progress.set_message(format!("compiling {}", solution.name));
            done.push((number, compiler.compile(solution, wrapper)));
            progress.inc(1);
        }
        done
    };
    let mut programs = thread::scope(|scope| {
        let workers = thread::available_parallelism().map_or(1, usize::from);
        let others: Vec<_> = (1..workers).map(|_| scope.spawn(work)).collect();
        let mut done = work();
        for other in others {
            done.extend(other.join().expect("compiling does not panic"));
        }
        done
    });
    programs.sort_by_key(|&(number, _)| number);
    let mut programs = programs.into_iter().map(|(_, program)| program);
    let (mut subjects, mut rejected) = (Vec::new(), Vec::new());
    for solution in solutions {
        let mut next = || programs.next().expect("two programs for each solution");
        let (timed, counting) = (next()?, next()?);
        match timed {
            Ok(timed) => subjects.push(Subject {
                solution,
                timed,
                counting,
            }),
            Err(error) => rejected.push(Rejected { solution, error }),
        }
    }
    Ok((subjects, rejected))
}

/// Runs a solution's timed program on one puzzle, repeats the solve for this long, and judges it.
///
/// # Errors
/// If the program cannot be run, or Ctrl-C was pressed.
pub fn judged(
    program: &Program,
    solution: &Submission,
    task: &Task,
    time_limit: Duration,
    repeat_for: Duration,
) -> anyhow::Result<(Verdict, Run)> {
    let run = run(
        program,
        &task.puzzle,
        Purpose::Time { repeat_for },
        time_limit,
    )?;
    let place = |line| solution.place(line);
    let verdict = judge(&task.puzzle, &task.known, &run.outcome, time_limit, place);
    Ok((verdict, run))
}

/// Judges and times every subject on every task, and counts on the other core.
///
/// # Errors
/// If a program cannot be run, or Ctrl-C was pressed.
pub fn in_detail(
    subjects: &[Subject],
    rejected: &[Rejected],
    tasks: &[Task],
    time_limit: Duration,
    progress: &ProgressBar,
) -> anyhow::Result<Measurements> {
    let scores = thread::scope(|scope| {
        let (accepted, to_count) = mpsc::channel::<(usize, usize)>();
        let counting = scope.spawn(move || {
            let mut found = Vec::new();
            for (task, subject) in to_count {
                let counted = count(&subjects[subject], &tasks[task].puzzle, time_limit)?;
                found.push((task, subject, counted));
            }
            anyhow::Ok(found)
        });
        let mut scores = Vec::new();
        for (number, task) in tasks.iter().enumerate() {
            progress.set_message(task.name.clone());
            let row: Vec<Score> = time(&subjects.iter().collect::<Vec<_>>(), task, time_limit)?
                .into_iter()
                .map(Score::from)
                .collect();
            progress.inc(subjects.len() as u64);
            let counted_now = (0..row.len()).filter(|&it| row[it].verdict.is_accepted());
            // If the counting thread has failed, it hung up; its error is returned below.
            let goes_on = counted_now
                .map(|subject| accepted.send((number, subject)))
                .all(|sent| sent.is_ok());
            scores.push(row);
            if !goes_on {
                break;
            }
        }
        drop(accepted);
        progress.set_message("counting");
        for (task, subject, counted) in counting.join().expect("counting does not panic")? {
            let (counted, mut notes) = counted;
            // An easy puzzle is solved in one sweep by many searches.
            notes.retain(|&note| note != Note::Sweep || tasks[task].name == NEEDS_SEARCH);
            scores[task][subject].counted = counted;
            scores[task][subject].note = notes.into_iter().find_map(Note::words);
        }
        anyhow::Ok(scores)
    })?;
    Ok(Measurements::in_detail(
        subjects, rejected, tasks, &scores, time_limit,
    ))
}

/// One task, the subjects in turn, and again while they are quick: verdicts, and the median times of
/// the accepted.
///
/// # Errors
/// If a program cannot be run, or Ctrl-C was pressed.
pub fn time(
    subjects: &[&Subject],
    task: &Task,
    time_limit: Duration,
) -> anyhow::Result<Vec<(Verdict, Option<Duration>)>> {
    let mut found: Vec<(Verdict, Vec<Duration>)> = Vec::new();
    for round in 0..RUNS {
        for (number, subject) in subjects.iter().enumerate() {
            let is_repeated = |(verdict, times): &(Verdict, Vec<Duration>)| {
                verdict.is_accepted() && times[0] < LONG
            };
            if round > 0 && !is_repeated(&found[number]) {
                continue;
            }
            let Subject {
                timed, solution, ..
            } = subject;
            let (verdict, run) = judged(timed, solution, task, time_limit, REPEAT_FOR)?;
            let time = run.outcome.time().unwrap_or_default();
            if round == 0 {
                found.push((verdict, vec![time]));
            } else {
                found[number].0 = verdict;
                found[number].1.push(time);
            }
        }
    }
    let medians = found.into_iter().map(|(verdict, mut times)| {
        times.sort();
        let time = verdict.is_accepted().then_some(times[times.len() / 2]);
        (verdict, time)
    });
    Ok(medians.collect())
}

/// A case that no solution can solve in one sweep without having searched.
const NEEDS_SEARCH: &str = "inkala_2012";

/// Whether a solution shows nothing of its search on a puzzle that needs one.
///
/// # Errors
/// If the program cannot be run, or Ctrl-C was pressed.
pub fn searches_off_the_board(subject: &Subject, time_limit: Duration) -> anyhow::Result<bool> {
    let hard = Task::of_case(sudoku_fixtures::find(NEEDS_SEARCH).expect("a shared case"));
    let (_, notes) = count(subject, &hard.puzzle, time_limit)?;
    Ok(notes.contains(&Note::Sweep))
}

/// Counts a solution on one puzzle; twice where that is quick. Also what a reader of the counts must
/// know.
///
/// # Errors
/// If the program cannot be run, or Ctrl-C was pressed.
pub fn count(
    subject: &Subject,
    puzzle: &Board,
    time_limit: Duration,
) -> anyhow::Result<(Counted, Vec<Note>)> {
    let Ok(program) = &subject.counting else {
        return Ok((Counted::Nothing, Vec::new()));
    };
    let purpose = Purpose::Count {
        kept_events: 0,
        most_events: MOST_EVENTS,
    };
    let once = || run(program, puzzle, purpose, time_limit * COUNTING_LIMITS);
    let (first, notes) = counted(once()?.outcome);
    if let Counted::All(counts) = first
        && counts.events < COUNTED_TWICE
        && let (Counted::All(second), _) = counted(once()?.outcome)
        && second != counts
    {
        return Ok((Counted::Varies(counts, second), notes));
    }
    Ok((first, notes))
}

/// The counts of a counting run, and what a reader of them must know.
pub fn counted(outcome: Outcome) -> (Counted, Vec<Note>) {
    match outcome {
        Outcome::Answered { notes, .. } if notes.iter().any(|note| note.hides_counts()) => {
            (Counted::Nothing, notes)
        }
        Outcome::Answered {
            counts: Some(counts),
            notes,
            ..
        } => (Counted::All(counts), notes),
        Outcome::OverLimit { counts } => (Counted::Over(counts), Vec::new()),
        _ => (Counted::Nothing, Vec::new()),
    }
}
