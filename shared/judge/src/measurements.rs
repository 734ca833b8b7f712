//! What was measured: one form, of which tables, Markdown, JSON and pictures are renderings.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use sudoku::Board;

use crate::compile::CompileError;
use crate::figures::grouped;
use crate::run::{Answer, Counts, Outcome, Run};
use crate::submission::Submission;
use crate::tasks::{Group, Task};
use crate::verdict::{Kind, Verdict};

/// What counting runs found: nothing where it was not accepted, or cannot be counted.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
pub struct Counted {
    /// What it did to the board.
    #[serde(flatten)]
    pub counts: Option<Counts>,
    /// Whether the counts go only up to the most events.
    pub over_limit: bool,
    /// Other counts that a second run had: the solution depends on chance, the clock or an address.
    pub varies: Option<Counts>,
}

impl Counted {
    /// The counts, where they are complete and always the same.
    pub fn exact(self) -> Option<Counts> {
        self.counts
            .filter(|_| !self.over_limit && self.varies.is_none())
    }

    /// How the counts vary, if they do.
    pub fn variation(self) -> Option<String> {
        let [first, second] = [self.counts?, self.varies?].map(|it| grouped(it.placements));
        Some(format!(
            "its counts vary from run to run: {first} placements, and {second} in another run"
        ))
    }
}

/// Approaches on puzzles, the fastest first: in detail, or the throughput on a file. Times are in
/// nanoseconds.
#[derive(Debug, Default, Deserialize, Serialize)]
pub struct Measurements {
    /// The time limit for one puzzle.
    pub time_limit_seconds: f64,
    /// How many puzzles there are.
    pub puzzles: usize,
    /// One entry an approach.
    pub approaches: Vec<Approach>,
    /// The ordinary puzzles that some approach did not finish: totals and ratios are over the others.
    pub not_finished_by_all: Vec<String>,
    /// The ordinary puzzles that were not counted completely for every approach that can be counted:
    /// placements and board reads are summed over the others.
    pub not_counted_for_all: Vec<String>,
}

/// One approach over all puzzles.
#[derive(Debug, Default, Deserialize, Serialize)]
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
    /// The counts of its reads and writes.
    #[serde(flatten)]
    pub counts: Option<Counts>,
    /// How many puzzles the counts are summed over.
    pub counted: usize,
    /// On hard puzzles.
    pub hard: Share,
    /// On puzzles beyond LeetCode's promise.
    pub beyond: Share,
    /// Lines of the solution file that are neither blank nor only a comment.
    pub lines_of_code: usize,
    /// rustc's message where the file does not compile, or why there are no counts.
    pub remark: Option<String>,
    /// The first puzzle on which it failed, and how.
    pub first_fault: Option<String>,
    /// In detail: one entry a puzzle, the same puzzles for every approach that compiles.
    pub cases: Vec<CaseResult>,
}

/// How many puzzles of a group were accepted.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
pub struct Share {
    /// The accepted.
    pub accepted: usize,
    /// All.
    pub of: usize,
}

/// One approach on one puzzle.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub struct CaseResult {
    /// The puzzle's name.
    pub case: String,
    /// The puzzle's group.
    pub group: Group,
    /// The verdict.
    #[serde(flatten)]
    pub verdict: Verdict,
    /// The median time of a solve, where it was accepted.
    pub time_ns: Option<u64>,
    /// Its counts.
    #[serde(flatten)]
    pub counted: Counted,
    /// What a reader of the counts must know.
    pub note: Option<String>,
    /// What the solution printed.
    #[serde(default)]
    pub printed: String,
    /// The line of the solution file that panicked.
    pub panicked_at: Option<u32>,
    /// The board that the solution left, where it has nine rows of nine cells.
    #[serde(skip)]
    pub answer: Option<Board>,
}

impl CaseResult {
    /// A run and its verdict, not counted yet.
    pub fn new(task: &Task, verdict: Verdict, run: Run) -> Self {
        let time = run.outcome.time().filter(|_| verdict.is_accepted());
        let mut result = CaseResult {
            time_ns: time.map(nanoseconds),
            printed: run.printed,
            ..CaseResult::judged(task, verdict)
        };
        match run.outcome {
            Outcome::Answered {
                answer: Answer::Grid(grid),
                ..
            } => result.answer = Some(grid),
            Outcome::Panicked { line, .. } => result.panicked_at = line,
            _ => {}
        }
        result
    }

