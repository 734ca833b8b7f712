//! Every verdict, of real files that misbehave: see the folder misbehaving.

mod common;

use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use pretty_assertions::assert_eq;
use rstest::rstest;

use common::{Said, judge, run};

fn file(name: &str) -> String {
    format!("tests/misbehaving/{name}.rs")
}

/// What `run` says of a solution file on LeetCode's example.
fn judged(path: &str, time_limit: &str) -> Said {
    let puzzle = ["--puzzle", "leetcode_example"];
    run(judge(["run", path, "--time-limit", time_limit]).args(puzzle))
}

/// The first line of `run`, for a solution that is not accepted.
fn line(verdict: &str) -> String {
    format!("leetcode_example            {verdict}")
}

fn assert_not_accepted(said: &Said, verdict: &str) {
    let name = verdict.split(':').next().unwrap_or_default();
    let expected = format!("{}\n\n{name}: 0 of 1 accepted\n", line(verdict));
    assert_eq!(said.all(), (Some(1), expected.as_str(), ""));
}

#[rstest]
#[case(
    "wrong_digit",
    "row 1, column 3 is 1, the solution has 4; 1 stands twice in row 1, at columns 3 and 4"
)]
#[case("given_overwritten", "row 1, column 1 is 1, and the given there is 5")]
#[case("blank_left", "row 9, column 7 is still blank, the solution has 1")]
#[case(
    "unchanged",
    "the board came back unchanged, and it has a solution, with 4 at row 1, column 3"
)]
#[case("board_emptied", "row 1, column 1 is blank, and the given there is 5")]
#[case("board_cleared", "the board has 0 rows, expected 9")]
#[case("row_removed", "the board has 8 rows, expected 9")]
#[case("row_cleared", "row 5 has 0 cells, expected 9")]
#[case("row_lengthened", "row 9 has 10 cells, expected 9")]
#[case("rows_swapped", "row 1, column 1 is 6, and the given there is 5")]
#[case(
    "strange_character",
    r"row 1, column 3: '\u{ff14}' is not '1' to '9' or '.'"
)]
#[case(
    "right_only_once",
    "the board came back unchanged, and it has a solution, with 4 at row 1, column 3"
)]
fn a_wrong_answer(#[case] name: &str, #[case] reason: &str) {
    let said = judged(&file(name), "5");
    assert_not_accepted(&said, &format!("Wrong Answer: {reason}"));
}

#[rstest]
#[case(
    "panic",
    "panicked at tests/misbehaving/panic.rs:7: index out of bounds: the len is 9 but the index is 9"
)]
#[case("panic_after_solving", r#"panicked at tests/misbehaving/panic_after_solving.rs:6: solved, but "not" done:\nüben\t\u{1b}[31m"#)]
#[case(
    "panic_in_std",
    "panicked at tests/misbehaving/panic_in_std.rs:6: called `Result::unwrap()` on an `Err` value: ParseIntError { kind: InvalidDigit }"
)]
#[case(
    "panic_not_text",
    "panicked at tests/misbehaving/panic_not_text.rs:6: a value that is not text"
)]
#[case("panic_in_silence", "the process ended itself with exit code 101")]
#[case("panic_caught_then_exit", "the process ended itself with exit code 7")]
#[case("endless_recursion", "stack overflow")]
#[case("exit_0", "the process ended itself with exit code 0")]
#[case("exit_101", "the process ended itself with exit code 101")]
#[case("says_it_gave_up", "the process ended itself with exit code 74")]
#[case(
    "aborts_like_a_stack_overflow",
    "the process ended itself with exit code 1"
)]
#[case("writes_into_records", "the solution wrote into a file of the judge")]
fn a_runtime_error(#[case] name: &str, #[case] reason: &str) {
    let said = judged(&file(name), "5");
    assert_not_accepted(&said, &format!("Runtime Error: {reason}"));
}

#[cfg(unix)]
#[test]
fn aborting_is_a_runtime_error() {
    let reason = "the process was ended by signal 6 (SIGABRT)";
    assert_not_accepted(
        &judged(&file("aborts"), "5"),
        &format!("Runtime Error: {reason}"),
    );
}

#[test]
fn a_long_panic_is_cut() {
    let place = "panicked at tests/misbehaving/panic_without_end.rs:6";
    let reason = format!("Runtime Error: {place}: {}...", "x".repeat(500));
    assert_not_accepted(&judged(&file("panic_without_end"), "5"), &reason);
}

