//! The commands, with their exact words.

use std::fs;

use pretty_assertions::assert_eq;
use rstest::rstest;
use serde_json::{Value, json};
use sudoku::reference::Solutions;
use sudoku::{board, notation};
use sudoku_fixtures::{CASES, Case, Group};
use sudoku_judge::measurements::Measurements;
use sudoku_judge::{report, workspace};

use crate::common::{EXAMPLE, ROLES, Said, UNCHANGED, judge, said, submission};

const EXAMPLE_SOLVED: &str = "\
5 3 4 | 6 7 8 | 9 1 2
6 7 2 | 1 9 5 | 3 4 8
1 9 8 | 3 4 2 | 5 6 7
------+-------+------
8 5 9 | 7 6 1 | 4 2 3
4 2 6 | 8 5 3 | 7 9 1
7 1 3 | 9 2 4 | 8 5 6
------+-------+------
9 6 1 | 5 3 7 | 2 8 4
2 8 7 | 4 1 9 | 6 3 5
3 4 5 | 2 8 6 | 1 7 9
";

#[rstest]
#[case::one_line(EXAMPLE.to_owned())]
#[case::rows(board::to_rows(&notation::parse(EXAMPLE).unwrap()))]
#[case::grid(board::to_grid(&notation::parse(EXAMPLE).unwrap()))]
#[case::json(board::to_json(&notation::parse(EXAMPLE).unwrap()))]
#[case::begins_like_an_option(format!("-------------\n{}-------------", EXAMPLE_SOLVED))]
fn solve_reads_any_notation(#[case] puzzle: String) {
    let expected = (Some(0), EXAMPLE_SOLVED, "");
    assert_eq!(judge("solve").arg(&puzzle).said().all(), expected);
    let from_stdin = judge("solve -").said_with_input(puzzle.as_bytes());
    assert_eq!(from_stdin.all(), expected);
}

#[test]
fn solve_takes_the_name_of_a_case_an_approach_and_a_file() {
    let file = "../../problems/0037-sudoku-solver/bitmask/src/solution.rs";
    for approach in ["bitmask", file] {
        let said = said(&format!("solve leetcode_example --approach {approach}"));
        assert_eq!(said.all(), (Some(0), EXAMPLE_SOLVED, ""));
    }
    let several = said("solve two_solutions");
    assert_eq!(several.stdout.lines().next(), Some("4 3 9 | 6 5 8 | 1 2 7"));
    let note = "there are several solutions; this is one of them\n";
    assert_eq!((several.code, several.stderr.as_str()), (Some(0), note));
}

const NO_SOLUTION: &str = r"
two_ones => no solution: the givens contradict each other\n1 stands twice in row 1, at columns 1 and 2\n
duplicate_in_box => no solution: the givens contradict each other\n5 stands twice in box 5, at row 4, column 6 and row 5, column 4\n
example_altered => no solution\n
";

#[test]
fn solve_says_that_there_is_no_solution() {
    for line in NO_SOLUTION.trim().lines() {
        let (puzzle, expected) = line.split_once(" => ").expect("a case and the output");
        let expected = expected.replace(r"\n", "\n");
        for options in ["", "--approach bitmask"] {
            let said = said(&format!("solve {puzzle} {options}"));
            assert_eq!(said.all(), (Some(1), expected.as_str(), ""));
        }
    }
}

/// With `\n` in place of a line's end.
const ERRORS: &str = r#"
solve Cargo.toml => Cargo.toml is NEITHER
solve 98 --approach bitmask => cannot read the puzzle: REASON
solve leetcode-example => leetcode-example is NEITHER
paste unknown => there is neither an approach nor a file unknown\nApproaches: NAMES
compare --approach src => cannot read src as a text: Is a directory (os error 21)
compare --puzzles nowhere.txt => cannot open nowhere.txt: No such file or directory (os error 2)
compare --puzzles src => src is a folder; give the path of a file of puzzles
compare --puzzles - => standard input holds no puzzle
replay -o src => src is there already and was not made by this command; give another name, or remove it
replay -o nowhere/page.html => cannot write nowhere/page.html: No such file or directory (os error 2)
compare --svg Cargo.toml => Cargo.toml is there already and was not made by this command; give another name, or remove it
new Bitmask => "Bitmask" cannot be the name of an approach: expected small letters, digits and hyphens, beginning with a letter, such as my-approach; not contract, fixtures or judge
new bitmask => ROOT/problems/0037-sudoku-solver/bitmask is there already; choose another name, or remove it
"#;

