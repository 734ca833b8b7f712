//! Every command's good and bad ways, through the real program, with the exact words.

mod common;

use std::fs;
use std::path::Path;

use pretty_assertions::assert_eq;
use rstest::rstest;
use serde_json::Value;
use sudoku::board;
use sudoku_judge::solution::{self, Solution};

use common::{EXAMPLE, Said, judge, run, run_with_input};

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

fn said<const N: usize>(arguments: [&str; N]) -> Said {
    run(&mut judge(arguments))
}

/// The command could not do what it was asked to, and says why.
fn assert_error(said: &Said, why: &str) {
    assert_eq!(
        said.all(),
        (Some(2), "", format!("error: {why}\n").as_str())
    );
}

fn names() -> String {
    let approaches = solution::approaches().expect("the approaches are there");
    let names: Vec<String> = approaches.into_iter().map(|it| it.name).collect();
    names.join(", ")
}

fn case(name: &str) -> String {
    sudoku_fixtures::find(name)
        .expect("a shared case")
        .puzzle
        .to_owned()
}

mod solve {
    use pretty_assertions::assert_eq;

    use super::*;

    #[rstest]
    #[case::one_line(EXAMPLE.to_owned())]
    #[case::zeros(EXAMPLE.replace('.', "0"))]
    #[case::rows(board::to_rows(&board::parse(EXAMPLE).unwrap()))]
    #[case::grid(board::to_grid(&board::parse(EXAMPLE).unwrap()))]
    #[case::json(board::to_json(&board::parse(EXAMPLE).unwrap()))]
    #[case::case("leetcode_example".to_owned())]
    fn a_puzzle_in_any_notation(#[case] puzzle: String) {
        let expected = (Some(0), EXAMPLE_SOLVED, "");
        assert_eq!(said(["solve", &puzzle]).all(), expected);
        if !puzzle.starts_with("leetcode") {
            let from_stdin = run_with_input(&mut judge(["solve", "-"]), puzzle.as_bytes());
            assert_eq!(from_stdin.all(), expected);
        }
    }

    #[test]
    fn a_grid_that_begins_with_a_frame_is_no_option() {
        let frame = "-------------";
        let framed = format!("{frame}\n{}\n{frame}", EXAMPLE_SOLVED.trim_end());
        assert_eq!(
            said(["solve", &framed]).all(),
            (Some(0), EXAMPLE_SOLVED, "")
        );
    }

    #[test]
    fn with_an_approach_or_a_file() {
        let file = "../../problems/0037-sudoku-solver/bitmask/src/solution.rs";
        for approach in ["bitmask", file] {
            let said = said(["solve", "leetcode_example", "--approach", approach]);
            assert_eq!(said.all(), (Some(0), EXAMPLE_SOLVED, ""));
        }
    }

