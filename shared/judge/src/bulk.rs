//! Files of many puzzles: the approaches work through them in turn, part by part, as they are read.

use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use serde::Serialize;
use sudoku::Board;

use crate::measure::{Counted, NO_THREAD, Rejected, Subject, Task, counted, limits};
use crate::process::{Answer, Limits, Outcome, Purpose, Run};
use crate::verdict::{Known, Verdict, is_solution, judge};

/// How many puzzles an approach works through before the next has its turn.
pub const PART: usize = 1_000;

/// An approach that is too slow for the file is stopped after so long, and so is its count.
const LONGEST_WORK: Duration = Duration::from_secs(10);

/// How many wrong answers are kept to be shown.
const KEPT_FAULTS: usize = 10;

/// Approaches over a file of puzzles, the fastest first.
#[derive(Debug, Serialize)]
pub struct BulkComparison {
    /// How many puzzles the file holds.
    pub puzzles: usize,
    /// One entry an approach.
    pub approaches: Vec<BulkApproach>,
    /// The first wrong answers, each with the line of its puzzle.
    pub faults: Vec<String>,
}

impl BulkComparison {
    /// Whether no answer was wrong; running out of time is no answer.
    #[must_use]
    pub fn every_answer_was_right(&self) -> bool {
        self.approaches
            .iter()
            .all(|it| matches!(it.verdict.as_str(), "Accepted" | "Time Limit Exceeded"))
    }
}

/// One approach over the puzzles that it did. Times are in nanoseconds.
#[derive(Debug, Serialize)]
pub struct BulkApproach {
    /// Its folder, or the path as the user gave it.
    pub approach: String,
    /// Accepted if every puzzle was that it did, otherwise the worst that happened.
    pub verdict: String,
    /// How many puzzles it did before the end of the file, or of its time.
    pub done: usize,
    /// How many of them were accepted.
    pub accepted: usize,
    /// The accepted, divided by the sum of their times.
    pub puzzles_per_second: Option<f64>,
    /// The median of the times of the accepted.
    pub median_ns: Option<u64>,
    /// The mean number of placements of the puzzles that were counted.
    pub mean_placements: Option<f64>,
    /// How many puzzles were counted.
    pub counted: usize,
    /// What rustc says where the file does not compile.
    pub remark: Option<String>,
}

/// The work on a file, while it goes on.
pub struct Bulk<'a> {
    subjects: &'a [Subject],
    limits: Limits,
    progress: Vec<Progress>,
    puzzles: usize,
    faults: Vec<String>,
}

/// How far one approach is.
#[derive(Default)]
struct Progress {
    done: usize,
    accepted: usize,
    worst: Option<Verdict>,
    times: Vec<u64>,
    worked: Duration,
    placements: u64,
    counted: usize,
    counted_for: Duration,
}

impl<'a> Bulk<'a> {
    /// Nothing done yet.
    #[must_use]
    pub fn new(subjects: &'a [Subject], time_limit: Duration) -> Self {
        Bulk {
            subjects,
            limits: limits(time_limit),
            progress: subjects.iter().map(|_| Progress::default()).collect(),
            puzzles: 0,
            faults: Vec::new(),
        }
    }

    /// How many puzzles were taken in.
    #[must_use]
    pub fn puzzles(&self) -> usize {
        self.puzzles
    }

    /// The next part of the file: every approach that still has time works through it, and the
    /// answers are held against the rules and against each other. Counting uses the other core.
    ///
    /// # Errors
    /// If a program cannot be run, or Ctrl-C was pressed.
    ///
    /// # Panics
    /// If counting panics.
    pub fn work_through(&mut self, part: &[Task]) -> anyhow::Result<()> {
        let boards: Vec<Board> = part.iter().map(|task| task.puzzle.clone()).collect();
        self.puzzles += part.len();
        let counted_for: Vec<Duration> = self.progress.iter().map(|it| it.counted_for).collect();
        let (subjects, limits) = (self.subjects, self.limits);
        let (outcomes, counts) = thread::scope(|scope| {
            let counting = thread::Builder::new()
                .spawn_scoped(scope, || count(subjects, &boards, limits, &counted_for))
                .context(NO_THREAD)?;
            let outcomes = self.time(&boards);
            let counts = counting.join().expect("counting does not panic");
            anyhow::Ok((outcomes?, counts))
        })?;
        self.judge(part, &outcomes);
        for (progress, (placements, counted, took)) in self.progress.iter_mut().zip(counts?) {
            progress.placements += placements;
            progress.counted += counted;
            progress.counted_for += took;
        }
        Ok(())
    }

    fn time(&mut self, boards: &[Board]) -> anyhow::Result<Vec<Vec<Outcome>>> {
        let mut all = Vec::new();
        for (subject, progress) in self.subjects.iter().zip(&mut self.progress) {
            let purpose = Purpose::Time {
                repeat_for: Duration::ZERO,
            };
            let started = Instant::now();
            let mut outcomes = Vec::new();
            let mut run = Run::new(&subject.timed, boards, purpose, self.limits);
            while progress.worked + started.elapsed() < LONGEST_WORK {
                let Some(outcome) = run.next() else { break };
                outcomes.push(outcome?);
            }
            progress.worked += started.elapsed();
            all.push(outcomes);
        }
        Ok(all)
    }

