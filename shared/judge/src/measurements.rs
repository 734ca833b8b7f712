//! What was measured: one form, of which tables, Markdown, JSON and pictures are renderings.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::measure::{Rejected, Subject};
use crate::run::Counts;
use crate::submission::Submission;
use crate::tasks::{Group, Task};
use crate::verdict::{Kind, Verdict};

/// How one solution did on one puzzle.
#[derive(Clone, Debug)]
pub struct Score {
    /// The verdict.
    pub verdict: Verdict,
    /// The median time of a solve, where it was accepted.
    pub time: Option<Duration>,
    /// What it did to the board.
    pub counted: Counted,
}

impl From<(Verdict, Option<Duration>)> for Score {
    fn from((verdict, time): (Verdict, Option<Duration>)) -> Self {
        Score {
            verdict,
            time,
            counted: Counted::Nothing,
        }
    }
}

/// What counting runs found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// Everything.
    All(Counts),
    /// Two runs that differ: the solution depends on chance, the clock or an address.
    Varies(Counts, Counts),
    /// The counts up to the most events.
    Over(Counts),
    /// Nothing: not accepted, or not compiled with the counting `Vec`.
    Nothing,
}

/// Approaches on puzzles, the fastest first: in detail, a case for each puzzle, or the throughput on
/// a file, without cases. Times are in nanoseconds.
#[derive(Debug, Deserialize, Serialize)]
pub struct Measurements {
    /// The time limit for one puzzle.
    pub time_limit_seconds: f64,
    /// How many puzzles there are.
    pub puzzles: usize,
    /// One entry an approach.
    pub approaches: Vec<Approach>,
    /// One entry a puzzle, those first on which the approaches differ most.
    pub cases: Vec<Case>,
    /// The ordinary puzzles that some approach did not finish: totals and ratios are over the others.
    pub not_finished_by_all: Vec<String>,
    /// The puzzles that were not counted completely for every approach that can be counted:
    /// placements and board reads are summed over the others.
    pub not_counted_for_all: Vec<String>,
    /// The first wrong answers on a file, each with the line of its puzzle.
    pub faults: Vec<String>,
}

/// One approach over all puzzles.
#[derive(Debug, Deserialize, Serialize)]
pub struct Approach {
    /// Its name, or the path as the user gave it.
    pub approach: String,
    /// The worst verdict on an ordinary puzzle.
    pub verdict: Kind,
    /// How many ordinary puzzles were accepted.
    pub accepted: usize,
    /// How many ordinary puzzles it was judged on.
    pub of: usize,
    /// The median of the times of the accepted ordinary puzzles.
    pub median_ns: Option<u64>,
    /// The sum of the times of the ordinary puzzles that all approaches finished.
    pub total_ns: Option<u64>,
    /// How many times longer than the fastest: the ratio of the geometric means over the ordinary
    /// puzzles that all finished.
    pub ratio: Option<f64>,
    /// On a file: the accepted puzzles, divided by the sum of their times.
    pub puzzles_per_second: Option<f64>,
    /// Digits written over a blank or another digit.
    pub placements: Option<u64>,
    /// Placed digits taken off or written over.
    pub backtracks: Option<u64>,
    /// Cells read.
    pub board_reads: Option<u64>,
    /// How many puzzles these three are summed over.
    pub counted: usize,
    /// On hard puzzles.
    pub hard: Share,
    /// On puzzles beyond LeetCode's promise.
    pub beyond: Share,
    /// Lines of the solution file that are neither blank nor only a comment.
    pub lines_of_code: usize,
    /// rustc's message where the file does not compile, or why there are no counts.
    pub remark: Option<String>,
}

/// How many puzzles of a group were accepted.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
pub struct Share {
    /// The accepted.
    pub accepted: usize,
    /// All.
    pub of: usize,
}

/// One puzzle.
#[derive(Debug, Deserialize, Serialize)]
pub struct Case {
    /// Its name.
    pub case: String,
    /// Its group.
    pub group: Group,
    /// The slowest time divided by the fastest.
    pub spread: Option<f64>,
    /// In the order of the approaches.
    pub results: Vec<CaseResult>,
}

/// One approach on one puzzle.
#[derive(Debug, Deserialize, Serialize)]
pub struct CaseResult {
    /// Which approach.
    pub approach: String,
    /// The verdict.
    pub verdict: Kind,
    /// What went wrong.
    pub reason: Option<String>,
    /// The median time of a solve.
    pub time_ns: Option<u64>,
    /// What it did to the board, as far as it was counted.
    #[serde(flatten)]
    pub counts: Option<Counts>,
    /// Whether the counts go only up to the most events.
    pub over_limit: bool,
    /// Other counts that a second run had.
    pub varies: Option<Counts>,
}

impl CaseResult {
    /// The counts, where they are complete and always the same.
    pub fn exact(&self) -> Option<Counts> {
        self.counts
            .filter(|_| !self.over_limit && self.varies.is_none())
    }
}