#[rstest]
fn time_runs_out(
    #[values("endless_loop", "sleeps", "panics_without_end", "waits_for_processes")] name: &str,
) {
    let said = judged(&file(name), "0.2");
    assert_not_accepted(&said, "Time Limit Exceeded");
}

#[rstest]
fn memory_runs_out(#[values("endless_allocation", "giant_allocation")] name: &str) {
    let said = judged(&file(name), "20");
    assert_not_accepted(&said, "Memory Limit Exceeded");
}

/// Where the platform can tell what the processes use that a solution has started.
#[cfg(target_os = "linux")]
#[rstest]
#[case("memory_of_processes", "20", "Memory Limit Exceeded")]
#[case("time_of_processes", "0.2", "Time Limit Exceeded")]
#[case("memory_of_daemons", "20", "Memory Limit Exceeded")]
#[case("time_of_daemons", "0.2", "Time Limit Exceeded")]
#[case("time_of_the_forgotten", "0.1", "Time Limit Exceeded")]
#[case("waits_in_the_system", "0.2", "Time Limit Exceeded")]
fn started_processes_count(#[case] name: &str, #[case] limit: &str, #[case] verdict: &str) {
    assert_not_accepted(&judged(&file(name), limit), verdict);
}

/// Within a tenth of a second on either side, also where four others want each processor.
#[cfg(target_os = "linux")]
#[rstest]
fn the_time_limit_is_precise(#[values(0, 4)] others: usize) {
    let is_over = AtomicBool::new(false);
    let processors = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..others * processors {
            // Not for ever: the test may fail.
            let last = Instant::now() + Duration::from_secs(60);
            let is_over = &is_over;
            scope.spawn(move || while !is_over.load(Ordering::Relaxed) && Instant::now() < last {});
        }
        let judged = [4, 6].map(|tenths| {
            // Without a solution, since this one changes nothing.
            let puzzle = format!("{tenths}........{tenths}{}", ".".repeat(71));
            let file = file("works_for_a_while");
            let arguments = ["run", &file, "--puzzle", &puzzle, "--time-limit", "0.503"];
            let said = run(&mut judge(arguments));
            said.stdout.lines().last().map(str::to_owned)
        });
        is_over.store(true, Ordering::Relaxed);
        let expected = [
            "Accepted: 1 of 1 accepted",
            "Time Limit Exceeded: 0 of 1 accepted",
        ];
        assert_eq!(judged, expected.map(|line| Some(line.to_owned())));
    });
}

#[rstest]
fn survived_and_accepted(
    #[values(
        "panic_caught",
        "removes_its_folder",
        "leaves_files",
        "reads_stdin",
        "leaves_threads",
        "leaves_processes",
        "leaves_process_groups",
        "leaves_daemons",
        "writes_many_records",
        "own_macros",
        "gigabyte_of_prints"
    )]
    name: &str,
) {
    let said = judged(&file(name), "30");
    let (line, rest) = said.stdout.split_once('\n').expect("a line");
    assert!(line.starts_with("leetcode_example  "), "{line}");
    assert!(line.ends_with("  Accepted"), "{line}");
    assert_eq!(
        (said.code, rest, said.stderr.as_str()),
        (Some(0), "\nAccepted: 1 of 1 accepted\n", "")
    );
}

/// The names of this file's daemons are looked for wherever they are.
#[cfg(target_os = "linux")]
#[test]
fn daemons_end_with_their_solution() {
    judged(&file("leaves_daemons"), "30");
    let left = fs::read_dir("/proc")
        .expect("Linux has it")
        .filter(|entry| {
            let process = entry.as_ref().expect("it can be listed").path();
            fs::read(process.join("cmdline")).is_ok_and(|line| line == b"sleep\x0086399\0")
        });
    assert_eq!(left.count(), 0);
}

#[test]
fn prints_are_shown_and_no_answer() {
    let said = judged(&file("prints_like_an_answer"), "5");
    let verdict = "Wrong Answer: the board came back unchanged, and it has a solution, with 4 at row 1, column 3";
    let mut lines = said.stdout.lines();
    assert_eq!(lines.next(), Some(line(verdict).as_str()));
    assert_eq!(lines.next(), Some(""));
    assert_eq!(
        lines.next(),
        Some("Printed by the solution on leetcode_example:")
    );
    assert_eq!(
        lines.next().map(|line| &line[..27]),
        Some("  answer 1000 35 33 34 36 3")
    );
    assert_eq!(lines.next(), Some("  counts 51 0 0 51"));
    assert_eq!(lines.next(), Some("  end"));
    assert_eq!(
        said.stdout.lines().last(),
        Some("Wrong Answer: 0 of 1 accepted")
    );
    assert_eq!((said.code, said.stderr.as_str()), (Some(1), ""));
}

