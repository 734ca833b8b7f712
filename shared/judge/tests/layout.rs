//! Where things are and what they need, as rules.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use sudoku_judge::workspace;

fn names(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).expect("the folder is there");
    entries
        .map(|entry| {
            entry
                .expect("it can be listed")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect()
}

/// So that adding an approach stays adding one folder, and none does it its own way.
#[test]
fn approaches_differ_in_their_solution_and_what_is_told_of_it() {
    let problem = workspace::root().join("problems/0037-sudoku-solver");
    for name in names(&problem) {
        let folder = problem.join(&name);
        if !folder.is_dir() {
            continue;
        }
        let read = |file: &str| {
            fs::read_to_string(folder.join(file))
                .unwrap_or_else(|error| panic!("{name}/{file}: {error}"))
        };
        let manifest = read("Cargo.toml");
        assert!(
            manifest.contains(&format!("name = \"sudoku-{name}\"\n")),
            "{name}"
        );
        assert!(
            !manifest.contains("[dependencies]"),
            "{name}: the standard library only"
        );
        let lib = read("src/lib.rs");
        for line in [
            "pub struct Solution;",
            "include!(\"solution.rs\");",
            "#[cfg(rustfmt)]",
            "mod solution;",
            "pub fn solve_sudoku(board: &mut Vec<Vec<char>>) {",
        ] {
            assert!(
                lib.lines().any(|it| it == line),
                "{name}/src/lib.rs: {line}"
            );
        }
        let contract = read("tests/contract.rs");
        assert!(
            contract.contains("sudoku_contract::contract_tests!("),
            "{name}"
        );
        assert!(
            !read("src/solution.rs").contains('\r'),
            "{name}: line ends are LF"
        );
    }
}

/// What a command prints that cannot fail.
fn printed(program: &str, arguments: &[&str]) -> String {
    let mut command = Command::new(program);
    let output = command.args(arguments).current_dir(workspace::root());
    let output = output.output().expect("it can be started");
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Of everything that is built here, dependencies among it. Clippy's `incompatible_msrv` holds the
/// code to its crate's, as far as the library goes.
#[test]
fn the_readme_names_the_newest_rust_that_anything_needs() {
    let rustc = printed("rustc", &["-vV"]);
    let host = rustc.lines().find_map(|line| line.strip_prefix("host: "));
    let cargo = env::var("CARGO").expect("cargo runs the tests");
    let metadata = printed(
        &cargo,
        &[
            "metadata",
            "--format-version=1",
            "--locked",
            "--offline",
            "--filter-platform",
            host.expect("rustc says its platform"),
        ],
    );
    let metadata: Value = serde_json::from_str(&metadata).expect("JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    let minor = |package: &Value| {
        let version = package["rust_version"].as_str()?;
        let minor = version.strip_prefix("1.")?.split('.').next()?;
        minor.parse::<u32>().ok()
    };
    let newest = packages.iter().filter_map(minor).max();
    let newest = newest.expect("this workspace has a rust-version");
    let readme = fs::read_to_string(workspace::root().join("README.md")).expect("there is one");
    let wanted = format!("You need [Rust](https://rustup.rs) 1.{newest} or newer");
    assert!(readme.contains(&wanted), "{wanted}");
}

/// They came with Rust 1.88, and no lint tells. Solutions cannot have them, as they compile in
/// edition 2021.
#[test]
fn no_let_chains() {
    let mut folders = vec![workspace::root().join("shared")];
    let mut files: Vec<PathBuf> = Vec::new();
    while let Some(folder) = folders.pop() {
        for name in names(&folder) {
            let path = folder.join(&name);
            if path.is_dir() && name != "node_modules" {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    assert!(files.len() > 50, "{files:?}");
    for file in files {
        let text = fs::read_to_string(&file).expect("it can be read");
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim_start_matches([' ', '}']);
            let line = line.strip_prefix("else ").unwrap_or(line);
            let has_let = line.starts_with("if let ") || line.starts_with("while let ");
            assert!(
                !(has_let && line.contains(" && ") || line.starts_with("&& let ")),
                "{}:{number}: {line}",
                file.display()
            );
        }
    }
}
