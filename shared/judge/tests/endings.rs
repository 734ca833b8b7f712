//! Ctrl-C, a killed judge, a closed pipe, no compiler, no place to write, and several at once.

mod common;

use std::fs;
use std::path::Path;
use std::process::Command;

use pretty_assertions::assert_eq;
use rstest::rstest;

use common::{EmptyTarget, judge, run};

#[cfg(target_os = "linux")]
mod signals {
    use std::fs::File;
    use std::io::Read;
    use std::process::Stdio;
    use std::thread;
    use std::time::{Duration, Instant};

    use pretty_assertions::assert_eq;
    use rustix::process::{Pid, Signal, kill_process};
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

    use super::*;
    use crate::common::{EXAMPLE, Running, start};

    fn signal(running: &Running, signal: Signal) {
        let id = i32::try_from(running.child.id()).expect("a process id");
        kill_process(Pid::from_raw(id).expect("a process id"), signal).expect("it runs");
    }

    /// A second, and another since other tests keep the machine busy.
    const AT_ONCE: Duration = Duration::from_secs(2);

    /// Sends the judge alone a signal when such processes run: all end at once.
    fn interrupt(running: Running, by: Signal, are_there: impl Fn(&[String]) -> bool) {
        running.marks().wait_for_processes(are_there);
        signal(&running, by);
        let told = Instant::now();
        let said = running.end();
        assert!(told.elapsed() < AT_ONCE, "{:?}", told.elapsed());
        assert_eq!(said.all(), (Some(130), "", "interrupted\n"));
    }

    fn programs(processes: &[String]) -> usize {
        let is_program = |line: &&String| line.contains(" puzzles.txt records.txt ");
        processes.iter().filter(is_program).count()
    }

    #[rstest]
    #[case(Signal::INT)]
    #[case(Signal::TERM)]
    #[case(Signal::HUP)]
    fn while_a_solution_runs(#[case] by: Signal) {
        let file = "tests/misbehaving/endless_loop.rs";
        let running = start(&mut judge([
            "run",
            file,
            "--puzzle",
            "empty",
            "--time-limit",
            "60",
        ]));
        interrupt(running, by, |processes| programs(processes) == 1);
    }

    #[test]
    fn while_a_solution_waits_for_processes() {
        let file = "tests/misbehaving/waits_for_processes.rs";
        let running = start(&mut judge([
            "run",
            file,
            "--puzzle",
            "empty",
            "--time-limit",
            "60",
        ]));
        interrupt(running, Signal::INT, |processes| processes.len() > 100);
    }

    /// The first puzzle is counted while the second is timed.
    #[test]
    fn while_one_is_timed_and_another_counted() {
        let folder = tempfile::tempdir().expect("there is room");
        let puzzles = folder.path().join("puzzles");
        fs::write(&puzzles, format!("{EXAMPLE}\n{}\n", ".".repeat(81))).expect("there is room");
        let file = "tests/misbehaving/endless_when_counted.rs";
        let mut command = judge(["compare", "--approach", file, "--time-limit", "60"]);
        let running = start(command.arg("--puzzles").arg(puzzles));
        interrupt(running, Signal::INT, |processes| programs(processes) == 2);
    }

    #[rstest]
    #[case(&["run", "tests/misbehaving/compiles_for_ever.rs"])]
    #[case(&["compare", "--approach", "tests/misbehaving/compiles_for_ever.rs"])]
    #[case(&["paste", "--check", "tests/misbehaving/compiles_for_ever.rs"])]
    fn while_rustc_runs(#[case] arguments: &[&str]) {
        let running = start(&mut judge(arguments));
        interrupt(running, Signal::INT, |processes| {
            processes.iter().any(|line| line.contains("solution"))
        });
    }

    /// Nothing needs to be put away then.
    #[test]
    fn while_a_puzzle_is_awaited() {
        let mut command = judge(["solve", "-"]);
        let mut running = start(command.stdin(Stdio::piped()));
        let stdin = running.child.stdin.take();
        wait_until_it_listens(&running);
        signal(&running, Signal::INT);
        let status = running.child.wait().expect("it was started");
        assert_eq!(status.code(), Some(130));
        drop(stdin);
        assert_eq!(running.end().stderr, "interrupted\n");
    }

