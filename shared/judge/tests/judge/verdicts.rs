//! Every verdict, on real solutions that misbehave: see the folder solutions.

use std::fs;
use std::hint;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use pretty_assertions::assert_eq;
use sudoku_judge::compile::Wrapper;
use sudoku_judge::process::KEPT_OUTPUT;
use sudoku_judge::run::{ONCE, Outcome, run, run_each};
use sudoku_judge::sandbox;
use sudoku_judge::submission::Submission;

use crate::common::{ATTEMPTS, ROLES, board_with, program, submission, verdicts};
use crate::counts::LIMIT;

/// LINE stands for the role's own line.
const VERDICTS_OF_ROLES: &str = r#"
12 Wrong Answer: the board came back unchanged; the solution has 3 at row 1, column 3
13 Wrong Answer: the board has 0 rows, expected 9
14 Wrong Answer: row 5 has 0 cells, expected 9
15 Wrong Answer: row 1, column 1 is blank, and the given there is 1
16 Wrong Answer: row 1, column 2 is 1, and the given there is 6
17 Wrong Answer: the board came back unchanged; the solution has 2 at row 1, column 3
18 Wrong Answer: row 2, column 1 is still blank
21 Wrong Answer: row 9 has 10 cells, expected 9
23 Wrong Answer: row 1, column 3: '\u{ff14}' is not '1' to '9' or '.'
24 Wrong Answer: row 1, column 3: '\u{1b}' is not '1' to '9' or '.'
25 Wrong Answer: row 1, column 1 is 3, and the given there is 2
26 Wrong Answer: row 9, column 7 is still blank
27 Wrong Answer: row 5, column 5 is still blank
29 Wrong Answer: the board has 8 rows, expected 9
31 Runtime Error: panicked at LINE: index out of bounds: the len is 9 but the index is 9
32 Runtime Error: panicked at LINE: solved, but "not" done:\nüben\t\u{1b}[31m
34 Runtime Error: panicked at LINE: called `Result::unwrap()` on an `Err` value: ParseIntError { kind: InvalidDigit }
35 Runtime Error: panicked at LINE: a value that is not text
36 Runtime Error: the process ended with exit status: 101
37 Runtime Error: the process ended with exit status: 7
38 Runtime Error: panicked at LINE: LONG...
41 Runtime Error: the process ended with exit status: 0
42 Runtime Error: the process ended with exit status: 101
45 Runtime Error: the process ended with exit status: 1
46 Runtime Error: the solution wrote into a file of the judge
47 Runtime Error: the process ended with signal: 6 (SIGABRT)
48 Runtime Error: stack overflow
51 Time Limit Exceeded
52 Time Limit Exceeded
53 Time Limit Exceeded
54 Time Limit Exceeded
56 Memory Limit Exceeded
57 Memory Limit Exceeded
61 Accepted
62 Accepted
63 Accepted
64 Accepted
65 Accepted
67 Accepted
71 Accepted
81 Accepted
98 Accepted
"#;

#[test]
fn every_role_gets_its_verdict() {
    let source = fs::read_to_string(ROLES).expect("it is there");
    let expected = VERDICTS_OF_ROLES
        .trim()
        .lines()
        .map(|line| line.split_once(' '));
    let expected: Vec<(&str, &str)> = expected.map(|it| it.expect("two words")).collect();
    // To tell what is wrong, the judge itself solves a board in the time limit.
    let (wrong, others) = expected.split_at(14);
    let mut found = Vec::new();
    for (part, limit) in [(wrong, "20"), (others, "0.2")] {
        let roles: Vec<&str> = part.iter().map(|(role, _)| *role).collect();
        found.extend(verdicts(ROLES, &roles, limit, Path::new("")));
    }
    assert_eq!(found.len(), expected.len());
    for ((role, verdict), found) in expected.into_iter().zip(found) {
        let line = source
            .lines()
            .position(|line| line.contains(&format!("\"{role}\" =>")));
        let place = line.map_or(String::new(), |line| format!("{ROLES}:{}", line + 1));
        let verdict = verdict
            .replace("LINE", &place)
            .replace("LONG", &"x".repeat(500));
        assert_eq!(found, verdict, "{role}");
    }
}

/// Within a tenth of a second on either side, also while another process wants each processor.
#[test]
fn the_time_limit_is_precise() {
    let is_over = AtomicBool::new(false);
    // Not for ever: the test may fail.
    let last = Instant::now() + Duration::from_secs(30);
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) && Instant::now() < last {
                    hint::spin_loop();
                }
            });
        }
        let found = verdicts(ROLES, &["72", "76"], "0.4", Path::new(""));
        is_over.store(true, Ordering::Relaxed);
        assert_eq!(found, ["Accepted", "Time Limit Exceeded"]);
    });
}