    #[rstest]
    #[case::row(
        "two_ones",
        "no solution: the givens contradict each other\n1 stands twice in row 1, at columns 1 and 2\n"
    )]
    #[case::in_box(
        "duplicate_in_box",
        "no solution: the givens contradict each other\n5 stands twice in box 5 (rows 4-6, columns 4-6), at row 4, column 6 and row 5, column 4\n"
    )]
    #[case::none("example_altered", "no solution\n")]
    fn what_has_no_solution(#[case] puzzle: &str, #[case] expected: &str) {
        assert_eq!(said(["solve", puzzle]).all(), (Some(1), expected, ""));
        let by_approach = said(["solve", "--approach", "bitmask", puzzle]);
        assert_eq!(by_approach.all(), (Some(1), expected, ""));
    }

    #[test]
    fn one_of_several_solutions_and_that_there_are_more() {
        let said = said(["solve", "two_solutions"]);
        assert_eq!(said.code, Some(0));
        assert_eq!(said.stdout.lines().next(), Some("4 3 9 | 6 5 8 | 1 2 7"));
        assert_eq!(
            said.stderr,
            "there are several solutions; this is one of them\n"
        );
    }

    #[test]
    fn what_is_no_puzzle() {
        let wrong = format!("{}x", &EXAMPLE[..80]);
        let no_board = "no board found: expected 81 cells in one line, nine lines of nine, or a JSON array of nine rows";
        for (puzzle, why) in [
            (
                wrong.as_str(),
                "cannot read the puzzle: row 9, column 9: 'x' is not a digit 1-9 or a blank (. 0 _ *)",
            ),
            (
                &EXAMPLE[..80],
                "cannot read the puzzle: 80 cells, expected 81",
            ),
            (
                "12",
                "cannot read the puzzle: row 1 has 2 cells, expected 9",
            ),
            ("", &format!("cannot read the puzzle: {no_board}")),
            (
                "-",
                &format!("cannot read the puzzle on standard input: {no_board}"),
            ),
            (
                "Cargo.toml",
                "Cargo.toml is a file, and a puzzle is wanted; to read it from the file, write - for the puzzle and add: < Cargo.toml",
            ),
        ] {
            assert_error(&said(["solve", puzzle]), why);
        }
        for path in ["./missing.txt", "/", r"C:\puzzles\2024.txt"] {
            let why = format!(
                "there is no file {path}; a puzzle in a file is read with - for the puzzle and: < FILE"
            );
            assert_error(&said(["solve", path]), &why);
        }
        let unknown = said(["solve", "leetcode-example"]);
        let expected =
            "error: there is no case leetcode-example\nCases: leetcode_example, leetcode_judge_2, ";
        assert!(unknown.stderr.starts_with(expected), "{}", unknown.stderr);
        assert_eq!((unknown.code, unknown.stdout.as_str()), (Some(2), ""));
    }

    #[test]
    fn bytes_that_are_no_text() {
        let utf16: Vec<u8> = EXAMPLE.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let with_mark = [b"\xFF\xFE", utf16.as_slice()].concat();
        let said = run_with_input(&mut judge(["solve", "-"]), &with_mark);
        assert_error(
            &said,
            "cannot read the puzzle on standard input: this looks like UTF-16; save it as UTF-8",
        );
    }

    #[test]
    fn an_approach_that_fails() {
        let fails = |file: &str, limit: &str| {
            let path = format!("tests/misbehaving/{file}.rs");
            let said = said([
                "solve",
                "leetcode_example",
                "--approach",
                &path,
                "--time-limit",
                limit,
            ]);
            assert_eq!((said.code, said.stdout.as_str()), (Some(2), ""));
            said.stderr
        };
        assert_eq!(
            fails("unchanged", "5"),
            "error: tests/misbehaving/unchanged.rs: Wrong Answer: the board came back unchanged, and it has a solution, with 4 at row 1, column 3\n"
        );
        assert_eq!(
            fails("endless_loop", "0.1"),
            "error: tests/misbehaving/endless_loop.rs took over 0.1 seconds; --time-limit sets another limit\n"
        );
        let compile_error = fails("compile_error", "5");
        let expected = "error: tests/misbehaving/compile_error.rs does not compile\nerror[E0308]: mismatched types\n --> tests/misbehaving/compile_error.rs:5:27\n";
        assert!(compile_error.starts_with(expected), "{compile_error}");
    }

    #[test]
    fn what_takes_too_long_to_decide() {
        let said = said(["solve", "empty", "--time-limit", "0.01"]);
        assert_error(
            &said,
            "not decided within 0.01 seconds; --time-limit sets another limit",
        );
    }
}

mod run_command {
    use pretty_assertions::assert_eq;

    use super::*;