    /// Before, a signal ends it as it ends any program.
    fn wait_until_it_listens(running: &Running) {
        let path = format!("/proc/{}/status", running.child.id());
        let catches_interrupts = || {
            let status = fs::read_to_string(&path).expect("it runs");
            let mut lines = status.lines();
            let caught = lines.find_map(|line| line.strip_prefix("SigCgt:"));
            let caught = u64::from_str_radix(caught.expect("Linux tells").trim(), 16);
            caught.expect("a mask of bits") & 1 << (Signal::INT.as_raw() - 1) != 0
        };
        while !catches_interrupts() {
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Then nobody looks whether Ctrl-C was pressed, and a while later the judge ends all the same.
    #[test]
    fn while_the_output_is_not_read() {
        let folder = tempfile::tempdir().expect("there is room");
        let file = folder
            .path()
            .join("a_name_long_enough_for_more_than_a_pipe_holds.rs");
        let unused: Vec<String> = (0..1000)
            .map(|it| format!("fn unused_{it}() {{}}\n"))
            .collect();
        let solve = "impl Solution { pub fn solve_sudoku(_: &mut Vec<Vec<char>>) {} }\n";
        fs::write(&file, solve.to_owned() + &unused.concat()).expect("there is room");
        let path = file.to_str().expect("UTF-8");
        let mut running = start(&mut judge(["paste", "--check", path]));
        let marks = running.marks();
        marks.wait_for_processes(|processes| !processes.is_empty());
        marks.wait_for_processes(<[String]>::is_empty);
        signal(&running, Signal::INT);
        let status = running.child.wait().expect("it was started");
        assert_eq!(status.code(), Some(130));
        assert_eq!(running.end().stderr, "interrupted\n");
    }

    /// On a terminal, with a bar on it: what is written to it must leave it as it was.
    #[test]
    fn while_a_bar_is_shown() {
        let (terminal, judges_end) = pseudo_terminal();
        let file = "tests/misbehaving/endless_loop.rs";
        let mut command = judge(["compare", "--approach", file, "--time-limit", "60"]);
        let running = start(command.stderr(judges_end));
        // The judge's ends are the only ones, so that reading ends with it.
        drop(command);
        running
            .marks()
            .wait_for_processes(|processes| programs(processes) == 1);
        thread::sleep(Duration::from_secs(1));
        signal(&running, Signal::INT);
        let said = running.end();
        assert_eq!((said.code, said.stdout.as_str()), (Some(130), ""));
        let shown = read_to_end(terminal);
        assert!(shown.contains("0/34 leetcode_example"), "{shown:?}");
        assert!(shown.ends_with("\r\x1b[2Kinterrupted\r\n"), "{shown:?}");
        assert!(
            !shown.contains("\x1b[?25l"),
            "the cursor is hidden: {shown:?}"
        );
    }

    /// Whoever reads what is shown, and what stands for the terminal.
    fn pseudo_terminal() -> (File, File) {
        let reader = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
        grantpt(&reader).expect("it is this process's");
        unlockpt(&reader).expect("it is new");
        let path = ptsname(&reader, Vec::new()).expect("it has a name");
        let path = path.to_str().expect("ASCII");
        let end = File::options().read(true).write(true).open(path);
        (File::from(reader), end.expect("it is unlocked"))
    }

    fn read_to_end(mut terminal: File) -> String {
        let mut shown = Vec::new();
        // A terminal that nobody has open any more is an error in the end.
        let _ = terminal.read_to_end(&mut shown);
        String::from_utf8(shown).expect("the judge shows UTF-8")
    }

    /// Whatever ends a judge that compiles: the next compiles anew, and takes away what was left.
    #[rstest]
    fn the_next_run_is_right(#[values(Signal::INT, Signal::KILL)] by: Signal) {
        let target = EmptyTarget::new();
        let arguments = ["run", "bitmask", "--puzzle", "leetcode_example"];
        let mut first = start(&mut target.judge(arguments));
        let marks = first.marks();
        let compiles = |line: &String| line.contains("main.rs");
        marks.wait_for_processes(|processes| processes.iter().any(compiles));
        signal(&first, by);
        first.child.wait().expect("it was started");
        assert_eq!(super::programs(&target).len(), marks.folders().len());
        let second = run(&mut target.judge(arguments));
        let accepted = "  Accepted\n\nAccepted: 1 of 1 accepted\n";
        assert!(second.stdout.ends_with(accepted), "{second:?}");
        assert_eq!((second.code, second.stderr.as_str()), (Some(0), ""));
        assert_eq!(super::programs(&target).len(), 1);
    }

    #[test]
    fn a_killed_judge_takes_its_solution_along() {
        let file = "tests/misbehaving/endless_loop.rs";
        let mut running = start(&mut judge([
            "run",
            file,
            "--puzzle",
            "empty",
            "--time-limit",
            "60",
        ]));
        let marks = running.marks();
        marks.wait_for_processes(|processes| programs(processes) == 1);
        signal(&running, Signal::KILL);
        running.child.wait().expect("it was started");
        marks.wait_for_processes(<[String]>::is_empty);
        for folder in marks.folders() {
            fs::remove_dir_all(folder).expect("nobody uses it");
        }
    }
}

#[rstest]
#[case(&["list"], 0)]
#[case(&["paste", "bitmask"], 0)]
#[case(&["paste", "--check", "tests/misbehaving/own_main.rs"], 1)]
#[case(&["generate", "--count", "1000000000", "--seed", "1"], 0)]
#[case(&["solve", "leetcode_example"], 0)]
#[case(&["solve", "no_solution_box"], 1)]
#[case(&["run", "tests/misbehaving/compile_error.rs"], 1)]
#[case(&["run", "tests/misbehaving/unchanged.rs", "--puzzle", "leetcode_example"], 1)]
#[case(&["compare", "--approach", "bitmask", "--puzzle", "leetcode_example"], 0)]
#[case(&["compare", "--approach", "tests/misbehaving/unchanged.rs", "--puzzle", "leetcode_example"], 1)]
fn nobody_reads_the_output(#[case] arguments: &[&str], #[case] code: i32) {
    let mut running = common::start(&mut judge(arguments));
    drop(running.child.stdout.take());
    drop(running.child.stderr.take());
    assert_eq!(running.end().code, Some(code));
}

#[cfg(target_os = "linux")]
#[test]
fn the_output_cannot_be_written() {
    let full = fs::File::options()
        .write(true)
        .open("/dev/full")
        .expect("Linux has it");
    let said = run(judge(["list"]).stdout(full));
    let expected =
        "error: cannot write to standard output: No space left on device (os error 28)\n";
    assert_eq!(said.all(), (Some(2), "", expected));
}

#[rstest]
#[case(&["run", "bitmask"])]
#[case(&["compare"])]
#[case(&["solve", "leetcode_example", "--approach", "bitmask"])]
#[case(&["paste", "--check", "tests/misbehaving/unchanged.rs"])]
fn no_rustc(#[case] arguments: &[&str]) {
    let said = run(judge(arguments).env("RUSTC", "/nonexistent/rustc"));
    let expected = "error: cannot run /nonexistent/rustc: No such file or directory (os error 2)\nThe judge compiles solutions with rustc: install Rust (https://rustup.rs) or set RUSTC to its path.\n";
    assert_eq!(said.all(), (Some(2), "", expected));
}

#[test]
fn what_needs_no_rustc_does_without() {
    for arguments in [
        &["list"][..],
        &["paste", "bitmask"],
        &["solve", "leetcode_example"],
    ] {
        let said = run(judge(arguments).env("RUSTC", "/nonexistent/rustc"));
        assert_eq!((said.code, said.stderr.as_str()), (Some(0), ""));
    }
}

#[test]
fn a_rustc_that_does_not_work() {
    let said = run(judge(["run", "bitmask"]).env("RUSTC", "false"));
    let expected = "error: false -vV failed with exit status: 1: it said nothing\n";
    assert_eq!(said.all(), (Some(2), "", expected));
}

/// Silence is not consent.
#[test]
fn a_rustc_that_fails_without_a_word() {
    let file = "tests/misbehaving/unchanged.rs";
    let said = run(judge(["paste", "--check", file]).env("RUSTC", "false"));
    let expected = "error: false failed with exit status: 1, and not because of the solution: it said nothing\n";
    assert_eq!(said.all(), (Some(2), "", expected));
}

#[test]
fn pages_stay_where_a_command_they_show_fails() {
    let readme = concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md");
    let before = fs::read_to_string(readme).expect("there is a README");
    let said = run(judge(["docs"]).env("RUSTC", "/nonexistent/rustc"));
    assert_eq!((said.code, said.stdout.as_str()), (Some(2), ""));
    assert!(
        said.stderr.contains("cannot run /nonexistent/rustc"),
        "{said:?}"
    );
    assert_eq!(fs::read_to_string(readme).expect("it is there"), before);
}

/// Before anything is compiled: here there is no compiler.
#[rstest]
#[case(&["replay", "-o", "-"], "- is no file; give the name of a file to write")]
#[case(&["replay", "-o", "no_folder/x"], "cannot write no_folder/x: No such file or directory (os error 2)")]
#[case(&["compare", "--svg", "no_folder/x"], "cannot write no_folder/x: No such file or directory (os error 2)")]
#[case(&["replay", "-o", "src"], "src is there already and is no ordinary file; give another name")]
#[case(&["compare", "--svg", "Cargo.toml"], "Cargo.toml is there already and was not made by this command; give another name, or remove it")]
fn a_place_that_cannot_be_written_is_told_before_the_work(
    #[case] arguments: &[&str],
    #[case] why: &str,
) {
    let said = run(judge(arguments).env("RUSTC", "/nonexistent/rustc"));
    assert_eq!(
        said.all(),
        (Some(2), "", format!("error: {why}\n").as_str())
    );
}

/// A disk that fills up is not the solution's fault. Here no file may grow beyond a kilobyte.
#[cfg(target_os = "linux")]
#[test]
fn no_room_for_answers() {
    let file = "tests/misbehaving/panics_without_end.rs";
    let arguments = ["run", file, "--puzzle", "empty", "--time-limit", "0.2"];
    let compiled = run(&mut judge(arguments));
    assert_eq!((compiled.code, compiled.stderr.as_str()), (Some(1), ""));
    let judge = judge(arguments);
    let mut shell = Command::new("sh");
    shell
        .args(["-c", "ulimit -f 2; trap '' XFSZ; exec \"$0\" \"$@\""])
        .arg(judge.get_program())
        .args(arguments)
        // A judge that is built to measure coverage writes a file as well.
        .env("LLVM_PROFILE_FILE", "/dev/null")
        .current_dir(env!("CARGO_MANIFEST_DIR"));
    let output = shell.output().expect("there is a shell");
    let expected = "error: a solution's answers cannot be written to target/judge: File too large (os error 27)\n";
    assert_eq!(String::from_utf8_lossy(&output.stderr), expected);
    assert_eq!(output.status.code(), Some(2));
}

/// The counting program writes its events into its own folder, wherever the solution goes.
#[test]
fn a_replay_of_a_solution_that_goes_elsewhere() {
    let elsewhere = tempfile::tempdir().expect("there is room");
    let page = elsewhere.path().join("page.html");
    let file = "tests/misbehaving/goes_elsewhere.rs";
    let said = run(judge(["replay", "--approach", file, "-o"])
        .arg(&page)
        .env("TMPDIR", elsewhere.path()));
    assert_eq!((said.code, said.stderr.as_str()), (Some(0), ""));
    let page = fs::read_to_string(page).expect("it was written");
    assert!(page.contains("\"events\":81},\"counted_to_end\":true,\"shown\":81}"));
    let left: Vec<_> = fs::read_dir(elsewhere.path())
        .expect("it is there")
        .collect();
    assert_eq!(left.len(), 1, "{left:?}");
}

#[test]
fn rustc_by_a_path_from_here() {
    let sysroot = Command::new("rustc")
        .args(["--print", "sysroot"])
        .output()
        .expect("rustc runs");
    let sysroot = String::from_utf8(sysroot.stdout).expect("a path of UTF-8");
    let target = EmptyTarget::new();
    let said = run(target
        .judge(["run", "bitmask", "--puzzle", "leetcode_example"])
        .env("RUSTC", "bin/rustc")
        .current_dir(sysroot.trim()));
    assert_eq!((said.code, said.stderr.as_str()), (Some(0), ""));
}

#[test]
fn no_place_for_programs() {
    let target = EmptyTarget::new();
    let folder = target.judge_folder();
    fs::write(&folder, "a file where a folder should be").expect("target is writable");
    let said = run(&mut target.judge(["run", "bitmask"]));
    let expected = format!(
        "error: cannot write to {}: the judge keeps compiled programs there; make it writable or set CARGO_TARGET_DIR to a folder that is: File exists (os error 17)\n",
        folder.display()
    );
    assert_eq!(said.all(), (Some(2), "", expected.as_str()));
}

/// All compile the same, and one is the first to keep it.
#[test]
fn four_judges_at_once_agree() {
    let target = EmptyTarget::new();
    let arguments = ["run", "bitmask", "--puzzle", "leetcode_example"];
    let running: Vec<_> = (0..4)
        .map(|_| common::start(&mut target.judge(arguments)))
        .collect();
    for running in running {
        let said = running.end();
        assert!(
            said.stdout
                .ends_with("  Accepted\n\nAccepted: 1 of 1 accepted\n"),
            "{said:?}"
        );
        assert_eq!((said.code, said.stderr.as_str()), (Some(0), ""));
    }
    assert_eq!(programs(&target).len(), 1);
}

#[test]
fn a_second_run_compiles_nothing() {
    let target = EmptyTarget::new();
    let judged = |rustc: &str| {
        let arguments = [
            "run",
            "tests/misbehaving/unchanged.rs",
            "--puzzle",
            "leetcode_example",
        ];
        run(target.judge(arguments).env("RUSTC", rustc)).code
    };
    assert_eq!(judged("rustc"), Some(1));
    let before = programs(&target);
    assert_eq!(before.len(), 1);
    let program = before[0].join(if cfg!(windows) {
        "solution.exe"
    } else {
        "solution"
    });
    let made = fs::metadata(&program)
        .and_then(|it| it.modified())
        .expect("it was kept");
    assert_eq!(judged("rustc"), Some(1));
    assert_eq!(programs(&target), before);
    assert_eq!(
        fs::metadata(&program)
            .and_then(|it| it.modified())
            .expect("it is kept"),
        made
    );
}

/// Whatever was done to a program that is kept, it is not run as it is.
#[rstest]
#[case::cut(|program: &Path| fs::write(program, &fs::read(program)?[..100_000]))]
#[case::written_over(|program: &Path| fs::write(program, "#!/bin/sh\n"))]
#[case::removed(|program: &Path| fs::remove_file(program))]
#[case::without_its_folder(|program: &Path| {
    let folder = program.parent().expect("it is in a folder");
    fs::remove_dir_all(folder)?;
    fs::write(folder, "a file")
})]
fn a_damaged_program_is_compiled_anew(#[case] damage: fn(&Path) -> std::io::Result<()>) {
    let target = EmptyTarget::new();
    let arguments = ["run", "bitmask", "--puzzle", "leetcode_example"];
    for _ in 0..2 {
        let said = run(&mut target.judge(arguments));
        assert!(
            said.stdout.ends_with("\n\nAccepted: 1 of 1 accepted\n"),
            "{said:?}"
        );
        let [folder] = &programs(&target)[..] else {
            panic!("one program is kept");
        };
        let name = if cfg!(windows) {
            "solution.exe"
        } else {
            "solution"
        };
        damage(&folder.join(name)).expect("the folder is writable");
    }
}

fn programs(target: &EmptyTarget) -> Vec<std::path::PathBuf> {
    let programs = fs::read_dir(target.judge_folder().join("programs")).expect("it is there");
    programs
        .map(|entry| entry.expect("it can be listed").path())
        .collect()
}
