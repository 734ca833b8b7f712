//! Approaches on puzzles: compiled, judged, timed and counted.

use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use sudoku::{Board, rules};

use crate::compile::{CompileError, Compiler, Program, Wrapper};
use crate::interrupt;
use crate::measurements::{Approach, Counted, Measurements, Score, nanoseconds};
use crate::run::{Answer, Counts, Note, ONCE, Outcome, Purpose, Run, run, run_many};
use crate::submission::Submission;
use crate::tasks::{Task, Tasks};
use crate::verdict::{Kind, Known, Verdict, judge};

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

/// How many puzzles of a file an approach works through before the next has its turn.
const PART: usize = 5_000;

/// An approach that is too slow for the file is stopped when its solves have taken this long, and
/// when its counting runs have.
const LONGEST_WORK: Duration = Duration::from_secs(10);

/// Counts are means over the first puzzles of a file, at most this many.
const COUNTED_PUZZLES: usize = 10_000;

/// How many wrong answers are kept to be shown.
const KEPT_FAULTS: usize = 10;

/// How far an approach is with a file.
#[derive(Default)]
struct Progress {
    /// The outcomes that are checked, and how many of them were right.
    done: usize,
    accepted: usize,
    worst: Option<Kind>,
    /// Of the right ones, in nanoseconds.
    times: Vec<u64>,
    counts: Counts,
    counted: usize,
}

/// The throughput of subjects on a file of puzzles, part by part as it is read. Every answer is
/// checked, while the next approach works; counting uses the other core.
///
/// # Errors
/// If the file or a program fails, or Ctrl-C was pressed.
pub fn throughput(
    subjects: &[Subject],
    rejected: &[Rejected],
    mut tasks: Tasks,
    time_limit: Duration,
    bar: &ProgressBar,
) -> anyhow::Result<Measurements> {
    let mut all: Vec<Progress> = subjects.iter().map(|_| Progress::default()).collect();
    let mut solved_for = vec![Duration::ZERO; subjects.len()];
    let mut counted_for = solved_for.clone();
    let mut faults = Vec::new();
    let mut puzzles = 0;
    let mut next_part = || {
        tasks
            .by_ref()
            .take(PART)
            .collect::<anyhow::Result<Vec<Task>>>()
    };
    let mut part = next_part()?;
    while !part.is_empty() {
        interrupt::check()?;
        bar.set_message(format!("{puzzles} puzzles"));
        let boards: Vec<Board> = part.iter().map(|task| task.puzzle.clone()).collect();
        let to_count = &boards[..boards.len().min(COUNTED_PUZZLES.saturating_sub(puzzles))];
        puzzles += part.len();
        let (counts, next) = thread::scope(|scope| {
            let counting = scope.spawn(|| count_part(subjects, to_count, &mut counted_for));
            let reading = scope.spawn(&mut next_part);
            let (answered, to_check) = mpsc::channel::<(usize, Vec<Outcome>)>();
            let checking = scope.spawn(|| {
                for (number, outcomes) in to_check {
                    let solution = &subjects[number].solution;
                    all[number].check(solution, &mut part, &outcomes, time_limit, &mut faults);
                }
            });
            for (number, subject) in subjects.iter().enumerate() {
                let left = LONGEST_WORK.saturating_sub(solved_for[number]);
                let outcomes = run_many(&subject.timed, &boards, ONCE, time_limit, left)?;
                solved_for[number] += outcomes.iter().filter_map(Outcome::time).sum::<Duration>();
                // Received: the checks end when this end is dropped.
                let _ = answered.send((number, outcomes));
            }
            drop(answered);
            checking.join().expect("checking does not panic");
            let counts = counting.join().expect("counting does not panic")?;
            anyhow::Ok((counts, reading.join().expect("reading does not panic")))
        })?;
        for (progress, (counts, counted)) in all.iter_mut().zip(counts) {
            progress.counts += counts;
            progress.counted += counted;
        }
        part = next?;
    }
    let progress = subjects.iter().zip(all);
    let approaches = progress.map(|(subject, progress)| progress.finish(&subject.solution));
    Ok(Measurements::of_file(
        approaches.collect(),
        rejected,
        puzzles,
        faults,
        time_limit,
    ))
}

/// The counts of each subject on a part of a file, and of how many puzzles they are. Adds the time
/// that they took.
fn count_part(
    subjects: &[Subject],
    boards: &[Board],
    counted_for: &mut [Duration],
) -> anyhow::Result<Vec<(Counts, usize)>> {
    let mut all = Vec::new();
    for (subject, counted_for) in subjects.iter().zip(counted_for) {
        let (mut sum, mut puzzles) = (Counts::default(), 0);
        if let Ok(program) = &subject.counting {
            let purpose = Purpose::Count {
                kept_events: 0,
                most_events: MOST_EVENTS,
            };
            for boards in boards.chunks(PART / 10) {
                if *counted_for > LONGEST_WORK {
                    break;
                }
                let started = Instant::now();
                let outcomes = run_many(program, boards, purpose, LONGEST_WORK, Duration::MAX)?;
                *counted_for += started.elapsed();
                for outcome in outcomes {
                    if let (Counted::All(counts), _) = counted(outcome) {
                        sum += counts;
                        puzzles += 1;
                    }
                }
            }
        }
        all.push((sum, puzzles));
    }
    Ok(all)
}

impl Progress {
    /// Checks an approach's outcomes. A right answer helps to check those of the approaches after it.
    fn check(
        &mut self,
        solution: &Submission,
        part: &mut [Task],
        outcomes: &[Outcome],
        time_limit: Duration,
        faults: &mut Vec<String>,
    ) {
        for (task, outcome) in part.iter_mut().zip(outcomes) {
            let place = |line| solution.place(line);
            let verdict = judge(&task.puzzle, &task.known, outcome, time_limit, place);
            self.done += 1;
            self.worst = self.worst.max(Some(verdict.kind));
            if let Outcome::Answered { answer, time, .. } = outcome
                && verdict.is_accepted()
            {
                self.accepted += 1;
                self.times.push(nanoseconds(*time));
                if let (Known::Nothing, Answer::Grid(grid)) = (&task.known, answer)
                    && rules::is_complete(grid)
                {
                    task.known = Known::Solution(grid.clone());
                }
            } else if verdict.reason.is_some() && faults.len() < KEPT_FAULTS {
                faults.push(format!("{} on {}: {verdict}", solution.name, task.name));
            }
        }
    }

    fn finish(mut self, solution: &Submission) -> Approach {
        self.times.sort_unstable();
        let total: u64 = self.times.iter().sum();
        let seconds = Duration::from_nanos(total).as_secs_f64();
        #[allow(clippy::cast_precision_loss, reason = "three digits are shown")]
        let per_second = self.accepted as f64 / seconds;
        let sum = |count: u64| (self.counted > 0).then_some(count);
        Approach {
            accepted: self.accepted,
            of: self.done,
            median_ns: self.times.get(self.times.len() / 2).copied(),
            total_ns: (self.accepted > 0).then_some(total),
            puzzles_per_second: (self.accepted > 0).then_some(per_second),
            placements: sum(self.counts.placements),
            backtracks: sum(self.counts.backtracks),
            board_reads: sum(self.counts.board_reads),
            counted: self.counted,
            ..Approach::new(solution, self.worst.unwrap_or(Kind::Accepted))
        }
    }
}