    #[test]
    fn accepts_approaches_on_every_kind_of_case() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let puzzles: Vec<String> = [
            "leetcode_example",
            "two_solutions",
            "example_altered",
            "two_ones",
            "already_solved",
        ]
        .map(case)
        .to_vec();
        fs::write(file.path(), puzzles.join("\n")).unwrap();
        let path = file.path().to_str().expect("a path of UTF-8");
        let said = said(["run", "bitmask", "--puzzles", path]);
        let lines: Vec<&str> = said.stdout.lines().collect();
        for (number, line) in lines[..5].iter().enumerate() {
            assert!(
                line.starts_with(&format!("line {}  ", number + 1)),
                "{line}"
            );
            assert!(line.ends_with("  Accepted"), "{line}");
        }
        assert_eq!(lines[5..], ["", "Accepted: 5 of 5 accepted"]);
        assert_eq!((said.code, said.stderr.as_str()), (Some(0), ""));
    }

    /// Nothing is known about a puzzle of the user's: the rules decide.
    #[rstest]
    #[case::no_solution("unchanged", "example_altered", "5", None)]
    #[case::contradiction("unchanged", "two_ones", "5", None)]
    #[case::complete("unchanged", "already_solved", "5", None)]
    #[case::one(
        "unchanged",
        "leetcode_example",
        "5",
        Some(
            "Wrong Answer: the board came back unchanged, and it has a solution, with 4 at row 1, column 3"
        )
    )]
    #[case::not_decided(
        "unchanged",
        "empty",
        "0.01",
        Some(
            "Not Decided: the board came back unchanged, and whether it has a solution was not found out within the time limit"
        )
    )]
    #[case::twice(
        "wrong_digit",
        "leetcode_example",
        "5",
        Some("Wrong Answer: 1 stands twice in row 1, at columns 3 and 4")
    )]
    #[case::blank(
        "blank_left",
        "leetcode_example",
        "5",
        Some("Wrong Answer: row 9, column 7 is still blank")
    )]
    #[case::given(
        "given_overwritten",
        "leetcode_example",
        "5",
        Some("Wrong Answer: row 1, column 1 is 1, and the given there is 5")
    )]
    fn the_rules_decide(
        #[case] file: &str,
        #[case] puzzle: &str,
        #[case] limit: &str,
        #[case] wrong: Option<&str>,
    ) {
        let path = format!("tests/misbehaving/{file}.rs");
        let said = said([
            "run",
            &path,
            "--puzzle",
            &case(puzzle),
            "--time-limit",
            limit,
        ]);
        match wrong {
            None => {
                assert!(
                    said.stdout
                        .ends_with("  Accepted\n\nAccepted: 1 of 1 accepted\n"),
                    "{}",
                    said.stdout
                );
                assert_eq!(said.code, Some(0));
            }
            Some(verdict) => {
                let name = verdict.split(':').next().unwrap();
                let expected = format!("puzzle            {verdict}\n\n{name}: 0 of 1 accepted\n");
                assert_eq!(said.all(), (Some(1), expected.as_str(), ""));
            }
        }
    }

    #[test]
    fn a_solution_beside_the_puzzle_tells_the_first_wrong_cell() {
        let line = format!(
            "{EXAMPLE},534678912672195348198342567859761423426853791713924856961537284287419635345286179"
        );
        let said = run_with_input(
            &mut judge(["run", "tests/misbehaving/wrong_digit.rs", "--puzzles", "-"]),
            line.as_bytes(),
        );
        let expected = "line 1            Wrong Answer: row 1, column 3 is 1, the solution has 4; 1 stands twice in row 1, at columns 3 and 4\n\nWrong Answer: 0 of 1 accepted\n";
        assert_eq!(said.all(), (Some(1), expected, ""));
    }

    #[test]
    fn without_a_solution_the_board_must_stay_as_it_was() {
        let said = said([
            "run",
            "tests/misbehaving/board_emptied.rs",
            "--puzzle",
            "example_altered",
        ]);
        let expected = "example_altered            Wrong Answer: row 1, column 1 is blank, and the given there is 5\n\nWrong Answer: 0 of 1 accepted\n";
        assert_eq!(said.all(), (Some(1), expected, ""));
    }

    #[test]
    fn what_cannot_be_read() {
        assert_error(
            &said(["run", "nobody"]),
            &format!(
                "there is neither an approach nor a file nobody\nApproaches: {}",
                names()
            ),
        );
        assert_error(
            &said(["run", "src"]),
            "src is a folder; give the path of a solution file in it",
        );
        assert_error(
            &said(["run", "bitmask", "--puzzles", "nowhere.txt"]),
            "cannot open nowhere.txt: No such file or directory (os error 2)",
        );
        assert_error(
            &said(["run", "bitmask", "--puzzles", "src"]),
            "src is a folder; give the path of a file of puzzles",
        );
        assert_error(
            &said(["run", "bitmask", "--puzzles", "-"]),
            "standard input holds no puzzle",
        );
    }

    #[rstest]
    #[case::faulty(
        "x",
        "line 3: row 1, column 1: 'x' is not a digit 1-9 or a blank (. 0 _ *)"
    )]
    #[case::no_solution(&format!("{EXAMPLE},{}", "1".repeat(81)), "line 3: the second field is no solution of the puzzle in the first; correct it or leave it out")]
    fn a_bad_line_is_named(#[case] line: &str, #[case] why: &str) {
        let text = format!("# two puzzles\n{EXAMPLE}\n{line}\n");
        let said = run_with_input(
            &mut judge(["run", "bitmask", "--puzzles", "-"]),
            text.as_bytes(),
        );
        assert_error(&said, &format!("standard input: {why}"));
    }

    #[rstest]
    #[case("0")]
    #[case("-1")]
    #[case("3601")]
    #[case("NaN")]
    #[case("soon")]
    fn a_time_limit_that_is_none(#[case] limit: &str) {
        let said = said(["run", "bitmask", &format!("--time-limit={limit}")]);
        let expected = format!(
            "error: invalid value '{limit}' for '--time-limit <SECONDS>': expected a number of seconds from 0.01 to 3600\n\nFor more information, try '--help'.\n"
        );
        assert_eq!(said.all(), (Some(2), "", expected.as_str()));
    }
}

