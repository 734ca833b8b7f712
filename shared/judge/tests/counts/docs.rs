//! What the pages say is so: numbers, tables, quoted code, shown output.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use pretty_assertions::assert_eq;
use sudoku_fixtures::{CASES, Case};
use sudoku_judge::docs::{self, Shown};
use sudoku_judge::{solution, workspace};

use crate::{COUNTED, has_page, known_counts};

const JUDGE: &str = env!("CARGO_BIN_EXE_sudoku-judge");

fn pages() -> Vec<(String, String)> {
    let shown = |path: &PathBuf| {
        let name = path.strip_prefix(workspace::root()).unwrap_or(path);
        name.to_string_lossy().replace('\\', "/")
    };
    let pages = docs::pages().expect("the pages are there");
    pages
        .iter()
        .map(|path| {
            (
                shown(path),
                fs::read_to_string(path).expect("a page can be read"),
            )
        })
        .collect()
}

fn commands_shown() -> Vec<(String, Shown)> {
    let mut all = Vec::new();
    for (page, text) in pages() {
        let shown = docs::shown(&text).unwrap_or_else(|error| panic!("{page}: {error}"));
        all.extend(shown.into_iter().map(|shown| (page.clone(), shown)));
    }
    all
}

/// Numbers that are no counts of a case.
const OTHER_NUMBERS: [(&str, &str); 0] = [];

/// A number with groups of three is exact, and known to the tests.
#[test]
fn every_grouped_number_is_a_known_count() {
    let mut known: BTreeSet<u64> = BTreeSet::new();
    for case in CASES {
        known.extend(
            case.row_major
                .iter()
                .flat_map(|it| [it.placements, it.backtracks]),
        );
    }
    for approach in COUNTED.keys() {
        let counts = CASES.iter().filter_map(|case| known_counts(approach, case));
        known.extend(counts.flat_map(|(placements, backtracks)| [placements, backtracks]));
    }
    for (_, counts) in COUNTED.values().flat_map(|cases| cases.values()) {
        known.extend([
            counts.placements,
            counts.backtracks,
            counts.board_reads,
            counts.events,
        ]);
    }
    let mut unknown = Vec::new();
    for (page, text) in pages() {
        for number in grouped_numbers(&without_shown_output(&text)) {
            let value: u64 = number.replace(',', "").parse().expect("digits and commas");
            let is_other = OTHER_NUMBERS.iter().any(|(other, _)| *other == number);
            if !known.contains(&value) && !is_other {
                unknown.push(format!("{page}: {number}"));
            }
        }
    }
    assert_eq!(
        unknown,
        Vec::<String>::new(),
        "numbers that are no known count"
    );
}

fn without_shown_output(page: &str) -> String {
    let blank = |_: &str| Ok(String::new());
    docs::refresh(page, &blank).expect("markers are paired")
}

/// The numbers of a text that are written like 1,234.
fn grouped_numbers(text: &str) -> Vec<String> {
    let in_number = |c: char| c.is_ascii_digit() || c == ',';
    let words = text
        .split(|c: char| !in_number(c))
        .map(|word| word.trim_matches(','));
    let is_grouped = |word: &&str| {
        let mut groups = word.split(',');
        let first = groups.next().unwrap_or_default();
        let mut rest = groups.peekable();
        (1..=3).contains(&first.len())
            && rest.peek().is_some()
            && rest.all(|group| group.len() == 3)
    };
    words.filter(is_grouped).map(str::to_owned).collect()
}

#[test]
fn grouped_numbers_are_found_wherever_they_stand() {
    let text = "4,208 placements (1,640,761), rows 3,5 and 12; 1,2,3; 9,999.";
    assert_eq!(grouped_numbers(text), ["4,208", "1,640,761", "9,999"]);
}

/// Columns whose figures depend on the machine.
const MEASURED: [&str; 5] = ["median", "total", "ratio", "differ", "time"];

