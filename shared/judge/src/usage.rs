//! What running processes use and where they run, where the platform can tell.

use std::path::Path;
use std::process::Child;
use std::time::Duration;

/// Of one process, without those it started.
#[derive(Clone, Copy, Debug)]
pub struct Usage {
    /// Processor time.
    pub cpu: Duration,
    /// Bytes of memory in use.
    pub resident: u64,
}

pub use platform::{end_all_in, is_waiting, usage};

#[cfg(target_os = "linux")]
mod platform {
    use std::fs;
    use std::thread;

    use procfs::process::{Process, Task};
    use rustix::process::{Pid, Signal, kill_process};

    use super::{Child, Duration, Path, Usage};

    /// How often a folder's processes are looked for until none is left: for a second.
    const MOST_LOOKS: usize = 500;

    fn process(child: &Child) -> Option<Process> {
        Process::new(i32::try_from(child.id()).ok()?).ok()
    }

    /// None where the process has ended.
    pub fn usage(child: &Child) -> Option<Usage> {
        let stat = process(child)?.stat().ok()?;
        let ticks = stat.utime + stat.stime;
        Some(Usage {
            cpu: Duration::from_millis(ticks * 1000 / procfs::ticks_per_second()),
            resident: stat.rss * procfs::page_size(),
        })
    }

    /// Whether no thread of it wants a processor. A thread that wants one and does not get it, on
    /// a busy machine, does not wait in this sense.
    pub fn is_waiting(child: &Child) -> bool {
        let works = |task: Task| {
            task.stat()
                .is_ok_and(|stat| matches!(stat.state, 'R' | 'D'))
        };
        let tasks = process(child).and_then(|process| process.tasks().ok());
        !tasks.is_some_and(|tasks| tasks.flatten().any(works))
    }

    /// Ends every process that works in this folder or below. A process that a solution started
    /// and that left its group still does.
    pub fn end_all_in(folder: &Path) {
        for _ in 0..MOST_LOOKS {
            let found = all_in(folder);
            if found.is_empty() {
                return;
            }
            for process in found {
                let _ = kill_process(process, Signal::KILL);
            }
            // One that has been told to end may have started another before.
            thread::sleep(Duration::from_millis(2));
        }
    }

    fn all_in(folder: &Path) -> Vec<Pid> {
        let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
        let folder = folder.as_os_str().as_encoded_bytes();
        let works_there = |process: &Pid| {
            let link = format!("/proc/{}/cwd", process.as_raw_nonzero());
            // Behind the name of a folder that is gone stands that it is deleted.
            fs::read_link(link)
                .is_ok_and(|at| at.as_os_str().as_encoded_bytes().starts_with(folder))
        };
        entries
            .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
            .filter_map(Pid::from_raw)
            .filter(works_there)
            .collect()
    }
}

#[cfg(not(target_os = "linux"))]
mod platform {
    use super::{Child, Path, Usage};

    pub fn usage(_child: &Child) -> Option<Usage> {
        None
    }

    pub fn is_waiting(_child: &Child) -> bool {
        true
    }

    pub fn end_all_in(_folder: &Path) {}
}