mod compare {
    use pretty_assertions::assert_eq;

    use super::*;

    /// The cells of a table's row: two spaces or a line stand between them.
    fn columns(row: &str) -> Vec<String> {
        let row = row.replace(['│', '|'], "  ");
        let cells = row.split("  ").map(|cell| cell.trim().to_owned());
        cells.filter(|cell| !cell.is_empty()).collect()
    }

    fn json(said: &Said) -> Value {
        serde_json::from_str(&said.stdout).expect("the output is JSON")
    }

    #[test]
    fn as_json_with_all_figures() {
        let said = said([
            "compare",
            "--puzzle",
            "leetcode_example",
            "--format",
            "json",
            "--approach",
            "bitmask",
            "--approach",
            "scan-and-check",
            "--approach",
            "boolean-table",
            "--approach",
            "bitmask",
        ]);
        assert_eq!((said.code, said.stderr.as_str()), (Some(0), ""));
        let comparison = json(&said);
        let approaches = comparison["approaches"].as_array().unwrap();
        assert_eq!(
            approaches.len(),
            3,
            "the one that is named twice stands there once"
        );
        for approach in approaches {
            assert_eq!(approach["verdict"], "Accepted");
            assert_eq!(approach["accepted"], 1);
            assert_eq!(approach["placements"], 4208);
            assert!(approach["median_ns"].as_u64() > Some(0));
            assert_eq!(approach["median_ns"], approach["total_ns"]);
            assert_eq!(approach["remark"], Value::Null);
        }
        assert_eq!(approaches[0]["ratio"], 1.0);
        let cases = comparison["cases"].as_array().unwrap();
        assert_eq!(cases.len(), 1);
        assert_eq!(cases[0]["case"], "leetcode_example");
        for result in cases[0]["results"].as_array().unwrap() {
            assert_eq!(result["placements"], 4208);
            assert_eq!(result["backtracks"], 4157);
            assert_eq!(result["over_limit"], false);
            assert_eq!(result["reason"], Value::Null);
        }
        assert_eq!(comparison["time_limit_seconds"], 3.0);
    }

    #[test]
    fn what_fails_is_told_and_takes_nothing_from_the_others() {
        let said = said([
            "compare",
            "--puzzle",
            "leetcode_example",
            "--format",
            "json",
            "--approach",
            "bitmask",
            "--approach",
            "tests/misbehaving/wrong_digit.rs",
            "--approach",
            "tests/misbehaving/compile_error.rs",
            "--approach",
            "tests/misbehaving/no_counting.rs",
        ]);
        assert_eq!((said.code, said.stderr.as_str()), (Some(1), ""));
        let comparison = json(&said);
        let of = |name: &str| {
            let mut approaches = comparison["approaches"].as_array().unwrap().iter();
            approaches
                .find(|it| it["approach"].as_str().unwrap().contains(name))
                .unwrap()
        };
        assert_eq!(of("bitmask")["placements"], 4208);
        assert!(of("bitmask")["ratio"].is_number());
        assert_eq!(of("wrong_digit")["verdict"], "Wrong Answer");
        assert_eq!(of("wrong_digit")["median_ns"], Value::Null);
        assert_eq!(of("wrong_digit")["ratio"], Value::Null);
        assert_eq!(of("compile_error")["verdict"], "Compile Error");
        let message = of("compile_error")["remark"].as_str().unwrap();
        assert!(
            message.contains("\n --> tests/misbehaving/compile_error.rs:5:27\n"),
            "{message}"
        );
        assert_eq!(of("no_counting")["verdict"], "Accepted");
        assert!(of("no_counting")["ratio"].is_number());
        assert_eq!(of("no_counting")["placements"], Value::Null);
        let why = of("no_counting")["remark"].as_str().unwrap();
        assert_eq!(
            why,
            "no counts: it does not compile with the counting Vec (error[E0252]: the name `Vec` is defined multiple times)"
        );
    }

