//! `watch`: judges a solution each time it is saved.

use std::env;
use std::path::Path;
use std::process::{Child, Command};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use anyhow::{Context, bail};
use console::{Key, Term};
use notify::{RecursiveMode, Watcher};

use super::Ending;
use crate::cli::Run;
use crate::submission::Submission;
use crate::terminal::complain;
use crate::{interrupt, workspace};

/// Editors write a file in several steps: the last of these events is followed by so much silence.
const SILENCE: Duration = Duration::from_millis(60);

enum Event {
    Saved,
    Quit,
}

pub(super) fn run(arguments: &Run) -> anyhow::Result<Ending> {
    if arguments.solution == "-" {
        bail!("watch needs a file or an approach; standard input cannot be saved again");
    }
    let path = std::path::absolute(Submission::find(&arguments.solution)?.path)?;
    interrupt::defer();
    let state = workspace::temporary_folder("watch")?;
    let (sender, events) = mpsc::channel();
    let _watcher = watch(&path, sender.clone())?;
    read_keys(sender);
    loop {
        let mut judge = start(arguments, state.path())?;
        let event = next(&events);
        stop(&mut judge);
        if let Event::Quit = event? {
            return Ok(Ending::Good);
        }
    }
}

/// Watches the file's folder, since many editors replace the file.
fn watch(path: &Path, events: Sender<Event>) -> anyhow::Result<impl Watcher> {
    let folder = path.parent().context("a file is in a folder")?;
    let name = path.file_name().map(ToOwned::to_owned);
    let mut watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
        let is_of_file = event.is_ok_and(|event| {
            let mut paths = event.paths.iter();
            !event.kind.is_access() && paths.any(|path| path.file_name() == name.as_deref())
        });
        if is_of_file {
            let _ = events.send(Event::Saved);
        }
    })?;
    watcher
        .watch(folder, RecursiveMode::NonRecursive)
        .with_context(|| format!("cannot watch {}", folder.display()))?;
    Ok(watcher)
}

/// `q` ends the watch, where there is a keyboard.
fn read_keys(events: Sender<Event>) {
    let terminal = Term::stdout();
    if terminal.is_term() {
        thread::spawn(move || {
            while !matches!(
                terminal.read_key(),
                Ok(Key::Char('q') | Key::CtrlC) | Err(_)
            ) {}
            let _ = events.send(Event::Quit);
        });
    }
}

/// Waits for a save, and then until the file is quiet.
fn next(events: &Receiver<Event>) -> anyhow::Result<Event> {
    let mut is_saved = false;
    loop {
        interrupt::check()?;
        match events.recv_timeout(SILENCE) {
            Ok(Event::Saved) => is_saved = true,
            Ok(Event::Quit) | Err(RecvTimeoutError::Disconnected) => return Ok(Event::Quit),
            Err(RecvTimeoutError::Timeout) if is_saved => return Ok(Event::Saved),
            Err(RecvTimeoutError::Timeout) => {}
        }
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
