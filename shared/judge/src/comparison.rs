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
    /// The numbers of the approaches that are held against each other.
    sound: Vec<usize>,
    /// The numbers of the puzzles that each of these finished.
    finished: Vec<usize>,
    /// The numbers of those that were counted to the end for each of these that can be counted.
    counted: Vec<usize>,
}

impl<'a> Compared<'a> {
    fn new(subjects: &'a [Subject], scores: &'a [Vec<Score>]) -> Self {
        let sound = sound(subjects.len(), scores);
        let tasks_where = |holds: &dyn Fn(usize, &Score) -> bool| {
            let for_all = |task: &usize| {
                let mut numbers = sound.iter();
                !sound.is_empty() && numbers.all(|&it| holds(it, &scores[*task][it]))
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
            sound,
        }
    }

    /// The geometric mean of the times in nanoseconds; infinite where there is nothing to compare.
    fn mean(&self, number: usize) -> f64 {
        if self.finished.is_empty() || !self.sound.contains(&number) {
            return f64::INFINITY;
        }
        let times = self
            .finished
            .iter()
            .filter_map(|&task| self.scores[task][number].time);
        let logarithms = times.map(|time| (time.as_secs_f64() * 1e9).max(1.0).ln());
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
            None
        } else {
            tasks.iter().map(counts).sum()
        }
    }
}

/// The approaches that gave no wrong answer and finished something: one that fails must neither take
/// the others' figures away nor be the fastest. Where all fail, those that finished something.
fn sound(subjects: usize, scores: &[Vec<Score>]) -> Vec<usize> {
    let any = |number: usize, holds: fn(&Verdict) -> bool| {
        scores.iter().any(|row| holds(&row[number].verdict))
    };
    let fails =
        |verdict: &Verdict| !matches!(verdict, Verdict::Accepted | Verdict::TimeLimitExceeded);
    let finish: Vec<usize> = (0..subjects)
        .filter(|&number| any(number, |verdict| *verdict == Verdict::Accepted))
        .collect();
    let sound: Vec<usize> = finish
        .iter()
        .copied()
        .filter(|&number| !any(number, fails))
        .collect();
    if sound.is_empty() { finish } else { sound }
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

/// The worst verdict's name.
pub fn worst<'a>(verdicts: impl Iterator<Item = &'a Verdict>) -> &'static str {
    verdicts
        .max_by_key(|verdict| verdict.severity())
        .map_or(Verdict::Accepted.name(), Verdict::name)
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

