//! What LeetCode would say: how a run ended, and what is known of the puzzle, become a verdict.

use std::fmt::{self, Display, Formatter};

use serde::{Deserialize, Serialize};
use sudoku::Board;
use sudoku::reference::{self, Solutions};
use sudoku::rules::{self, Cell};

use crate::run::{Answer, Outcome};
use crate::tasks::Task;

/// A verdict without its reason. The later, the worse: exhausted limits, then crashes, wrong
/// answers and files that do not compile.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[allow(missing_docs, reason = "the names are LeetCode's")]
pub enum Kind {
    #[default]
    Accepted,
    /// Left out after too many over the time limit.
    #[serde(rename = "Not Run")]
    NotRun,
    #[serde(rename = "Time Limit Exceeded")]
    TimeLimitExceeded,
    #[serde(rename = "Memory Limit Exceeded")]
    MemoryLimitExceeded,
    #[serde(rename = "Runtime Error")]
    RuntimeError,
    #[serde(rename = "Wrong Answer")]
    WrongAnswer,
    #[serde(rename = "Compile Error")]
    CompileError,
}

impl Kind {
    /// Whether it says that the solution is faulty: running out of time or memory does not.
    pub fn is_failure(self) -> bool {
        self > Kind::MemoryLimitExceeded
    }

    /// Such as TLE, for narrow columns.
    pub fn initials(self) -> String {
        let name = self.to_string();
        name.split(' ').filter_map(|word| word.get(..1)).collect()
    }
}

impl Display for Kind {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        // Serde writes the name of a variant.
        self.serialize(formatter)
    }
}

/// The verdict on one puzzle.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
pub struct Verdict {
    /// Its name.
    #[serde(rename = "verdict")]
    pub kind: Kind,
    /// What went wrong, in a sentence.
    pub reason: Option<String>,
    /// What usually causes this, as far as can be told.
    pub cause: Option<String>,
}

/// The cause of a board that came back unchanged, where a counting run does not tell more.
pub const UNCHANGED: &str =
    "The board is unchanged: the solution returned without solving, or solved a copy.";
const TOO_SLOW: &str = "Too slow: does a loop or a recursion never end? If other cases pass, try \
                        fewer digits, or check them faster.";
const GIVEN_CHANGED: &str = "A given was changed: does the search skip every cell that is not '.', and \
                             does the undo clear the cell that was filled?";
const BLANKS_LEFT: &str =
    "Blanks are left: the search ended early, or did not take back a digit that led nowhere.";

impl Verdict {
    fn because(kind: Kind, reason: impl Into<String>) -> Self {
        Verdict {
            kind,
            reason: Some(reason.into()),
            cause: None,
        }
    }

    fn with_cause(self, cause: &str) -> Self {
        Verdict {
            cause: Some(cause.to_owned()),
            ..self
        }
    }

    /// Whether the answer was right.
    pub fn is_accepted(&self) -> bool {
        self.kind == Kind::Accepted
    }
}

impl From<Kind> for Verdict {
    fn from(kind: Kind) -> Self {
        Verdict {
            kind,
            ..Verdict::default()
        }
    }
}

impl Display for Verdict {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match &self.reason {
            Some(reason) => write!(formatter, "{}: {reason}", self.kind),
            None => write!(formatter, "{}", self.kind),
        }
    }
}

/// Judges how a solution did on a puzzle. `place` names a line of the solution file.
pub fn judge(task: &Task, outcome: &Outcome, place: impl Fn(u32) -> String) -> Verdict {
    match outcome {
        Outcome::Answered { answer, .. } => judge_answer(task, answer),
        Outcome::Panicked { line, message } => {
            let at = line.map_or(String::new(), |line| format!(" at {}", place(line)));
            Verdict::because(Kind::RuntimeError, format!("panicked{at}: {message}"))
        }
        Outcome::StackOverflow => Verdict::because(Kind::RuntimeError, "stack overflow"),
        Outcome::Ended { how } => Verdict::because(Kind::RuntimeError, how),
        Outcome::TimeLimit | Outcome::OverLimit { .. } => {
            Verdict::from(Kind::TimeLimitExceeded).with_cause(TOO_SLOW)
        }
        Outcome::MemoryLimit => Kind::MemoryLimitExceeded.into(),
    }
}

