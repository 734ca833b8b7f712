//! Where things are, as rules.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

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
            contract.contains("sudoku_fixtures::contract_tests!("),
            "{name}"
        );
        assert!(
            !read("src/solution.rs").contains('\r'),
            "{name}: line ends are LF"
        );
    }
}
