//! The real judge, run as a user would run it, and what it leaves behind.

#![cfg_attr(
    not(target_os = "linux"),
    allow(dead_code, reason = "some tests run only on Linux")
)]

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use sudoku::Board;
use sudoku_judge::compile::{Compiler, Program, Wrapper};
use sudoku_judge::submission::Submission;
use tempfile::TempDir;

/// LeetCode's example.
pub const EXAMPLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

pub const ROLES: &str = "tests/judge/solutions/roles.rs";
pub const ATTEMPTS: &str = "tests/judge/solutions/attempts.rs";

/// Stands for rustc: the variable FAULT says what goes wrong.
pub const FAULTY_RUSTC: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/judge/faulty-rustc");

/// An accepted solution that compiles quickly.
pub const UNCHANGED: &str =
    "impl Solution {\n    pub fn solve_sudoku(_: &mut Vec<Vec<char>>) {}\n}\n";

const JUDGE: &str = env!("CARGO_BIN_EXE_sudoku-judge");

/// A target folder with only the judge in it.
pub struct Target(TempDir);

impl Target {
    /// It has the programs that other tests have compiled.
    pub fn with_programs() -> Arc<Self> {
        let target = Target::empty();
        let tests = Path::new(JUDGE).ancestors();
        let mut marked = tests.filter(|folder| folder.join("CACHEDIR.TAG").is_file());
        let programs = marked
            .next()
            .expect("cargo marks target")
            .join("judge/programs");
        fs::create_dir_all(&programs).expect("target is writable");
        fs::create_dir(target.judge_folder()).expect("target is writable");
        symlink(programs, target.programs()).expect("target is writable");
        target
    }

    pub fn empty() -> Arc<Self> {
        let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("target is writable");
        fs::write(folder.path().join("CACHEDIR.TAG"), "").expect("target is writable");
        // A link: a copy cannot be started while another test's new process still has it open.
        fs::hard_link(JUDGE, folder.path().join("judge-program")).expect("one file system");
        Arc::new(Target(folder))
    }

    pub fn judge_folder(&self) -> PathBuf {
        self.0.path().join("judge")
    }

    pub fn programs(&self) -> PathBuf {
        self.judge_folder().join("programs")
    }

    /// The judge, in the folder of this package.
    pub fn judge(self: &Arc<Self>, arguments: &str) -> Judge {
        let mut command = Command::new(self.0.path().join("judge-program"));
        command
            .args(arguments.split_whitespace())
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        Judge {
            command,
            target: Arc::clone(self),
        }
    }

    /// The names of the temporary folders.
    pub fn leftovers(&self) -> Vec<String> {
        let mut names = names(&self.judge_folder());
        names.retain(|name| name != "programs");
        names
    }

    /// The command lines of the processes that work in these folders; none without /proc.
    fn processes(&self) -> Vec<String> {
        let works_there = |cwd: PathBuf| cwd.starts_with(self.judge_folder());
        let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
        entries
            .filter(|entry| fs::read_link(entry.path().join("cwd")).is_ok_and(works_there))
            .map(|entry| {
                let line = fs::read(entry.path().join("cmdline")).unwrap_or_default();
                String::from_utf8_lossy(&line).replace('\0', " ")
            })
            .collect()
    }
}

/// The names in a folder, sorted; none if there is no such folder.
pub fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let name = |entry: fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
    let mut names: Vec<String> = entries
        .map(|it| name(it.expect("it can be listed")))
        .collect();
    names.sort();
    names
}

/// A judge that is about to be started.
pub struct Judge {
    pub command: Command,
    target: Arc<Target>,
}

/// With arguments without spaces in them.
pub fn judge(arguments: &str) -> Judge {
    Target::with_programs().judge(arguments)
}

/// What a judge with these arguments says.
pub fn said(arguments: &str) -> Said {
    judge(arguments).start().end()
}

impl Judge {
    pub fn arg(mut self, argument: impl AsRef<OsStr>) -> Self {
        self.command.arg(argument);
        self
    }

    pub fn env(mut self, name: &str, value: &str) -> Self {
        self.command.env(name, value);
        self
    }