/// A table as rows of (column, cell), without what was measured.
fn table(output: &str) -> Vec<Vec<Vec<(String, String)>>> {
    let mut tables: Vec<Vec<Vec<(String, String)>>> = Vec::new();
    let mut header: Option<Vec<String>> = None;
    for line in output.lines() {
        let Some(cells) = cells_of(line) else {
            let is_frame = line.starts_with(['┌', '╞', '└']);
            if !is_frame {
                header = None;
            }
            continue;
        };
        if cells
            .iter()
            .all(|cell| cell.chars().all(|c| matches!(c, '-' | ':')))
        {
            continue;
        }
        match &header {
            None => {
                tables.push(Vec::new());
                header = Some(cells);
            }
            Some(header) => {
                let row = header.iter().cloned().zip(cells);
                let fixed = row.filter(|(column, _)| !MEASURED.contains(&column.as_str()));
                tables
                    .last_mut()
                    .expect("a header came first")
                    .push(fixed.collect());
            }
        }
    }
    tables
}

/// The cells of a line of a table: in Markdown between bars, in a terminal between wide gaps.
fn cells_of(line: &str) -> Option<Vec<String>> {
    let inside = |bar: char| line.trim().strip_prefix(bar)?.strip_suffix(bar);
    let cells: Vec<&str> = match (inside('|'), inside('│')) {
        (Some(row), _) => row.split('|').collect(),
        (_, Some(row)) => row
            .split("  ")
            .filter(|cell| !cell.trim().is_empty())
            .collect(),
        (None, None) => return None,
    };
    Some(
        cells
            .into_iter()
            .map(|cell| cell.trim().to_owned())
            .collect(),
    )
}

fn cell<'a>(row: &'a [(String, String)], column: &str) -> Option<&'a str> {
    row.iter()
        .find(|(name, _)| name == column)
        .map(|(_, cell)| cell.as_str())
}

/// Whatever in a comparison is not measured is so.
#[test]
fn tables_of_comparisons_hold_the_counts() {
    let mut checked = 0;
    for (page, Shown { command, output }) in commands_shown() {
        let is_comparison = command == "cargo run --release" || command.contains(" compare");
        if !is_comparison {
            continue;
        }
        let about = format!("{page}: {command}; refresh it with: cargo judge docs");
        let tables = table(&output);
        let option = |name: &str| {
            let mut words = command.split(' ').skip_while(|word| *word != name);
            words.nth(1).map(str::to_owned)
        };
        let counted = match option("--puzzle") {
            Some(case) => vec![case],
            None => counted_for_all(&output),
        };
        for row in tables.iter().flatten() {
            if let Some(approach) = cell(row, "approach") {
                let of = option("--puzzle").map_or(CASES.len(), |_| 1);
                assert!(
                    cell(row, "cases").is_some_and(|it| it.ends_with(&format!("/{of}"))),
                    "{about}"
                );
                let cases: Vec<&Case> = counted
                    .iter()
                    .map(|name| sudoku_fixtures::find(name).expect("a case"))
                    .collect();
                let placements = cases
                    .iter()
                    .map(|case| Some(known_counts(approach, case)?.0));
                if let Some(placements) = placements.sum() {
                    assert_eq!(
                        ungrouped(cell(row, "placements")),
                        Some(placements),
                        "{about}"
                    );
                }
                // The longest searches are not counted again here.
                let reads = cases
                    .iter()
                    .map(|case| Some(COUNTED[approach].get(case.name)?.1.board_reads));
                if let Some(board_reads) = reads.sum() {
                    assert_eq!(
                        ungrouped(cell(row, "board reads")),
                        Some(board_reads),
                        "{about}"
                    );
                }
                let solution = solution::Solution::find(approach).expect("an approach");
                let lines = solution.lines_of_code() as u64;
                assert_eq!(ungrouped(cell(row, "lines")), Some(lines), "{about}");
                checked += 1;
            }
            if let (Some(case), Some(placements)) = (cell(row, "case"), cell(row, "placements")) {
                let approach = option("--approach").expect("a case has counts of one approach");
                let Some((_, counts)) = COUNTED[&approach].get(case) else {
                    continue;
                };
                assert_eq!(
                    ungrouped(Some(placements)),
                    Some(counts.placements),
                    "{about}"
                );
                assert_eq!(
                    ungrouped(cell(row, "backtracks")),
                    Some(counts.backtracks),
                    "{about}"
                );
                assert_eq!(
                    ungrouped(cell(row, "board reads")),
                    Some(counts.board_reads),
                    "{about}"
                );
                checked += 1;
            }
        }
        let approaches: BTreeSet<&str> = tables
            .iter()
            .flatten()
            .filter_map(|row| cell(row, "approach"))
            .collect();
        if option("--approach").is_none() {
            let documented = COUNTED.keys().map(String::as_str).filter(|it| has_page(it));
            let missing: Vec<&str> = documented.filter(|it| !approaches.contains(it)).collect();
            assert_eq!(missing, Vec::<&str>::new(), "{about}");
        }
    }
    assert!(checked > 0, "the pages show no comparison");
}