/// Each puzzle has a time limit of its own. Puzzles share a process until it ends: the first 27 of a
/// process is right.
#[test]
fn many_puzzles_each_get_an_outcome() {
    let program = program(&submission(ROLES), Wrapper::Timed);
    let in_short = |outcome: &Outcome| match outcome {
        Outcome::Answered { answer, .. } => match answer {
            sudoku_judge::run::Answer::Grid(grid) if sudoku::rules::first_blank(grid).is_none() => {
                "right"
            }
            _ => "wrong",
        },
        Outcome::Panicked { .. } => "panicked",
        Outcome::Ended { .. } => "ended",
        Outcome::TimeLimit => "too slow",
        other => panic!("{other:?}"),
    };
    let of = |roles: &[&str], most: usize| {
        let lines: Vec<String> = roles.iter().map(|role| format!("{role:.<81}")).collect();
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        let limit = Duration::from_millis(300);
        let mut found = Vec::new();
        let ran = run_each(&program, &lines, ONCE, limit, |outcome| {
            found.push(in_short(&outcome));
            found.len() < most
        });
        ran.expect("it runs");
        found
    };
    let roles = [
        "72", "27", "27", "31", "27", "72", "51", "12", "72", "72", "41", "98",
    ];
    let expected = [
        "right", "right", "wrong", "panicked", "right", "right", "too slow", "wrong", "right",
        "right", "ended", "right",
    ];
    assert_eq!(of(&roles, usize::MAX), expected);
    assert_eq!(of(&["98", "31", "98"], 2), ["right", "panicked"]);
    // Answers before the end are written together and lost.
    for (role, ending) in [
        ("31", "panicked"),
        ("41", "ended"),
        ("47", "ended"),
        ("51", "too slow"),
    ] {
        let (mut roles, mut expected) = (["98"; 1000], ["right"; 1000]);
        (roles[500], expected[500]) = (role, ending);
        assert_eq!(of(&roles, usize::MAX), expected);
    }
}

/// Only the process that fails knows the call at which it does.
#[test]
fn a_solution_that_counts_its_calls_is_blamed_for_the_right_puzzle() {
    let file = tempfile::NamedTempFile::new().expect("there is room");
    let text = "\
        static CALLS: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
        impl Solution {
            pub fn solve_sudoku(_: &mut Vec<Vec<char>>) {
                if CALLS.fetch_add(1, std::sync::atomic::Ordering::Relaxed) == 700 {
                    std::process::exit(0);
                }
            }
        }";
    fs::write(file.path(), text).expect("there is room");
    let solution = Submission::read("counting", file.path()).expect("it is there");
    let program = program(&solution, Wrapper::Timed);
    let mut answered = Vec::new();
    let ran = run_each(
        &program,
        &[".".repeat(81).as_str(); 1000],
        ONCE,
        LIMIT,
        |outcome| {
            answered.push(outcome.time().is_some());
            true
        },
    );
    ran.expect("it runs");
    let mut expected = vec![true; 1000];
    expected[700] = false;
    assert_eq!(answered, expected);
}

#[test]
fn what_a_solution_prints_is_kept_and_cut() {
    let program = program(&submission(ROLES), Wrapper::Timed);
    let printed = |role: &str| {
        let limit = Duration::from_millis(100);
        run(&program, &board_with(role), ONCE, limit)
            .expect("it runs")
            .printed
    };
    let answer = format!("answer 1 {}\nend\n\u{1b}[31m\n", "123456789".repeat(9));
    assert_eq!(printed("17"), answer);
    let long = printed("54");
    let (beginning, end) = long.split_at(KEPT_OUTPUT);
    assert_eq!(beginning, &"still here\n".repeat(6000)[..KEPT_OUTPUT]);
    assert!(end.starts_with("\n...\n"), "{end}");
    assert_eq!(end.len(), "\n...\n".len() + KEPT_OUTPUT);
    assert_eq!(printed("98"), "");
}

/// The attempts, the system's error and the judge's explanation. Without Landlock, the last are not
/// refused.
const ATTEMPTS_AND_ERRORS: &str = "
12 13: Operation not permitted: tried to start a process: not possible on LeetCode either
14 15 16 17 18 19 21 23 24 25 26 27 28 29 31: Function not implemented: tried to change files, use the network or signal a process: the judge lets a solution only compute and print
41 42 43 45 46: Permission denied: tried to open a file: the judge lets a solution open none
";

#[test]
fn the_sandbox_refuses_every_attempt_and_the_judge_explains() {
    let home = std::env::home_dir().expect("the user has one");
    let other_file = tempfile::Builder::new().tempfile_in(home);
    let other_file = other_file.expect("the user's home is writable");
    fs::write(other_file.path(), "a letter").expect("it is writable");
    let weakness = sandbox::weakness();
    if let Some(weakness) = weakness {
        eprintln!("files are not tested: {weakness}");
        assert!(std::env::var_os("SUDOKU_REQUIRE_LANDLOCK").is_none());
    }
    let is_tested = |line: &&str| weakness.is_none() || !line.contains("open a file");
    for line in ATTEMPTS_AND_ERRORS.trim().lines().filter(is_tested) {
        let [attempts, error, explanation] = line.splitn(3, ": ").collect::<Vec<_>>()[..] else {
            panic!("three parts: {line}");
        };
        let attempts: Vec<&str> = attempts.split(' ').collect();
        let found = verdicts(ATTEMPTS, &attempts, "2", other_file.path());
        assert_eq!(found.len(), attempts.len());
        for (attempt, verdict) in attempts.into_iter().zip(found) {
            let is_explained = verdict.starts_with("Runtime Error: panicked at ")
                && verdict.contains(error)
                && verdict.ends_with(&format!(" ({explanation})"));
            assert!(is_explained, "{attempt}: {verdict}");
        }
    }
    let letter = fs::read_to_string(other_file.path());
    assert_eq!(letter.expect("it is still there"), "a letter");
}