const NEITHER: &str = "neither a puzzle nor the name of a case; to read a puzzle from a file, write - for the puzzle and add: < FILE\nCases: CASES";

#[test]
fn errors_say_what_to_do() {
    let cases: Vec<&str> = CASES.iter().map(|case| case.name).collect();
    let names = workspace::approaches().expect("the approaches are there");
    for line in ERRORS.trim().lines() {
        let (command, why) = line.split_once(" => ").expect("a command and its error");
        let why = why
            .replace("NEITHER", NEITHER)
            .replace("REASON", &notation::parse("98").unwrap_err().to_string())
            .replace("CASES", &cases.join(", "))
            .replace("NAMES", &names.join(", "))
            .replace("ROOT", workspace::root().to_str().expect("UTF-8"));
        // Before anything is compiled: there is no compiler.
        let judge = judge(command).env("RUSTC", "/nonexistent/rustc");
        judge.said().assert_error(&why.replace(r"\n", "\n"));
    }
}

/// With the first lines of the error.
const WRONG_ARGUMENTS: &str = r"
nonsense => unrecognized subcommand 'nonsense'\n
--format yaml => invalid value 'yaml' for '--format <FORMAT>'\n  [possible values: table, markdown, json]\n
run => the following required arguments were not provided:\n  <FILE|NAME|->\n
--puzzle empty run bitmask => the subcommand 'run' cannot be used with '--puzzle <TEXT>'\n
compare --puzzle empty --puzzles - => the argument '--puzzle <TEXT>' cannot be used with '--puzzles <FILE|->'\n
compare --puzzles - --svg x => the argument '--puzzles <FILE|->' cannot be used with '--svg <FILE>'\n
compare --time-limit=0 => invalid value '0' for '--time-limit <SECONDS>': expected a number of seconds from 0.01 to 3600\n
compare --time-limit=3601 => invalid value '3601' for '--time-limit <SECONDS>': expected a number of seconds from 0.01 to 3600\n
generate --count x => invalid value 'x' for '--count <N>': expected a whole number, 0 or more\n
compare --time-limit=NaN => invalid value 'NaN' for '--time-limit <SECONDS>': expected a number of seconds from 0.01 to 3600\n
";

#[test]
fn wrong_arguments_are_named() {
    for line in WRONG_ARGUMENTS.trim().lines() {
        let (command, why) = line.split_once(" => ").expect("a command and its error");
        let said = said(command);
        assert_eq!((said.code, said.stdout.as_str()), (Some(2), ""));
        let beginning = format!("error: {}", why.replace(r"\n", "\n"));
        assert!(
            said.stderr.starts_with(&beginning),
            "{command}: {}",
            said.stderr
        );
    }
}

#[test]
fn help_tells_the_exit_codes() {
    let said = said("--help");
    assert_eq!((said.code, said.stderr.as_str()), (Some(0), ""));
    let expected = "\nExit codes: 0 all is well; 1 the answer is no";
    assert!(said.stdout.contains(expected), "{}", said.stdout);
}

#[rstest]
#[case(
    "{}",
    "-: Wrong Answer: the board came back unchanged; the solution has 4 at row 1, column 3"
)]
#[case("{ loop {} }", "-: Time Limit Exceeded")]
fn solve_says_how_an_approach_failed(#[case] body: &str, #[case] why: &str) {
    let arguments = "solve leetcode_example --time-limit 0.1 --approach -";
    let text = UNCHANGED.replace("{}", body);
    let said = judge(arguments).said_with_input(text.as_bytes());
    said.assert_error(why);
}

#[test]
fn list_follows_the_ladder_and_shows_each_idea() {
    let said = said("list");
    assert_eq!((said.code, said.stderr.as_str()), (Some(0), ""));
    let ladder = workspace::root()
        .join(workspace::PROBLEM)
        .join("ladder.txt");
    let ladder = fs::read_to_string(ladder).expect("it is there");
    let width = ladder.lines().map(str::len).max().expect("approaches");
    let idea = |name: &str| format!("{name:width$}  {}", submission(name).summary());
    let expected: Vec<String> = ladder.lines().map(idea).collect();
    assert_eq!(
        said.stdout.lines().collect::<Vec<_>>()[..expected.len()],
        expected
    );
}

mod compare {
    use pretty_assertions::assert_eq;

    use super::*;

