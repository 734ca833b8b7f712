//! Ctrl-C, a killed judge, a closed pipe, a full disk, and several judges at once.

use std::fs;
use std::io::{Read, Write};
use std::process::Stdio;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use pretty_assertions::assert_eq;
use rstest::rstest;

use crate::common::{ROLES, Running, Target, UNCHANGED, judge, names};

/// A second, and two more since other tests keep the machine busy.
const AT_ONCE: Duration = Duration::from_secs(3);

const COMPILES_WITHOUT_END: &str = "\
#[allow(long_running_const_eval)]
const NEVER: u64 = {
    let mut number = 0_u64;
    while number < u64::MAX {
        number += 1;
    }
    number
};
impl Solution {
    pub fn solve_sudoku(board: &mut Vec<Vec<char>>) {
        board.truncate(NEVER as usize);
    }
}
";

fn send(signal: Signal, running: &Running) {
    let id = i32::try_from(running.child.id()).expect("a process id");
    kill(Pid::from_raw(id), signal).expect("it runs");
}

/// Sends the judge alone a signal: all its processes end at once.
fn interrupt(running: Running, signal: Signal) {
    send(signal, &running);
    let told = Instant::now();
    let said = running.end();
    assert!(told.elapsed() < AT_ONCE, "{:?}", told.elapsed());
    assert_eq!(said.all(), (Some(130), "", "interrupted\n"));
}

fn is_solution(line: &str) -> bool {
    line.contains("/program.exe ")
}

fn compare_role(role: &str) -> String {
    format!("compare --approach {ROLES} --time-limit 60 --puzzle {role:.<81}")
}

#[rstest]
fn signals_end_a_running_solution(
    #[values(Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP)] signal: Signal,
) {
    let running = judge(&compare_role("51")).start();
    running.wait_for_processes(|lines| lines.iter().any(|line| is_solution(line)));
    interrupt(running, signal);
}

#[rstest]
#[case("compare --approach -")]
#[case("paste --check -")]
fn ctrl_c_ends_a_running_compiler(#[case] arguments: &str) {
    let mut judge = judge(arguments);
    judge.command.stdin(Stdio::piped());
    let mut running = judge.start();
    let mut stdin = running.child.stdin.take().expect("it is piped");
    stdin
        .write_all(COMPILES_WITHOUT_END.as_bytes())
        .expect("the judge reads it");
    drop(stdin);
    running.wait_for_processes(|lines| lines.iter().any(|line| line.contains("main.rs")));
    interrupt(running, Signal::SIGINT);
}

#[test]
fn ctrl_c_ends_waiting_for_a_puzzle() {
    let mut judge = judge("solve -");
    judge.command.stdin(Stdio::piped());
    let mut running = judge.start();
    let stdin = running.child.stdin.take();
    wait_until_it_listens(&running);
    send(Signal::SIGINT, &running);
    let status = running.child.wait().expect("it was started");
    assert_eq!(status.code(), Some(130));
    drop(stdin);
    assert_eq!(running.end().stderr, "interrupted\n");
}

