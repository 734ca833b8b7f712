//! What a comparison found: the figures that every form of report shows.

use std::time::Duration;

use serde::Serialize;

use crate::measure::{Counted, Rejected, Score, Subject, Task};
use crate::process::Counts;
use crate::verdict::Verdict;

/// Approaches side by side, the fastest first.
#[derive(Debug, Serialize)]
pub struct Comparison {
    /// One entry an approach.
    pub approaches: Vec<Approach>,
    /// One entry a puzzle, those first on which the approaches differ most.
    pub cases: Vec<Case>,
    /// The puzzles that some approach did not finish: totals and ratios are over the others.
    pub not_finished_by_all: Vec<String>,
    /// The puzzles that were not counted to the end for every approach that can be counted:
    /// placements and board reads are over the others.
    pub not_counted_for_all: Vec<String>,
    /// The time limit for one puzzle.
    pub time_limit_seconds: f64,
}

/// One approach over all puzzles. Times are in nanoseconds.
#[derive(Debug, Serialize)]
pub struct Approach {
    /// Its folder, or the path as the user gave it.
    pub approach: String,
    /// Accepted if every puzzle was, otherwise the worst that happened.
    pub verdict: String,
    /// How many puzzles were accepted.
    pub accepted: usize,
    /// The median of the times of the accepted puzzles.
    pub median_ns: Option<u64>,
    /// The sum of the times of the puzzles that all approaches finished.
    pub total_ns: Option<u64>,
    /// How many times longer than the fastest: the ratio of the geometric means over the puzzles
    /// that all finished.
    pub ratio: Option<f64>,
    /// Digits written over a blank or another digit.
    pub placements: Option<u64>,
    /// Cells read.
    pub board_reads: Option<u64>,
    /// Lines of the solution file that are neither blank nor only a comment.
    pub lines_of_code: usize,
    /// What rustc says where the file does not compile, or why there are no counts.
    pub remark: Option<String>,
}

/// One puzzle.
#[derive(Debug, Serialize)]
pub struct Case {
    /// Its name.
    pub case: String,
    /// The slowest time divided by the fastest.
    pub spread: Option<f64>,
    /// In the order of the approaches.
    pub results: Vec<CaseResult>,
}

/// One approach on one puzzle.
#[derive(Debug, Serialize)]
pub struct CaseResult {
    /// Which approach.
    pub approach: String,
    /// What LeetCode would say.
    pub verdict: String,
    /// What went wrong.
    pub reason: Option<String>,
    /// The median time of a solve.
    pub time_ns: Option<u64>,
    /// Digits written over a blank or another digit.
    pub placements: Option<u64>,
    /// Placed digits taken off or written over.
    pub backtracks: Option<u64>,
    /// Cells read.
    pub board_reads: Option<u64>,
    /// Whether the counts go only up to the time limit.
    pub over_limit: bool,
}

impl Comparison {
    /// Puts the scores of subjects on tasks together: `scores[task][subject]`.
    #[must_use]
    pub fn new(
        subjects: &[Subject],
        rejected: &[Rejected],
        tasks: &[Task],
        scores: &[Vec<Score>],
        time_limit: Duration,
    ) -> Self {
        let compared = Compared::new(subjects, scores);
        let mut order: Vec<usize> = (0..subjects.len()).collect();
        order.sort_by(|&a, &b| compared.mean(a).total_cmp(&compared.mean(b)));
        let mut cases: Vec<Case> = tasks
            .iter()
            .zip(scores)
            .map(|(task, row)| Case::new(task, row, subjects, &order))
            .collect();
        cases.sort_by(|a, b| b.spread.unwrap_or(0.0).total_cmp(&a.spread.unwrap_or(0.0)));
        let all_but = |kept: &[usize]| {
            let left_out = (0..tasks.len()).filter(|number| !kept.contains(number));
            left_out.map(|number| tasks[number].name.clone()).collect()
        };
        let measured = order.iter().map(|&number| compared.approach(number));
        Comparison {
            approaches: measured
                .chain(rejected.iter().map(Approach::rejected))
                .collect(),
            cases,
            not_finished_by_all: all_but(&compared.finished),
            not_counted_for_all: all_but(&compared.counted),
            time_limit_seconds: time_limit.as_secs_f64(),
        }
    }

    /// Whether no answer was wrong; running out of time is no answer.
    #[must_use]
    pub fn every_answer_was_right(&self) -> bool {
        let right = |verdict: &str| {
            verdict == Verdict::Accepted.name() || verdict == Verdict::TimeLimitExceeded.name()
        };
        self.approaches
            .iter()
            .all(|approach| right(&approach.verdict))
    }
}

/// The puzzles on which approaches can be held against each other.
struct Compared<'a> {
    subjects: &'a [Subject],
    scores: &'a [Vec<Score>],
    /// The numbers of those that every sound approach finished.
    finished: Vec<usize>,
    /// The numbers of those that were counted to the end for every sound approach that can be counted.
    counted: Vec<usize>,
}