fn count(n: usize) -> f64 {
    u32::try_from(n).map_or(f64::INFINITY, f64::from)
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use pretty_assertions::assert_eq;
    use rstest::rstest;

    use super::*;
    use crate::compile::{CompileError, Program};
    use crate::solution::Solution;
    use crate::verdict::Known;

    fn solution(name: &str) -> Solution {
        Solution {
            name: name.to_owned(),
            path: PathBuf::from(name),
            text: b"// An idea.\n\nfn a() {}\n    // why\nfn b() {}\n".to_vec(),
        }
    }

    fn subject(name: &str) -> Subject {
        let program = Program {
            path: PathBuf::new(),
        };
        Subject {
            solution: solution(name),
            timed: program.clone(),
            counting: Ok(program),
        }
    }

    fn accepted(nanoseconds: u64, placements: u64) -> Score {
        Score {
            verdict: Verdict::Accepted,
            time: Some(Duration::from_nanos(nanoseconds)),
            counted: Counted::All(Counts {
                placements,
                backtracks: 1,
                board_reads: 10 * placements,
                events: 0,
            }),
        }
    }

    fn failed(verdict: Verdict) -> Score {
        Score {
            verdict,
            time: None,
            counted: Counted::Nothing,
        }
    }

    fn wrong() -> Score {
        failed(Verdict::WrongAnswer("row 1 is wrong".to_owned()))
    }

    fn too_slow() -> Score {
        failed(Verdict::TimeLimitExceeded)
    }

    /// `scores[task][subject]`; subjects are called a, b, c, and tasks one, two, three.
    fn compared(scores: &[Vec<Score>]) -> Comparison {
        let names = ["a", "b", "c"];
        let subjects: Vec<Subject> = names[..scores[0].len()]
            .iter()
            .map(|it| subject(it))
            .collect();
        comparison(&subjects, &[], scores)
    }

    fn comparison(
        subjects: &[Subject],
        rejected: &[Rejected],
        scores: &[Vec<Score>],
    ) -> Comparison {
        let tasks: Vec<Task> = ["one", "two", "three"][..scores.len()]
            .iter()
            .map(|name| Task {
                name: (*name).to_owned(),
                puzzle: Vec::new(),
                known: Known::Nothing,
            })
            .collect();
        Comparison::new(subjects, rejected, &tasks, scores, Duration::from_secs(3))
    }

    /// Name, total, ratio and placements of each approach, in order.
    fn figures(comparison: &Comparison) -> Vec<String> {
        let figures = |it: &Approach| {
            let ratio = it
                .ratio
                .map_or("-".to_owned(), |ratio| format!("{ratio:.2}"));
            let or_dash = |it: Option<u64>| it.map_or("-".to_owned(), |it| it.to_string());
            let (total, placements) = (or_dash(it.total_ns), or_dash(it.placements));
            format!("{} {total} {ratio} {placements}", it.approach)
        };
        comparison.approaches.iter().map(figures).collect()
    }

    #[test]
    fn ratios_are_of_geometric_means_and_the_fastest_comes_first() {
        let comparison = compared(&[
            vec![accepted(400, 5), accepted(100, 6)],
            vec![accepted(100, 7), accepted(1, 8)],
        ]);
        // Means: the roots of 400 * 100 and of 100 * 1.
        assert_eq!(figures(&comparison), ["b 101 1.00 14", "a 500 20.00 12",]);
        assert_eq!(comparison.approaches[1].median_ns, Some(400));
        assert_eq!(comparison.approaches[1].board_reads, Some(120));
        assert_eq!(comparison.approaches[1].lines_of_code, 2);
        assert!(comparison.every_answer_was_right());
        let differ = |it: &Case| format!("{} {:.2}", it.case, it.spread.unwrap_or(0.0));
        let cases: Vec<String> = comparison.cases.iter().map(differ).collect();
        assert_eq!(cases, ["two 100.00", "one 4.00"]);
        assert_eq!(
            comparison.cases[0].results[0].approach, "b",
            "in the order of the approaches"
        );
    }

    #[test]
    fn what_one_does_not_finish_is_left_out_for_all() {
        let comparison = compared(&[
            vec![accepted(100, 5), accepted(300, 6)],
            vec![accepted(9_000, 7), too_slow()],
        ]);
        assert_eq!(figures(&comparison), ["a 100 1.00 5", "b 300 3.00 6",]);
        assert_eq!(comparison.not_finished_by_all, ["two"]);
        assert_eq!(comparison.not_counted_for_all, ["two"]);
        assert_eq!(comparison.approaches[1].verdict, "Time Limit Exceeded");
        assert_eq!(comparison.approaches[1].accepted, 1);
        assert!(comparison.every_answer_was_right());
    }

    #[rstest]
    #[case::wrong(wrong(), "Wrong Answer", false)]
    #[case::crash(failed(Verdict::RuntimeError("it ended".to_owned())), "Runtime Error", false)]
    #[case::memory(failed(Verdict::MemoryLimitExceeded), "Memory Limit Exceeded", false)]
    #[case::not_decided(failed(Verdict::NotDecided), "Not Decided", false)]
    #[case::finishes_nothing(too_slow(), "Time Limit Exceeded", true)]
    fn who_fails_takes_nothing_away_and_is_never_the_fastest(
        #[case] score: Score,
        #[case] verdict: &str,
        #[case] is_right: bool,
    ) {
        let second = if is_right { too_slow() } else { accepted(1, 1) };
        let comparison = compared(&[
            vec![score, accepted(100, 5), accepted(200, 6)],
            vec![second, accepted(100, 7), accepted(200, 8)],
        ]);
        let found = figures(&comparison);
        assert_eq!(found[0], "b 200 1.00 12");
        assert_eq!(found[1], "c 400 2.00 14");
        assert_eq!(found[2], "a - - -");
        assert_eq!(comparison.approaches[2].verdict, verdict);
        assert_eq!(comparison.not_finished_by_all, Vec::<String>::new());
        assert_eq!(comparison.every_answer_was_right(), is_right);
    }

    #[test]
    fn where_all_fail_they_are_compared_on_what_they_finished() {
        let comparison = compared(&[
            vec![wrong(), accepted(50, 5)],
            vec![accepted(100, 5), accepted(200, 6)],
            vec![accepted(100, 5), wrong()],
        ]);
        assert_eq!(figures(&comparison), ["a 100 1.00 5", "b 200 2.00 6",]);
        assert_eq!(comparison.not_finished_by_all, ["one", "three"]);
    }

    #[test]
    fn where_nothing_is_finished_there_are_no_figures() {
        let comparison = compared(&[vec![too_slow(), wrong()]]);
        assert_eq!(figures(&comparison), ["a - - -", "b - - -"]);
        assert_eq!(comparison.not_finished_by_all, ["one"]);
        assert_eq!(comparison.cases[0].spread, None);
    }

    #[test]
    fn counts_up_to_the_limit_are_no_sum() {
        let over = Score {
            counted: Counted::Over(Counts {
                placements: 99,
                ..Counts::default()
            }),
            ..accepted(100, 0)
        };
        let comparison = compared(&[
            vec![over, accepted(200, 5)],
            vec![accepted(100, 6), accepted(200, 7)],
        ]);
        let placements: Vec<_> = comparison
            .approaches
            .iter()
            .map(|it| it.placements)
            .collect();
        assert_eq!(placements, [Some(6), Some(7)]);
        assert_eq!(comparison.not_counted_for_all, ["one"]);
        assert_eq!(comparison.not_finished_by_all, Vec::<String>::new());
        let result = &comparison.cases[0].results[0];
        assert_eq!((result.placements, result.over_limit), (Some(99), true));
    }

    #[test]
    fn who_cannot_be_counted_takes_no_counts_away() {
        let error = CompileError {
            message: "error: no\n --> x.rs:1:1".to_owned(),
        };
        let subjects = [
            subject("a"),
            Subject {
                counting: Err(error.clone()),
                ..subject("b")
            },
        ];
        let uncounted = Score {
            counted: Counted::Nothing,
            ..accepted(50, 0)
        };
        let rejected = [Rejected {
            solution: solution("c"),
            error,
        }];
        let comparison = comparison(&subjects, &rejected, &[vec![accepted(100, 5), uncounted]]);
        assert_eq!(
            figures(&comparison),
            ["b 50 1.00 -", "a 100 2.00 5", "c - - -",]
        );
        let remarks: Vec<_> = comparison
            .approaches
            .iter()
            .map(|it| it.remark.as_deref())
            .collect();
        let reason = "no counts: it does not compile with the counting Vec (error: no)";
        assert_eq!(
            remarks,
            [Some(reason), None, Some("error: no\n --> x.rs:1:1")]
        );
        assert_eq!(comparison.approaches[2].verdict, "Compile Error");
        assert!(!comparison.every_answer_was_right());
    }

    #[test]
    fn the_worst_verdict() {
        let verdicts = [
            Verdict::Accepted,
            Verdict::TimeLimitExceeded,
            Verdict::MemoryLimitExceeded,
            Verdict::NotDecided,
            Verdict::RuntimeError(String::new()),
            Verdict::WrongAnswer(String::new()),
        ];
        for number in 0..verdicts.len() {
            let some = verdicts[..=number].iter().rev();
            assert_eq!(worst(some), verdicts[number].name());
        }
        assert_eq!(worst([].iter()), "Accepted");
    }
}
