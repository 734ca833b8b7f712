//! One solution on the puzzles of a group, in the order in which a learner wants to see them.

use std::time::Duration;

use crate::measure::{self, Subject, count};
use crate::measurements::CaseResult;
use crate::run::Note;
use crate::tasks::{Group, Task};
use crate::terminal::steps_bar;
use crate::verdict::{Kind, UNCHANGED};

/// After as many puzzles over the time limit the rest of a group is left out.
const MOST_LATE: usize = 2;

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
) -> anyhow::Result<Vec<CaseResult>> {
    let mut cases: Vec<CaseResult> = Vec::new();
    // The first case that comes back unchanged tells for all: finding out takes a counting run.
    let mut why_unchanged = None;
    let tasks: Vec<&Task> = tasks.iter().filter(|it| it.group == group).collect();
    let bar = steps_bar(tasks.len());
    for task in tasks {
        bar.set_message(task.name.clone());
        bar.inc(1);
        let is_late = |it: &&CaseResult| it.verdict.kind == Kind::TimeLimitExceeded;
        if !all && cases.iter().filter(is_late).count() >= MOST_LATE {
            cases.push(CaseResult::judged(task, Kind::NotRun));
            continue;
        }
        // Solved once at first, so that it prints once.
        let mut case = measure::time(&[subject], task, time_limit, Duration::ZERO)?.remove(0);
        if case.answer.as_ref() == Some(&task.puzzle) && !case.verdict.is_accepted() {
            let why = match why_unchanged {
                Some(why) => why,
                None => cause_of_unchanged(subject, task, time_limit)?,
            };
            why_unchanged = Some(why);
            case.verdict.cause = Some(why.to_owned());
        }
        cases.push(case);
    }
    bar.finish_and_clear();
    Ok(cases)
}

const UNDONE: &str = "The board was solved and then undone: when a placement leads to a solution, \
                      return before taking it back.";
const ALL_TAKEN_BACK: &str = "The search took back every digit that it placed: a check refuses a digit that fits. Look at \
     the row, the column, the box index, the range of digits, and the undo.";

/// Why a board came back unchanged, by a counting run.
fn cause_of_unchanged(
    subject: &Subject,
    task: &Task,
    time_limit: Duration,
) -> anyhow::Result<&'static str> {
    let (counted, notes, _) = count(subject, &task.puzzle, 0, time_limit)?;
    let placed = counted.counts.filter(|counts| counts.placements > 0);
    Ok(if notes.contains(&Note::Undone) {
        UNDONE
    } else if placed.is_some() && !counted.over_limit {
        ALL_TAKEN_BACK
    } else {
        UNCHANGED
    })
}