/// Before that, a signal ends it as it ends any program.
fn wait_until_it_listens(running: &Running) {
    let path = format!("/proc/{}/status", running.child.id());
    let listens = || {
        let status = fs::read_to_string(&path).expect("it runs");
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        let caught = u64::from_str_radix(caught.expect("Linux tells").trim(), 16);
        caught.expect("a mask of bits") & 1 << (Signal::SIGINT as i32 - 1) != 0
    };
    while !listens() {
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Then the judge is stuck in a write, and ends all the same.
#[test]
fn ctrl_c_ends_a_judge_whose_output_is_not_read() {
    let folder = tempfile::tempdir().expect("there is room");
    let file = folder
        .path()
        .join("a_name_long_enough_for_more_than_a_pipe_holds.rs");
    let unused = (0..1000).map(|it| format!("fn unused_{it}() {{}}\n"));
    fs::write(&file, UNCHANGED.to_owned() + &unused.collect::<String>()).expect("there is room");
    let mut running = judge("paste --check").arg(file).start();
    let stdout = running.child.stdout.as_mut().expect("it is piped");
    stdout.read_exact(&mut [0]).expect("the judge prints");
    send(Signal::SIGINT, &running);
    let status = running.child.wait().expect("it was started");
    assert_eq!(status.code(), Some(130));
    assert_eq!(running.end().stderr, "interrupted\n");
}

/// Ctrl-C leaves the terminal as it was.
#[test]
fn ctrl_c_clears_the_bar() {
    let terminal = nix::pty::openpty(None, None).expect("a terminal");
    let mut judge = judge(&compare_role("51"));
    judge.command.stderr(terminal.slave);
    // The judge has the only other end, so that reading ends with it.
    let running = judge.start();
    let mut reader = fs::File::from(terminal.master);
    let (mut shown, mut block) = (String::new(), [0; 1024]);
    while !shown.contains("0/1 puzzle") {
        let read = reader.read(&mut block).expect("the judge shows more");
        shown += str::from_utf8(&block[..read]).expect("UTF-8");
    }
    running.wait_for_processes(|lines| lines.iter().any(|line| is_solution(line)));
    send(Signal::SIGINT, &running);
    assert_eq!(running.end().all(), (Some(130), "", ""));
    // The end of a terminal is an error.
    while let Ok(read @ 1..) = reader.read(&mut block) {
        shown += str::from_utf8(&block[..read]).expect("UTF-8");
    }
    assert!(shown.ends_with("\r\x1b[2Kinterrupted\r\n"), "{shown:?}");
    assert!(
        !shown.contains("\x1b[?25l"),
        "the cursor is hidden: {shown:?}"
    );
}

#[test]
fn a_killed_judge_takes_its_solution_along() {
    let target = Target::with_programs();
    let mut running = target.judge(&compare_role("51")).start();
    running.wait_for_processes(|lines| lines.iter().any(|line| is_solution(line)));
    send(Signal::SIGKILL, &running);
    running.child.wait().expect("it was started");
    running.wait_for_processes(<[String]>::is_empty);
    assert_eq!(target.leftovers().len(), 1, "only its own folder");
}

/// A judge is killed while it compiles. The next two compile anew, both at once, and keep one
/// program. The last needs no compiler.
#[test]
fn a_program_is_compiled_once() {
    let target = Target::empty();
    let solve = || target.judge("solve leetcode_example --approach boolean-table");
    let mut first = solve().start();
    first.wait_for_processes(|lines| lines.iter().any(|line| line.contains("main.rs")));
    send(Signal::SIGKILL, &first);
    first.child.wait().expect("it was started");
    first.wait_for_processes(<[String]>::is_empty);
    for leftover in target.leftovers() {
        fs::remove_dir_all(target.judge_folder().join(leftover)).expect("it is not used");
    }
    assert_eq!(names(&target.programs()).len(), 1, "the wrapper");
    let both = [solve().start(), solve().start()];
    // While one has ended, the other may still work.
    let both = both.map(|mut running| (running.child.wait().map(|it| it.code()).ok(), running));
    for (code, running) in both {
        assert_eq!(code, Some(Some(0)));
        running.end();
    }
    assert_eq!(
        names(&target.programs()).len(),
        2,
        "the wrapper and the program"
    );
    let last = solve().faulty_rustc("killed").said();
    assert_eq!((last.code, last.stderr.as_str()), (Some(0), ""));
}

#[rstest]
#[case("list")]
#[case("paste bitmask")]
#[case("generate --count 1000000000 --seed 1")]
#[case("solve leetcode_example")]
#[case("compare --approach bitmask --puzzle one_blank")]
fn a_closed_pipe_is_not_an_error(#[case] arguments: &str) {
    let mut running = judge(arguments).start();
    drop(running.child.stdout.take());
    drop(running.child.stderr.take());
    assert_eq!(running.end().code, Some(0));
}

#[test]
fn a_full_disk_is_an_error() {
    let full = fs::File::options().write(true).open("/dev/full");
    let mut judge = judge("list");
    judge.command.stdout(full.expect("Linux has it"));
    let why = "cannot write to standard output: No space left on device (os error 28)";
    judge.said().assert_error(why);
}
