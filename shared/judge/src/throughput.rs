//! Approaches on a file of puzzles: how many a second each solves.

use std::mem;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use sudoku::board;

use crate::measure::{MOST_EVENTS, Subject, counted};
use crate::measurements::{Approach, Measurements, nanoseconds};
use crate::run::{ONCE, Purpose, run_each};
use crate::tasks::{Task, Tasks};
use crate::verdict::{Kind, judge};

/// How many puzzles of a file an approach works through before the next has its turn. Counts are means
/// over the first of these parts.
const PART: usize = 10_000;

/// An approach that is too slow for the file is stopped when its solves have taken this long, and
/// when its counting run has.
const LONGEST_WORK: Duration = Duration::from_secs(10);

/// A puzzle as a line, and its task without the board, which takes ten times the memory.
type Waiting = (String, Task);

/// How far an approach is with a file.
struct Progress {
    approach: Approach,
    /// How long its solves have taken.
    worked: Duration,
    /// The times of the right answers, in nanoseconds.
    times: Vec<u64>,
}

/// The throughput of subjects on a file of puzzles, part by part as it is read. Every answer is
/// checked while its program works on the next puzzles.
///
/// # Errors
/// If the file or a program fails, or Ctrl-C was pressed.
pub fn throughput(
    subjects: &[Subject],
    rejected: Vec<Approach>,
    tasks: Tasks,
    time_limit: Duration,
    bar: &ProgressBar,
) -> anyhow::Result<Measurements> {
    let start = |subject: &Subject| Progress {
        approach: Approach::new(&subject.solution, Kind::Accepted),
        worked: Duration::ZERO,
        times: Vec::new(),
    };
    let mut all: Vec<Progress> = subjects.iter().map(start).collect();
    let mut puzzles = 0;
    // The next part is read while the programs solve this one.
    let (sender, parts) = mpsc::sync_channel::<anyhow::Result<Vec<Waiting>>>(0);
    let waiting = |mut task: Task| (board::to_line(&mem::take(&mut task.puzzle)), task);
    let mut tasks = tasks.map(move |task| task.map(waiting));
    let mut read = move || sender.send(tasks.by_ref().take(PART).collect());
    thread::spawn(move || while read().is_ok() {});
    loop {
        let part = parts.recv()??;
        if part.is_empty() {
            break;
        }
        bar.set_message(format!("{puzzles} puzzles"));
        let lines: Vec<&str> = part.iter().map(|(line, _)| &**line).collect();
        for (subject, progress) in subjects.iter().zip(&mut all) {
            progress.solve(subject, &part, &lines, time_limit)?;
            if puzzles == 0 && progress.approach.accepted == part.len() {
                progress.count(subject, &lines)?;
            }
        }
        puzzles += part.len();
    }
    let mut approaches: Vec<Approach> = all.into_iter().map(Progress::finish).collect();
    let rate = |it: &Approach| it.puzzles_per_second.unwrap_or(0.0);
    approaches.sort_by(|a, b| rate(b).total_cmp(&rate(a)));
    approaches.extend(rejected);
    Ok(Measurements {
        time_limit_seconds: time_limit.as_secs_f64(),
        puzzles,
        approaches,
        ..Measurements::default()
    })
}

impl Progress {
    fn solve(
        &mut self,
        subject: &Subject,
        part: &[Waiting],
        lines: &[&str],
        time_limit: Duration,
    ) -> anyhow::Result<()> {
        if self.worked >= LONGEST_WORK {
            return Ok(());
        }
        let solution = &subject.solution;
        let mut tasks = part.iter().map(|(line, task)| Task {
            puzzle: board::of_line(line),
            ..task.clone()
        });
        let mut last = Instant::now();
        run_each(&subject.timed, lines, ONCE, time_limit, |outcome| {
            let task = tasks.next().expect("each puzzle has one outcome");
            let place = |line| solution.place(line);
            let verdict = judge(&task, &outcome, place);
            self.approach.of += 1;
            self.approach.verdict = self.approach.verdict.max(verdict.kind);
            // A solution that fails on every puzzle must come to an end too.
            self.worked += outcome.time().unwrap_or_else(|| last.elapsed());
            last = Instant::now();
            if verdict.is_accepted() {
                self.approach.accepted += 1;
                self.times.extend(outcome.time().map(nanoseconds));
            } else if self.approach.first_fault.is_none() {
                self.approach.first_fault = Some(format!("{}: {verdict}", task.name));
            }
            self.worked < LONGEST_WORK
        })
    }

    fn count(&mut self, subject: &Subject, lines: &[&str]) -> anyhow::Result<()> {
        let Ok(program) = &subject.counting else {
            return Ok(());
        };
        let purpose = Purpose::Count {
            kept_events: 0,
            most_events: MOST_EVENTS,
        };
        let started = Instant::now();
        run_each(program, lines, purpose, LONGEST_WORK, |outcome| {
            if let Some(counts) = counted(outcome).0.exact() {
                *self.approach.counts.get_or_insert_default() += counts;
                self.approach.counted += 1;
            }
            started.elapsed() < LONGEST_WORK
        })?;
        // Means over different puzzles cannot be compared.
        let all_counted = self.approach.counted == lines.len();
        self.approach.counts = self.approach.counts.filter(|_| all_counted);
        Ok(())
    }

    fn finish(mut self) -> Approach {
        self.times.sort_unstable();
        let mut approach = self.approach;
        if let Some(median) = self.times.get(self.times.len() / 2) {
            let total = self.times.iter().sum();
            let seconds = Duration::from_nanos(total).as_secs_f64();
            approach.median_ns = Some(*median);
            approach.total_ns = Some(total);
            #[allow(clippy::cast_precision_loss, reason = "three digits are shown")]
            let per_second = approach.accepted as f64 / seconds;
            approach.puzzles_per_second = Some(per_second);
        }
        approach
    }
}
