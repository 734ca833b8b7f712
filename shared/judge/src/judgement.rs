//! One solution on all its puzzles: the verdict first, then what else is worth knowing.

use std::time::Duration;

use serde::Serialize;
use sudoku::{Board, rules};

use crate::measure::{self, Subject, count, judged};
use crate::measurements::{Counted, geometric_mean, nanoseconds};
use crate::run::{Answer, Counts, Note, Outcome};
use crate::submission::Submission;
use crate::tasks::{Group, Task};
use crate::verdict::{Kind, Known};

/// How long a quick solve is repeated to be timed.
const REPEAT_FOR: Duration = Duration::from_millis(5);

/// After as many puzzles over the time limit the rest of a group is left out.
const MOST_LATE: usize = 2;

/// One solution on the puzzles of one group.
#[derive(Debug, Serialize)]
pub struct Judgement {
    /// The group.
    pub group: Group,
    /// The time limit for each puzzle.
    pub time_limit_seconds: f64,
    /// The puzzles it was judged on, in order.
    pub cases: Vec<Case>,
    /// The puzzles that were left out after too many over the time limit.
    pub left_out: Vec<String>,
}

/// One solution on one puzzle.
#[derive(Debug, Serialize)]
pub struct Case {
    /// The puzzle's name.
    pub case: String,
    /// The verdict.
    pub verdict: Kind,
    /// What went wrong.
    pub reason: Option<String>,
    /// What usually causes this.
    pub cause: Option<Cause>,
    /// The median time of a solve, where it was accepted.
    pub time_ns: Option<u64>,
    /// What the solution printed, where it was not accepted.
    pub printed: String,
    /// The line of the solution file that panicked.
    pub panicked_at: Option<u32>,
    /// The puzzle.
    #[serde(skip)]
    pub puzzle: Board,
    /// The board that the solution left, where it has nine rows of nine cells.
    #[serde(skip)]
    pub answer: Option<Board>,
    /// The known solution.
    #[serde(skip)]
    pub expected: Option<Board>,
}

/// What usually causes a wrong answer, as far as the outcome tells.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// A given has another value.
    GivenOverwritten,
    /// The board is as it was.
    Unchanged,
    /// The board was full, and then it was not.
    Undone,
    /// Digits were placed, and all of them were taken back.
    Exhausted,
    /// Some cells are blank, but not as many as before.
    BlanksLeft,
}

impl Cause {
    /// A sentence for the user.
    pub fn hint(self) -> &'static str {
        match self {
            Cause::GivenOverwritten => {
                "A given was overwritten: does the search skip every cell that is not '.'?"
            }
            Cause::Unchanged => {
                "The board is unchanged: the solution returned without solving, or solved a copy."
            }
            Cause::Undone => {
                "The board was solved and then undone: when a placement leads to a solution, return \
                 before taking it back."
            }
            Cause::Exhausted => {
                "The search took back every digit that it placed: a check refuses a digit that fits. \
                 Look at the row, the column, the box index, the range of digits, and the undo."
            }
            Cause::BlanksLeft => {
                "Blanks are left: the search ended early, or did not take back a digit that led \
                 nowhere."
            }
        }
    }

    fn of(puzzle: &Board, answer: &Answer) -> Option<Self> {
        let Answer::Grid(answer) = answer else {
            return None;
        };
        if answer == puzzle {
            return Some(Cause::Unchanged);
        }
        rules::well_formed(answer).ok()?;
        if rules::first_given_changed(puzzle, answer).is_some() {
            Some(Cause::GivenOverwritten)
        } else {
            rules::first_blank(answer).map(|_| Cause::BlanksLeft)
        }
    }
}

/// Judges a solution on the puzzles of one group, in order.
///
/// # Errors
/// If its program cannot be run, or Ctrl-C was pressed.
pub fn of_group(
    subject: &Subject,
    group: Group,
    tasks: &[Task],
    time_limit: Duration,
    all: bool,
    mut each: impl FnMut(&Task),
) -> anyhow::Result<Judgement> {
    let mut cases: Vec<Case> = Vec::new();
    let mut left_out = Vec::new();
    let mut why_unchanged = None;
    for task in tasks.iter().filter(|task| task.group == group) {
        each(task);
        let late = cases
            .iter()
            .filter(|it| it.verdict == Kind::TimeLimitExceeded);
        if !all && late.count() >= MOST_LATE {
            left_out.push(task.name.clone());
        } else {
            let mut case = case(subject, task, time_limit)?;
            if case.cause == Some(Cause::Unchanged) {
                // The first such case tells for all: finding out takes a counting run.
                let why = match why_unchanged {
                    Some(why) => why,
                    None => cause_of_unchanged(subject, task, time_limit)?,
                };
                why_unchanged = Some(why);
                case.cause = Some(why);
            }
            cases.push(case);
        }
    }
    Ok(Judgement {
        group,
        time_limit_seconds: time_limit.as_secs_f64(),
        cases,
        left_out,
    })
}