fn ungrouped(cell: Option<&str>) -> Option<u64> {
    cell?.replace(',', "").parse().ok()
}

/// All cases but those that the output names as not counted to the end.
fn counted_for_all(output: &str) -> Vec<String> {
    let left_out = output
        .lines()
        .find_map(|line| line.strip_prefix("not counted to the end: "));
    let left_out: Vec<&str> = left_out.map_or(Vec::new(), |names| names.split(", ").collect());
    let names = CASES.iter().map(|case| case.name);
    names
        .filter(|name| !left_out.contains(name))
        .map(str::to_owned)
        .collect()
}

/// Other commands print what the pages show.
#[test]
fn other_output_is_what_the_commands_print() {
    for (page, Shown { command, output }) in commands_shown() {
        let is_measured = command == "cargo run --release"
            || [" compare", " run "]
                .iter()
                .any(|measured| command.contains(measured));
        if !is_measured {
            let printed = docs::output_of(Path::new(JUDGE), &command).expect("the judge runs");
            let expected = docs::framed(&command, &printed);
            assert_eq!(
                output, expected,
                "{page}: {command}; refresh it with: cargo judge docs"
            );
        }
    }
}

/// The blocks of Rust code on a page, without the indentation that their lines share.
fn rust_blocks(page: &str) -> Vec<String> {
    let mut blocks = Vec::new();
    for block in page.split("```rust\n").skip(1) {
        let block = block.split("```").next().unwrap_or_default();
        blocks.push(unindented(&block.lines().collect::<Vec<_>>()));
    }
    blocks
}

fn unindented(lines: &[&str]) -> String {
    let indentation = |line: &&str| line.len() - line.trim_start().len();
    let least = lines
        .iter()
        .filter(|line| !line.is_empty())
        .map(indentation)
        .min()
        .unwrap_or(0);
    let cut: Vec<&str> = lines
        .iter()
        .map(|line| line.get(least..).unwrap_or(""))
        .collect();
    cut.join("\n")
}

fn is_program(block: &str) -> bool {
    block.contains("fn main()")
}

#[test]
fn quoted_code_is_quoted_from_a_solution() {
    let solutions = solution::approaches().expect("the approaches are there");
    let texts: Vec<String> = solutions
        .iter()
        .map(|it| String::from_utf8_lossy(&it.text).into_owned())
        .collect();
    for (page, text) in pages().iter().filter(|(page, _)| page.starts_with("docs/")) {
        for block in rust_blocks(text).iter().filter(|block| !is_program(block)) {
            let length = block.lines().count();
            let quoted = texts.iter().any(|text| {
                let lines: Vec<&str> = text.lines().collect();
                lines
                    .windows(length)
                    .any(|window| unindented(window) == *block)
            });
            assert!(quoted, "{page}: in no solution.rs:\n{block}");
        }
    }
}

/// Programs on a page are whole, and hold the assertions that the text makes.
#[test]
fn programs_on_the_pages_run() {
    let folder = tempfile::tempdir().expect("there is room for a program");
    let mut programs = 0;
    for (page, text) in pages() {
        for block in rust_blocks(&text).iter().filter(|block| is_program(block)) {
            let source = folder.path().join("program.rs");
            fs::write(&source, block).expect("there is room for a program");
            let program = folder.path().join("program");
            let compiled = Command::new("rustc")
                .args(["--edition=2024", "-Dwarnings", "-o"])
                .arg(&program)
                .arg(&source)
                .output()
                .expect("rustc runs");
            assert!(
                compiled.status.success(),
                "{page}: {}",
                String::from_utf8_lossy(&compiled.stderr)
            );
            let run = Command::new(&program).output().expect("it runs");
            assert!(
                run.status.success(),
                "{page}: {}",
                String::from_utf8_lossy(&run.stderr)
            );
            programs += 1;
        }
    }
    assert!(programs > 0, "the pages hold no program");
}