fn wrong(reason: impl Into<String>) -> Verdict {
    Verdict::because(Kind::WrongAnswer, reason)
}

fn judge_answer(task: &Task, answer: &Answer) -> Verdict {
    match answer {
        Answer::Misshapen(why) => wrong(why.clone()),
        Answer::Grid(grid) if rules::is_solution(&task.puzzle, grid) => Kind::Accepted.into(),
        Answer::Grid(grid) if *grid == task.puzzle => judge_unchanged(task),
        Answer::Grid(grid) => first_fault(task, grid),
    }
}

fn solutions(task: &Task) -> Solutions {
    let known = task.known.clone();
    known.unwrap_or_else(|| reference::solutions(&task.puzzle))
}

/// An unchanged board is right only if there is no solution.
fn judge_unchanged(task: &Task) -> Verdict {
    let (Solutions::One(solution) | Solutions::Several(solution), Some(blank)) =
        (solutions(task), rules::first_blank(&task.puzzle))
    else {
        return Kind::Accepted.into();
    };
    let digit = at(&solution, blank);
    let reason = format!("the board came back unchanged; the solution has {digit} at {blank}");
    wrong(reason).with_cause(UNCHANGED)
}

/// The first wrong cell and the rule it breaks, in the order in which a reader would look: strange
/// characters, changed givens, blanks left, digits that stand twice.
fn first_fault(task: &Task, answer: &Board) -> Verdict {
    if let Err(error) = rules::well_formed(answer) {
        return wrong(error);
    }
    if let Some(cell) = rules::first_given_changed(&task.puzzle, answer) {
        let found = at(answer, cell).to_string().replace('.', "blank");
        let given = at(&task.puzzle, cell);
        let reason = format!("{cell} is {found}, and the given there is {given}");
        return wrong(reason).with_cause(GIVEN_CHANGED);
    }
    let solution = match solutions(task) {
        Solutions::None => {
            return wrong("the board was changed; without a solution it must stay as it was");
        }
        Solutions::One(solution) => Some(solution),
        Solutions::Several(_) => None,
    };
    let solution = solution.as_ref();
    let wanted = |cell| {
        let digit = solution.map(|solution| at(solution, cell));
        digit.map_or(String::new(), |it| format!(", the solution has {it}"))
    };
    if let Some(cell) = rules::first_blank(answer) {
        let reason = format!("{cell} is still blank{}", wanted(cell));
        return wrong(reason).with_cause(BLANKS_LEFT);
    }
    let conflict = rules::first_conflict(answer).unwrap_or_default();
    let is_wrong = |cell: &Cell| solution.is_some_and(|it| at(it, *cell) != at(answer, *cell));
    wrong(match rules::cells().find(is_wrong) {
        Some(cell) => format!("{cell} is {}{}; {conflict}", at(answer, cell), wanted(cell)),
        None => conflict,
    })
}