#[test]
fn prints_behind_the_answer_are_shown() {
    let said = judged(&file("prints_late"), "0.2");
    let verdict = "Wrong Answer: the board came back unchanged, and it has a solution, with 4 at row 1, column 3";
    let shown = format!(
        "{}\n\nPrinted by the solution on leetcode_example:\n  at last\nWrong Answer: 0 of 1 accepted\n",
        line(verdict)
    );
    assert_eq!(said.all(), (Some(1), shown.as_str(), ""));
}

#[test]
fn endless_prints_are_cut() {
    let said = judged(&file("endless_prints"), "0.2");
    let shown = format!(
        "{}\n\nPrinted by the solution on leetcode_example:\n{}  ...\nTime Limit Exceeded: 0 of 1 accepted\n",
        line("Time Limit Exceeded"),
        "  still here\n".repeat(10)
    );
    assert_eq!(said.all(), (Some(1), shown.as_str(), ""));
}

#[test]
fn nothing_reaches_the_terminal_as_a_control_character() {
    let said = judged(&file("terminal_control"), "5");
    let shown = format!(
        "{}\n\nPrinted by the solution on leetcode_example:\n  \\u{{1b}}[2J\\u{{1b}}[31mred\nWrong Answer: 0 of 1 accepted\n",
        line(r"Wrong Answer: row 1, column 3: '\u{1b}' is not '1' to '9' or '.'"),
    );
    assert_eq!(said.all(), (Some(1), shown.as_str(), ""));
}

/// With a part of rustc's words, and whether they speak of the wrapper.
#[rstest]
#[case("compile_error", "--> tests/misbehaving/compile_error.rs:5:27", false)]
#[case(
    "error_about_a_disk",
    "--> tests/misbehaving/error_about_a_disk.rs:5:21",
    false
)]
#[case("unknown_function", "undefined symbol: is_nowhere", false)]
#[case("certain_panic", "--> tests/misbehaving/certain_panic.rs:6:23", false)]
#[case(
    "closes_the_wrapper",
    "--> tests/misbehaving/closes_the_wrapper.rs:2:1",
    false
)]
#[case("own_main", "--> tests/misbehaving/own_main.rs:9:1", true)]
#[case(
    "no_solve_sudoku",
    "no function or associated item named `solve_sudoku` found",
    true
)]
#[case("other_signature", "expected fn pointer", true)]
fn a_compile_error(#[case] name: &str, #[case] words: &str, #[case] of_wrapper: bool) {
    let said = judged(&file(name), "5");
    assert_eq!(
        (said.code, said.stdout.as_str()),
        (Some(1), "Compile Error\n")
    );
    assert!(said.stderr.contains("error"), "{}", said.stderr);
    assert!(said.stderr.contains(words), "{}", said.stderr);
    let explains = said
        .stderr
        .contains("main.rs is the judge's: like LeetCode, it supplies");
    assert_eq!(explains, of_wrapper, "{}", said.stderr);
}

/// Where a solution lies is nothing to it, and messages say it as it is.
#[rstest]
#[case("my solution.rs")]
#[case("it's \"quoted\".rs")]
#[case("größer als 九.rs")]
#[case("$HOME `pwd` %s {} \\.rs")]
#[case("-x.rs")]
fn a_path_with_strange_letters(#[case] name: &str) {
    let folder = tempfile::tempdir().expect("there is room");
    let path = folder.path().join("a folder").join(name);
    fs::create_dir(path.parent().expect("a folder")).expect("there is room");
    let path = path.to_str().expect("UTF-8");
    fs::copy(file("panic"), path).expect("there is room");
    let reason = "index out of bounds: the len is 9 but the index is 9";
    assert_not_accepted(
        &judged(path, "5"),
        &format!("Runtime Error: panicked at {path}:7: {reason}"),
    );
    fs::copy(file("compile_error"), path).expect("there is room");
    let said = judged(path, "5");
    assert_eq!(
        (said.code, said.stdout.as_str()),
        (Some(1), "Compile Error\n")
    );
    assert!(
        said.stderr.contains(&format!("--> {path}:5:27\n")),
        "{}",
        said.stderr
    );
}

