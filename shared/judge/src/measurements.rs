//! What was measured: one form, of which tables, Markdown, JSON and pictures are renderings.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::measure::{Rejected, Subject};
use crate::run::{Counts, Note};
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
    /// What a reader of the counts must know.
    pub note: Option<&'static str>,
}

impl From<(Verdict, Option<Duration>)> for Score {
    fn from((verdict, time): (Verdict, Option<Duration>)) -> Self {
        Score {
            verdict,
            time,
            counted: Counted::Nothing,
            note: None,
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
    /// What a reader of the counts must know.
    pub note: Option<String>,
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
            remark: self.remark(number),
            ..Approach::new(&subject.solution, kinds.max().unwrap_or(Kind::Accepted))
        }
    }

    /// Why there are no counts, or what a reader of them must know on most puzzles.
    fn remark(&self, number: usize) -> Option<String> {
        if let Err(error) = &self.subjects[number].counting {
            let why = error.first_line();
            return Some(format!(
                "no counts: it does not compile with the counting Vec ({why})"
            ));
        }
        let notes = self.scores.iter().filter_map(|row| row[number].note);
        let mut notes: Vec<&str> = notes.collect();
        if let Some(sweep) = Note::Sweep.words().filter(|sweep| notes.contains(sweep)) {
            return Some(sweep.to_owned());
        }
        notes.sort_unstable();
        let middle = notes.get(notes.len() / 2)?;
        (2 * notes.len() > self.scores.len()).then(|| (*middle).to_owned())
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
                note: score.note.map(str::to_owned),
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

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use pretty_assertions::assert_eq;
    use rstest::rstest;

    use super::*;
    use crate::compile::{CompileError, Program};
    use crate::verdict::Known;

    fn subject(name: &str) -> Subject {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(
            file.path(),
            "// An idea.\n\nfn a() {}\n    // why\nfn b() {}\n",
        )
        .unwrap();
        let program = Program {
            path: PathBuf::new(),
        };
        Subject {
            solution: Submission::read(name, file.path()).unwrap(),
            timed: program.clone(),
            counting: Ok(program),
        }
    }

    fn accepted(nanoseconds: u64, placements: u64) -> Score {
        Score {
            note: None,
            verdict: Kind::Accepted.into(),
            time: Some(Duration::from_nanos(nanoseconds)),
            counted: Counted::All(Counts {
                placements,
                backtracks: 1,
                board_reads: 10 * placements,
                events: 0,
            }),
        }
    }

    fn failed(kind: Kind) -> Score {
        (Verdict::from(kind), None).into()
    }

    fn too_slow() -> Score {
        failed(Kind::TimeLimitExceeded)
    }

    /// Approaches a, b and c on cases one, two and three of these groups: `scores[case][approach]`.
    fn grouped(groups: &[Group], scores: &[Vec<Score>]) -> Measurements {
        let names = ["a", "b", "c"].into_iter();
        let subjects: Vec<Subject> = names.take(scores[0].len()).map(subject).collect();
        measured(&subjects, &[], groups, scores)
    }

    fn compared(scores: &[Vec<Score>]) -> Measurements {
        grouped(&[Group::Ordinary; 3], scores)
    }

    fn measured(
        subjects: &[Subject],
        rejected: &[Rejected],
        groups: &[Group],
        scores: &[Vec<Score>],
    ) -> Measurements {
        let names = ["one", "two", "three"].into_iter().zip(groups);
        let task = |(name, &group): (&str, &Group)| Task {
            name: name.to_owned(),
            group,
            puzzle: Vec::new(),
            known: Known::Nothing,
        };
        let tasks: Vec<Task> = names.take(scores.len()).map(task).collect();
        Measurements::in_detail(subjects, rejected, &tasks, scores, Duration::from_secs(3))
    }

    /// Name, total, ratio and placements of each approach, in order.
    fn figures(measurements: &Measurements) -> Vec<String> {
        let or_dash = |it: Option<u64>| it.map_or("-".to_owned(), |it| it.to_string());
        let figures = |it: &Approach| {
            let ratio = it
                .ratio
                .map_or("-".to_owned(), |ratio| format!("{ratio:.2}"));
            let (total, placements) = (or_dash(it.total_ns), or_dash(it.placements));
            format!("{} {total} {ratio} {placements}", it.approach)
        };
        measurements.approaches.iter().map(figures).collect()
    }

    #[test]
    fn ratios_are_of_geometric_means_and_the_fastest_comes_first() {
        let found = compared(&[
            vec![accepted(400, 5), accepted(100, 6)],
            vec![accepted(100, 7), accepted(1, 8)],
        ]);
        // Means: the roots of 400 * 100 and of 100 * 1.
        assert_eq!(figures(&found), ["b 101 1.00 14", "a 500 20.00 12"]);
        let second = &found.approaches[1];
        assert_eq!(
            (second.median_ns, second.board_reads),
            (Some(400), Some(120))
        );
        assert_eq!((second.backtracks, second.lines_of_code), (Some(2), 2));
        assert!(!found.has_failure());
        let differ = |it: &Case| format!("{} {:.2}", it.case, it.spread.unwrap_or(0.0));
        let cases: Vec<String> = found.cases.iter().map(differ).collect();
        assert_eq!(cases, ["two 100.00", "one 4.00"]);
        assert_eq!(
            found.cases[0].results[0].approach, "b",
            "in the approaches' order"
        );
    }

    #[test]
    fn a_case_that_one_does_not_finish_is_left_out_for_all() {
        let found = compared(&[
            vec![accepted(100, 5), accepted(300, 6)],
            vec![accepted(9_000, 7), too_slow()],
        ]);
        assert_eq!(figures(&found), ["a 100 1.00 5", "b 300 3.00 6"]);
        assert_eq!(found.not_finished_by_all, ["two"]);
        assert_eq!(found.not_counted_for_all, ["two"]);
        let slow = &found.approaches[1];
        assert_eq!((slow.verdict, slow.accepted), (Kind::TimeLimitExceeded, 1));
        assert!(!found.has_failure());
    }

    #[rstest]
    #[case(Kind::WrongAnswer, true)]
    #[case(Kind::RuntimeError, true)]
    #[case(Kind::NotDecided, true)]
    #[case(Kind::MemoryLimitExceeded, false)]
    #[case(Kind::TimeLimitExceeded, false)]
    fn failing_approaches_rank_last_and_are_left_out_of_totals(
        #[case] kind: Kind,
        #[case] is_failure: bool,
    ) {
        let second = if is_failure {
            accepted(1, 1)
        } else {
            failed(kind)
        };
        let found = compared(&[
            vec![failed(kind), accepted(100, 5), accepted(200, 6)],
            vec![second, accepted(100, 7), accepted(200, 8)],
        ]);
        assert_eq!(
            figures(&found),
            ["b 200 1.00 12", "c 400 2.00 14", "a - - -"]
        );
        assert_eq!(found.approaches[2].verdict, kind);
        assert_eq!(found.not_finished_by_all, Vec::<String>::new());
        assert_eq!(found.has_failure(), is_failure);
    }

    #[test]
    fn where_all_fail_they_are_compared_on_the_cases_they_finished() {
        let found = compared(&[
            vec![failed(Kind::WrongAnswer), accepted(50, 5)],
            vec![accepted(100, 5), accepted(200, 6)],
            vec![accepted(100, 5), failed(Kind::RuntimeError)],
        ]);
        assert_eq!(figures(&found), ["a 100 1.00 5", "b 200 2.00 6"]);
        assert_eq!(found.not_finished_by_all, ["one", "three"]);
        let found = compared(&[vec![too_slow(), failed(Kind::WrongAnswer)]]);
        assert_eq!(figures(&found), ["a - - -", "b - - -"]);
        assert_eq!(found.cases[0].spread, None);
    }

    /// Times and verdicts are of ordinary cases, counts of all.
    #[test]
    fn groups_are_kept_apart() {
        let groups = [Group::Ordinary, Group::Hard, Group::Beyond];
        let found = grouped(
            &groups,
            &[
                vec![accepted(100, 5), accepted(200, 6)],
                vec![accepted(1, 7), too_slow()],
                vec![failed(Kind::RuntimeError), accepted(1, 8)],
            ],
        );
        assert_eq!(figures(&found), ["a 100 1.00 5", "b 200 2.00 6"]);
        assert!(!found.has_failure());
        let share = |accepted, of| Share { accepted, of };
        let shares: Vec<_> = found
            .approaches
            .iter()
            .map(|it| (&it.hard, &it.beyond))
            .collect();
        assert_eq!(
            shares,
            [(&share(1, 1), &share(0, 1)), (&share(0, 1), &share(1, 1))]
        );
        assert_eq!(found.not_finished_by_all, Vec::<String>::new());
        assert_eq!(found.not_counted_for_all, ["two", "three"]);
        let all = [
            vec![accepted(1, 5)],
            vec![accepted(1, 6)],
            vec![accepted(1, 7)],
        ];
        assert_eq!(figures(&grouped(&groups, &all)), ["a 1 1.00 18"]);
    }

    #[test]
    fn incomplete_and_varying_counts_are_not_summed() {
        let some = Counts {
            placements: 99,
            ..Counts::default()
        };
        for counted in [
            Counted::Over(some),
            Counted::Varies(some, Counts::default()),
        ] {
            let score = Score {
                counted,
                ..accepted(100, 0)
            };
            let found = compared(&[
                vec![score, accepted(200, 5)],
                vec![accepted(100, 6), accepted(200, 7)],
            ]);
            assert_eq!(figures(&found), ["a 200 1.00 6", "b 400 2.00 7"]);
            assert_eq!(found.not_counted_for_all, ["one"]);
            let result = &found.cases[0].results[0];
            assert_eq!(result.counts.map(|it| it.placements), Some(99));
            assert_eq!(result.exact(), None);
        }
    }

    #[test]
    fn approaches_that_cannot_be_counted_leave_the_others_counts() {
        let error = CompileError("error: no\n --> x.rs:1:1".to_owned());
        let uncountable = Subject {
            counting: Err(error.clone()),
            ..subject("b")
        };
        let rejected = [Rejected {
            solution: subject("c").solution,
            error,
        }];
        let uncounted = (Kind::Accepted.into(), Some(Duration::from_nanos(50))).into();
        let scores = [vec![accepted(100, 5), uncounted]];
        let subjects = [subject("a"), uncountable];
        let found = measured(&subjects, &rejected, &[Group::Ordinary], &scores);
        assert_eq!(figures(&found), ["b 50 1.00 -", "a 100 2.00 5", "c - - -"]);
        let remarks: Vec<_> = found
            .approaches
            .iter()
            .map(|it| it.remark.as_deref())
            .collect();
        let reason = "no counts: it does not compile with the counting Vec (error: no)";
        assert_eq!(
            remarks,
            [Some(reason), None, Some("error: no\n --> x.rs:1:1")]
        );
        assert_eq!(found.approaches[2].verdict, Kind::CompileError);
        assert!(found.has_failure());
    }
}