    #[test]
    fn running_out_of_time_is_no_wrong_answer() {
        let file = "tests/misbehaving/endless_loop.rs";
        let of_two = [
            "compare",
            "--puzzle",
            "leetcode_example",
            "--time-limit",
            "0.1",
        ];
        let said = run(judge(of_two).args(["--approach", "bitmask", "--approach", file]));
        assert_eq!((said.code, said.stderr.as_str()), (Some(0), ""));
        let row = said.stdout.lines().find(|line| line.contains(file));
        let row = columns(row.expect("a row"));
        assert_eq!(row[..4], [file, "Time Limit Exceeded", "0/1", "–"]);
    }

    #[test]
    fn a_count_keeps_to_the_time_limit() {
        let said = said([
            "compare",
            "--puzzle",
            "leetcode_example",
            "--format",
            "json",
            "--approach",
            "tests/misbehaving/slow_when_counted.rs",
            "--time-limit",
            "0.2",
        ]);
        assert_eq!((said.code, said.stderr.as_str()), (Some(0), ""));
        let comparison = json(&said);
        let result = &comparison["cases"][0]["results"][0];
        assert_eq!(result["verdict"], "Accepted");
        assert_eq!(result["over_limit"], true);
        assert!(result["board_reads"].as_u64() > Some(1_000_000), "{result}");
        assert_eq!(comparison["approaches"][0]["board_reads"], Value::Null);
        assert_eq!(
            comparison["not_counted_for_all"],
            Value::from(vec!["leetcode_example"])
        );
    }

    #[test]
    fn as_a_table_and_as_markdown() {
        let of_one = [
            "compare",
            "--puzzle",
            "naked_singles",
            "--approach",
            "bitmask",
        ];
        let table = run(&mut judge(of_one));
        let markdown = run(judge(of_one).args(["--format", "markdown"]));
        for said in [&table, &markdown] {
            assert_eq!((said.code, said.stderr.as_str()), (Some(0), ""));
            assert!(
                !said.stdout.contains('\x1b'),
                "no colour in a pipe: {}",
                said.stdout
            );
        }
        let lines: Vec<&str> = markdown.stdout.lines().collect();
        let header = "approach verdict cases median total ratio placements board_reads lines";
        assert_eq!(columns(lines[0]).join(" "), header.replace('_', " "));
        assert!(lines[1].chars().all(|c| "|-".contains(c)), "{}", lines[1]);
        let row = columns(lines[2]);
        assert_eq!(row[..3], ["bitmask", "Accepted", "1/1"]);
        assert_eq!(row[5..8], ["1.00", "19", "81"]);
        let lines: Vec<&str> = table.stdout.lines().collect();
        assert_eq!(columns(lines[3])[..3], ["bitmask", "Accepted", "1/1"]);
        assert_eq!(
            lines[lines.len() - 4..],
            [
                "",
                "What to try next:",
                "  cargo judge run bitmask",
                "  cargo judge paste bitmask"
            ]
        );
    }

    #[test]
    fn without_a_command_it_is_what_the_judge_does() {
        let arguments = [
            "--puzzle",
            "naked_singles",
            "--approach",
            "bitmask",
            "--format",
            "json",
        ];
        let said = run(&mut judge(arguments));
        assert_eq!((said.code, said.stderr.as_str()), (Some(0), ""));
        assert_eq!(json(&said)["approaches"][0]["placements"], 19);
    }

