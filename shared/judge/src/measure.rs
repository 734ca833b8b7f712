//! Approaches on puzzles: compiled, judged, timed and counted.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use indicatif::ProgressBar;
use sudoku::Board;

use crate::compile::{CompileError, Compiler, Program, Wrapper};
use crate::measurements::{Approach, CaseResult, Counted, Measurements, nanoseconds};
use crate::run::{Note, Outcome, Purpose, Run, run};
use crate::submission::Submission;
use crate::tasks::{Group, Task};
use crate::terminal::steps_bar;
use crate::verdict::{Kind, UNCHANGED, Verdict, judge};

/// How long a short solve is repeated in one run.
const REPEAT_FOR: Duration = Duration::from_millis(3);

/// Solves that take less are timed in as many runs, the solutions in turn.
const LONG: Duration = Duration::from_millis(100);
const RUNS: usize = 3;

/// Most counting runs end before this; the others are shown as counts over it. A number of events
/// rather than seconds, so that it does not depend on the machine which counts are complete.
pub const MOST_EVENTS: u64 = 250_000_000;

/// A shorter counting run is repeated, to see whether its counts are always the same.
const COUNTED_TWICE: u64 = 10_000_000;

/// Counting takes longer than solving, and its length is bounded by events.
const COUNTING_LIMITS: u32 = 20;

/// A solution, compiled to be timed and, where that works, to be counted.
pub struct Subject {
    /// The file.
    pub solution: Submission,
    /// The timed program.
    pub timed: Program,
    /// The counting program, or why rustc rejects it.
    pub counting: Result<Program, CompileError>,
}

/// Compiles solutions with both wrappers, as many at a time as there are processors. Also returns
/// the solutions that rustc rejects.
///
/// # Errors
/// If rustc cannot be run, or programs cannot be kept.
pub fn compile(
    compiler: &Compiler,
    solutions: Vec<Submission>,
    progress: &ProgressBar,
) -> anyhow::Result<(Vec<Subject>, Vec<Approach>)> {
    let processors = thread::available_parallelism().map_or(1, usize::from);
    let programs = in_parallel(processors, solutions, |solution| {
        progress.set_message(format!("compiling {}", solution.name));
        let timed = match compiler.compile(&solution, Wrapper::Timed)? {
            Ok(program) => program,
            Err(error) => return Ok(Err(Approach::rejected(&solution, error))),
        };
        progress.inc(1);
        let counting = compiler.compile(&solution, Wrapper::Counting)?;
        progress.inc(1);
        Ok(Ok(Subject {
            solution,
            timed,
            counting,
        }))
    })?;
    let (mut subjects, mut rejected) = (Vec::new(), Vec::new());
    for program in programs {
        match program {
            Ok(subject) => subjects.push(subject),
            Err(approach) => rejected.push(approach),
        }
    }
    Ok((subjects, rejected))
}

/// Works through jobs with this many threads. The results are in the order of the jobs.
fn in_parallel<Job: Send, Found: Send>(
    workers: usize,
    jobs: Vec<Job>,
    work: impl Fn(Job) -> anyhow::Result<Found> + Sync,
) -> anyhow::Result<Vec<Found>> {
    let waiting = Mutex::new(jobs.into_iter().enumerate());
    let next = || waiting.lock().expect("no job panics").next();
    let done = Mutex::new(BTreeMap::new());
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some((number, job)) = next() {
                    let found = work(job);
                    done.lock().expect("no job panics").insert(number, found);
                }
            });
        }
    });
    let done = done.into_inner().expect("no job panics");
    done.into_values().collect()
}

/// Runs a solution's timed program on one puzzle, repeats the solve for this long, and judges it.
///
/// # Errors
/// If the program cannot be run, or Ctrl-C was pressed.
pub fn judged(
    program: &Path,
    solution: &Submission,
    task: &Task,
    time_limit: Duration,
    repeat_for: Duration,
) -> anyhow::Result<(Verdict, Run)> {
    let purpose = Purpose::Time { repeat_for };
    let run = run(program, &task.puzzle, purpose, time_limit)?;
    let place = |line| solution.place(line);
    let verdict = judge(task, &run.outcome, place);
    Ok((verdict, run))
}

