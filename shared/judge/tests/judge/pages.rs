//! Whether the pages tell the truth: counts, shown output, quoted code, links.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use pretty_assertions::assert_eq;
use sudoku_fixtures::{CASES, Case, Group};
use sudoku_judge::submission::Submission;
use sudoku_judge::workspace;

use crate::common::{judge, names, submission};
use crate::counts::{COUNTED, has_page, known_counts};

const REFRESH: &str =
    "to refresh it: REFRESH=1 cargo test -p sudoku-judge --test judge shown_output";

/// README.md, the problem's, and every page under docs/, each with its text.
fn pages() -> Vec<(String, String)> {
    let root = workspace::root();
    let docs = root.join("docs");
    let mut folders: Vec<PathBuf> = names(&docs).iter().map(|it| docs.join(it)).collect();
    folders.extend([docs, root.join(workspace::PROBLEM), root]);
    let mut pages = Vec::new();
    for folder in folders {
        let files = names(&folder).into_iter().map(|name| folder.join(name));
        for page in files.filter(|file| file.extension().is_some_and(|it| it == "md")) {
            let text = fs::read_to_string(&page).expect("a page can be read");
            let name = page.strip_prefix(workspace::root()).expect("it is inside");
            pages.push((name.to_string_lossy().into_owned(), text));
        }
    }
    pages
}

/// The commands whose output a page shows, and that output. It stands between two markers:
///
/// ```text
/// <!-- shows: cargo judge list -->
/// ... the output ...
/// <!-- end -->
/// ```
fn shown(page: &str) -> impl Iterator<Item = (&str, &str)> {
    page.split("<!-- shows: ").skip(1).map(|part| {
        let marked = part.split_once(" -->\n").and_then(|(command, rest)| {
            let (output, _) = rest.split_once("<!-- end -->")?;
            Some((command, output))
        });
        marked.unwrap_or_else(|| panic!("a marker has no end: {part}"))
    })
}

/// What a command prints, as it stands on a page.
fn printed(command: &str) -> String {
    let starts = [
        "cargo judge",
        "cargo run --release --",
        "cargo run --release",
    ];
    let mut arguments = starts
        .iter()
        .filter_map(|start| command.strip_prefix(start));
    let mut judge = judge(arguments.next().expect("a command of the judge"));
    judge.command.current_dir(workspace::root());
    let said = judge.said();
    // With exit code 1 the answer is no, which can be what a page wants to show.
    assert!(matches!(said.code, Some(0 | 1)), "{command}: {said:?}");
    let output = said.stdout.trim_end();
    if command.contains("--format markdown") {
        format!("{output}\n")
    } else {
        format!("```text\n{output}\n```\n")
    }
}

fn is_comparison(command: &str) -> bool {
    command == "cargo run --release" || command.contains(" compare")
}

/// The numbers like 1,234 of a text, each with the word behind it.
fn grouped_numbers(text: &str) -> Vec<(u64, &str)> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let number = |(place, word): (usize, &&str)| {
        let word = word.trim_matches(|c: char| !c.is_ascii_digit());
        let is_grouped = word.contains(',')
            && word.chars().all(|c| c.is_ascii_digit() || c == ',')
            && word.split(',').skip(1).all(|group| group.len() == 3);
        let value = word.replace(',', "").parse().ok().filter(|_| is_grouped)?;
        Some((value, *words.get(place + 1).unwrap_or(&"")))
    };
    words.iter().enumerate().filter_map(number).collect()
}

#[test]
fn grouped_numbers_are_found_with_their_words() {
    let text = "of (1,640,761) placements; rows 3,5 and 1,2,3: 4,208.";
    assert_eq!(
        grouped_numbers(text),
        [(1_640_761, "placements;"), (4_208, "")]
    );
}

