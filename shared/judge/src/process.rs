//! A child process: its output is read while it runs, and it is killed when it is dropped.

use std::io::{self, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use crate::interrupt;

/// How much of a long output is kept of its beginning, and how much of its end.
pub const KEPT_OUTPUT: usize = 64 << 10;

/// The shortest and the longest time between two looks at a process.
const PAUSES: (Duration, Duration) = (Duration::from_micros(100), Duration::from_millis(1));

/// A running child process and its output.
pub struct Process {
    /// The process itself.
    pub child: Child,
    stdout: Receiver<String>,
    stderr: Receiver<String>,
}

impl Process {
    /// Starts a command without standard input.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start(command: &mut Command) -> io::Result<Self> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn()?;
        Ok(Process {
            stdout: drain(child.stdout.take().expect("it is piped")),
            stderr: drain(child.stderr.take().expect("it is piped")),
            child,
        })
    }

    /// Waits for its end, and kills it after the limit. None then.
    ///
    /// # Errors
    /// If Ctrl-C was pressed, or the system cannot tell.
    pub fn wait(&mut self, limit: Duration) -> anyhow::Result<Option<ExitStatus>> {
        let started = Instant::now();
        loop {
            interrupt::check()?;
            if let Some(status) = self.child.try_wait()? {
                return Ok(Some(status));
            }
            if started.elapsed() > limit {
                self.kill();
                return Ok(None);
            }
            pause(started);
        }
    }

    /// Its standard output, once it has ended. Empty at the second call.
    pub fn stdout(&self) -> String {
        self.stdout.recv().unwrap_or_default()
    }

    /// Its standard error, once it has ended. Empty at the second call.
    pub fn stderr(&self) -> String {
        self.stderr.recv().unwrap_or_default()
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
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Waits as long again as since this moment, within bounds.
pub fn pause(since: Instant) {
    thread::sleep(since.elapsed().clamp(PAUSES.0, PAUSES.1));
}

/// Reads all that a process prints, so that the process never waits for a reader.
fn drain(mut pipe: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, text) = mpsc::channel();
    thread::spawn(move || {
        let (mut kept, mut block) = (Vec::new(), [0; 8192]);
        while let Ok(read @ 1..) = pipe.read(&mut block) {
            kept.extend(&block[..read]);
            if kept.len() > 2 * KEPT_OUTPUT {
                kept.splice(KEPT_OUTPUT..kept.len() - KEPT_OUTPUT, *b"\n...\n");
            }
        }
        let _ = sender.send(String::from_utf8_lossy(&kept).into_owned());
    });
    text
}