    #[test]
    fn what_cannot_be_read() {
        assert_error(
            &said(["compare", "--approach", "bitmask", "--approach", "nobody"]),
            &format!(
                "there is neither an approach nor a file nobody\nApproaches: {}",
                names()
            ),
        );
        assert_error(
            &said(["compare", "--puzzle", "12"]),
            "cannot read the puzzle: row 1 has 2 cells, expected 9",
        );
    }
}

/// Files of so many puzzles that they are compared as a whole, in more than one part.
mod compare_many {
    use pretty_assertions::assert_eq;
    use serde_json::{Value, json};

    use super::*;

    const FAILING: &str = "tests/misbehaving/unchanged.rs";
    const FIRST_FAULT: &str = "tests/misbehaving/unchanged.rs on line 1: Wrong Answer: the board came back unchanged, and it has a solution, with 8 at row 1, column 1";

    fn compared(format: &str, approaches: &[&str]) -> Said {
        let puzzles = said(["generate", "--count", "1150", "--seed", "37"]).stdout;
        let mut command = judge(["compare", "--puzzles", "-", "--format", format]);
        for approach in approaches {
            command.args(["--approach", approach]);
        }
        run_with_input(&mut command, puzzles.as_bytes())
    }

    #[test]
    fn as_json_with_all_figures() {
        let rejected = "tests/misbehaving/compile_error.rs";
        let said = compared("json", &[FAILING, rejected, "bitmask"]);
        assert_eq!((said.code, said.stderr.as_str()), (Some(1), ""));
        let comparison: Value = serde_json::from_str(&said.stdout).expect("JSON");
        assert_eq!(comparison["puzzles"], 1150);
        let of = |key: &str| -> Vec<Value> {
            let approaches = comparison["approaches"].as_array().expect("a list");
            approaches.iter().map(|it| it[key].clone()).collect()
        };
        // The quickest first; what was never right and what does not compile come behind.
        assert_eq!(of("approach"), ["bitmask", FAILING, rejected]);
        assert_eq!(of("verdict"), ["Accepted", "Wrong Answer", "Compile Error"]);
        assert_eq!(of("done"), [1150, 1150, 0]);
        assert_eq!(of("accepted"), [1150, 0, 0]);
        assert_eq!(of("counted"), [1150, 1150, 0]);
        let mean = 519_843.0 / 1150.0;
        assert_eq!(
            of("mean_placements"),
            [json!(mean), json!(0.0), Value::Null]
        );
        assert!(of("median_ns")[0].as_u64() > Some(0), "{comparison}");
        assert!(
            of("puzzles_per_second")[0].as_f64() > Some(0.0),
            "{comparison}"
        );
        assert_eq!(of("puzzles_per_second")[1..], [Value::Null, Value::Null]);
        let remark = of("remark")[2].clone();
        let remark = remark.as_str().expect("what rustc says");
        assert!(remark.contains("compile_error.rs:5:27"), "{remark}");
        let faults = comparison["faults"].as_array().expect("a list");
        assert_eq!(faults.len(), 10, "the first ones");
        assert_eq!(faults[0], FIRST_FAULT);
    }

    #[test]
    fn as_a_table_and_as_markdown() {
        for (format, edge, between) in [("table", "│ ", "  "), ("markdown", "| ", "|")] {
            let said = compared(format, &["bitmask", FAILING]);
            assert_eq!((said.code, said.stderr.as_str()), (Some(1), ""));
            let row = |name: &str| -> Vec<&str> {
                let start = format!("{edge}{name} ");
                let row = said.stdout.lines().find(|line| line.starts_with(&start));
                let cells = row.expect("a row").split(between).map(str::trim);
                cells
                    .filter(|cell| !["", edge.trim()].contains(cell))
                    .collect()
            };
            assert_eq!(row("bitmask")[1..3], ["Accepted", "1,150 of 1,150"]);
            let placements = row("bitmask")[5].trim_end_matches(" │");
            assert_eq!(placements, "452");
            assert_eq!(
                row(FAILING)[1..5],
                ["Wrong Answer", "1,150 of 1,150", "–", "–"]
            );
            let lines: Vec<&str> = said.stdout.lines().collect();
            let count = format!("{FAILING}: 1,150 not accepted");
            assert!(lines.contains(&count.as_str()), "{said:?}");
            assert!(lines.contains(&FIRST_FAULT), "{said:?}");
        }
    }

