//! A child process, ended with everything that it started.

use std::collections::{BTreeSet, VecDeque};
use std::io::{self, Read};
use std::process::{self, Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use thiserror::Error;

use crate::interrupt;
use crate::usage::{self, Origin, Usage};

/// How often a process is looked at that takes its time.
pub(crate) const PATIENT: Duration = Duration::from_millis(2);

/// How much is kept of what a process prints.
const KEPT_OUTPUT: usize = 64 << 10;

/// How long output is waited for that may never end.
const LONGEST_WAIT_FOR_OUTPUT: Duration = Duration::from_millis(300);

/// What a process left behind.
#[derive(Debug)]
pub struct Captured {
    /// How it ended.
    pub status: ExitStatus,
    /// The beginning of what it printed on standard output.
    pub stdout: String,
    /// The beginning of what it said on standard error.
    pub stderr: String,
}

/// What a process was ended for before its own end.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum Excess {
    /// It took longer than this.
    #[error("took over {} seconds", .0.as_secs())]
    Time(Duration),
    /// It used more bytes than this.
    #[error("used over {} MiB of memory", .0 >> 20)]
    Memory(u64),
}

/// Runs a command to its end, or until it has used more than it may: time on the wall, and of
/// memory, where the platform can tell, resident bytes.
///
/// # Errors
/// If it cannot be started, or Ctrl-C was pressed.
pub fn capture(
    mut command: Command,
    time: Duration,
    memory: u64,
) -> anyhow::Result<Result<Captured, Excess>> {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut process = Process::start(command, Keep::First)?;
    process.limit_cpu(time.saturating_mul(CPU_TIMES_WALL));
    let started = Instant::now();
    loop {
        interrupt::check()?;
        if let Some(status) = process.status()? {
            return Ok(Ok(Captured {
                status,
                stdout: process.stdout(),
                stderr: process.stderr(),
            }));
        }
        if started.elapsed() > time {
            return Ok(Err(Excess::Time(time)));
        }
        if process.usage().is_some_and(|usage| usage.resident > memory) {
            return Ok(Err(Excess::Memory(memory)));
        }
        thread::sleep(PATIENT);
    }
}

/// A process whose judge was killed is ended by the system once its threads together have used its
/// time on the wall so often.
const CPU_TIMES_WALL: u32 = 10;

/// The children that were started and are not over. Whoever else has the judge as its parent was
/// adopted.
static STARTED: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

/// Of the next process that is started.
static NUMBER: AtomicU64 = AtomicU64::new(0);

/// A child that is ended, with all that it started, when it is no longer wanted.
pub(crate) struct Process {
    child: Child,
    origin: Origin,
    stdout: Option<Drain>,
    stderr: Option<Drain>,
    is_over: bool,
}

impl Process {
    /// `keep` is for its standard error; of its standard output the beginning is kept.
    pub fn start(mut command: Command, keep: Keep) -> io::Result<Self> {
        // A group of its own: what it starts is ended with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        // What leaves the group becomes the judge's own child once it has lost its parent.
        usage::adopt_orphans();
        let mut started = STARTED.lock().unwrap_or_else(PoisonError::into_inner);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let mark = format!("{}-{number}", process::id());
        let child = command.env(usage::MARK, &mark).spawn()?;
        started.insert(child.id());
        drop(started);
        let id = child.id();
        let mut process = Process {
            child,
            origin: Origin { id, mark },
            stdout: None,
            stderr: None,
            is_over: false,
        };
        if let Some(stdout) = process.child.stdout.take() {
            process.stdout = Some(Drain::start(stdout, Keep::First)?);
        }
        if let Some(stderr) = process.child.stderr.take() {
            process.stderr = Some(Drain::start(stderr, keep)?);
        }
        Ok(process)
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
        // Held until the adopted have ended, so that none of them is a child that is being started.
        let mut started = STARTED.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = self.child.wait();
        started.remove(&self.child.id());
        usage::end_adopted(&self.origin, &started);
    }