    /// A verdict and nothing else.
    pub fn judged(task: &Task, verdict: impl Into<Verdict>) -> Self {
        CaseResult {
            case: task.name.clone(),
            group: task.group,
            verdict: verdict.into(),
            ..CaseResult::default()
        }
    }
}

impl Share {
    /// Of the puzzles of a group.
    pub fn of(cases: &[CaseResult], group: Group) -> Self {
        let of_group = cases.iter().filter(|it| it.group == group);
        let verdicts = of_group.map(|it| &it.verdict);
        Share {
            accepted: verdicts.clone().filter(|it| it.is_accepted()).count(),
            of: verdicts.count(),
        }
    }
}

/// The worst verdict on an ordinary puzzle.
pub fn worst(cases: &[CaseResult]) -> Kind {
    let ordinary = cases.iter().filter(|it| it.group == Group::Ordinary);
    let verdicts = ordinary.map(|it| it.verdict.kind);
    verdicts.max().unwrap_or_default()
}

impl Approach {
    /// An approach of which nothing but the verdict is known yet.
    pub fn new(solution: &Submission, verdict: Kind) -> Self {
        Approach {
            approach: solution.name.clone(),
            verdict,
            lines_of_code: solution.lines_of_code(),
            ..Approach::default()
        }
    }

    /// An approach that does not compile.
    pub fn rejected(solution: &Submission, error: CompileError) -> Self {
        Approach {
            remark: Some(error.0),
            ..Approach::new(solution, Kind::CompileError)
        }
    }

    /// An approach with its results, and the figures that do not depend on other approaches.
    pub fn in_detail(solution: &Submission, cases: Vec<CaseResult>) -> Self {
        let Share { accepted, of } = Share::of(&cases, Group::Ordinary);
        let of_ordinary = cases.iter().filter(|it| it.group == Group::Ordinary);
        let mut times: Vec<u64> = of_ordinary.filter_map(|it| it.time_ns).collect();
        times.sort_unstable();
        let approach = Approach::new(solution, worst(&cases));
        let faulty = cases.iter().find(|it| it.verdict.reason.is_some());
        Approach {
            accepted,
            of,
            median_ns: times.get(times.len() / 2).copied(),
            hard: Share::of(&cases, Group::Hard),
            beyond: Share::of(&cases, Group::Beyond),
            remark: cases.iter().find_map(|it| it.note.clone()),
            first_fault: faulty.map(|it| format!("{}: {}", it.case, it.verdict)),
            cases,
            ..approach
        }
    }

    /// The geometric mean of its times on these cases.
    fn mean(&self, cases: &[usize]) -> f64 {
        let times = cases.iter().filter_map(|&case| self.cases[case].time_ns);
        #[allow(clippy::cast_precision_loss, reason = "three digits are shown")]
        let logarithms = times.map(|time| (time.max(1) as f64).ln());
        let (sum, count) = logarithms.fold((0.0, 0.0), |(sum, count), it| (sum + it, count + 1.0));
        f64::exp(sum / count)
    }

    /// The sum of its counts on these cases, where there are cases and all were counted.
    fn sum_of_counts(&self, cases: &[usize]) -> Option<Counts> {
        let mut sum = None;
        for &case in cases {
            *sum.get_or_insert(Counts::default()) += self.cases[case].counted.exact()?;
        }
        sum
    }
}