/// Judges and times every subject on every task, and counts it on some of them. Two tasks are worked
/// on at a time.
///
/// # Errors
/// If a program cannot be run, or Ctrl-C was pressed.
pub fn in_detail(
    subjects: &[&Subject],
    rejected: Vec<Approach>,
    tasks: &[Task],
    is_counted: impl Fn(&Task) -> bool + Sync,
    time_limit: Duration,
    progress: &ProgressBar,
) -> anyhow::Result<Measurements> {
    // The ordinary puzzles come first and take the least time: done last, they share out evenly.
    let backwards = tasks.iter().rev().collect();
    let mut rows = in_parallel(2, backwards, |task: &Task| {
        progress.set_message(task.name.clone());
        let mut row = time(subjects, task, time_limit, REPEAT_FOR)?;
        for (subject, result) in subjects.iter().zip(&mut row) {
            if result.verdict.is_accepted() && is_counted(task) {
                let (counted, mut notes, _) = count(subject, &task.puzzle, 0, time_limit)?;
                result.counted = counted;
                // An easy puzzle is solved in one sweep by many searches.
                notes.retain(|&note| note != Note::Sweep || task.name == NEEDS_SEARCH);
                let note = notes.into_iter().find_map(Note::words);
                let varying = counted.variation();
                let varying = varying.map(|how| format!("on {} {how}", task.name));
                result.note = varying.or(note.map(str::to_owned));
            }
            progress.inc(1);
        }
        Ok(row)
    })?;
    rows.reverse();
    let approaches = subjects.iter().map(|subject| {
        let cases = rows.iter_mut().map(|row| row.remove(0)).collect();
        let mut approach = Approach::in_detail(&subject.solution, cases);
        if let Err(error) = &subject.counting {
            let why = error.first_line();
            let why = format!("no counts: it does not compile with the counting Vec ({why})");
            approach.remark = Some(why);
        }
        approach
    });
    Ok(Measurements::in_detail(
        tasks,
        approaches.chain(rejected).collect(),
        time_limit,
    ))
}

/// Judges solutions on one puzzle in turns, again where they are right and quick. The first run
/// repeats the solve for `repeat_for`. The time is the median of the runs.
///
/// # Errors
/// If a program cannot be run, or Ctrl-C was pressed.
pub fn time(
    subjects: &[&Subject],
    task: &Task,
    time_limit: Duration,
    repeat_for: Duration,
) -> anyhow::Result<Vec<CaseResult>> {
    let mut runs: Vec<Vec<CaseResult>> = vec![Vec::new(); subjects.len()];
    let is_quick = |it: &CaseResult| it.time_ns.is_some_and(|time| time < nanoseconds(LONG));
    for round in 0..RUNS {
        let repeat_for = if round == 0 { repeat_for } else { REPEAT_FOR };
        for (subject, runs) in subjects.iter().zip(&mut runs) {
            if runs.iter().all(is_quick) {
                let (program, solution) = (&subject.timed, &subject.solution);
                let (verdict, run) = judged(program, solution, task, time_limit, repeat_for)?;
                runs.push(CaseResult::new(task, verdict, run));
            }
        }
    }
    let middle = |mut runs: Vec<CaseResult>| {
        // One that failed has no time, and comes first.
        runs.sort_by_key(|run| run.time_ns);
        let has_failed = runs[0].time_ns.is_none();
        runs.swap_remove(if has_failed { 0 } else { runs.len() / 2 })
    };
    Ok(runs.into_iter().map(middle).collect())
}

/// A case that no solution can solve in one sweep without having searched.
pub const NEEDS_SEARCH: &str = "inkala_2012";

/// Whether a solution shows nothing of its search on a puzzle that needs one.
///
/// # Errors
/// If the program cannot be run, or Ctrl-C was pressed.
pub fn searches_off_the_board(subject: &Subject, time_limit: Duration) -> anyhow::Result<bool> {
    let hard = Task::of_case(sudoku_fixtures::find(NEEDS_SEARCH).expect("a shared case"));
    let (_, notes, _) = count(subject, &hard.puzzle, 0, time_limit)?;
    Ok(notes.contains(&Note::Sweep))
}