/// In each paragraph and row of a table that names cases, the counts are of one of them. Rows that
/// name none are of the cases in their table's first row.
#[test]
fn counts_beside_the_name_of_a_case_are_right() {
    let (mut checked, mut wrong) = (0, Vec::new());
    for (page, text) in pages() {
        let without_output = |rest: String, (_, output): (&str, &str)| rest.replace(output, "");
        let text = shown(&text).fold(text.clone(), without_output);
        let mut first_row: Option<Vec<&Case>> = None;
        for paragraph in text.replace("\n|", "\n\n|").split("\n\n") {
            let paragraph = paragraph.replace("LeetCode's example", "`leetcode_example`");
            let named = CASES.iter();
            let named = named.filter(|case| paragraph.contains(&format!("`{}`", case.name)));
            let mut named: Vec<&Case> = named.collect();
            if !paragraph.starts_with('|') {
                first_row = None;
            } else if let Some(first_row) = &first_row {
                if named.is_empty() {
                    named.clone_from(first_row);
                }
            } else {
                first_row = Some(named.clone());
            }
            let mut known: BTreeSet<u64> = BTreeSet::new();
            for (approach, counted) in &*COUNTED {
                for case in &named {
                    known.extend(known_counts(approach, case).map(|(placements, _)| placements));
                    known.extend(known_counts(approach, case).map(|(_, backtracks)| backtracks));
                    known.extend(counted.get(case.name).map(|counts| counts.board_reads));
                }
            }
            for (number, word) in grouped_numbers(&paragraph) {
                let is_count = ["placement", "backtrack", "board", "read", "|"]
                    .iter()
                    .any(|unit| word.starts_with(unit));
                if is_count && !named.is_empty() {
                    checked += 1;
                    if !known.contains(&number) {
                        wrong.push(format!("{page}: {number}: {paragraph}"));
                    }
                }
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
    assert!(checked > 0, "the pages quote no count");
}

/// A row of a table: its cells by the titles of their columns.
type Row = BTreeMap<String, String>;

fn rows(output: &str) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut titles: Option<Vec<String>> = None;
    for line in output.lines() {
        let Some(cells) = cells(line) else {
            titles = None;
            continue;
        };
        match &titles {
            None => titles = Some(cells),
            Some(titles) => rows.push(titles.iter().cloned().zip(cells).collect()),
        }
    }
    rows
}

/// The cells of a line of a table.
fn cells(line: &str) -> Option<Vec<String>> {
    let row = line.trim().strip_prefix('|')?.strip_suffix('|')?;
    Some(row.split('|').map(|cell| cell.trim().to_owned()).collect())
}

fn ungrouped(row: &Row, title: &str) -> Option<u64> {
    row.get(title)?.replace(',', "").parse().ok()
}

/// All but the times and ratios.
#[test]
fn shown_comparisons_hold_the_counts() {
    let mut checked = 0;
    for (page, text) in pages() {
        for (command, output) in shown(&text).filter(|(command, _)| is_comparison(command)) {
            let about = format!("{page}: {command}; {REFRESH}");
            let option = |name: &str| command.split(' ').skip_while(|word| *word != name).nth(1);
            let left_out = output
                .lines()
                .find_map(|it| it.strip_prefix("not counted completely: "));
            let left_out: Vec<&str> = left_out.map_or(Vec::new(), |it| it.split(", ").collect());
            let is_counted = |case: &&Case| match option("--puzzle") {
                Some(name) => name == case.name,
                None => case.group == Group::Ordinary && !left_out.contains(&case.name),
            };
            let counted: Vec<&Case> = CASES.iter().filter(is_counted).collect();
            let mut approaches = Vec::new();
            for row in rows(output) {
                let (approach, cases) = match (row.get("approach"), row.get("case")) {
                    (Some(approach), _) if approach.starts_with('-') => continue,
                    (Some(approach), _) => (approach.as_str(), counted.clone()),
                    (_, Some(case)) if row.contains_key("placements") => {
                        let case = sudoku_fixtures::find(case).expect("a case");
                        (option("--approach").expect("one approach"), vec![case])
                    }
                    _ => continue,
                };
                let known = cases
                    .iter()
                    .map(|case| Some(known_counts(approach, case)?.0));
                let placements: Option<u64> = known.sum();
                assert!(placements.is_some(), "{about}: {approach}");
                assert_eq!(
                    ungrouped(&row, "placements"),
                    placements,
                    "{about}: {approach}"
                );
                // The longest searches are not counted again here.
                let reads = |case: &&Case| Some(COUNTED[approach].get(case.name)?.board_reads);
                if let Some(reads) = cases.iter().map(reads).sum::<Option<u64>>() {
                    assert_eq!(
                        ungrouped(&row, "board reads"),
                        Some(reads),
                        "{about}: {approach}"
                    );
                }
                if row.contains_key("approach") {
                    assert_eq!(row["verdict"], "Accepted", "{about}: {approach}");
                    let lines = submission(approach).lines_of_code().to_string();
                    assert_eq!(row["lines"], lines, "{about}: {approach}");
                    approaches.push(approach.to_owned());
                }
                checked += 1;
            }
            if option("--approach").is_none() {
                let documented = COUNTED.keys().filter(|name| has_page(name)).cloned();
                approaches.sort();
                assert_eq!(approaches, documented.collect::<Vec<_>>(), "{about}");
            }
        }
    }
    assert!(checked > 0, "the pages show no comparison");
}

/// With the variable REFRESH set, the pages are written anew instead, comparisons too.
#[test]
fn shown_output_is_what_the_commands_print() {
    let is_refresh = env::var_os("REFRESH").is_some();
    for (page, text) in pages() {
        let mut refreshed = text.clone();
        for (command, output) in shown(&text) {
            // Another test looks at comparisons, since times differ.
            if is_refresh || !is_comparison(command) {
                let marked = |output: &str| format!("{command} -->\n{output}<!-- end -->");
                refreshed = refreshed.replace(&marked(output), &marked(&printed(command)));
            }
        }
        if is_refresh {
            fs::write(workspace::root().join(&page), refreshed).expect("the page can be written");
        } else {
            assert_eq!(text, refreshed, "{page}; {REFRESH}");
        }
    }
}

/// The blocks of Rust code on a page.
fn rust_blocks(page: &str) -> impl Iterator<Item = &str> {
    let blocks = page.split("```rust\n").skip(1);
    blocks.map(|block| block.split("```").next().unwrap_or_default())
}

fn is_program(block: &str) -> bool {
    block.contains("fn main()")
}

/// Without the indentation that all lines share.
fn unindented(lines: &[&str]) -> Vec<String> {
    let indentation = |line: &&str| line.len() - line.trim_start().len();
    let filled = lines.iter().filter(|line| !line.is_empty());
    let least = filled.map(indentation).min().unwrap_or(0);
    let cut = |line: &&str| line.get(least..).unwrap_or("").to_owned();
    lines.iter().map(cut).collect()
}

#[test]
fn quoted_code_is_quoted_from_a_solution() {
    let solutions = Submission::find_all(&[]).expect("the approaches are there");
    for (page, text) in pages().iter().filter(|(page, _)| page.starts_with("docs/")) {
        for block in rust_blocks(text).filter(|block| !is_program(block)) {
            let quoted = unindented(&block.lines().collect::<Vec<_>>());
            let stands_in = |solution: &Submission| {
                let lines: Vec<&str> = solution.text.lines().collect();
                lines
                    .windows(quoted.len())
                    .any(|window| unindented(window) == quoted)
            };
            assert!(
                solutions.iter().any(stands_in),
                "{page}: in no solution.rs:\n{block}"
            );
        }
    }
}

/// Programs on a page are whole, and hold the assertions that the text makes.
#[test]
fn programs_on_the_pages_run() {
    let folder = tempfile::tempdir().expect("there is room for a program");
    let [source, program] = ["program.rs", "program"].map(|name| folder.path().join(name));
    let mut programs = 0;
    for (page, text) in pages() {
        for block in rust_blocks(&text).filter(|block| is_program(block)) {
            fs::write(&source, block).expect("there is room for a program");
            let mut rustc = Command::new("rustc");
            rustc
                .args(["--edition=2024", "-Dwarnings", "-o"])
                .arg(&program)
                .arg(&source);
            for command in [&mut rustc, &mut Command::new(&program)] {
                let output = command.output().expect("it runs");
                let message = String::from_utf8_lossy(&output.stderr);
                assert!(output.status.success(), "{page}: {message}");
            }
            programs += 1;
        }
    }
    assert!(programs > 0, "the pages hold no program");
}

/// The anchor of a heading, as GitHub makes it.
fn anchor(heading: &str) -> String {
    let heading = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = heading
        .chars()
        .filter(|c| c.is_alphanumeric() || "-_ ".contains(*c));
    kept.collect::<String>().replace(' ', "-")
}

#[test]
fn links_lead_to_files_and_headings_that_exist() {
    let mut links = 0;
    for (page, text) in pages() {
        let page = workspace::root().join(page);
        for target in text.split("](").skip(1) {
            let target = target.split([')', ' ']).next().unwrap_or_default();
            let (file, heading) = target.split_once('#').unwrap_or((target, ""));
            if target.contains(':') || target.contains('\n') {
                continue;
            }
            let path = match file {
                "" => page.clone(),
                file => page.parent().expect("a folder").join(file),
            };
            assert!(path.exists(), "{}: {target}", page.display());
            if !heading.is_empty() {
                let linked = fs::read_to_string(&path).expect("a page");
                let mut headings = linked.lines().filter(|line| line.starts_with('#'));
                let found = headings.any(|line| anchor(line) == heading);
                assert!(found, "{}: {target}", page.display());
            }
            links += 1;
        }
    }
    assert!(links > 0, "the pages have no links");
}
