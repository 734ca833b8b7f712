//! What LeetCode would say.

use std::fmt::{self, Display, Formatter};
use std::time::{Duration, Instant};

use sudoku::Board;
use sudoku::reference::{self, Solutions};
use sudoku::rules::{self, Cell};

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

    /// The higher, the worse: wrong answers, then crashes, then what may be wrong, then exhausted
    /// limits.
    #[must_use]
    pub fn severity(&self) -> u8 {
        match self {
            Verdict::Accepted => 0,
            Verdict::TimeLimitExceeded => 1,
            Verdict::MemoryLimitExceeded => 2,
            Verdict::NotDecided => 3,
            Verdict::RuntimeError(_) => 4,
            Verdict::WrongAnswer(_) => 5,
        }
    }

    /// What went wrong, in a sentence.
    #[must_use]
    pub fn reason(&self) -> Option<&str> {
        match self {
            Verdict::WrongAnswer(reason) | Verdict::RuntimeError(reason) => Some(reason),
            Verdict::NotDecided => Some(
                "the board came back unchanged, and whether it has a solution was not found out \
                 within the time limit",
            ),
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
        // Seen at once, however busy the machine is.
        Known::Nothing if rules::first_conflict(puzzle).is_some() => None,
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

/// Whether an answer, which may hold any characters, solves the puzzle.
#[must_use]
pub fn is_solution(puzzle: &Board, answer: &Board) -> bool {
    first_fault(puzzle, &Known::Nothing, answer).is_none()
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

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;
    use rstest::rstest;
    use sudoku::notation;

    use super::*;
    use crate::measure::Task;

    const LIMIT: Duration = Duration::from_secs(10);

    fn case(name: &str) -> Task {
        Task::of_case(sudoku_fixtures::find(name).unwrap())
    }

    fn answered(grid: Board) -> Outcome {
        Outcome::Answered {
            answer: Answer::Grid(grid),
            time: Duration::ZERO,
            counts: None,
        }
    }

    fn solved() -> Board {
        case("already_solved").puzzle
    }

    fn judged(task: &Task, outcome: &Outcome) -> String {
        let place = |line| format!("mine.rs:{line}");
        judge(&task.puzzle, &task.known, outcome, LIMIT, place).to_string()
    }

    /// The solved example with these cells, (row, column) from 1, written over.
    fn with(cells: &[(usize, usize, char)]) -> Board {
        let mut grid = solved();
        for &(row, column, value) in cells {
            grid[row - 1][column - 1] = value;
        }
        grid
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
    fn the_first_fault(#[case] cells: &[(usize, usize, char)], #[case] expected: &str) {
        let example = case("leetcode_example");
        assert_eq!(judged(&example, &answered(with(cells))), expected);
    }

    #[test]
    fn without_a_known_solution_the_rules_decide() {
        let task = Task {
            known: Known::Nothing,
            ..case("leetcode_example")
        };
        assert_eq!(judged(&task, &answered(solved())), "Accepted");
        let twice = answered(with(&[(9, 7, '6')]));
        let expected = "Wrong Answer: 6 stands twice in row 9, at columns 6 and 7";
        assert_eq!(judged(&task, &twice), expected);
        let unchanged = answered(task.puzzle.clone());
        let expected = "Wrong Answer: the board came back unchanged, and it has a solution, with 4 at row 1, column 3";
        assert_eq!(judged(&task, &unchanged), expected);
    }

    /// A solution that is known is one: of several another is as good.
    #[test]
    fn another_solution_than_the_known_one_is_accepted() {
        let case = sudoku_fixtures::find("two_solutions").unwrap();
        let puzzle = notation::parse(case.puzzle).unwrap();
        let (Solutions::Several(one), Some(first)) = (
            reference::solutions(&puzzle),
            reference::first_lexicographic(&puzzle),
        ) else {
            panic!("{puzzle:?} has two solutions");
        };
        let task = |known| Task {
            name: String::new(),
            puzzle: puzzle.clone(),
            known: Known::Solution(known),
        };
        assert_eq!(
            judged(&task(one.clone()), &answered(first.clone())),
            "Accepted"
        );
        assert_eq!(judged(&task(first), &answered(one)), "Accepted");
    }

    #[rstest]
    #[case::no_solution("example_altered")]
    #[case::contradictory("two_ones")]
    #[case::complete("already_solved")]
    fn unchanged_is_right_where_nothing_can_be_done(#[case] name: &str) {
        let known = case(name);
        let unknown = Task {
            known: Known::Nothing,
            ..known.clone()
        };
        for task in [known, unknown] {
            assert_eq!(judged(&task, &answered(task.puzzle.clone())), "Accepted");
        }
    }

    #[test]
    fn without_a_solution_anything_else_is_wrong() {
        let task = case("example_altered");
        let mut grid = task.puzzle.clone();
        grid[0][2] = '1';
        let expected = "Wrong Answer: row 1, column 4 is still blank; without a solution the board must stay as it was";
        assert_eq!(judged(&task, &answered(grid)), expected);
    }

    #[test]
    fn not_decided_where_time_runs_out() {
        let task = Task {
            known: Known::Nothing,
            ..case("leetcode_example")
        };
        let unchanged = answered(task.puzzle.clone());
        let no_time = Duration::ZERO;
        let verdict = judge(&task.puzzle, &task.known, &unchanged, no_time, |_| {
            String::new()
        });
        assert_eq!(verdict, Verdict::NotDecided);
        let expected = "Not Decided: the board came back unchanged, and whether it has a solution \
                        was not found out within the time limit";
        assert_eq!(verdict.to_string(), expected);
    }

    #[test]
    fn a_contradiction_is_decided_without_time() {
        let task = Task {
            known: Known::Nothing,
            ..case("two_ones")
        };
        let unchanged = answered(task.puzzle.clone());
        let no_time = Duration::ZERO;
        let verdict = judge(&task.puzzle, &task.known, &unchanged, no_time, |_| {
            String::new()
        });
        assert_eq!(verdict, Verdict::Accepted);
    }

    #[test]
    fn a_solution_keeps_the_rules_and_the_givens() {
        let puzzle = case("leetcode_example").puzzle;
        assert!(is_solution(&puzzle, &solved()));
        assert!(!is_solution(&puzzle, &puzzle));
        assert!(!is_solution(&puzzle, &with(&[(9, 7, '6')])));
    }

    #[rstest]
    #[case(Answer::Rows(0), "Wrong Answer: the board has 0 rows, expected 9")]
    #[case(Answer::Row(2, 10), "Wrong Answer: row 2 has 10 cells, expected 9")]
    fn a_board_of_another_shape(#[case] answer: Answer, #[case] expected: &str) {
        let outcome = Outcome::Answered {
            answer,
            time: Duration::ZERO,
            counts: None,
        };
        assert_eq!(judged(&case("leetcode_example"), &outcome), expected);
    }

    #[rstest]
    #[case(Outcome::Panicked { line: Some(7), message: "no".to_owned() }, "Runtime Error: panicked at mine.rs:7: no")]
    #[case(Outcome::Panicked { line: None, message: "no".to_owned() }, "Runtime Error: panicked: no")]
    #[case(Outcome::StackOverflow, "Runtime Error: stack overflow")]
    #[case(Outcome::Ended { how: "it ended".to_owned() }, "Runtime Error: it ended")]
    #[case(Outcome::TimeLimit, "Time Limit Exceeded")]
    #[case(Outcome::OverLimit { counts: crate::process::Counts::default() }, "Time Limit Exceeded")]
    #[case(Outcome::MemoryLimit, "Memory Limit Exceeded")]
    fn what_is_no_answer(#[case] outcome: Outcome, #[case] expected: &str) {
        assert_eq!(judged(&case("leetcode_example"), &outcome), expected);
    }
}