/// Counts a solution on one puzzle; twice where that is quick. Also what a reader of the counts must
/// know, and the first events of the run, as many as are to be kept.
///
/// # Errors
/// If the program cannot be run, or Ctrl-C was pressed.
pub fn count(
    subject: &Subject,
    puzzle: &Board,
    kept_events: u64,
    time_limit: Duration,
) -> anyhow::Result<(Counted, Vec<Note>, Vec<u8>)> {
    let Ok(program) = &subject.counting else {
        return Ok(Default::default());
    };
    let purpose = Purpose::Count {
        kept_events,
        most_events: MOST_EVENTS,
    };
    let once = || run(program, puzzle, purpose, time_limit * COUNTING_LIMITS);
    let first = once()?;
    let (mut found, notes) = counted(first.outcome);
    if let Some(counts) = found.exact()
        && counts.events < COUNTED_TWICE
    {
        let (second, _) = counted(once()?.outcome);
        found.varies = second.exact().filter(|second| *second != counts);
    }
    Ok((found, notes, first.events))
}

/// The counts of a counting run, and what a reader of them must know.
pub fn counted(outcome: Outcome) -> (Counted, Vec<Note>) {
    let (counts, over_limit, notes) = match outcome {
        Outcome::Answered { counts, notes, .. } => (counts, false, notes),
        Outcome::OverLimit { counts } => (Some(counts), true, Vec::new()),
        _ => (None, false, Vec::new()),
    };
    let are_hidden = notes.iter().any(|note| note.hides_counts());
    let counted = Counted {
        counts: counts.filter(|_| !are_hidden),
        over_limit,
        varies: None,
    };
    (counted, notes)
}

/// After as many puzzles over the time limit the rest of a group is left out.
const MOST_LATE: usize = 2;

/// Judges a solution on the puzzles of one group, in order.
///
/// # Errors
/// If its program cannot be run, or Ctrl-C was pressed.
pub fn of_group(
    subject: &Subject,
    group: Group,
    tasks: &[Task],
    time_limit: Duration,
    all: bool,
) -> anyhow::Result<Vec<CaseResult>> {
    let mut cases: Vec<CaseResult> = Vec::new();
    // The first case that comes back unchanged tells for all: finding out takes a counting run.
    let mut why_unchanged = None;
    let tasks: Vec<&Task> = tasks.iter().filter(|it| it.group == group).collect();
    let bar = steps_bar(tasks.len());
    for task in tasks {
        bar.set_message(task.name.clone());
        bar.inc(1);
        let is_late = |it: &&CaseResult| it.verdict.kind == Kind::TimeLimitExceeded;
        if !all && cases.iter().filter(is_late).count() >= MOST_LATE {
            cases.push(CaseResult::judged(task, Kind::NotRun));
            continue;
        }
        // Solved once at first, so that it prints once.
        let mut case = time(&[subject], task, time_limit, Duration::ZERO)?.remove(0);
        if case.answer.as_ref() == Some(&task.puzzle) && !case.verdict.is_accepted() {
            let why = match why_unchanged {
                Some(why) => why,
                None => cause_of_unchanged(subject, task, time_limit)?,
            };
            why_unchanged = Some(why);
            case.verdict.cause = Some(why.to_owned());
        }
        cases.push(case);
    }
    bar.finish_and_clear();
    Ok(cases)
}

const UNDONE: &str = "The board was solved and then undone: when a placement leads to a solution, \
                      return before taking it back.";
const ALL_TAKEN_BACK: &str = "The search took back every digit that it placed: a check refuses a digit that fits. Look at \
     the row, the column, the box index, the range of digits, and the undo.";

/// Why a board came back unchanged, by a counting run.
fn cause_of_unchanged(
    subject: &Subject,
    task: &Task,
    time_limit: Duration,
) -> anyhow::Result<&'static str> {
    let (counted, notes, _) = count(subject, &task.puzzle, 0, time_limit)?;
    let placed = counted.counts.filter(|counts| counts.placements > 0);
    Ok(if notes.contains(&Note::Undone) {
        UNDONE
    } else if placed.is_some() && !counted.over_limit {
        ALL_TAKEN_BACK
    } else {
        UNCHANGED
    })
}