#[test]
fn a_file_that_is_no_text() {
    let folder = tempfile::tempdir().expect("there is room");
    let path = folder.path().join("solution.rs");
    fs::write(&path, b"// \xFF\n").expect("there is room");
    let said = judged(path.to_str().expect("UTF-8"), "5");
    assert_eq!(
        (said.code, said.stdout.as_str()),
        (Some(1), "Compile Error\n")
    );
    let expected = format!("error: {}:1: not UTF-8 text\n", path.display());
    assert_eq!(said.stderr, expected);
}

/// rustc recurses too deep.
#[test]
fn a_file_that_rustc_cannot_take() {
    let folder = tempfile::tempdir().expect("there is room");
    let path = folder.path().join("solution.rs");
    let text = format!(
        "fn f() -> u8 {{ {}1{} }}\n",
        "(".repeat(60_000),
        ")".repeat(60_000)
    );
    fs::write(&path, text).expect("there is room");
    let said = judged(path.to_str().expect("UTF-8"), "5");
    assert_eq!(
        (said.code, said.stdout.as_str()),
        (Some(1), "Compile Error\n")
    );
    assert!(
        said.stderr.starts_with("error: rustc crashed on it ("),
        "{said:?}"
    );
}

/// LeetCode has one file, and its own lines before it.
#[rstest]
#[case(
    "include!(\"OTHER\");\n",
    "the solution brings in OTHER; a submission is one file, and LeetCode has no other"
)]
#[case(
    "#[path = \"OTHER\"]\nmod other;\n",
    "the solution brings in OTHER; a submission is one file, and LeetCode has no other"
)]
#[case(
    "\u{feff}",
    "a byte order mark is an error behind LeetCode's first lines; save the file without it"
)]
#[case(
    "#!/usr/bin/env rustx\n",
    "a line for a shell is an error behind LeetCode's first lines; remove it"
)]
fn a_file_that_is_no_submission(#[case] before: &str, #[case] why: &str) {
    let folder = tempfile::tempdir().expect("there is room");
    let other = folder.path().join("the other.rs");
    fs::write(&other, "fn _other() {}\n").expect("there is room");
    let other = other.to_str().expect("UTF-8");
    let solution = fs::read_to_string(file("unchanged")).expect("it is there");
    let text = format!("{}{solution}", before.replace("OTHER", other));
    let path = folder.path().join("solution.rs");
    fs::write(&path, text).expect("there is room");
    let path = path.to_str().expect("UTF-8");
    let why = why.replace("OTHER", other);
    let said = judged(path, "5");
    assert_eq!(
        (said.code, said.stdout.as_str()),
        (Some(1), "Compile Error\n")
    );
    assert!(said.stderr.contains(&why), "{said:?}");
    let said = run(&mut judge(["paste", "--check", path]));
    assert_eq!((said.code, said.stderr.as_str()), (Some(1), ""));
    assert!(said.stdout.contains(&why), "{said:?}");
}

/// What counts is what stands in the file when it is judged.
#[test]
fn a_file_that_changes() {
    let folder = tempfile::tempdir().expect("there is room");
    let path = folder.path().join("solution.rs");
    let verdict_of = |name: &str| {
        fs::copy(file(name), &path).expect("there is room");
        let said = judged(path.to_str().expect("UTF-8"), "5");
        let last = said.stdout.lines().last().map(str::to_owned);
        last.expect("the judge says something")
    };
    assert_eq!(verdict_of("own_macros"), "Accepted: 1 of 1 accepted");
    assert_eq!(verdict_of("unchanged"), "Wrong Answer: 0 of 1 accepted");
    assert_eq!(verdict_of("own_macros"), "Accepted: 1 of 1 accepted");
}

#[test]
fn every_file_that_misbehaves_is_judged_in_a_test() {
    let tests = ["verdicts.rs", "commands.rs", "endings.rs", "runs.rs"]
        .map(|name| fs::read_to_string(format!("tests/{name}")).expect("a test"));
    for entry in fs::read_dir("tests/misbehaving").expect("it is there") {
        let path = entry.expect("it can be listed").path();
        let name = path
            .file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let is_named = |test: &String| {
            test.contains(&format!("\"{name}\"")) || test.contains(&format!("/{name}.rs\""))
        };
        assert!(tests.iter().any(is_named), "{name}");
    }
}
