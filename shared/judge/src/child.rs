//! A child process, ended with everything that it started.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::interrupt;
use crate::usage::{self, Usage};

/// How often a process is looked at that takes its time.
pub(crate) const PATIENT: Duration = Duration::from_millis(2);

/// How much is kept of what a process prints.
const KEPT_OUTPUT: usize = 64 << 10;

/// How long output is waited for that may never end.
const LONGEST_WAIT_FOR_OUTPUT: Duration = Duration::from_millis(300);

/// What a process left behind.
pub struct Captured {
    /// How it ended.
    pub status: ExitStatus,
    /// The beginning of what it printed on standard output.
    pub stdout: String,
    /// The beginning of what it said on standard error.
    pub stderr: String,
}

/// Runs a command to its end; None where that takes longer than the limit.
///
/// # Errors
/// If it cannot be started, or Ctrl-C was pressed.
pub fn capture(mut command: Command, limit: Duration) -> anyhow::Result<Option<Captured>> {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut process = Process::start(command, Keep::First, None)?;
    let started = Instant::now();
    loop {
        interrupt::check()?;
        if let Some(status) = process.status()? {
            return Ok(Some(Captured {
                status,
                stdout: process.stdout(),
                stderr: process.stderr(),
            }));
        }
        if started.elapsed() > limit {
            return Ok(None);
        }
        thread::sleep(PATIENT);
    }
}

/// A child that is ended, with all that it started, when it is no longer wanted.
pub(crate) struct Process {
    child: Child,
    stdout: Option<Drain>,
    stderr: Option<Drain>,
    /// Its working folder, where nobody else has it: what it started is known by that.
    folder: Option<PathBuf>,
    is_over: bool,
}

impl Process {
    /// `keep` is for its standard error; of its standard output the beginning is kept.
    pub fn start(mut command: Command, keep: Keep, folder: Option<PathBuf>) -> io::Result<Self> {
        // A group of its own: what it starts is ended with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let stdout = child.stdout.take();
        let stderr = child.stderr.take();
        Ok(Process {
            child,
            stdout: stdout.map(|pipe| Drain::start(pipe, Keep::First)),
            stderr: stderr.map(|pipe| Drain::start(pipe, keep)),
            folder,
            is_over: false,
        })
    }

    /// How it ended, once it has; whatever it started has then ended too.
    pub fn status(&mut self) -> io::Result<Option<ExitStatus>> {
        let status = self.child.try_wait()?;
        if status.is_some() {
            self.kill();
        }
        Ok(status)
    }

    /// Ends it, and whatever it started.
    pub fn kill(&mut self) {
        // Only once: later its number may be another process's.
        if std::mem::replace(&mut self.is_over, true) {
            return;
        }
        #[cfg(unix)]
        if let Some(group) = i32::try_from(self.child.id())
            .ok()
            .and_then(rustix::process::Pid::from_raw)
        {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
        if let Some(folder) = &self.folder {
            usage::end_all_in(folder);
        }
    }

    /// What it has used, where the platform can tell.
    pub fn usage(&self) -> Option<Usage> {
        usage::usage(&self.child)
    }

    /// Whether no thread of it wants a processor, where the platform can tell; otherwise true.
    pub fn is_waiting(&self) -> bool {
        usage::is_waiting(&self.child)
    }

    /// What it printed, once it is over. The second time nothing.
    pub fn stdout(&mut self) -> String {
        self.stdout.take().map(Drain::text).unwrap_or_default()
    }

    /// What it said on standard error, once it is over. The second time nothing.
    pub fn stderr(&mut self) -> String {
        self.stderr.take().map(Drain::text).unwrap_or_default()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Which part is kept of what a process prints.
#[derive(Clone, Copy)]
pub(crate) enum Keep {
    First,
    Last,
}

/// Reads all that a process prints, so that it never waits for a reader, and keeps a little.
struct Drain {
    kept: Arc<Mutex<VecDeque<u8>>>,
    reader: JoinHandle<()>,
}

impl Drain {
    fn start(mut pipe: impl Read + Send + 'static, keep: Keep) -> Self {
        let kept = Arc::new(Mutex::new(VecDeque::new()));
        let reader = thread::spawn({
            let kept = Arc::clone(&kept);
            move || {
                let mut block = [0; 8192];
                while let Ok(read @ 1..) = pipe.read(&mut block) {
                    let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                    match keep {
                        Keep::First => {
                            let room = KEPT_OUTPUT.saturating_sub(kept.len());
                            kept.extend(&block[..read.min(room)]);
                        }
                        Keep::Last => {
                            kept.extend(&block[..read]);
                            let surplus = kept.len().saturating_sub(KEPT_OUTPUT);
                            kept.drain(..surplus);
                        }
                    }
                }
            }
        });
        Drain { kept, reader }
    }

    /// What is kept, once the process has ended. Its pipe may be held open by a process that it
    /// started and that was not found, so the rest is not waited for long.
    fn text(self) -> String {
        let started = Instant::now();
        while !self.reader.is_finished() && started.elapsed() < LONGEST_WAIT_FOR_OUTPUT {
            thread::sleep(Duration::from_micros(200));
        }
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes: Vec<u8> = kept.iter().copied().collect();
        String::from_utf8_lossy(&bytes).into_owned()
    }
}