    #[test]
    fn what_does_not_go_with_so_many() {
        let mut command = judge(["compare", "--puzzles", "-", "--approach", "bitmask"]);
        let folder = tempfile::tempdir().expect("there is room");
        let puzzles = said(["generate", "--count", "101", "--seed", "1"]).stdout;
        command.arg("--svg").arg(folder.path().join("picture.svg"));
        let said = run_with_input(&mut command, puzzles.as_bytes());
        assert_error(
            &said,
            "--svg draws a mark a puzzle: it goes with 100 puzzles at most",
        );
    }
}

mod paste {
    use pretty_assertions::assert_eq;

    use super::*;

    fn check(text: &str) -> (Option<i32>, String) {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("mine.rs"), text).unwrap();
        let said = run(judge(["paste", "--check", "mine.rs"]).current_dir(folder.path()));
        assert_eq!(said.stderr, "");
        (said.code, said.stdout)
    }

    const GOOD: &str =
        "impl Solution {\n    pub fn solve_sudoku(_board: &mut Vec<Vec<char>>) {}\n}\n";

    #[test]
    fn prints_every_submission_byte_for_byte() {
        for Solution { name, text, .. } in solution::approaches().unwrap() {
            let said = said(["paste", &name]);
            assert_eq!(
                said.all(),
                (Some(0), std::str::from_utf8(&text).unwrap(), "")
            );
        }
    }

    #[test]
    fn what_is_no_approach() {
        assert_error(
            &said(["paste", "nobody"]),
            &format!("there is no approach nobody\nApproaches: {}", names()),
        );
        assert_error(
            &said(["paste", "Cargo.toml"]),
            "Cargo.toml is a file already; to see whether it can be pasted: --check Cargo.toml",
        );
        assert_error(
            &said(["paste", "--check", "nowhere.rs"]),
            "cannot read nowhere.rs: No such file or directory (os error 2)",
        );
    }

    #[test]
    fn a_submission_can_be_pasted() {
        let path = "../../problems/0037-sudoku-solver/bitmask/src/solution.rs";
        let said = said(["paste", "--check", path]);
        assert_eq!(
            said.all(),
            (
                Some(0),
                format!("{path} can be pasted as it is\n").as_str(),
                ""
            )
        );
        assert_eq!(
            check(GOOD),
            (Some(0), "mine.rs can be pasted as it is\n".to_owned())
        );
    }

    #[rstest]
    #[case::inner_comment(
        "//! Mine.",
        "//!: an inner comment is an error behind LeetCode's first lines; begin it with //"
    )]
    #[case::inner_attribute(
        "#![allow(unused)]",
        "#![: an inner attribute is an error behind LeetCode's first lines"
    )]
    #[case::main("fn main() {}", "fn main: LeetCode has its own main")]
    #[case::public_main("pub fn main() {}", "fn main: LeetCode has its own main")]
    #[case::receiver(
        "struct Solution;",
        "struct Solution: LeetCode supplies struct Solution"
    )]
    #[case::tests(
        "mod tests {}",
        "mod tests: tests belong beside the submission, not in it"
    )]
    #[case::tests_behind(
        "#[cfg(test)] mod tests {}",
        "mod tests: tests belong beside the submission, not in it"
    )]
    fn what_leetcode_supplies_or_refuses(#[case] line: &str, #[case] why: &str) {
        let text = format!("// Mine.\n{line}\n{GOOD}");
        assert_eq!(check(&text), (Some(1), format!("mine.rs:2: {why}\n")));
    }

    #[test]
    fn every_such_line_is_named() {
        let (code, text) = check(&format!("struct Solution;\n{GOOD}fn main() {{}}\n"));
        let expected = "mine.rs:1: struct Solution: LeetCode supplies struct Solution\nmine.rs:5: fn main: LeetCode has its own main\n";
        assert_eq!((code, text.as_str()), (Some(1), expected));
    }

    #[test]
    fn names_that_only_begin_like_it_are_fine() {
        let text = format!("fn main_search() {{}}\nstruct SolutionBoard;\n{GOOD}").replace(
            "{}\n}",
            "{\n        main_search();\n        let _ = SolutionBoard;\n    }\n}",
        );
        assert_eq!(check(&text).1, "mine.rs can be pasted as it is\n");
    }

    #[rstest]
    #[case::warning("fn unused() {}\n", "function `unused` is never used", 1)]
    #[case::crate_of_others("use regex::Regex;\n", "regex", 1)]
    #[case::newer_edition(
        "fn f(it: Option<u8>) -> u8 {\n    if let Some(x) = it && x > 1 { x } else { 0 }\n}\n",
        "let chains",
        2
    )]
    fn what_does_not_compile_cleanly(
        #[case] before: &str,
        #[case] words: &str,
        #[case] line: usize,
    ) {
        let (code, text) = check(&format!("{before}{GOOD}"));
        assert_eq!(code, Some(1));
        assert!(text.starts_with("as edition 2021:\n"), "{text}");
        assert!(text.contains(words), "{text}");
        assert!(text.contains(&format!("--> mine.rs:{line}:")), "{text}");
    }

    #[test]
    fn what_is_no_text() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("mine.rs"), b"// \xFF\n").unwrap();
        let said = run(judge(["paste", "--check", "mine.rs"]).current_dir(folder.path()));
        assert_eq!(said.all(), (Some(1), "mine.rs: not UTF-8 text\n", ""));
    }
}

