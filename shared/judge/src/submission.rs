//! Whether a solution file can be pasted into LeetCode as it is.

use std::fs;

use crate::compile::{self, Rustc};
use crate::interrupt;
use crate::solution::Solution;
use crate::workspace;

/// What LeetCode supplies, or what only makes sense in a file of its own, and why it cannot stand
/// in a submission. Looked for at the start of a line.
const FORBIDDEN: [(&str, &str); 5] = [
    (
        "//!",
        "an inner comment is an error behind LeetCode's first lines; begin it with //",
    ),
    (
        "#![",
        "an inner attribute is an error behind LeetCode's first lines",
    ),
    ("fn main", "LeetCode has its own main"),
    ("struct Solution", "LeetCode supplies struct Solution"),
    ("mod tests", "tests belong beside the submission, not in it"),
];

/// What LeetCode puts around a submission; on one line, so that the submission's keep their numbers.
const WRAPPER: &str = "struct Solution; fn main() { Solution::solve_sudoku(&mut Vec::new()); } ";

/// What keeps a file from being pasted, each fault with its line; none if all is well. It must hold
/// nothing that LeetCode supplies, and compile without a warning, as edition 2021 and 2024, with
/// `struct Solution;` and a main before it or after it.
///
/// # Errors
/// If rustc cannot be run, or there is no room for its output.
pub fn faults(solution: &Solution, colour: bool) -> anyhow::Result<Vec<String>> {
    let Ok(text) = std::str::from_utf8(&solution.text) else {
        return Ok(vec![format!(
            "{}: not UTF-8 text",
            workspace::shown(&solution.path)
        )]);
    };
    let mut faults = forbidden(text, |line| solution.place(line));
    if let Some(why) = compile::bad_beginning(&solution.text) {
        faults.insert(0, format!("{}: {why}", solution.place(1)));
    }
    if faults.is_empty() {
        faults.extend(compile_faults(solution, text, colour)?);
    }
    Ok(faults)
}

fn forbidden(text: &str, place: impl Fn(u32) -> String) -> Vec<String> {
    let mut faults = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let start = without_attributes(line.trim_start());
        let start = start.strip_prefix("pub ").unwrap_or(start);
        for (forbidden, why) in FORBIDDEN {
            let rest = start.strip_prefix(forbidden);
            let whole_word = |rest: &str| {
                !forbidden.ends_with(|c: char| c.is_ascii_alphabetic())
                    || !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_')
            };
            if rest.is_some_and(whole_word) {
                faults.push(format!("{}: {forbidden}: {why}", place(number)));
            }
        }
    }
    faults
}

/// An item, without the attributes that stand before it on its line.
fn without_attributes(line: &str) -> &str {
    let mut rest = line;
    while let Some((_, behind)) = rest.strip_prefix("#[").and_then(|it| it.split_once(']')) {
        rest = behind.trim_start();
    }
    rest
}

/// The first way of compiling that is not clean is enough.
fn compile_faults(solution: &Solution, text: &str, colour: bool) -> anyhow::Result<Option<String>> {
    interrupt::be_careful();
    let rustc = Rustc::installed();
    let folder = compile::temporary_folder("paste", &workspace::judge_folder()?)?;
    let file = folder.path().join("solution.rs");
    for whole in [format!("{WRAPPER}{text}"), format!("{text}\n{WRAPPER}")] {
        fs::write(&file, whole)?;
        for edition in ["2021", "2024"] {
            let arguments = [
                "--crate-type=bin",
                "--emit=metadata,dep-info",
                "-Dwarnings",
                "--edition",
                edition,
                "solution.rs",
            ];
            if let Err(message) = rustc.check(folder.path(), &arguments, colour)? {
                let message = solution.with_its_name(&message);
                return Ok(Some(format!("as edition {edition}:\n{message}")));
            }
        }
    }
    Ok(None)
}
