//! What running processes use, and the ends of those that got away, where the platform can tell.

use std::collections::BTreeSet;
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

pub use platform::{adopt_orphans, end_adopted, is_waiting, limit_cpu, usage};

#[cfg(target_os = "linux")]
mod platform {
    use std::sync::Once;
    use std::thread;

    use procfs::process::{Process, Task};
    use rustix::process::{
        Pid, Resource, Rlimit, Signal, WaitOptions, getpgid, getpgrp, getpid, kill_process,
        prlimit, set_child_subreaper, waitpid,
    };

    use super::{BTreeSet, Child, Duration, Usage};

    /// How often adopted processes are looked for until none is left: for a second.
    const MOST_LOOKS: usize = 1000;

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

    /// From now on a process below this one that loses its parent gets this one for it. A solution's
    /// processes are so found wherever they have gone: to other groups, sessions and folders.
    pub fn adopt_orphans() {
        static ONCE: Once = Once::new();
        ONCE.call_once(|| {
            let _ = set_child_subreaper(Some(getpid()));
        });
    }

    /// Ends the processes that were adopted, and those that they have started; `started` are this
    /// one's other children, and those in its own group are none of its solutions'.
    pub fn end_adopted(started: &BTreeSet<u32>) {
        let is_adopted = |child: &u32| !started.contains(child);
        for _ in 0..MOST_LOOKS {
            let adopted: Vec<Pid> = children()
                .into_iter()
                .filter(is_adopted)
                .filter_map(|child| Pid::from_raw(i32::try_from(child).ok()?))
                .filter(|&child| getpgid(Some(child)).is_ok_and(|group| group != getpgrp()))
                .collect();
            if adopted.is_empty() {
                return;
            }
            for &child in &adopted {
                let _ = kill_process(child, Signal::KILL);
            }
            // It takes a moment, and then their children are adopted.
            thread::sleep(Duration::from_millis(1));
            for &child in &adopted {
                let _ = waitpid(Some(child), WaitOptions::NOHANG);
            }
        }
    }

    /// The ids of this process's children, whichever thread started them.
    fn children() -> Vec<u32> {
        let tasks = Process::myself().and_then(|process| process.tasks());
        tasks
            .into_iter()
            .flatten()
            .flatten()
            .filter_map(|task| task.children().ok())
            .flatten()
            .collect()
    }

    /// Its threads together; whole seconds, rounded up.
    pub fn limit_cpu(child: &Child, time: Duration) {
        let begun = u64::from(time.subsec_nanos() > 0);
        let seconds = Some(time.as_secs().saturating_add(begun));
        let limit = Rlimit {
            current: seconds,
            maximum: seconds,
        };
        let id = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
        if let Some(id) = id {
            let _ = prlimit(Some(id), Resource::Cpu, limit);
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod platform {
    use super::{BTreeSet, Child, Duration, Usage};

    pub fn usage(_child: &Child) -> Option<Usage> {
        None
    }

    pub fn is_waiting(_child: &Child) -> bool {
        true
    }

    pub fn adopt_orphans() {}

    pub fn end_adopted(_started: &BTreeSet<u32>) {}

    pub fn limit_cpu(_child: &Child, _time: Duration) {}
}
