//! The real judge, run as a user would run it, and what it leaves behind.

// Each test program uses its own part of this.
#![allow(dead_code)]

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// LeetCode's example.
pub const EXAMPLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

const JUDGE: &str = env!("CARGO_BIN_EXE_sudoku-judge");

/// What a run of the judge said.
#[derive(Debug)]
pub struct Said {
    /// None where it was ended by a signal.
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Said {
    /// The exit code, standard output and standard error.
    pub fn all(&self) -> (Option<i32>, &str, &str) {
        (self.code, &self.stdout, &self.stderr)
    }
}

/// The judge, in the folder of this package.
pub fn judge<I: AsRef<str>>(arguments: impl IntoIterator<Item = I>) -> Command {
    judge_at(Path::new(JUDGE), arguments)
}

fn judge_at<I: AsRef<str>>(program: &Path, arguments: impl IntoIterator<Item = I>) -> Command {
    let mut command = Command::new(program);
    for argument in arguments {
        command.arg(argument.as_ref());
    }
    command
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// A target folder with nothing in it but the judge.
pub struct EmptyTarget(TempDir);

impl EmptyTarget {
    pub fn new() -> Self {
        let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("target is writable");
        fs::write(folder.path().join("CACHEDIR.TAG"), "").expect("the folder is writable");
        let target = EmptyTarget(folder);
        // A link, since a copy cannot be started while another test starts a process: that holds the
        // copy open for writing for a moment.
        fs::hard_link(JUDGE, target.program()).expect("one file system holds target");
        target
    }

    fn program(&self) -> PathBuf {
        self.0.path().join("sudoku-judge")
    }

    pub fn judge<I: AsRef<str>>(&self, arguments: impl IntoIterator<Item = I>) -> Command {
        judge_at(&self.program(), arguments)
    }

    /// What the judge keeps there.
    pub fn judge_folder(&self) -> PathBuf {
        self.0.path().join("judge")
    }
}

/// A judge that runs.
pub struct Running {
    pub child: Child,
    /// What it keeps in its target folder.
    folder: PathBuf,
}

pub fn start(command: &mut Command) -> Running {
    let program = Path::new(command.get_program());
    let target = program
        .ancestors()
        .find(|folder| folder.join("CACHEDIR.TAG").is_file());
    Running {
        folder: target.expect("cargo marks target").join("judge"),
        child: command.spawn().expect("the judge can be started"),
    }
}

/// Runs it to its end. Nothing may be left of it then.
pub fn run(command: &mut Command) -> Said {
    start(command).end()
}

/// Runs it to its end with this text on standard input.
pub fn run_with_input(command: &mut Command, input: &[u8]) -> Said {
    let mut running = start(command.stdin(Stdio::piped()));
    let mut stdin = running.child.stdin.take().expect("it is piped");
    // A judge that has read enough closes its end.
    let _ = stdin.write_all(input);
    drop(stdin);
    running.end()
}

impl Running {
    /// Waits for its end. Nothing may be left of it then.
    pub fn end(self) -> Said {
        let marks = self.marks();
        let Output {
            status,
            stdout,
            stderr,
        } = self.child.wait_with_output().expect("the judge ends");
        marks.assert_nothing_left();
        let text = |bytes| String::from_utf8(bytes).expect("the judge prints UTF-8");
        Said {
            code: status.code(),
            stdout: text(stdout),
            stderr: text(stderr),
        }
    }

    pub fn marks(&self) -> Marks {
        Marks {
            judge: self.child.id(),
            folder: self.folder.clone(),
        }
    }
}

/// What a judge's folders and processes are known by.
pub struct Marks {
    judge: u32,
    folder: PathBuf,
}

impl Marks {
    pub fn assert_nothing_left(&self) {
        assert_eq!(self.folders(), Vec::<PathBuf>::new(), "folders left");
        assert_eq!(self.processes(), Vec::<String>::new(), "processes left");
    }

    /// The temporary folders of that judge.
    pub fn folders(&self) -> Vec<PathBuf> {
        let places = [self.folder.clone(), self.folder.join("programs")];
        let entries = places.iter().filter_map(|place| fs::read_dir(place).ok());
        let mine = format!("-{}-", self.judge);
        entries
            .flatten()
            .map(|entry| entry.expect("it can be listed").path())
            .filter(|path| path.to_string_lossy().contains(&mine))
            .collect()
    }

    /// The command lines of those that work in such a folder; none where there is no /proc.
    pub fn processes(&self) -> Vec<String> {
        let mine = format!("-{}-", self.judge);
        let works_there =
            |cwd: PathBuf| cwd.starts_with(&self.folder) && cwd.to_string_lossy().contains(&mine);
        let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
        entries
            .filter(|entry| fs::read_link(entry.path().join("cwd")).is_ok_and(works_there))
            .map(|entry| {
                let line = fs::read(entry.path().join("cmdline")).unwrap_or_default();
                String::from_utf8_lossy(&line).replace('\0', " ")
            })
            .collect()
    }

    /// Waits until processes work there whose command lines this is so of.
    pub fn wait_for_processes(&self, are_there: impl Fn(&[String]) -> bool) {
        let started = Instant::now();
        while !are_there(&self.processes()) {
            assert!(
                started.elapsed() < Duration::from_secs(30),
                "{:?}",
                self.processes()
            );
            thread::sleep(Duration::from_millis(5));
        }
    }
}