    pub fn faulty_rustc(self, fault: &str) -> Self {
        self.env("RUSTC", FAULTY_RUSTC).env("FAULT", fault)
    }

    pub fn start(mut self) -> Running {
        Running {
            child: self.command.spawn().expect("the judge can be started"),
            target: self.target,
        }
    }

    pub fn said(self) -> Said {
        self.start().end()
    }

    /// What it says with this text on standard input.
    pub fn said_with_input(mut self, input: &[u8]) -> Said {
        self.command.stdin(Stdio::piped());
        let mut running = self.start();
        let mut stdin = running.child.stdin.take().expect("it is piped");
        // A judge that has read enough closes its end.
        let _ = stdin.write_all(input);
        drop(stdin);
        running.end()
    }
}

/// A judge that runs.
pub struct Running {
    pub child: Child,
    target: Arc<Target>,
}

impl Running {
    /// Waits for its end. It must leave nothing then.
    pub fn end(self) -> Said {
        let Output {
            status,
            stdout,
            stderr,
        } = self.child.wait_with_output().expect("the judge ends");
        assert_eq!(
            self.target.leftovers(),
            Vec::<String>::new(),
            "folders left"
        );
        assert_eq!(
            self.target.processes(),
            Vec::<String>::new(),
            "processes left"
        );
        let text = |bytes| String::from_utf8(bytes).expect("the judge prints UTF-8");
        Said {
            code: status.code(),
            stdout: text(stdout),
            stderr: text(stderr),
        }
    }

    /// Waits until the processes of the judge are like this.
    pub fn wait_for_processes(&self, are_there: impl Fn(&[String]) -> bool) {
        let started = Instant::now();
        while !are_there(&self.target.processes()) {
            let waited = started.elapsed();
            assert!(
                waited < Duration::from_secs(60),
                "{:?}",
                self.target.processes()
            );
            thread::sleep(Duration::from_millis(5));
        }
    }
}

/// What a run of the judge said.
#[derive(Debug)]
pub struct Said {
    /// None where a signal ended it.
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Said {
    /// The exit code, standard output and standard error.
    pub fn all(&self) -> (Option<i32>, &str, &str) {
        (self.code, &self.stdout, &self.stderr)
    }

    /// Standard output as JSON, where nothing else was said.
    pub fn json(&self, code: i32) -> Value {
        assert_eq!(
            (self.code, self.stderr.as_str()),
            (Some(code), ""),
            "{self:?}"
        );
        serde_json::from_str(&self.stdout).expect("the output is JSON")
    }

    /// The command could not do what it was asked to, and says why.
    pub fn assert_error(&self, why: &str) {
        assert_eq!(
            self.all(),
            (Some(2), "", format!("error: {why}\n").as_str())
        );
    }
}

/// What `compare` says of a solution file on empty boards with these first cells, a verdict with its
/// reason for each.
pub fn verdicts(file: &str, starts: &[&str], time_limit: &str, other_file: &Path) -> Vec<String> {
    let compare = format!("compare --format json --approach {file} --time-limit {time_limit}");
    let puzzles = starts.iter().map(|start| format!(" --puzzle {start:.<81}"));
    let mut judge = judge(&(compare + &puzzles.collect::<String>()));
    judge.command.env("OTHER_FILE", other_file);
    let said = judge.said();
    let measurements = said.json(said.code.unwrap_or(2));
    let cases = &measurements["approaches"][0]["cases"];
    let cases = cases.as_array().expect("a list");
    let in_words = |result: &Value| {
        let verdict = result["verdict"].as_str().expect("a verdict").to_owned();
        let reason = result["reason"].as_str();
        reason.map_or(verdict.clone(), |reason| format!("{verdict}: {reason}"))
    };
    cases.iter().map(in_words).collect()
}

/// A board with these first cells.
pub fn board_with(start: &str) -> Board {
    sudoku::notation::parse(format!("{start:.<81}")).expect("a board")
}

pub fn submission(name: &str) -> Submission {
    Submission::find(name).expect("it is there")
}

pub fn program(submission: &Submission, wrapper: Wrapper) -> Program {
    let compiler = Compiler::installed(false).expect("rustc is installed");
    let program = compiler.compile(submission, wrapper).expect("rustc runs");
    program.expect("it compiles")
}