fn case(subject: &Subject, task: &Task, time_limit: Duration) -> anyhow::Result<Case> {
    let Subject {
        timed, solution, ..
    } = subject;
    // Solved once, so that it prints once; a right and quick solution again and again, to be timed.
    let (mut verdict, mut run) = judged(timed, solution, task, time_limit, Duration::ZERO)?;
    if verdict.is_accepted() && run.outcome.time() < Some(REPEAT_FOR) {
        (verdict, run) = judged(timed, solution, task, time_limit, REPEAT_FOR)?;
    }
    let is_accepted = verdict.is_accepted();
    let (cause, answer) = match &run.outcome {
        Outcome::Answered { answer, .. } if !is_accepted => {
            let grid = match answer {
                Answer::Grid(grid) => Some(grid.clone()),
                _ => None,
            };
            (Cause::of(&task.puzzle, answer), grid)
        }
        _ => (None, None),
    };
    Ok(Case {
        case: task.name.clone(),
        verdict: verdict.kind,
        reason: verdict.reason,
        cause,
        time_ns: run.outcome.time().filter(|_| is_accepted).map(nanoseconds),
        printed: if is_accepted {
            String::new()
        } else {
            run.printed
        },
        panicked_at: match run.outcome {
            Outcome::Panicked { line, .. } => line,
            _ => None,
        },
        puzzle: task.puzzle.clone(),
        answer,
        expected: match &task.known {
            Known::Solution(solution) => Some(solution.clone()),
            _ => None,
        },
    })
}

impl Judgement {
    /// The worst verdict.
    pub fn verdict(&self) -> Kind {
        let kinds = self.cases.iter().map(|case| case.verdict);
        kinds.max().unwrap_or(Kind::Accepted)
    }

    /// How many puzzles were accepted.
    pub fn accepted(&self) -> usize {
        self.cases.len() - self.failing().count()
    }

    /// How many puzzles there are.
    pub fn of(&self) -> usize {
        self.cases.len() + self.left_out.len()
    }

    /// The cases that were not accepted.
    pub fn failing(&self) -> impl Iterator<Item = &Case> {
        self.cases.iter().filter(|it| it.verdict != Kind::Accepted)
    }

    /// The accepted case that took longest.
    pub fn slowest(&self) -> Option<&Case> {
        self.cases.iter().max_by_key(|case| case.time_ns)
    }
}

/// A solution beside the workspace's approaches.
#[derive(Debug, Serialize)]
pub struct Standing {
    /// What it did to the board on LeetCode's example; a second count where they differ.
    pub counts: Option<(Counts, Option<Counts>)>,
    /// What a reader of the counts must know.
    pub note: Option<&'static str>,
    /// The approaches with the very same placements and backtracks there.
    pub same_tree: Vec<String>,
    /// How many times as long it takes as each approach that is next to it, by geometric mean over
    /// the ordinary cases: the next faster one, then the next slower one.
    pub neighbours: Vec<(String, f64)>,
}

/// Compares an accepted solution with the approaches, now and in turn.
///
/// # Errors
/// If a program cannot be run, or Ctrl-C was pressed.
pub fn standing(
    subject: &Subject,
    approaches: &[Subject],
    tasks: &[Task],
    time_limit: Duration,
    mut each: impl FnMut(&Task),
) -> anyhow::Result<Standing> {
    let example = Task::example();
    let exact = |subject| count(subject, &example.puzzle, time_limit);
    let (counted, mut notes) = exact(subject)?;
    notes.retain(|&note| note != Note::Sweep);
    if measure::searches_off_the_board(subject, time_limit)? {
        notes.push(Note::Sweep);
    }
    let counts = match counted {
        Counted::All(counts) => Some((counts, None)),
        Counted::Varies(first, second) => Some((first, Some(second))),
        _ => None,
    };
    let tree = |counts: Counts| (counts.placements, counts.backtracks);
    let mut same_tree = Vec::new();
    for other in approaches {
        if let (Some((mine, None)), (Counted::All(theirs), _)) = (counts, exact(other)?)
            && tree(mine) == tree(theirs)
            // Without a backtrack there is no tree: every search places each blank once.
            && mine.backtracks > 0
        {
            same_tree.push(other.solution.name.clone());
        }
    }
    let all: Vec<&Subject> = approaches.iter().chain([subject]).collect();
    let mut times: Vec<Vec<Duration>> = vec![Vec::new(); all.len()];
    for task in tasks.iter().filter(|task| task.group == Group::Ordinary) {
        each(task);
        let row = measure::time(&all, task, time_limit)?;
        let row: Option<Vec<Duration>> = row.into_iter().map(|(_, time)| time).collect();
        for (times, time) in times.iter_mut().zip(row.unwrap_or_default()) {
            times.push(time);
        }
    }
    let mut means: Vec<f64> = times
        .iter()
        .map(|it| geometric_mean(it.iter().copied()))
        .collect();
    let mine = means.pop().unwrap_or_default();
    let ratio = |(other, mean): (&Subject, f64)| (other.solution.name.clone(), mine / mean);
    let mut ratios: Vec<(String, f64)> = approaches.iter().zip(means).map(ratio).collect();
    ratios.sort_by(|a, b| a.1.total_cmp(&b.1));
    let slower = ratios.iter().rfind(|(_, ratio)| *ratio < 1.0);
    let faster = ratios.iter().find(|(_, ratio)| *ratio >= 1.0);
    Ok(Standing {
        counts,
        note: notes.into_iter().find_map(Note::words),
        same_tree,
        neighbours: faster.into_iter().chain(slower).cloned().collect(),
    })
}

/// The approaches to compare a solution with: all but itself.
///
/// # Errors
/// If they cannot be read.
pub fn others(solution: &Submission) -> anyhow::Result<Vec<Submission>> {
    let mut all = Submission::find_all(&[])?;
    all.retain(|other| other.path != solution.path);
    Ok(all)
}

/// Why a board came back unchanged, by a counting run.
fn cause_of_unchanged(
    subject: &Subject,
    task: &Task,
    time_limit: Duration,
) -> anyhow::Result<Cause> {
    let (counted, notes) = count(subject, &task.puzzle, time_limit)?;
    Ok(match counted {
        _ if notes.contains(&Note::Undone) => Cause::Undone,
        Counted::All(counts) | Counted::Varies(counts, _) if counts.placements > 0 => {
            Cause::Exhausted
        }
        _ => Cause::Unchanged,
    })
}