impl Measurements {
    /// Puts the scores of subjects on tasks together: `scores[task][subject]`.
    pub fn in_detail(
        subjects: &[Subject],
        rejected: &[Rejected],
        tasks: &[Task],
        scores: &[Vec<Score>],
        time_limit: Duration,
    ) -> Self {
        let compared = Compared::new(subjects, tasks, scores);
        let mut order: Vec<usize> = (0..subjects.len()).collect();
        order.sort_by(|&a, &b| compared.mean(a).total_cmp(&compared.mean(b)));
        let mut cases: Vec<Case> = tasks
            .iter()
            .zip(scores)
            .map(|(task, row)| Case::new(task, row, subjects, &order))
            .collect();
        cases.sort_by(|a, b| b.spread.unwrap_or(0.0).total_cmp(&a.spread.unwrap_or(0.0)));
        let measured = order.iter().map(|&number| compared.approach(number));
        let left_out = |all: &mut dyn Iterator<Item = usize>, kept: &[usize]| {
            let left_out = all.filter(|number| !kept.contains(number));
            left_out.map(|number| tasks[number].name.clone()).collect()
        };
        Measurements {
            time_limit_seconds: time_limit.as_secs_f64(),
            puzzles: tasks.len(),
            approaches: measured
                .chain(rejected.iter().map(Approach::rejected))
                .collect(),
            cases,
            not_finished_by_all: left_out(
                &mut compared.ordinary.iter().copied(),
                &compared.finished,
            ),
            not_counted_for_all: left_out(&mut (0..tasks.len()), &compared.counted),
            faults: Vec::new(),
        }
    }

    /// Puts the approaches' throughput on a file together.
    pub fn of_file(
        mut approaches: Vec<Approach>,
        rejected: &[Rejected],
        puzzles: usize,
        faults: Vec<String>,
        time_limit: Duration,
    ) -> Self {
        let rate = |it: &Approach| it.puzzles_per_second.unwrap_or(0.0);
        approaches.sort_by(|a, b| rate(b).total_cmp(&rate(a)));
        approaches.extend(rejected.iter().map(Approach::rejected));
        Measurements {
            time_limit_seconds: time_limit.as_secs_f64(),
            puzzles,
            approaches,
            cases: Vec::new(),
            not_finished_by_all: Vec::new(),
            not_counted_for_all: Vec::new(),
            faults,
        }
    }

    /// Whether some approach is faulty: running out of time or memory does not say so.
    pub fn has_failure(&self) -> bool {
        self.approaches.iter().any(|it| it.verdict.is_failure())
    }
}

/// The puzzles by which approaches can be compared.
struct Compared<'a> {
    subjects: &'a [Subject],
    tasks: &'a [Task],
    scores: &'a [Vec<Score>],
    /// The approaches that are compared.
    sound: Vec<usize>,
    ordinary: Vec<usize>,
    /// The ordinary puzzles that each of these finished.
    finished: Vec<usize>,
    /// The puzzles that were counted completely for each of these that can be counted.
    counted: Vec<usize>,
}

impl<'a> Compared<'a> {
    fn new(subjects: &'a [Subject], tasks: &'a [Task], scores: &'a [Vec<Score>]) -> Self {
        let is_ordinary = |&task: &usize| tasks[task].group == Group::Ordinary;
        let ordinary: Vec<usize> = (0..tasks.len()).filter(is_ordinary).collect();
        let sound = sound(subjects.len(), &ordinary, scores);
        let for_all = |task: usize, holds: &dyn Fn(usize, &Score) -> bool| {
            !sound.is_empty() && sound.iter().all(|&it| holds(it, &scores[task][it]))
        };
        let is_finished = |&task: &usize| for_all(task, &|_, score| score.time.is_some());
        let is_counted = |&task: &usize| {
            for_all(task, &|subject, score| {
                subjects[subject].counting.is_err() || matches!(score.counted, Counted::All(_))
            })
        };
        Compared {
            subjects,
            tasks,
            scores,
            finished: ordinary.iter().copied().filter(is_finished).collect(),
            counted: (0..tasks.len()).filter(is_counted).collect(),
            ordinary,
            sound,
        }
    }

    /// The geometric mean of the times in nanoseconds; infinite where there is nothing to compare.
    fn mean(&self, number: usize) -> f64 {
        if self.finished.is_empty() || !self.sound.contains(&number) {
            return f64::INFINITY;
        }
        let times = self.finished.iter();
        geometric_mean(times.filter_map(|&task| self.scores[task][number].time))
    }

