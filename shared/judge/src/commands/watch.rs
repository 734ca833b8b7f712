//! `watch`: judges a solution each time it is saved.

use std::path::Path;
use std::process::{Child, Command, ExitCode};
use std::time::{Duration, SystemTime};
use std::{env, fs, io, thread};

use anyhow::{Context, bail};
use console::{Key, Term};

use crate::cli::Run;
use crate::interrupt;
use crate::submission::Submission;
use crate::terminal::complain;
use crate::workspace;

/// Editors write a file in several steps, and are done when it stays the same for this long.
const SILENCE: Duration = Duration::from_millis(60);

pub(super) fn run(arguments: &Run) -> anyhow::Result<ExitCode> {
    if arguments.solution == "-" {
        bail!("watch needs a file or an approach; standard input cannot be saved again");
    }
    let path = Submission::find(&arguments.solution)?.path;
    let folder = workspace::temporary_folder("watch")?;
    let memory = folder.path().join("failed.txt");
    quit_at_key();
    loop {
        let before = version(&path);
        let mut judge = start(arguments, &memory)?;
        let saved = wait_for_save(&path, before);
        stop(&mut judge);
        if saved.is_err() {
            return Ok(ExitCode::SUCCESS);
        }
    }
}

/// When a file was saved: none while an editor replaces it.
fn version(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|it| it.modified()).ok()
}

/// Waits until the file has another version and is quiet.
fn wait_for_save(path: &Path, before: Option<SystemTime>) -> io::Result<()> {
    let mut last = before;
    loop {
        thread::sleep(SILENCE);
        interrupt::check()?;
        let now = version(path);
        if now.is_some() && now != before && now == last {
            return Ok(());
        }
        last = now;
    }
}

/// `q` ends this, where there is a keyboard.
fn quit_at_key() {
    let terminal = Term::stdout();
    if terminal.is_term() {
        let quits = |key| matches!(key, Ok(Key::Char('q') | Key::CtrlC) | Err(_));
        thread::spawn(move || {
            while !quits(terminal.read_key()) {}
            interrupt::request();
        });
    }
}

/// A judge of its own for each save, so that a save in the middle of a run can start anew.
fn start(arguments: &Run, memory: &Path) -> anyhow::Result<Child> {
    let terminal = Term::stdout();
    if terminal.is_term() {
        terminal.clear_screen()?;
    }
    complain(format_args!(
        "watching {}: judged at each save; q or Ctrl-C ends this\n",
        arguments.solution
    ));
    let judge = env::current_exe().context("this program does not know where it is")?;
    Command::new(judge)
        .args(["run", "--memory"])
        .arg(memory)
        // Those behind `watch`.
        .args(env::args_os().skip(2))
        .spawn()
        .context("cannot start the judge")
}

/// Ends a judge as Ctrl-C does, so that it cleans up.
fn stop(judge: &mut Child) {
    #[cfg(unix)]
    if let (Ok(None), Ok(id)) = (judge.try_wait(), i32::try_from(judge.id())) {
        let _ = nix::sys::signal::kill(nix::unistd::Pid::from_raw(id), nix::sys::signal::SIGINT);
    }
    #[cfg(not(unix))]
    let _ = judge.kill();
    let _ = judge.wait();
}