    /// The values of a key, an approach each.
    fn of<'a>(measurements: &'a Value, key: &str) -> Vec<&'a Value> {
        let approaches = measurements["approaches"].as_array().expect("a list");
        approaches.iter().map(|it| &it[key]).collect()
    }

    /// The cells of a table's row that begins with a name.
    fn row(said: &Said, name: &str) -> Vec<String> {
        let cells = |line: &str| -> Vec<String> {
            let cells = line.split('|').map(|cell| cell.trim().to_owned());
            cells.filter(|cell| !cell.is_empty()).collect()
        };
        let mut rows = said.stdout.lines().map(cells);
        let row = rows.find(|row| row.contains(&name.to_owned()));
        row.unwrap_or_else(|| panic!("no row {name}: {said:?}"))
    }

    #[test]
    fn json_has_all_figures() {
        let puzzles = format!("--puzzle leetcode_example --puzzle {EXAMPLE}");
        let approaches = "--approach bitmask --approach scan-and-check --approach bitmask";
        let command = format!("compare --format json {puzzles} {approaches}");
        let measurements = said(&command).json(0);
        assert_eq!(of(&measurements, "approach"), ["bitmask", "scan-and-check"]);
        for (key, expected) in [
            ("verdict", Value::from("Accepted")),
            ("accepted", 2.into()),
            ("of", 2.into()),
            ("placements", (2 * 4208).into()),
            ("backtracks", (2 * 4157).into()),
            ("counted", 2.into()),
            ("remark", Value::Null),
        ] {
            assert_eq!(of(&measurements, key), [&expected; 2], "{key}");
        }
        assert_eq!(of(&measurements, "board_reads"), [162, 1_024_906]);
        assert_eq!(measurements["approaches"][0]["ratio"], 1.0);
        assert!(measurements["approaches"][1]["ratio"].as_f64() > Some(2.0));
        assert_eq!(measurements["time_limit_seconds"], 3.0);
        for cases in of(&measurements, "cases") {
            let cases = cases.as_array().expect("a list");
            let names: Vec<&Value> = cases.iter().map(|it| &it["case"]).collect();
            assert_eq!(names, ["leetcode_example", "puzzle 2"]);
            for result in cases {
                assert_eq!(result["group"], "ordinary");
                assert_eq!(
                    (&result["placements"], &result["backtracks"]),
                    (&4208.into(), &4157.into())
                );
                assert_eq!(
                    (&result["verdict"], &result["reason"]),
                    (&"Accepted".into(), &Value::Null)
                );
                assert!(result["time_ns"].as_u64() > Some(0), "{result}");
            }
        }
    }

    #[test]
    fn failing_approaches_are_named_and_rank_last() {
        let puzzle = format!("{:.<81}", "12");
        let approaches = format!("--approach - --approach {ROLES} --approach bitmask");
        let judge = judge(&format!("compare --puzzle {puzzle} {approaches}"));
        let said = judge.said_with_input(b"impl Solution {}");
        assert_eq!((said.code, said.stderr.as_str()), (Some(1), ""), "{said:?}");
        assert_eq!(row(&said, "bitmask")[4], "1/1");
        let failing = [ROLES, "Wrong Answer", "–", "–", "0/1"];
        assert_eq!(row(&said, ROLES)[..5], failing);
        let rejected = ["-", "Compile Error", "–", "–", "0/0"];
        assert_eq!(row(&said, "-")[..5], rejected);
        for note in [
            &format!(
                "{ROLES} on puzzle: Wrong Answer: the board came back unchanged; the solution has 3 at row 1, column 3\n"
            ),
            "named `solve_sudoku` found",
        ] {
            assert!(said.stdout.contains(note), "{note}: {said:?}");
        }
        let rows = ["| bitmask ", "| tests/judge/", "| - "].map(|name| said.stdout.find(name));
        assert!(rows.is_sorted() && rows[0].is_some(), "{said:?}");
    }

    /// Here the counting `Vec` cannot take the place of the standard one.
    #[test]
    fn a_solution_that_cannot_be_counted_is_judged_without_counts() {
        let text =
            "extern crate alloc;\n".to_owned() + &UNCHANGED.replace("Vec<", "alloc::vec::Vec<");
        let judge = judge("compare --approach - --puzzle empty");
        let said = judge.said_with_input(text.as_bytes());
        assert_eq!(said.code, Some(1), "{said:?}");
        let note = "-: no counts: it does not compile with the counting Vec (error[E0308]: mismatched types)\n";
        assert!(said.stdout.contains(note), "{said:?}");
    }

    #[test]
    fn running_out_of_time_or_memory_is_no_failure() {
        for (role, verdict) in [
            ("51", "Time Limit Exceeded"),
            ("56", "Memory Limit Exceeded"),
        ] {
            let puzzle = format!("{role:.<81}");
            let approaches = format!("--approach {ROLES} --approach bitmask");
            let said = said(&format!("--puzzle {puzzle} --time-limit 0.1 {approaches}"));
            assert_eq!((said.code, said.stderr.as_str()), (Some(0), ""));
            assert_eq!(row(&said, ROLES)[..5], [ROLES, verdict, "–", "–", "0/1"]);
        }
    }

    /// Only ordinary cases decide the verdict and the exit code. This solution never finishes
    /// `seventeen_clues`, and panics on a board without a solution.
    #[test]
    fn hard_cases_and_cases_beyond_the_promise_are_counted_apart() {
        let text = submission("digit-lanes").text.replace(
            "    pub fn solve_sudoku",
            "    pub fn solve_sudoku(board: &mut Vec<Vec<char>>) {
                while board[0][6..8] == ['.', '1'] && board[1][0] == '4' {}
                Self::solve(board);
                assert!(!board.iter().flatten().any(|&cell| cell == '.'));
            }\n    fn solve",
        );
        let judge = judge("compare --format json --time-limit 0.1 --approach -");
        let measurements = judge.said_with_input(text.as_bytes()).json(0);
        let approach = &measurements["approaches"][0];
        assert_eq!(approach["verdict"], "Accepted");
        let of = |group| CASES.iter().filter(|case| case.group == group).count();
        let [ordinary, hard, beyond] = [Group::Ordinary, Group::Hard, Group::Beyond].map(of);
        assert_eq!(approach["accepted"], ordinary);
        assert_eq!(approach["of"], ordinary);
        assert_eq!(
            approach["hard"],
            json!({ "accepted": hard - 1, "of": hard })
        );
        // Those with several solutions are solved.
        let solved = |case: &&Case| matches!(case.expected, Solutions::Several(_));
        let solved = CASES.iter().filter(solved).count();
        assert_eq!(
            approach["beyond"],
            json!({ "accepted": solved, "of": beyond })
        );
        assert_eq!(
            approach["cases"].as_array().map(Vec::len),
            Some(CASES.len())
        );
    }

    #[test]
    fn tables_and_markdown_show_the_same() {
        let table = said("--puzzle naked_singles --approach bitmask");
        let markdown = said("--puzzle naked_singles --approach bitmask --format markdown");
        for said in [&table, &markdown] {
            assert_eq!((said.code, said.stderr.as_str()), (Some(0), ""));
            assert!(
                !said.stdout.contains('\x1b'),
                "no colour in a pipe: {said:?}"
            );
            let titles = "approach verdict median placements cases ratio total board_reads lines";
            assert_eq!(row(said, "verdict").join(" "), titles.replace('_', " "));
            let lines = submission("bitmask").lines_of_code().to_string();
            let row = row(said, "bitmask");
            assert_eq!(row[..2], ["bitmask", "Accepted"]);
            assert_eq!(row[3..6], ["19", "1/1", "1.00"]);
            assert_eq!(row[7..], ["81", &lines]);
        }
        assert!(
            markdown
                .stdout
                .lines()
                .nth(1)
                .is_some_and(|line| line.starts_with("| -"))
        );
    }

    /// In more than one part. Approaches that are never right or do not compile come last.
    #[test]
    fn a_file_of_puzzles_shows_the_throughput() {
        let puzzles = said("generate --count 50 --seed 37").stdout.repeat(101);
        let folder = tempfile::tempdir().expect("there is room");
        let written = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::write(&path, text).expect("there is room");
            path.to_str().expect("UTF-8").to_owned()
        };
        let [unchanged, broken] = [written("unchanged.rs", UNCHANGED), written("broken.rs", "")];
        let compare = |format: &str| {
            let approaches =
                format!("--approach {unchanged} --approach {broken} --approach bitmask");
            let judge = judge(&format!(
                "compare --puzzles - --format {format} {approaches}"
            ));
            judge.said_with_input(puzzles.as_bytes())
        };
        let measurements = compare("json").json(1);
        assert_eq!(measurements["puzzles"], 5050);
        assert_eq!(
            of(&measurements, "approach"),
            ["bitmask", &unchanged, &broken]
        );
        assert_eq!(
            of(&measurements, "verdict"),
            ["Accepted", "Wrong Answer", "Compile Error"]
        );
        assert_eq!(of(&measurements, "of"), [5050, 5050, 0]);
        assert_eq!(of(&measurements, "accepted"), [5050, 0, 0]);
        assert_eq!(of(&measurements, "counted"), [5050, 0, 0]);
        assert_eq!(of(&measurements, "placements")[0], &json!(101 * 22_243));
        assert!(measurements["approaches"][0]["puzzles_per_second"].as_f64() > Some(0.0));
        let fault = "line 1: Wrong Answer: the board came back unchanged; the solution has 8 at row 1, column 1";
        assert_eq!(
            of(&measurements, "first_fault"),
            [&json!(null), &json!(fault), &json!(null)]
        );
        let said = compare("table");
        assert_eq!(said.code, Some(1));
        assert_eq!(row(&said, "bitmask")[5], "5,050/5,050");
        let failing = [&unchanged, "Wrong Answer", "–", "–", "–", "0/5,050"];
        assert_eq!(row(&said, &unchanged), failing);
    }

    /// The first of two puzzles is solved with a thread, which is not counted.
    #[test]
    fn a_mean_of_counts_is_over_all_puzzles_or_not_shown() {
        let text = submission("bitmask").text.replace(
            "        if let",
            "        if board[0][0] == '5' {
                std::thread::scope(|scope| { scope.spawn(|| board[0][1] == '.'); });
            }
            if let",
        );
        let file = tempfile::NamedTempFile::new().expect("there is room");
        fs::write(file.path(), text).expect("there is room");
        let judge = judge("compare --format json --puzzles - --approach").arg(file.path());
        let puzzles = format!("{EXAMPLE}\n{}\n", EXAMPLE.replace("53.", ".3."));
        let measurements = judge.said_with_input(puzzles.as_bytes()).json(0);
        assert_eq!(of(&measurements, "accepted"), [2]);
        assert_eq!(of(&measurements, "counted"), [1]);
        assert_eq!(of(&measurements, "placements"), [&json!(null)]);
    }

    /// Even a single puzzle. A solution beside it tells the first wrong cell.
    #[rstest]
    #[case(&format!("{EXAMPLE},534678912672195348198342567859761423426853791713924856961537284287419635345286179"), 1, "- on line 1: Wrong Answer: the board came back unchanged; the solution has 4 at row 1, column 3\n")]
    #[case(&format!("# one\n{EXAMPLE},{}", "1".repeat(81)), 2, "error: standard input: line 2: ")]
    #[case(&format!("# one\n{EXAMPLE}\nx"), 2, "error: standard input: line 3: ")]
    fn puzzles_come_with_their_solutions(
        #[case] file: &str,
        #[case] code: i32,
        #[case] words: &str,
    ) {
        let folder = tempfile::tempdir().expect("there is room");
        let path = folder.path().join("unchanged.rs");
        fs::write(&path, UNCHANGED).expect("there is room");
        let mut judge = judge("compare --puzzles - --approach unchanged.rs");
        judge.command.current_dir(folder.path());
        let said = judge.said_with_input(file.as_bytes());
        let text = said.stdout + &said.stderr;
        assert!(
            text.contains(&words.replace("- on", "unchanged.rs on")),
            "{text}"
        );
        assert_eq!(said.code, Some(code));
    }

    #[test]
    fn a_picture_of_named_puzzles_is_drawn() {
        let folder = tempfile::tempdir().expect("there is room");
        let picture = folder.path().join("picture.svg");
        let judge = judge("--puzzle naked_singles --puzzle one_blank --approach bitmask --svg");
        let judge = judge.arg(&picture);
        assert_eq!(judge.said().code, Some(0));
        let svg = fs::read_to_string(picture).expect("it was drawn");
        assert!(svg.contains("Drawn: 2 of 2 results.</text>"), "{svg}");
        assert!(
            svg.contains("<title>bitmask on naked_singles: 19 placements, "),
            "{svg}"
        );
    }

    #[test]
    fn the_committed_picture_shows_the_committed_measurements() {
        let read = |file: &str| fs::read_to_string(workspace::root().join("docs").join(file));
        let measurements = read("measurements.json").expect("it is there");
        let measurements: Measurements = serde_json::from_str(&measurements).expect("measurements");
        let picture = read("placements-and-time.svg").expect("it is there");
        assert!(
            report::scatter(&measurements) == picture,
            "cargo judge compare --format json --svg"
        );
    }
}
