//! What a confined process can do, and what the system refuses it.

#![cfg(target_os = "linux")]

use std::fs;
use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::LazyLock;
use std::thread;
use std::time::Duration;

use pretty_assertions::assert_eq;
use rstest::rstest;
use sudoku_judge::sandbox::{self, Confinement};
use tempfile::TempDir;

const ABORT: i32 = 6;
const KILL: i32 = 9;

const NO_PROCESS: (&str, &str) = (
    "Operation not permitted",
    "tried to start a process: not possible on LeetCode either",
);
const NO_FILE: (&str, &str) = (
    "Permission denied",
    "tried to open a file: the judge lets a solution open none",
);
const NO_OTHER: (&str, &str) = (
    "Function not implemented",
    "tried to change files, use the network or signal a process: the judge lets a solution only \
     compute and print",
);

/// The program that tries.
static ATTEMPTS: LazyLock<PathBuf> = LazyLock::new(|| {
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("attempts");
    let compiled = Command::new("rustc")
        .args(["--edition=2021", "tests/sandbox/attempts.rs", "-o"])
        .arg(&program)
        .status();
    assert!(compiled.expect("rustc runs").success());
    program
});

/// A folder with a file to read and one to write, as the judge makes them.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("there is room");
    fs::write(folder.path().join("puzzles"), "a puzzle").expect("there is room");
    fs::write(folder.path().join("records"), "").expect("there is room");
    folder
}

/// Starts a confined process in the folder that tries something.
fn start(attempt: &str, folder: &Path, other_file: &Path) -> Child {
    let mut command = Command::new(&*ATTEMPTS);
    command
        .arg(attempt)
        .arg(other_file)
        .env("RUST_BACKTRACE", "1")
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let confinement = Confinement {
        memory: 1 << 30,
        cpu: Duration::from_millis(100),
        readable: &[&ATTEMPTS, folder],
        writable: &[&folder.join("records")],
    };
    sandbox::confine(&mut command, &confinement).expect("the system can confine it");
    command.spawn().expect("it starts")
}

/// How an attempt ended, and what it printed on standard output and standard error.
fn outcome(attempt: &str, folder: &Path, other_file: &Path) -> (Output, String, String) {
    let mut child = start(attempt, folder, other_file);
    let mut stdin = child.stdin.take().expect("it is piped");
    // A process that does not read it may have ended.
    let _ = stdin.write_all(b"an input");
    drop(stdin);
    let output = child.wait_with_output().expect("it was started");
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("it prints UTF-8");
    let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
    (output, stdout, stderr)
}

/// Whether tests of Landlock can run. Where they must, it is an error if they cannot.
fn has_landlock() -> bool {
    let weakness = sandbox::weakness();
    if let Some(weakness) = weakness {
        eprintln!("not tested: {weakness}");
        assert!(std::env::var_os("SUDOKU_REQUIRE_LANDLOCK").is_none());
    }
    weakness.is_none()
}

#[rstest]
#[case("a process", NO_PROCESS)]
#[case("a fork", NO_PROCESS)]
#[case("clone3", NO_OTHER)]
#[case("to listen", NO_OTHER)]
#[case("to connect", NO_OTHER)]
#[case("a pair of sockets", NO_OTHER)]
#[case("to make a folder", NO_OTHER)]
#[case("to remove", NO_OTHER)]
#[case("to rename", NO_OTHER)]
#[case("to lock others out", NO_OTHER)]
#[case("to kill", NO_OTHER)]
#[case("to kill a thread", NO_OTHER)]
#[case("to have the system kill", NO_OTHER)]
#[case("to live on", NO_OTHER)]
#[case("a higher limit", NO_OTHER)]
#[case("a shell", NO_FILE)]
#[case("to read", NO_FILE)]
#[case("to list", NO_FILE)]
#[case("to create", NO_FILE)]
#[case("to append", NO_FILE)]
fn the_system_refuses(#[case] attempt: &str, #[case] (error, explanation): (&str, &str)) {
    if error == NO_FILE.0 && !has_landlock() {
        return;
    }
    let home = std::env::home_dir().expect("the user has one");
    let others = tempfile::Builder::new().tempfile_in(home);
    let others = others.expect("the user's home is writable");
    let folder = folder();
    let (output, stdout, stderr) = outcome(attempt, folder.path(), others.path());
    assert_eq!((output.status.code(), stdout.as_str()), (Some(101), ""));
    assert!(stderr.contains(error), "{stderr}");
    assert_eq!(sandbox::explain(&stderr), Some(explanation));
    let files = fs::read_dir(folder.path()).expect("it is there");
    assert_eq!((files.count(), others.path().is_file()), (2, true));
}

#[rstest]
#[case("eight threads", "13986000\n")]
#[case("its files", "an input\n")]
fn a_solution_can_use(#[case] what: &str, #[case] expected: &str) {
    let folder = folder();
    let (output, stdout, stderr) = outcome(what, folder.path(), Path::new(""));
    assert_eq!((output.status.code(), stderr.as_str()), (Some(0), ""));
    assert_eq!(stdout, expected);
    if what == "its files" {
        let records = fs::read_to_string(folder.path().join("records"));
        assert_eq!(records.expect("it is there"), "a puzzle");
    }
}

#[rstest]
#[case("memory", ABORT, "memory allocation of 1073741824 bytes failed")]
#[case("a deep recursion", ABORT, "has overflowed its stack")]
#[case("an abort", ABORT, "")]
#[case("to work without end", KILL, "")]
fn a_signal_ends(#[case] what: &str, #[case] signal: i32, #[case] message: &str) {
    let (output, _, stderr) = outcome(what, folder().path(), Path::new(""));
    assert_eq!(output.status.signal(), Some(signal), "{stderr}");
    assert!(stderr.contains(message), "{stderr}");
}

#[test]
fn a_panic_shows_its_message_and_backtrace() {
    let (output, _, stderr) = outcome("a panic", folder().path(), Path::new(""));
    assert_eq!(output.status.code(), Some(101));
    let shows = |text| stderr.contains(text);
    assert!(shows("at the disco") && shows("attempts::main"), "{stderr}");
    assert_eq!(sandbox::explain(&stderr), None);
}

/// As when the judge is killed: all its threads end.
#[test]
fn a_process_dies_with_the_thread_that_started_it() {
    let folder = folder();
    let path = folder.path().to_path_buf();
    let starter = thread::spawn(move || start("to sleep", &path, Path::new("")));
    let mut child = starter.join().expect("it starts the process");
    let status = child.wait().expect("it was started");
    assert_eq!(status.signal(), Some(KILL));
}

#[test]
fn the_judge_sees_the_processor_time_of_a_child() {
    let mut child = start("to work without end", folder().path(), Path::new(""));
    while sandbox::cpu_time(child.id()).expect("it runs") < Duration::from_millis(50) {
        thread::sleep(Duration::from_millis(1));
    }
    child.kill().expect("it runs");
    child.wait().expect("it was started");
    assert_eq!(sandbox::cpu_time(child.id()), None);
}
