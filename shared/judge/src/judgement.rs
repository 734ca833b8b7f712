//! One solution on the puzzles of a group, in the order in which a learner wants to see them.

use std::time::Duration;

use crate::measure::{REPEAT_FOR, Subject, count, judged};
use crate::measurements::{CaseResult, Cause, Counted};
use crate::run::Note;
use crate::tasks::{Group, Task};
use crate::verdict::Kind;

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
    mut each: impl FnMut(&Task),
) -> anyhow::Result<Vec<CaseResult>> {
    let mut cases: Vec<CaseResult> = Vec::new();
    // The first case that comes back unchanged tells for all: finding out takes a counting run.
    let mut why_unchanged = None;
    for task in tasks.iter().filter(|task| task.group == group) {
        each(task);
        let is_late = |it: &&CaseResult| it.verdict.kind == Kind::TimeLimitExceeded;
        if !all && cases.iter().filter(is_late).count() >= MOST_LATE {
            cases.push(CaseResult::judged(task, Kind::NotRun));
            continue;
        }
        let mut case = case(subject, task, time_limit)?;
        if let Some(failure) = &mut case.failure
            && failure.cause == Some(Cause::Unchanged)
        {
            if why_unchanged.is_none() {
                why_unchanged = Some(cause_of_unchanged(subject, task, time_limit)?);
            }
            failure.cause = why_unchanged;
        }
        cases.push(case);
    }
    Ok(cases)
}

/// Solved once, so that it prints once; a right and quick solution again and again, to be timed.
fn case(subject: &Subject, task: &Task, time_limit: Duration) -> anyhow::Result<CaseResult> {
    let solve = |repeat_for| {
        judged(
            &subject.timed,
            &subject.solution,
            task,
            time_limit,
            repeat_for,
        )
    };
    let (mut verdict, mut run) = solve(Duration::ZERO)?;
    if verdict.is_accepted() && run.outcome.time() < Some(REPEAT_FOR) {
        (verdict, run) = solve(REPEAT_FOR)?;
    }
    Ok(CaseResult::new(task, verdict, run))
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