impl Measurements {
    /// Ranks approaches that were measured on these puzzles, and adds the figures that compare them.
    pub fn in_detail(tasks: &[Task], approaches: Vec<Approach>, time_limit: Duration) -> Self {
        // An approach that fails must neither remove puzzles from the others' figures nor be the
        // fastest.
        let (mut compared, others): (Vec<Approach>, Vec<Approach>) = approaches
            .into_iter()
            .partition(|it| it.accepted > 0 && !it.verdict.is_failure());
        let for_all = |case: usize, holds: fn(&Approach, &CaseResult) -> bool| {
            !compared.is_empty() && compared.iter().all(|it| holds(it, &it.cases[case]))
        };
        let ordinary = (0..tasks.len()).filter(|&case| tasks[case].group == Group::Ordinary);
        let (finished, not_finished): (Vec<usize>, Vec<usize>) = ordinary
            .clone()
            .partition(|&case| for_all(case, |_, result| result.time_ns.is_some()));
        let (mut counted, not_counted): (Vec<usize>, Vec<usize>) = ordinary.partition(|&case| {
            for_all(case, |it, result| {
                let cannot_be_counted = it.cases.iter().all(|it| it.counted.counts.is_none());
                cannot_be_counted || result.counted.exact().is_some()
            })
        });
        if let [_] = tasks {
            // A sum means something only beside sums over the same puzzles; one count stands alone.
            counted = vec![0];
        }
        compared.sort_by(|a, b| a.mean(&finished).total_cmp(&b.mean(&finished)));
        let fastest = compared.first().map_or(f64::NAN, |it| it.mean(&finished));
        for it in &mut compared {
            let total: Option<u64> = finished.iter().map(|&case| it.cases[case].time_ns).sum();
            it.total_ns = total.filter(|_| !finished.is_empty());
            it.ratio = Some(it.mean(&finished) / fastest).filter(|ratio| ratio.is_finite());
            it.counts = it.sum_of_counts(&counted);
            it.counted = counted.len();
        }
        compared.extend(others);
        let names = |cases: Vec<usize>| {
            let names = cases.into_iter().map(|case| tasks[case].name.clone());
            names.collect()
        };
        Measurements {
            time_limit_seconds: time_limit.as_secs_f64(),
            puzzles: tasks.len(),
            approaches: compared,
            not_finished_by_all: names(not_finished),
            not_counted_for_all: names(not_counted),
        }
    }

    /// Whether some approach is faulty: running out of time or memory does not say so.
    pub fn has_failure(&self) -> bool {
        self.approaches.iter().any(|it| it.verdict.is_failure())
    }
}