#[test]
fn list_shows_every_approach_with_its_idea() {
    let said = said(["list"]);
    assert_eq!((said.code, said.stderr.as_str()), (Some(0), ""));
    let approaches = solution::approaches().unwrap();
    assert_eq!(said.stdout.lines().count(), approaches.len());
    for (line, approach) in said.stdout.lines().zip(&approaches) {
        let (name, idea) = line.split_once("  ").expect("two columns");
        assert_eq!(
            (name, idea.trim()),
            (approach.name.as_str(), approach.summary().as_str())
        );
    }
}

#[rstest]
#[case(
    "Bitmask",
    "\"Bitmask\" cannot be the name of an approach: expected small letters, digits and single hyphens, beginning with a letter, such as my-approach"
)]
#[case(
    "judge",
    "sudoku-judge is a crate of this workspace already; choose another name"
)]
fn new_refuses_bad_names(#[case] name: &str, #[case] why: &str) {
    assert_error(&said(["new", name]), why);
}

#[test]
fn new_refuses_a_name_that_is_taken() {
    let path = solution::approaches().unwrap()[0]
        .path
        .display()
        .to_string();
    let name = solution::approaches().unwrap()[0].name.clone();
    let why = format!("there is already an approach {name}: {path}; choose another name");
    assert_error(&said(["new", &name]), &why);
    assert!(Path::new(&path).is_file());
}

#[rstest]
#[case(&["nonsense"], "error: unrecognized subcommand 'nonsense'\n")]
#[case(&["--format", "yaml"], "error: invalid value 'yaml' for '--format <FORMAT>'\n  [possible values: table, markdown, json]\n")]
#[case(&["run"], "error: the following required arguments were not provided:\n  <FILE|NAME>\n")]
#[case(&["--puzzle", "empty", "run", "bitmask"], "error: the subcommand 'run' cannot be used with '--puzzle <TEXT>'\n")]
#[case(&["run", "bitmask", "--puzzle", "empty", "--puzzles", "-"], "error: the argument '--puzzle <TEXT>' cannot be used with '--puzzles <FILE|->'\n")]
fn what_is_no_command(#[case] arguments: &[&str], #[case] beginning: &str) {
    let said = run(&mut judge(arguments.iter()));
    assert_eq!((said.code, said.stdout.as_str()), (Some(2), ""));
    assert!(said.stderr.starts_with(beginning), "{}", said.stderr);
}

#[test]
fn help_tells_the_exit_codes() {
    let said = said(["--help"]);
    assert_eq!((said.code, said.stderr.as_str()), (Some(0), ""));
    assert!(
        said.stdout
            .contains("\nExit codes: 0 all is well; 1 the answer is no"),
        "{}",
        said.stdout
    );
}
