//! A child process: its output is read while it runs, and it is killed when it is dropped.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::interrupt;

/// How much of a process's output is kept.
const KEPT_OUTPUT: usize = 64 << 10;

/// How often a process that takes its time is looked at.
const PAUSE: Duration = Duration::from_millis(2);

/// A running child.
pub struct Process {
    child: Child,
    stdout: Option<Drain>,
    stderr: Option<Drain>,
}

impl Process {
    /// Starts a command without standard input. Of its standard error the last part is kept, of its
    /// standard output the first.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start(command: &mut Command, errors: Keep) -> io::Result<Self> {
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn()?;
        let stdout = child.stdout.take().expect("it is piped");
        let stderr = child.stderr.take().expect("it is piped");
        Ok(Process {
            child,
            stdout: Some(Drain::start(stdout, Keep::First)),
            stderr: Some(Drain::start(stderr, errors)),
        })
    }

    /// Its process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// How it ended, once it has.
    ///
    /// # Errors
    /// If the system cannot tell.
    pub fn status(&mut self) -> io::Result<Option<ExitStatus>> {
        self.child.try_wait()
    }

    /// Kills it if it still runs, and the processes that it started in its group.
    pub fn kill(&mut self) {
        #[cfg(unix)]
        if let (Ok(None), Ok(id)) = (self.child.try_wait(), i32::try_from(self.child.id())) {
            let group = nix::unistd::Pid::from_raw(id);
            let _ = nix::sys::signal::killpg(group, nix::sys::signal::SIGKILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// The kept part of its standard output, once it has ended. Empty at the second call.
    pub fn stdout(&mut self) -> String {
        self.stdout.take().map(Drain::text).unwrap_or_default()
    }

    /// The kept part of its standard error, once it has ended. Empty at the second call.
    pub fn stderr(&mut self) -> String {
        self.stderr.take().map(Drain::text).unwrap_or_default()
    }

    /// Waits for its end, and kills it after the limit. None then.
    ///
    /// # Errors
    /// If Ctrl-C was pressed, or the system cannot tell.
    pub fn wait(&mut self, limit: Duration) -> anyhow::Result<Option<ExitStatus>> {
        let started = Instant::now();
        loop {
            interrupt::check()?;
            if let Some(status) = self.status()? {
                return Ok(Some(status));
            }
            if started.elapsed() > limit {
                self.kill();
                return Ok(None);
            }
            thread::sleep(PAUSE);
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Which part of a long output to keep.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Keep {
    First,
    Last,
}

/// Reads all that a process prints, so that the process never waits for a reader.
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

    fn text(self) -> String {
        let _ = self.reader.join();
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes: Vec<u8> = kept.iter().copied().collect();
        String::from_utf8_lossy(&bytes).into_owned()
    }
}
