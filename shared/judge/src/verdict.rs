//! What LeetCode would say.

use std::fmt::{self, Display, Formatter};
use std::time::{Duration, Instant};

use sudoku_fixtures::Board;
use sudoku_fixtures::reference::{self, Solutions};
use sudoku_fixtures::rules::{self, Cell};

use crate::process::{Answer, Outcome};

/// The verdict on one puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The board became a solution, or stayed as it was where there is none.
    Accepted,
    /// It did not; says how.
    WrongAnswer(String),
    /// The solution panicked, recursed too deep or ended the process; says how.
    RuntimeError(String),
    /// It took longer than it may.
    TimeLimitExceeded,
    /// It took more memory than it may.
    MemoryLimitExceeded,
    /// The board came back unchanged, and whether the puzzle has a solution was not found out
    /// within the time limit.
    NotDecided,
}

impl Verdict {
    /// The verdict's name, without its reason.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Verdict::Accepted => "Accepted",
            Verdict::WrongAnswer(_) => "Wrong Answer",
            Verdict::RuntimeError(_) => "Runtime Error",
            Verdict::TimeLimitExceeded => "Time Limit Exceeded",
            Verdict::MemoryLimitExceeded => "Memory Limit Exceeded",
            Verdict::NotDecided => "Not Decided",
        }
    }

    /// What went wrong, in a sentence.
    #[must_use]
    pub fn reason(&self) -> Option<&str> {
        match self {
            Verdict::WrongAnswer(reason) | Verdict::RuntimeError(reason) => Some(reason),
            Verdict::NotDecided => {
                Some("the board came back unchanged; whether it has a solution is not known")
            }
            _ => None,
        }
    }
}

impl Display for Verdict {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())?;
        self.reason()
            .map_or(Ok(()), |reason| write!(formatter, ": {reason}"))
    }
}

/// What is known about a puzzle before it is solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Known {
    /// Nothing: the rules decide.
    Nothing,
    /// It has no solution.
    NoSolution,
    /// One solution, to tell the first wrong cell by.
    Solution(Board),
}

/// Judges how a solution did on a puzzle. `limit` is for finding out whether a puzzle that came
/// back unchanged has a solution; `place` names a line of the solution file.
pub fn judge(
    puzzle: &Board,
    known: &Known,
    outcome: &Outcome,
    limit: Duration,
    place: impl Fn(u32) -> String,
) -> Verdict {
    match outcome {
        Outcome::Answered { answer, .. } => judge_answer(puzzle, known, answer, limit),
        Outcome::Panicked { line, message } => {
            let at = line.map_or(String::new(), |line| format!(" at {}", place(line)));
            Verdict::RuntimeError(format!("panicked{at}: {message}"))
        }
        Outcome::StackOverflow => Verdict::RuntimeError("stack overflow".to_owned()),
        Outcome::Ended { how } => Verdict::RuntimeError(how.clone()),
        Outcome::TimeLimit | Outcome::OverLimit { .. } => Verdict::TimeLimitExceeded,
        Outcome::MemoryLimit => Verdict::MemoryLimitExceeded,
    }
}

fn judge_answer(puzzle: &Board, known: &Known, answer: &Answer, limit: Duration) -> Verdict {
    let grid = match answer {
        Answer::Grid(grid) => grid,
        Answer::Rows(rows) => {
            return Verdict::WrongAnswer(format!("the board has {rows} rows, expected 9"));
        }
        Answer::Row(row, cells) => {
            return Verdict::WrongAnswer(format!("row {row} has {cells} cells, expected 9"));
        }
    };
    if grid == puzzle && !rules::is_solved(puzzle) {
        return judge_unchanged(puzzle, known, limit);
    }
    match first_fault(puzzle, known, grid) {
        Some(fault) => Verdict::WrongAnswer(fault),
        None => Verdict::Accepted,
    }
}

/// Right only if there is no solution.
fn judge_unchanged(puzzle: &Board, known: &Known, limit: Duration) -> Verdict {
    let solution = match known {
        Known::NoSolution => None,
        Known::Solution(solution) => Some(solution.clone()),
        Known::Nothing => match reference::solve_within(puzzle, Instant::now() + limit) {
            None => return Verdict::NotDecided,
            Some(Solutions::None) => None,
            Some(Solutions::One(solution) | Solutions::Several(solution)) => Some(solution),
        },
    };
    let (Some(solution), Some(blank)) = (solution, rules::first_blank(puzzle)) else {
        return Verdict::Accepted;
    };
    let digit = at(&solution, blank);
    Verdict::WrongAnswer(format!(
        "the board came back unchanged, and it has a solution, with {digit} at {blank}"
    ))
}

/// The first wrong cell and the rule it breaks, in the order in which a reader would look: strange
/// characters, changed givens, blanks left, digits that stand twice.
fn first_fault(puzzle: &Board, known: &Known, answer: &Board) -> Option<String> {
    if let Err(error) = rules::well_formed(answer) {
        return Some(error.to_string());
    }
    if let Some(cell) = rules::first_given_changed(puzzle, answer) {
        let (given, found) = (at(puzzle, cell), shown(at(answer, cell)));
        return Some(format!("{cell} is {found}, and the given there is {given}"));
    }
    if let Some(cell) = rules::first_blank(answer) {
        return Some(match known {
            Known::Solution(solution) => {
                format!(
                    "{cell} is still blank, the solution has {}",
                    at(solution, cell)
                )
            }
            Known::NoSolution => {
                format!("{cell} is still blank; without a solution the board must stay as it was")
            }
            Known::Nothing => format!("{cell} is still blank"),
        });
    }
    let conflict = rules::first_conflict(answer)?;
    let wrong = match known {
        Known::Solution(solution) => first_difference(solution, answer).map(|cell| {
            let (found, wanted) = (at(answer, cell), at(solution, cell));
            format!("{cell} is {found}, the solution has {wanted}; ")
        }),
        _ => None,
    };
    Some(format!("{}{conflict}", wrong.unwrap_or_default()))
}

fn first_difference(a: &Board, b: &Board) -> Option<Cell> {
    let cells = (0..81).map(|i| Cell {
        row: i / 9,
        column: i % 9,
    });
    cells.into_iter().find(|&cell| at(a, cell) != at(b, cell))
}

fn at(board: &Board, cell: Cell) -> char {
    board[cell.row][cell.column]
}

fn shown(value: char) -> String {
    if value == '.' {
        "blank".to_owned()
    } else {
        value.to_string()
    }
}
