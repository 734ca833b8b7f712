//! `run`: the verdict, and what a learner needs to see next.

use pretty_assertions::assert_eq;
use serde_json::Value;

use crate::common::{UNCHANGED, judge};

/// Solves LeetCode's example but for one cell, and prints.
const ONE_WRONG_CELL: &str = "\
impl Solution {
    pub fn solve_sudoku(board: &mut Vec<Vec<char>>) {
        let solution = \"534678912672195348198342567859761423426853791713924856961537284287419635345286179\";
        for (cell, digit) in board.iter_mut().flatten().zip(solution.chars()) {
            *cell = digit;
        }
        println!(\"{}\\n\\u{1b}[31m\", \"x\".repeat(101));
        (0..9).for_each(|line| println!(\"{line}\"));
        board[0][2] = '1';
    }
}
";

#[test]
fn a_wrong_answer_shows_the_boards_and_the_output() {
    let said = judge("run - --puzzle leetcode_example").said_with_input(ONE_WRONG_CELL.as_bytes());
    let expected = format!(
        "\
Wrong Answer: 0 of 1 ordinary cases passed

leetcode_example: Wrong Answer: row 1, column 3 is 1, the solution has 4; 1 stands twice in row 1, at columns 3 and 8

input                     yours                     expected
 5 3 . | . 7 . | . . .     5 3*1 | 6 7 8 | 9 1 2     5 3*4 | 6 7 8 | 9 1 2
 6 . . | 1 9 5 | . . .     6 7 2 | 1 9 5 | 3 4 8     6 7 2 | 1 9 5 | 3 4 8
 . 9 8 | . . . | . 6 .     1 9 8 | 3 4 2 | 5 6 7     1 9 8 | 3 4 2 | 5 6 7
-------+-------+-------   -------+-------+-------   -------+-------+-------
 8 . . | . 6 . | . . 3     8 5 9 | 7 6 1 | 4 2 3     8 5 9 | 7 6 1 | 4 2 3
 4 . . | 8 . 3 | . . 1     4 2 6 | 8 5 3 | 7 9 1     4 2 6 | 8 5 3 | 7 9 1
 7 . . | . 2 . | . . 6     7 1 3 | 9 2 4 | 8 5 6     7 1 3 | 9 2 4 | 8 5 6
-------+-------+-------   -------+-------+-------   -------+-------+-------
 . 6 . | . . . | 2 8 .     9 6 1 | 5 3 7 | 2 8 4     9 6 1 | 5 3 7 | 2 8 4
 . . . | 4 1 9 | . . 5     2 8 7 | 4 1 9 | 6 3 5     2 8 7 | 4 1 9 | 6 3 5
 . . . | . 8 . | . 7 9     3 4 5 | 2 8 6 | 1 7 9     3 4 5 | 2 8 6 | 1 7 9

printed:
  {}...
  \u{fffd}[31m
  0
  1
  2
  3
  4
  5
  6
  7
  ...

",
        "x".repeat(97)
    );
    assert_eq!(said.all(), (Some(1), expected.as_str(), ""));
}

/// By the first digit of the puzzle.
const CAUSES: &str = "\
impl Solution {
    pub fn solve_sudoku(board: &mut Vec<Vec<char>>) {
        let before = board.clone();
        match board[0][0] {
            '1' => {}
            '2' => board[0][0] = '3',
            '3' => board[0][1] = '1',
            '4' => {
                for cell in 1..81 {
                    board[cell / 9][cell % 9] = '9';
                }
                for cell in 0..81 {
                    board[cell / 9][cell % 9] = before[cell / 9][cell % 9];
                }
            }
            '6' => {
                board[0][1] = '1';
                board[0][1] = '.';
            }
            _ => panic!(\"unknown\"),
        }
    }
}
";

/// What stands before the colon.
fn beginning(cause: &Value) -> Option<&str> {
    cause.as_str()?.split(':').next()
}

#[test]
fn json_names_the_usual_cause_of_each_wrong_answer() {
    let mut judge = judge("run - --format json");
    for digit in ["2", "3", "4", "5", "11"] {
        judge.command.args(["--puzzle", &format!("{digit:.<81}")]);
    }
    let said = judge.said_with_input(CAUSES.as_bytes()).json(1);
    assert_eq!(
        (&said["verdict"], &said["accepted"], &said["of"]),
        (&"Wrong Answer".into(), &1.into(), &5.into())
    );
    let cases = said["cases"].as_array().expect("a list");
    let found: Vec<_> = cases.iter().map(|case| beginning(&case["cause"])).collect();
    let expected = [
        Some("A given was changed"),
        Some("Blanks are left"),
        Some("The board was solved and then undone"),
        None,
        None,
    ];
    assert_eq!(found, expected);
    let panic = &cases[3];
    assert_eq!(
        (&panic["verdict"], &panic["panicked_at"]),
        (&"Runtime Error".into(), &20.into())
    );
    assert_eq!(cases[4]["verdict"], "Accepted");

    let all_taken_back = format!("run - --format json --puzzle {:.<81}", "6");
    let said = crate::common::judge(&all_taken_back)
        .said_with_input(CAUSES.as_bytes())
        .json(1);
    let expected = Some("The search took back every digit that it placed");
    assert_eq!(beginning(&said["cases"][0]["cause"]), expected);
}

#[test]
fn a_right_solution_and_one_that_does_not_compile_take_one_line() {
    let run = |text: &str| judge("run - --puzzle already_solved").said_with_input(text.as_bytes());
    let accepted = "Accepted: 1 of 1 ordinary cases passed\n";
    assert_eq!(run(UNCHANGED).all(), (Some(0), accepted, ""));
    let rejected = run("impl Solution {}");
    assert_eq!(
        (rejected.code, rejected.stdout.as_str()),
        (Some(1), "Compile Error\n")
    );
    assert!(
        rejected.stderr.contains("named `solve_sudoku` found"),
        "{rejected:?}"
    );
}

#[test]
fn a_solution_that_is_too_slow_gets_a_hint_and_is_stopped_after_two_cases() {
    let body = "{ while board.iter().flatten().any(|&cell| cell == '.') {} }";
    let text = UNCHANGED.replace("(_:", "(board:").replace("{}", body);
    let puzzles = "--puzzle already_solved --puzzle empty --puzzle one_blank --puzzle inkala_2012";
    let judge = judge(&format!("run - --time-limit 0.05 {puzzles}"));
    let said = judge.said_with_input(text.as_bytes());
    let expected = "\
Time Limit Exceeded: 1 of 4 ordinary cases passed

empty: Time Limit Exceeded
Too slow: does a loop or a recursion never end? If other cases pass, try fewer digits, or check them faster.

1 more failed in the same way: one_blank
not run after two over the limit: inkala_2012 (--all runs them)
";
    assert_eq!(said.all(), (Some(1), expected, ""));
}

const ON_A_THREAD: &str = "std::thread::scope(|scope| { scope.spawn(|| board[0][2] = '4'); });";

/// As many placements as chance wants.
const BY_CHANCE: &str = "
    let order: std::collections::HashSet<usize> = (0..40).collect();
    for _ in 0..order.into_iter().next().unwrap() {
        board[0][2] = '1';
        board[0][2] = '.';
    }
";

#[test]
fn replay_tells_what_was_not_counted_and_what_varies() {
    let folder = tempfile::tempdir().expect("there is room");
    let solution = |body: &str| {
        let signature = "pub fn solve_sudoku(board: &mut Vec<Vec<char>>)";
        format!("impl Solution {{ {signature} {{ {body} }} }}")
    };
    let page = folder.path().join("page.html");
    let replay = || judge("replay --approach - -o").arg(&page);
    let said = replay().said_with_input(solution(ON_A_THREAD).as_bytes());
    assert_eq!(said.code, Some(2));
    let why = "-: no counts: the board was used on another thread";
    assert!(said.stderr.contains(why), "{said:?}");
    // By chance two runs can agree; five times in a row they will not.
    let pages = (0..5).map(|_| {
        let said = replay().said_with_input(solution(BY_CHANCE).as_bytes());
        assert_eq!(said.code, Some(0), "{said:?}");
        std::fs::read_to_string(&page).expect("it was written")
    });
    assert!(
        pages
            .into_iter()
            .any(|page| page.contains("Note that its counts vary from run to run: "))
    );
}