    fn approach(&self, number: usize) -> Approach {
        let subject = &self.subjects[number];
        let means = (0..self.subjects.len()).map(|it| self.mean(it));
        let ratio = self.mean(number) / means.fold(f64::INFINITY, f64::min);
        let score = |task: usize| &self.scores[task][number];
        let total: Option<Duration> = self.finished.iter().map(|&task| score(task).time).sum();
        let ordinary = || self.ordinary.iter().copied();
        let mut times: Vec<Duration> = ordinary().filter_map(|task| score(task).time).collect();
        times.sort();
        let kinds = ordinary().map(|task| score(task).verdict.kind);
        let sum = |pick: fn(Counts) -> u64| self.sum_of_counts(number, pick);
        Approach {
            accepted: times.len(),
            of: self.ordinary.len(),
            median_ns: times.get(times.len() / 2).copied().map(nanoseconds),
            total_ns: total.filter(|_| !self.finished.is_empty()).map(nanoseconds),
            ratio: Some(ratio).filter(|ratio| ratio.is_finite()),
            placements: sum(|counts| counts.placements),
            backtracks: sum(|counts| counts.backtracks),
            board_reads: sum(|counts| counts.board_reads),
            counted: self.counted.len(),
            hard: self.share(number, Group::Hard),
            beyond: self.share(number, Group::Beyond),
            remark: subject.counting.as_ref().err().map(|error| {
                let why = error.first_line();
                format!("no counts: it does not compile with the counting Vec ({why})")
            }),
            ..Approach::new(&subject.solution, kinds.max().unwrap_or(Kind::Accepted))
        }
    }

    fn share(&self, number: usize, group: Group) -> Share {
        let tasks = (0..self.tasks.len()).filter(|&task| self.tasks[task].group == group);
        let is_accepted = |&task: &usize| self.scores[task][number].verdict.is_accepted();
        Share {
            accepted: tasks.clone().filter(is_accepted).count(),
            of: tasks.count(),
        }
    }

    fn sum_of_counts(&self, number: usize, pick: fn(Counts) -> u64) -> Option<u64> {
        // A sum means something only beside sums over the same puzzles; a single count stands alone.
        let tasks = if self.scores.len() == 1 {
            &[0][..]
        } else {
            &self.counted
        };
        let counts = |&task: &usize| match self.scores[task][number].counted {
            Counted::All(counts) => Some(pick(counts)),
            _ => None,
        };
        if tasks.is_empty() {
            return None;
        }
        tasks.iter().map(counts).sum()
    }
}

/// The approaches that gave no wrong answer and finished something: one that fails must neither
/// remove puzzles from the others' figures nor be the fastest. Where all fail, those that finished
/// something.
fn sound(subjects: usize, ordinary: &[usize], scores: &[Vec<Score>]) -> Vec<usize> {
    let any = |number: usize, holds: fn(Kind) -> bool| {
        let mut kinds = ordinary
            .iter()
            .map(|&task| scores[task][number].verdict.kind);
        kinds.any(holds)
    };
    let finish: Vec<usize> = (0..subjects)
        .filter(|&number| any(number, |kind| kind == Kind::Accepted))
        .collect();
    let sound: Vec<usize> = finish
        .iter()
        .copied()
        .filter(|&number| !any(number, Kind::is_failure))
        .collect();
    if sound.is_empty() { finish } else { sound }
}

impl Approach {
    /// An approach of which nothing but the verdict is known yet.
    pub fn new(solution: &Submission, verdict: Kind) -> Self {
        Approach {
            approach: solution.name.clone(),
            verdict,
            accepted: 0,
            of: 0,
            median_ns: None,
            total_ns: None,
            ratio: None,
            puzzles_per_second: None,
            placements: None,
            backtracks: None,
            board_reads: None,
            counted: 0,
            hard: Share::default(),
            beyond: Share::default(),
            lines_of_code: solution.lines_of_code(),
            remark: None,
        }
    }

    fn rejected(rejected: &Rejected) -> Self {
        Approach {
            remark: Some(rejected.error.0.clone()),
            ..Approach::new(&rejected.solution, Kind::CompileError)
        }
    }
}

impl Case {
    fn new(task: &Task, row: &[Score], subjects: &[Subject], order: &[usize]) -> Self {
        let times = row.iter().filter_map(|score| score.time);
        let times: Vec<f64> = times.map(|time| time.as_secs_f64()).collect();
        let slowest = times.iter().copied().fold(0.0, f64::max);
        let fastest = times.iter().copied().fold(f64::INFINITY, f64::min);
        let result = |&number: &usize| {
            let score = &row[number];
            let (counts, varies) = match score.counted {
                Counted::All(counts) | Counted::Over(counts) => (Some(counts), None),
                Counted::Varies(first, second) => (Some(first), Some(second)),
                Counted::Nothing => (None, None),
            };
            CaseResult {
                approach: subjects[number].solution.name.clone(),
                verdict: score.verdict.kind,
                reason: score.verdict.reason.clone(),
                time_ns: score.time.map(nanoseconds),
                counts,
                over_limit: matches!(score.counted, Counted::Over(_)),
                varies,
            }
        };
        Case {
            case: task.name.clone(),
            group: task.group,
            spread: (row.len() > 1 && fastest > 0.0 && slowest > 0.0).then(|| slowest / fastest),
            results: order.iter().map(result).collect(),
        }
    }
}

/// The geometric mean of times, in nanoseconds.
pub fn geometric_mean(times: impl Iterator<Item = Duration>) -> f64 {
    let logarithms = times.map(|time| (time.as_secs_f64() * 1e9).max(1.0).ln());
    let (sum, count) = logarithms.fold((0.0, 0.0), |(sum, count), it| (sum + it, count + 1.0));
    f64::exp(sum / count)
}

/// A time in whole nanoseconds.
pub fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}