impl<'a> Compared<'a> {
    fn new(subjects: &'a [Subject], scores: &'a [Vec<Score>]) -> Self {
        // An approach that fails, or finishes nothing, must not take the others' figures away.
        let sound: Vec<usize> = (0..subjects.len())
            .filter(|&number| {
                let mut verdicts = scores.iter().map(|row| &row[number].verdict);
                let fails = |verdict: &Verdict| {
                    !matches!(verdict, Verdict::Accepted | Verdict::TimeLimitExceeded)
                };
                !verdicts.clone().any(fails) && verdicts.any(|it| *it == Verdict::Accepted)
            })
            .collect();
        let tasks_where = |holds: &dyn Fn(usize, &Score) -> bool| {
            let for_all = |task: &usize| {
                sound
                    .iter()
                    .all(|&number| holds(number, &scores[*task][number]))
            };
            (0..scores.len()).filter(for_all).collect()
        };
        Compared {
            subjects,
            scores,
            finished: tasks_where(&|_, score| score.time.is_some()),
            counted: tasks_where(&|number, score| {
                subjects[number].counting.is_err() || matches!(score.counted, Counted::All(_))
            }),
        }
    }

    /// The geometric mean of the times in nanoseconds; infinite where a puzzle was not finished.
    fn mean(&self, number: usize) -> f64 {
        let logarithms = self
            .finished
            .iter()
            .map(|&task| match self.scores[task][number].time {
                Some(time) => (time.as_secs_f64() * 1e9).max(1.0).ln(),
                None => f64::INFINITY,
            });
        (logarithms.sum::<f64>() / count(self.finished.len())).exp()
    }

    fn approach(&self, number: usize) -> Approach {
        let subject = &self.subjects[number];
        let fastest = (0..self.subjects.len())
            .map(|it| self.mean(it))
            .fold(f64::INFINITY, f64::min);
        let ratio = self.mean(number) / fastest;
        let total: Option<Duration> = self
            .finished
            .iter()
            .map(|&task| self.scores[task][number].time)
            .sum();
        let mut times: Vec<Duration> = self
            .scores
            .iter()
            .filter_map(|row| row[number].time)
            .collect();
        times.sort();
        Approach {
            approach: subject.solution.name.clone(),
            verdict: worst(self.scores.iter().map(|row| &row[number].verdict)).to_owned(),
            accepted: times.len(),
            median_ns: times.get(times.len() / 2).copied().map(nanoseconds),
            total_ns: total.filter(|_| !self.finished.is_empty()).map(nanoseconds),
            ratio: Some(ratio).filter(|ratio| ratio.is_finite()),
            placements: self.sum_of_counts(number, |counts| counts.placements),
            board_reads: self.sum_of_counts(number, |counts| counts.board_reads),
            lines_of_code: subject.solution.lines_of_code(),
            remark: subject.counting.as_ref().err().map(|error| {
                let why = error.message.lines().next().unwrap_or_default();
                format!("no counts: it does not compile with the counting Vec ({why})")
            }),
        }
    }

    fn sum_of_counts(&self, number: usize, pick: fn(Counts) -> u64) -> Option<u64> {
        let counts = |&task: &usize| match self.scores[task][number].counted {
            Counted::All(counts) => Some(pick(counts)),
            _ => None,
        };
        if self.counted.is_empty() {
            None
        } else {
            self.counted.iter().map(counts).sum()
        }
    }
}

impl Approach {
    fn rejected(rejected: &Rejected) -> Self {
        Approach {
            approach: rejected.solution.name.clone(),
            verdict: "Compile Error".to_owned(),
            accepted: 0,
            median_ns: None,
            total_ns: None,
            ratio: None,
            placements: None,
            board_reads: None,
            lines_of_code: rejected.solution.lines_of_code(),
            remark: Some(rejected.error.message.clone()),
        }
    }
}

impl Case {
    fn new(task: &Task, row: &[Score], subjects: &[Subject], order: &[usize]) -> Self {
        let times = row
            .iter()
            .filter_map(|score| score.time)
            .map(|time| time.as_secs_f64());
        let slowest = times.clone().fold(0.0, f64::max);
        let fastest = times.fold(f64::INFINITY, f64::min);
        let result = |&number: &usize| {
            let Score {
                verdict,
                time,
                counted,
            } = &row[number];
            let counts = match counted {
                Counted::All(counts) | Counted::Over(counts) => Some(counts),
                Counted::Nothing => None,
            };
            CaseResult {
                approach: subjects[number].solution.name.clone(),
                verdict: verdict.name().to_owned(),
                reason: verdict.reason().map(str::to_owned),
                time_ns: time.map(nanoseconds),
                placements: counts.map(|counts| counts.placements),
                backtracks: counts.map(|counts| counts.backtracks),
                board_reads: counts.map(|counts| counts.board_reads),
                over_limit: matches!(counted, Counted::Over(_)),
            }
        };
        Case {
            case: task.name.clone(),
            spread: (slowest > 0.0 && row.len() > 1 && fastest > 0.0).then(|| slowest / fastest),
            results: order.iter().map(result).collect(),
        }
    }
}

/// The worst verdict's name: wrong answers before crashes before exhausted limits.
pub fn worst<'a>(verdicts: impl Iterator<Item = &'a Verdict>) -> &'static str {
    let severity = |verdict: &&Verdict| match verdict {
        Verdict::Accepted => 0,
        Verdict::NotDecided => 1,
        Verdict::TimeLimitExceeded => 2,
        Verdict::MemoryLimitExceeded => 3,
        Verdict::RuntimeError(_) => 4,
        Verdict::WrongAnswer(_) => 5,
    };
    verdicts
        .max_by_key(severity)
        .map_or(Verdict::Accepted.name(), Verdict::name)
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

fn count(n: usize) -> f64 {
    u32::try_from(n).map_or(f64::INFINITY, f64::from)
}