    /// The system ends it after so much processor time, whether the judge is there or not.
    fn limit_cpu(&self, time: Duration) {
        usage::limit_cpu(&self.origin, time);
    }

    /// What it has used, where the platform can tell.
    pub fn usage(&self) -> Option<Usage> {
        usage::usage(&self.origin)
    }

    /// Whether no thread of it wants a processor, where the platform can tell; otherwise true.
    pub fn is_waiting(&self) -> bool {
        usage::is_waiting(&self.origin)
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
    fn start(mut pipe: impl Read + Send + 'static, keep: Keep) -> io::Result<Self> {
        let kept = Arc::new(Mutex::new(VecDeque::new()));
        let reader = thread::Builder::new().spawn({
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
        })?;
        Ok(Drain { kept, reader })
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

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::fs;

    use pretty_assertions::assert_eq;

    use super::*;

    fn captured(shell: &str, time: Duration, memory: u64) -> Result<Captured, Excess> {
        let mut command = Command::new("sh");
        command.args(["-c", shell]);
        capture(command, time, memory).expect("there is a shell")
    }

    #[test]
    fn what_it_printed_is_kept() {
        let captured = captured("echo out; echo err >&2; exit 3", Duration::MAX, u64::MAX);
        let Captured {
            status,
            stdout,
            stderr,
        } = captured.expect("it is within its limits");
        let said = (status.code(), stdout.as_str(), stderr.as_str());
        assert_eq!(said, (Some(3), "out\n", "err\n"));
    }

    #[test]
    fn it_ends_at_its_limits() {
        let time = Duration::from_millis(50);
        let started = Instant::now();
        let excess = captured("exec sleep 60", time, u64::MAX).err();
        assert_eq!(excess, Some(Excess::Time(time)));
        assert!(started.elapsed() < Duration::from_secs(2));
        // It looks for the end of a line.
        let excess = captured("exec tail /dev/zero", Duration::from_secs(60), 64 << 20).err();
        assert_eq!(excess, Some(Excess::Memory(64 << 20)));
    }

    /// What leaves its group, session and folder, and what that has started.
    #[test]
    fn all_that_it_started_ends_with_it() {
        let daemons = "cd / && setsid sh -c 'sleep 86397 & sleep 86397' &";
        captured(daemons, Duration::from_secs(10), u64::MAX).expect("it ends itself");
        let daemons = format!("{daemons} exec sleep 60");
        captured(&daemons, Duration::from_millis(200), u64::MAX).expect_err("it does not end");
        let left = fs::read_dir("/proc")
            .expect("Linux has it")
            .filter(|entry| {
                let process = entry.as_ref().expect("it can be listed").path();
                fs::read(process.join("cmdline")).is_ok_and(|line| line == b"sleep\x0086397\0")
            });
        assert_eq!(left.count(), 0);
    }

    /// They may be of use to it, and it is still at work.
    #[test]
    fn what_another_has_started_goes_on() {
        let start = |shell: &str| {
            let mut command = Command::new("sh");
            command.args(["-c", shell]).stdout(Stdio::piped());
            Process::start(command, Keep::First).expect("there is a shell")
        };
        let daemon = "setsid sh -c 'sleep 0.5; echo at work' & while :; do sleep 86396; done";
        let mut busy = start(daemon);
        thread::sleep(Duration::from_millis(100));
        start("exit 0").kill();
        thread::sleep(Duration::from_secs(1));
        busy.kill();
        assert_eq!(busy.stdout(), "at work\n");
    }

    #[test]
    fn the_system_ends_it_where_the_judge_is_gone() {
        let limit = "while [ $(ulimit -t) = unlimited ]; do :; done; ulimit -t";
        let captured = captured(limit, Duration::from_secs(7), u64::MAX);
        assert_eq!(captured.expect("it is quick").stdout, "70\n");
    }
}
