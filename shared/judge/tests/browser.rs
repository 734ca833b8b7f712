//! The replay page in a real browser. The page is made by the judge, what it must show is worked
//! out here from the events, and the tests in tests/browser hold the page against it.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};
use sudoku_judge::compile::{Compiler, Wrapper};
use sudoku_judge::measure::{MEMORY_LIMIT, Task};
use sudoku_judge::process::{Limits, Purpose, Run};
use sudoku_judge::solution::Solution;
use sudoku_judge::trace::Event;

const APPROACHES: [&str; 2] = ["boolean-table", "scan-and-check"];

#[test]
#[ignore = "needs Chromium, Node.js and the packages of tests/browser; .ci/run brings and runs them"]
fn the_replay_page_in_a_browser() {
    let folder = tempfile::tempdir().expect("there is room for a page");
    let page = folder.path().join("replay.html");
    let moments = folder.path().join("moments.json");
    let mut judge = Command::new(env!("CARGO_BIN_EXE_sudoku-judge"));
    judge.arg("replay").arg("-o").arg(&page);
    judge.args(
        APPROACHES
            .iter()
            .flat_map(|approach| ["--approach", approach]),
    );
    assert!(judge.status().expect("the judge runs").success());
    let runs: Vec<Vec<Event>> = APPROACHES.iter().map(|approach| events(approach)).collect();
    fs::write(&moments, expected(&runs).to_string()).expect("there is room for moments");
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/browser");
    let status = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" })
        .args(["test", "--silent"])
        .current_dir(tests)
        .env("REPLAY_PAGE", &page)
        .env("REPLAY_MOMENTS", &moments)
        .status();
    assert!(status.expect("Node.js is installed").success());
}

fn events(approach: &str) -> Vec<Event> {
    let solution = Solution::find(approach).expect("the approach is there");
    let compiler = Compiler::installed(false).expect("rustc is installed");
    let program = compiler
        .compile(&solution, Wrapper::Counting)
        .expect("rustc runs");
    let program = program.expect("the approach compiles");
    let task = Task::of_case(sudoku_fixtures::find("leetcode_example").expect("a shared case"));
    let limits = Limits {
        time: std::time::Duration::from_secs(60),
        memory: MEMORY_LIMIT,
    };
    let purpose = Purpose::Count {
        most_events: 1_000_000,
    };
    let mut run = Run::new(
        &program,
        std::slice::from_ref(&task.puzzle),
        purpose,
        limits,
    );
    run.next().expect("one outcome").expect("the program runs");
    Event::decode(&run.events)
}

/// Ten moments of each step size, spread over the longest run, with both ends.
fn expected(runs: &[Vec<Event>]) -> Value {
    let mut moments = Vec::new();
    for step in ["access", "write"] {
        let length = |run: &Vec<Event>| run.iter().filter(|event| counts_as(step, **event)).count();
        let last = runs.iter().map(length).max().unwrap_or(0);
        for share in 0..10 {
            let t = last * share * share / 81;
            let panels: Vec<Value> = runs.iter().map(|run| state(run, step, t)).collect();
            moments.push(json!({ "step": step, "t": t, "panels": panels }));
        }
    }
    Value::Array(moments)
}

/// Whether an event is a step of that size.
fn counts_as(step: &str, event: Event) -> bool {
    step == "access" || event.is_change()
}

/// What the panel of a run shows at step `t`, from the start and one event at a time.
fn state(run: &[Event], step: &str, t: usize) -> Value {
    let puzzle = sudoku_fixtures::find("leetcode_example")
        .expect("a shared case")
        .puzzle;
    let given: Vec<bool> = puzzle.chars().map(|cell| cell != '.').collect();
    let mut cells: Vec<char> = puzzle.chars().collect();
    let (mut placements, mut backtracks, mut board_reads, mut line) = (0, 0, 0, 0);
    let (mut pending_reads, mut steps) = (0, 0);
    for event in run {
        if steps == t {
            break;
        }
        if !event.is_write() {
            pending_reads += 1;
        }
        if !counts_as(step, *event) {
            continue;
        }
        steps += 1;
        board_reads += std::mem::take(&mut pending_reads);
        line = event.line();
        if event.is_change() {
            placements += u32::from(event.after().is_ascii_digit());
            let placed = event.before().is_ascii_digit() && !given[event.cell()];
            backtracks += u32::from(placed);
            cells[event.cell()] = event.after();
        }
    }
    let placed = cells
        .iter()
        .zip(&given)
        .filter(|(cell, given)| cell.is_ascii_digit() && !**given);
    json!({
        "board": cells.iter().collect::<String>(),
        "placements": placements,
        "backtracks": backtracks,
        "board_reads": board_reads,
        "depth": placed.count(),
        "line": line,
    })
}
