//! Approaches on a file of puzzles: how many a second each solves.

use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use sudoku::{Board, rules};

use crate::interrupt;
use crate::measure::{MOST_EVENTS, Rejected, Subject, counted};
use crate::measurements::{Approach, Counted, Measurements, nanoseconds};
use crate::run::{Answer, Counts, ONCE, Outcome, Purpose, run_many};
use crate::submission::Submission;
use crate::tasks::{Task, Tasks};
use crate::verdict::{Kind, Known, judge};

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