/// A time in whole nanoseconds.
pub fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;
    use rstest::rstest;

    use super::*;

    fn submission(name: &str) -> Submission {
        let file = tempfile::NamedTempFile::new().unwrap();
        let text = "// An idea.\n\nfn a() {}\n    // why\nfn b() {}\n";
        std::fs::write(file.path(), text).unwrap();
        Submission::read(name, file.path()).unwrap()
    }

    fn task(name: &str, group: Group) -> Task {
        Task {
            name: name.to_owned(),
            group,
            puzzle: Vec::new(),
            known: None,
        }
    }

    fn failed(kind: Kind) -> CaseResult {
        CaseResult::judged(&task("", Group::Ordinary), kind)
    }

    fn counted(counts: Counts) -> Counted {
        Counted {
            counts: Some(counts),
            ..Counted::default()
        }
    }

    fn accepted(nanoseconds: u64, placements: u64) -> CaseResult {
        CaseResult {
            time_ns: Some(nanoseconds),
            counted: counted(Counts {
                placements,
                backtracks: 1,
                board_reads: 10 * placements,
                events: 0,
            }),
            ..failed(Kind::Accepted)
        }
    }

    fn too_slow() -> CaseResult {
        failed(Kind::TimeLimitExceeded)
    }

    /// Approaches a, b and c on cases one, two and three of these groups: `results[case][approach]`.
    fn grouped(groups: &[Group], results: &[Vec<CaseResult>]) -> Measurements {
        let names = ["one", "two", "three"].into_iter().zip(groups);
        let tasks = names.map(|(name, &group)| task(name, group));
        let tasks: Vec<Task> = tasks.take(results.len()).collect();
        let approach = |number: usize| {
            let result = |(task, row): (&Task, &Vec<CaseResult>)| CaseResult {
                case: task.name.clone(),
                group: task.group,
                ..row[number].clone()
            };
            let cases = tasks.iter().zip(results).map(result).collect();
            Approach::in_detail(&submission(["a", "b", "c"][number]), cases)
        };
        let approaches = (0..results[0].len()).map(approach).collect();
        Measurements::in_detail(&tasks, approaches, Duration::from_secs(3))
    }

    fn compared(results: &[Vec<CaseResult>]) -> Measurements {
        grouped(&[Group::Ordinary; 3], results)
    }

    /// Name, total, ratio and placements of each approach, in order.
    fn figures(measurements: &Measurements) -> Vec<String> {
        let or_dash = |it: Option<u64>| it.map_or("-".to_owned(), |it| it.to_string());
        let figures = |it: &Approach| {
            let ratio = it
                .ratio
                .map_or("-".to_owned(), |ratio| format!("{ratio:.2}"));
            let placements = it.counts.map(|counts| counts.placements);
            let (total, placements) = (or_dash(it.total_ns), or_dash(placements));
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
        let counts = second.counts.unwrap();
        assert_eq!((counts.backtracks, counts.board_reads), (2, 120));
        assert_eq!((second.median_ns, second.lines_of_code), (Some(400), 2));
        assert!(!found.has_failure());
        let names: Vec<&str> = second.cases.iter().map(|it| it.case.as_str()).collect();
        assert_eq!(names, ["one", "two"]);
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
    fn where_all_fail_nothing_is_compared() {
        let found = compared(&[
            vec![failed(Kind::WrongAnswer), too_slow()],
            vec![accepted(100, 5), too_slow()],
        ]);
        assert_eq!(figures(&found), ["a - - -", "b - - -"]);
        assert_eq!(found.not_finished_by_all, ["one", "two"]);
    }

    #[test]
    fn all_figures_are_of_ordinary_cases() {
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
            .map(|it| (it.hard, it.beyond))
            .collect();
        assert_eq!(
            shares,
            [(share(1, 1), share(0, 1)), (share(0, 1), share(1, 1))]
        );
        assert_eq!(found.not_finished_by_all, Vec::<String>::new());
        assert_eq!(found.not_counted_for_all, Vec::<String>::new());
    }

    #[test]
    fn incomplete_and_varying_counts_are_not_summed() {
        let some = Counts {
            placements: 99,
            ..Counts::default()
        };
        let over_limit = Counted {
            over_limit: true,
            ..counted(some)
        };
        let varies = Counted {
            varies: Some(Counts::default()),
            ..counted(some)
        };
        for counted in [over_limit, varies] {
            let result = CaseResult {
                counted,
                ..accepted(100, 0)
            };
            let found = compared(&[
                vec![result, accepted(200, 5)],
                vec![accepted(100, 6), accepted(200, 7)],
            ]);
            assert_eq!(figures(&found), ["a 200 1.00 6", "b 400 2.00 7"]);
            assert_eq!(found.not_counted_for_all, ["one"]);
            let result = &found.approaches[0].cases[0];
            assert_eq!(result.counted.exact(), None);
        }
    }

    #[test]
    fn approaches_that_cannot_be_counted_leave_the_others_counts() {
        let uncounted = CaseResult {
            counted: Counted::default(),
            note: Some("no counts".to_owned()),
            ..accepted(50, 0)
        };
        let results = [
            vec![accepted(100, 5), uncounted.clone()],
            vec![accepted(100, 6), uncounted],
        ];
        let found = compared(&results);
        assert_eq!(figures(&found), ["b 100 1.00 -", "a 200 2.00 11"]);
        assert_eq!(found.not_counted_for_all, Vec::<String>::new());
        let remarks = found.approaches.iter().map(|it| it.remark.as_deref());
        assert_eq!(remarks.collect::<Vec<_>>(), [Some("no counts"), None]);
    }

    #[test]
    fn approaches_that_do_not_compile_come_last() {
        let error = CompileError("error: no\n --> x.rs:1:1".to_owned());
        let rejected = Approach::rejected(&submission("b"), error);
        let one = Approach::in_detail(&submission("a"), vec![accepted(100, 5)]);
        let tasks = [task("one", Group::Ordinary)];
        let found = Measurements::in_detail(&tasks, vec![rejected, one], Duration::ZERO);
        assert_eq!(figures(&found), ["a 100 1.00 5", "b - - -"]);
        let rejected = &found.approaches[1];
        assert_eq!(rejected.verdict, Kind::CompileError);
        let remark = rejected.remark.as_deref();
        assert_eq!(remark, Some("error: no\n --> x.rs:1:1"));
        assert!(found.has_failure());
    }
}