    fn judge(&mut self, part: &[Task], outcomes: &[Vec<Outcome>]) {
        for (number, task) in part.iter().enumerate() {
            let known = known_from_others(task, outcomes, number);
            for (which, outcomes) in outcomes.iter().enumerate() {
                let Some(outcome) = outcomes.get(number) else {
                    continue;
                };
                let solution = &self.subjects[which].solution;
                let place = |line| solution.place(line);
                let verdict = judge(&task.puzzle, &known, outcome, self.limits.time, place);
                if let (Some(reason), true) = (verdict.reason(), self.faults.len() < KEPT_FAULTS) {
                    let (puzzle, verdict) = (&task.name, verdict.name());
                    self.faults.push(format!(
                        "{} on {puzzle}: {verdict}: {reason}",
                        solution.name
                    ));
                }
                self.progress[which].add(verdict, outcome);
            }
        }
    }

    /// What came of it.
    #[must_use]
    pub fn finish(self, rejected: &[Rejected]) -> BulkComparison {
        let mut approaches: Vec<BulkApproach> = self
            .subjects
            .iter()
            .zip(self.progress)
            .map(|(subject, progress)| progress.finish(subject.solution.name.clone()))
            .collect();
        approaches.sort_by(|a, b| {
            let rate = |it: &BulkApproach| it.puzzles_per_second.unwrap_or(0.0);
            rate(b).total_cmp(&rate(a))
        });
        approaches.extend(rejected.iter().map(|rejected| BulkApproach {
            verdict: "Compile Error".to_owned(),
            remark: Some(rejected.error.message.clone()),
            ..Progress::default().finish(rejected.solution.name.clone())
        }));
        BulkComparison {
            puzzles: self.puzzles,
            approaches,
            faults: self.faults,
        }
    }
}

/// What the approaches' answers tell about a puzzle: one right answer, and a board that came back
/// unchanged is wrong.
fn known_from_others(task: &Task, outcomes: &[Vec<Outcome>], number: usize) -> Known {
    if task.known != Known::Nothing {
        return task.known.clone();
    }
    let answers = outcomes
        .iter()
        .filter_map(|outcomes| match outcomes.get(number) {
            Some(Outcome::Answered {
                answer: Answer::Grid(grid),
                ..
            }) => Some(grid),
            _ => None,
        });
    let mut solutions = answers.filter(|grid| is_solution(&task.puzzle, grid));
    solutions
        .next()
        .map_or(Known::Nothing, |solution| Known::Solution(solution.clone()))
}

/// The placements of each subject, of how many puzzles, and how long it took.
fn count(
    subjects: &[Subject],
    boards: &[Board],
    limits: Limits,
    counted_for: &[Duration],
) -> anyhow::Result<Vec<(u64, usize, Duration)>> {
    let mut all = Vec::new();
    for (subject, &before) in subjects.iter().zip(counted_for) {
        let started = Instant::now();
        let (mut placements, mut puzzles) = (0, 0);
        if let Ok(program) = &subject.counting {
            let mut run = Run::new(program, boards, Purpose::Count { most_events: 0 }, limits);
            while before + started.elapsed() < LONGEST_WORK {
                let Some(outcome) = run.next() else { break };
                if let Counted::All(counts) = counted(&outcome?) {
                    placements += counts.placements;
                    puzzles += 1;
                }
            }
        }
        all.push((placements, puzzles, started.elapsed()));
    }
    Ok(all)
}

impl Progress {
    fn add(&mut self, verdict: Verdict, outcome: &Outcome) {
        self.done += 1;
        if let (Verdict::Accepted, Outcome::Answered { time, .. }) = (&verdict, outcome) {
            self.accepted += 1;
            self.times
                .push(u64::try_from(time.as_nanos()).unwrap_or(u64::MAX));
        }
        let is_worse = self
            .worst
            .as_ref()
            .is_none_or(|worst| verdict.severity() > worst.severity());
        if is_worse {
            self.worst = Some(verdict);
        }
    }

    fn finish(mut self, approach: String) -> BulkApproach {
        self.times.sort_unstable();
        let seconds = Duration::from_nanos(self.times.iter().sum()).as_secs_f64();
        let number = |n: usize| u32::try_from(n).map_or(f64::NAN, f64::from);
        BulkApproach {
            approach,
            verdict: self.worst.as_ref().map_or("–", Verdict::name).to_owned(),
            done: self.done,
            accepted: self.accepted,
            puzzles_per_second: (self.accepted > 0).then(|| number(self.accepted) / seconds),
            median_ns: self.times.get(self.times.len() / 2).copied(),
            mean_placements: (self.counted > 0)
                .then(|| Duration::from_secs(self.placements).as_secs_f64() / number(self.counted)),
            counted: self.counted,
            remark: None,
        }
    }
}
