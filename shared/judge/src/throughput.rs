//! Approaches on a file of puzzles: how many a second each solves.

use std::thread;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use sudoku::Board;

use crate::measure::{MOST_EVENTS, Subject, counted};
use crate::measurements::{Approach, Measurements, nanoseconds};
use crate::run::{Counts, ONCE, Outcome, Purpose, run_each};
use crate::submission::Submission;
use crate::tasks::{Task, Tasks};
use crate::verdict::{Kind, judge};

/// How many puzzles of a file an approach works through before the next has its turn. Counts are means
/// over the first of these parts.
const PART: usize = 10_000;

/// An approach that is too slow for the file is stopped when its solves have taken this long, and
/// when its counting run has.
const LONGEST_WORK: Duration = Duration::from_secs(10);

/// How many wrong answers are kept to be shown.
const KEPT_FAULTS: usize = 10;

/// How far an approach is with a file.
#[derive(Default)]
struct Progress {
    /// The puzzles that it worked on, how long, and how many answers were right.
    done: usize,
    worked: Duration,
    accepted: usize,
    worst: Option<Kind>,
    /// Of the right ones, in nanoseconds.
    times: Vec<u64>,
    counts: Counts,
    counted: usize,
}

/// The throughput of subjects on a file of puzzles, part by part as it is read. Every answer is
/// checked while its program works on the next puzzles.
///
/// # Errors
/// If the file or a program fails, or Ctrl-C was pressed.
pub fn throughput(
    subjects: &[Subject],
    rejected: Vec<Approach>,
    mut tasks: Tasks,
    time_limit: Duration,
    bar: &ProgressBar,
) -> anyhow::Result<Measurements> {
    let mut all: Vec<Progress> = subjects.iter().map(|_| Progress::default()).collect();
    let mut faults = Vec::new();
    let mut puzzles = 0;
    let mut next_part = || {
        let part = tasks.by_ref().take(PART);
        part.collect::<anyhow::Result<Vec<Task>>>()
    };
    let mut part = next_part()?;
    while !part.is_empty() {
        bar.set_message(format!("{puzzles} puzzles"));
        let boards: Vec<&Board> = part.iter().map(|task| &task.puzzle).collect();
        let next = thread::scope(|scope| {
            let reading = scope.spawn(&mut next_part);
            for (subject, progress) in subjects.iter().zip(&mut all) {
                progress.solve(subject, &part, &boards, time_limit, &mut faults)?;
                if puzzles == 0 {
                    progress.count(subject, &boards)?;
                }
            }
            reading.join().expect("reading does not panic")
        })?;
        puzzles += part.len();
        part = next;
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

impl Progress {
    fn solve(
        &mut self,
        subject: &Subject,
        part: &[Task],
        boards: &[&Board],
        time_limit: Duration,
        faults: &mut Vec<String>,
    ) -> anyhow::Result<()> {
        if self.worked >= LONGEST_WORK {
            return Ok(());
        }
        let solution = &subject.solution;
        let mut tasks = part.iter();
        run_each(&subject.timed, boards, ONCE, time_limit, |outcome| {
            let task = tasks.next().expect("each puzzle has one outcome");
            let place = |line| solution.place(line);
            let verdict = judge(task, &outcome, time_limit, place);
            self.done += 1;
            self.worst = self.worst.max(Some(verdict.kind));
            self.worked += match outcome {
                Outcome::TimeLimit => time_limit,
                _ => outcome.time().unwrap_or_default(),
            };
            if verdict.is_accepted() {
                self.accepted += 1;
                self.times.extend(outcome.time().map(nanoseconds));
            } else if verdict.reason.is_some() && faults.len() < KEPT_FAULTS {
                faults.push(format!("{} on {}: {verdict}", solution.name, task.name));
            }
            self.worked < LONGEST_WORK
        })
    }

    fn count(&mut self, subject: &Subject, boards: &[&Board]) -> anyhow::Result<()> {
        let Ok(program) = &subject.counting else {
            return Ok(());
        };
        let purpose = Purpose::Count {
            kept_events: 0,
            most_events: MOST_EVENTS,
        };
        let started = Instant::now();
        run_each(program, boards, purpose, LONGEST_WORK, |outcome| {
            if let Some(counts) = counted(outcome).0.exact() {
                self.counts += counts;
                self.counted += 1;
            }
            started.elapsed() < LONGEST_WORK
        })
    }

    fn finish(mut self, solution: &Submission) -> Approach {
        self.times.sort_unstable();
        let total: u64 = self.times.iter().sum();
        let seconds = Duration::from_nanos(total).as_secs_f64();
        #[allow(clippy::cast_precision_loss, reason = "three digits are shown")]
        let per_second = self.accepted as f64 / seconds;
        Approach {
            accepted: self.accepted,
            of: self.done,
            median_ns: self.times.get(self.times.len() / 2).copied(),
            total_ns: (self.accepted > 0).then_some(total),
            puzzles_per_second: (self.accepted > 0).then_some(per_second),
            counts: (self.counted > 0).then_some(self.counts),
            counted: self.counted,
            ..Approach::new(solution, self.worst.unwrap_or(Kind::Accepted))
        }
    }
}
