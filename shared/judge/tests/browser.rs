//! The replay page in a real browser. The judge makes the pages, and the tests in tests/browser
//! compare what they show with what follows from their events.

use std::path::Path;
use std::process::Command;

/// Solutions that write another character than '.' into the blanks, and search for it.
const BLANKS: &str = include_str!("browser/blanks.rs");

/// The example with its last six rows solved: little to search, but digits are taken back.
const EASY: &str =
    "53..7....6..195....98....6.859761423426853791713924856961537284287419635345286179";

#[test]
#[ignore = "needs Chromium, Node.js and the packages of tests/browser; .ci/run brings and runs them"]
fn the_replay_page_in_a_browser() {
    let folder = tempfile::tempdir().expect("there is room for pages");
    let blanks = ["0", " ", "x"].map(|blank| {
        let path = folder.path().join(format!("blank_{blank}.rs"));
        let source = BLANKS.replace("'?'", &format!("'{blank}'"));
        std::fs::write(&path, source).expect("there is room for a solution");
        path.to_str().expect("the path is text").to_owned()
    });
    let pages = [
        (
            "REPLAY_PAGE",
            "leetcode_example",
            vec!["boolean-table", "scan-and-check"],
        ),
        (
            "REPLAY_SEARCH",
            "inkala_2012",
            vec!["constraint-propagation", "dancing-links"],
        ),
        (
            "REPLAY_BLANKS",
            EASY,
            blanks.iter().map(String::as_str).collect(),
        ),
    ];
    let mut tests = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    tests.args(["test", "--silent"]);
    tests.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/browser"));
    for (variable, puzzle, approaches) in pages {
        let page = folder.path().join(format!("{variable}.html"));
        let mut judge = Command::new(env!("CARGO_BIN_EXE_sudoku-judge"));
        judge.args(["replay", puzzle, "-o"]).arg(&page);
        for approach in approaches {
            judge.args(["--approach", approach]);
        }
        assert!(judge.status().expect("the judge runs").success());
        tests.env(variable, page);
    }
    assert!(tests.status().expect("Node.js is installed").success());
}
