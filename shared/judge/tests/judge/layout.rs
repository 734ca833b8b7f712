//! Where things are and what they need, as rules.

use std::env;
use std::fs;
use std::process::Command;

use serde_json::Value;
use sudoku_judge::workspace;

use crate::common::names;

/// So that adding an approach stays adding one folder.
#[test]
fn approaches_differ_in_their_solution_and_its_description() {
    let problem = workspace::root().join(workspace::PROBLEM);
    for name in names(&problem) {
        let folder = problem.join(&name);
        if !folder.is_dir() {
            continue;
        }
        let read = |file: &str| {
            let text = fs::read_to_string(folder.join(file));
            text.unwrap_or_else(|error| panic!("{name}/{file}: {error}"))
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
            "mod solution;",
        ] {
            assert!(
                lib.lines().any(|it| it == line),
                "{name}/src/lib.rs: {line}"
            );
        }
        assert!(
            read("tests/contract.rs").contains("sudoku_contract::contract_tests!("),
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
    let output = command
        .args(arguments)
        .current_dir(workspace::root())
        .output();
    let output = output.expect("it can be started");
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Dependencies included. Clippy's `incompatible_msrv` holds the code to its crate's version.
#[test]
fn the_readme_names_the_newest_rust_that_anything_needs() {
    let rustc = printed("rustc", &["-vV"]);
    let host = rustc.lines().find_map(|line| line.strip_prefix("host: "));
    let host = host.expect("rustc says its platform");
    let cargo = env::var("CARGO").unwrap_or("cargo".to_owned());
    let metadata = [
        "metadata",
        "--format-version=1",
        "--locked",
        "--offline",
        "--filter-platform",
    ];
    let metadata = printed(&cargo, &[&metadata[..], &[host]].concat());
    let metadata: Value = serde_json::from_str(&metadata).expect("JSON");
    let minor = |package: &Value| {
        let version = package["rust_version"].as_str()?;
        version
            .strip_prefix("1.")?
            .split('.')
            .next()?
            .parse::<u32>()
            .ok()
    };
    let packages = metadata["packages"].as_array().expect("packages");
    let newest = packages
        .iter()
        .filter_map(minor)
        .max()
        .expect("this workspace has one");
    let readme = fs::read_to_string(workspace::root().join("README.md")).expect("there is one");
    let expected = format!("You need [Rust](https://rustup.rs) 1.{newest} or newer");
    assert!(readme.contains(&expected), "{expected}");
}