fn at(board: &Board, cell: Cell) -> char {
    board[cell.row][cell.column]
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;
    use rstest::rstest;

    use super::*;
    use crate::run::Counts;

    fn case(name: &str) -> Task {
        Task::of_case(sudoku_fixtures::find(name).unwrap())
    }

    fn unknown(name: &str) -> Task {
        Task {
            known: None,
            ..case(name)
        }
    }

    fn answered(answer: Answer) -> Outcome {
        Outcome::Answered {
            notes: Vec::new(),
            answer,
            time: std::time::Duration::ZERO,
            counts: None,
        }
    }

    fn judged(task: &Task, outcome: &Outcome) -> String {
        let place = |line| format!("mine.rs:{line}");
        judge(task, outcome, place).to_string()
    }

    /// The board with these cells, (row, column) from 1, written over.
    fn with(mut board: Board, cells: &[(usize, usize, char)]) -> Outcome {
        for &(row, column, value) in cells {
            board[row - 1][column - 1] = value;
        }
        answered(Answer::Grid(board))
    }

    #[rstest]
    #[case::right(&[], "Accepted")]
    #[case::twice_in_a_row(&[(9, 7, '6')], "Wrong Answer: row 9, column 7 is 6, the solution has 1; 6 stands twice in row 9, at columns 6 and 7")]
    #[case::first_of_several(&[(9, 7, '6'), (1, 3, '2')], "Wrong Answer: row 1, column 3 is 2, the solution has 4; 2 stands twice in row 1, at columns 3 and 9")]
    #[case::given_changed(&[(1, 5, '4'), (1, 3, '7')], "Wrong Answer: row 1, column 5 is 4, and the given there is 7")]
    #[case::given_removed(&[(1, 5, '.')], "Wrong Answer: row 1, column 5 is blank, and the given there is 7")]
    #[case::blank(&[(9, 7, '.'), (1, 3, '1')], "Wrong Answer: row 9, column 7 is still blank, the solution has 1")]
    #[case::zero(&[(2, 2, '0')], "Wrong Answer: row 2, column 2: '0' is not '1' to '9' or '.'")]
    #[case::strange_before_given(&[(1, 1, '1'), (9, 9, '\u{7}')], r"Wrong Answer: row 9, column 9: '\u{7}' is not '1' to '9' or '.'")]
    fn the_first_fault_is_told(#[case] cells: &[(usize, usize, char)], #[case] expected: &str) {
        let outcome = with(case("already_solved").puzzle, cells);
        for task in [case("leetcode_example"), unknown("leetcode_example")] {
            assert_eq!(judged(&task, &outcome), expected);
        }
    }

    #[test]
    fn any_of_several_solutions_is_accepted() {
        let task = case("two_solutions");
        let Some(Solutions::Several(one)) = &task.known else {
            panic!("it has two solutions");
        };
        let first = reference::first_lexicographic(&task.puzzle).unwrap();
        for (known, answer) in [(one, &first), (&first, one)] {
            let task = Task {
                known: Some(Solutions::One(known.clone())),
                ..task.clone()
            };
            assert_eq!(judged(&task, &with(answer.clone(), &[])), "Accepted");
        }
    }

    const UNCHANGED: &str =
        "Wrong Answer: the board came back unchanged; the solution has 4 at row 1, column 3";
    #[rstest]
    #[case(case("example_altered"), "Accepted")]
    #[case(unknown("example_altered"), "Accepted")]
    #[case(case("two_ones"), "Accepted")]
    #[case(unknown("two_ones"), "Accepted")]
    #[case(case("already_solved"), "Accepted")]
    #[case(unknown("already_solved"), "Accepted")]
    #[case(case("leetcode_example"), UNCHANGED)]
    #[case(unknown("leetcode_example"), UNCHANGED)]
    fn an_unchanged_board_is_right_only_without_a_solution(
        #[case] task: Task,
        #[case] expected: &str,
    ) {
        let unchanged = with(task.puzzle.clone(), &[]);
        assert_eq!(judged(&task, &unchanged), expected);
    }

    #[test]
    fn without_a_solution_the_board_must_stay_as_it_was() {
        let task = case("example_altered");
        let outcome = with(task.puzzle.clone(), &[(1, 3, '1')]);
        let expected =
            "Wrong Answer: the board was changed; without a solution it must stay as it was";
        assert_eq!(judged(&task, &outcome), expected);
    }

    #[rstest]
    #[case(
        answered(Answer::Misshapen("no rows".to_owned())),
        "Wrong Answer: no rows"
    )]
    #[case(Outcome::Panicked { line: Some(7), message: "no".to_owned() }, "Runtime Error: panicked at mine.rs:7: no")]
    #[case(Outcome::Panicked { line: None, message: "no".to_owned() }, "Runtime Error: panicked: no")]
    #[case(Outcome::StackOverflow, "Runtime Error: stack overflow")]
    #[case(Outcome::Ended { how: "it ended".to_owned() }, "Runtime Error: it ended")]
    #[case(Outcome::TimeLimit, "Time Limit Exceeded")]
    #[case(Outcome::OverLimit { counts: Counts::default() }, "Time Limit Exceeded")]
    #[case(Outcome::MemoryLimit, "Memory Limit Exceeded")]
    fn other_endings_have_verdicts(#[case] outcome: Outcome, #[case] expected: &str) {
        assert_eq!(judged(&case("leetcode_example"), &outcome), expected);
    }
}
