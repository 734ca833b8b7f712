//! Every approach can be pasted into LeetCode as it stands.

use std::process::Command;

use pretty_assertions::assert_eq;
use sudoku_judge::compile::Compiler;
use sudoku_judge::submission::Submission;

use crate::common::said;

fn approaches() -> Vec<Submission> {
    Submission::find_all(&[]).expect("the approaches are there")
}

#[test]
fn every_approach_is_printed_byte_for_byte() {
    for approach in approaches() {
        let path = approach.path.to_str().expect("UTF-8");
        for name in [&approach.name, path] {
            assert_eq!(
                said(&format!("paste {name}")).all(),
                (Some(0), approach.text.as_str(), "")
            );
        }
    }
}

/// Also as edition 2021: LeetCode's 2024 has a single source.
#[test]
fn every_approach_can_be_pasted_without_a_warning() {
    let compiler = Compiler::installed(false).expect("there is one");
    for approach in approaches() {
        let checked = compiler.check(&approach).expect("rustc runs");
        assert_eq!(checked, Ok(String::new()), "{}", approach.name);
        let folder = tempfile::tempdir().expect("there is room");
        let mut rustc = Command::new("rustc");
        rustc.args([
            "--edition=2021",
            "--crate-type=lib",
            "--emit=metadata",
            "-Dwarnings",
        ]);
        let file = folder.path().join("solution.rs");
        let text = format!("pub struct Solution;\n{}", approach.text);
        std::fs::write(&file, text).expect("there is room");
        let output = rustc.arg(file).arg("--out-dir").arg(folder.path()).output();
        let output = output.expect("rustc runs");
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(message, "", "{}", approach.name);
    }
}

#[test]
fn every_approach_begins_with_its_idea_in_one_line() {
    for approach in approaches() {
        let summary = approach.summary();
        assert!(approach.text.starts_with("// "), "{}", approach.name);
        assert!(summary.ends_with('.'), "{}: {summary}", approach.name);
        assert!(summary.len() <= 100, "{}: {summary}", approach.name);
    }
}
