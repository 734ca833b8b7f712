//! What running processes use, and the ends of those that got away, where the platform can tell.

use std::collections::BTreeSet;
use std::time::Duration;

/// What those are known by that a process has started, wherever they have gone.
pub struct Origin {
    /// The id of the process, and of its group.
    pub id: u32,
    /// In its environment under [`MARK`], and of no other.
    pub mark: String,
}

/// The variable that a process hands down to those that it starts.
pub const MARK: &str = "SUDOKU_JUDGE_RUN";

/// Of a process and those that it started.
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
    use std::fs;
    use std::sync::Once;
    use std::thread;

    use procfs::process::{Process, Task};
    use rustix::process::{
        Pid, Resource, Rlimit, Signal, WaitOptions, getpgid, getpgrp, getpid, kill_process,
        prlimit, set_child_subreaper, waitpid,
    };

    use super::{BTreeSet, Duration, MARK, Origin, Usage};

    /// How often adopted processes are looked for until none is left: for a second.
    const MOST_LOOKS: usize = 1000;

    fn pid(id: u32) -> Option<Pid> {
        Pid::from_raw(i32::try_from(id).ok()?)
    }

    fn process(id: u32) -> Option<Process> {
        Process::new(i32::try_from(id).ok()?).ok()
    }

    /// None where the process has ended.
    pub fn usage(origin: &Origin) -> Option<Usage> {
        let mut usage = None;
        for process in family(origin) {
            let Ok(stat) = process.stat() else { continue };
            // With the time of those that it has waited for.
            let waited = u64::try_from(stat.cutime + stat.cstime).unwrap_or(0);
            let ticks = stat.utime + stat.stime + waited;
            let sum = usage.get_or_insert(Usage {
                cpu: Duration::ZERO,
                resident: 0,
            });
            sum.cpu += Duration::from_millis(ticks * 1000 / procfs::ticks_per_second());
            sum.resident += stat.rss * procfs::page_size();
        }
        usage
    }

    /// Whether no thread wants a processor. A thread that wants one and does not get it, on a busy
    /// machine, does not wait in this sense.
    pub fn is_waiting(origin: &Origin) -> bool {
        let works = |task: Task| task.stat().is_ok_and(|stat| stat.state == 'R');
        let tasks = |process: &Process| process.tasks().into_iter().flatten().flatten();
        !family(origin)
            .iter()
            .any(|process| tasks(process).any(works))
    }

    /// The process, those below it, and those that lost their parent.
    fn family(origin: &Origin) -> Vec<Process> {
        let is_orphan = |&id: &u32| id != origin.id && is_of(origin, id);
        let mut to_visit: Vec<u32> = children_of_this().into_iter().filter(is_orphan).collect();
        to_visit.push(origin.id);
        let mut family = Vec::new();
        while let Some(id) = to_visit.pop() {
            if let Some(process) = process(id) {
                to_visit.extend(children(&process));
                family.push(process);
            }
        }
        family
    }

    /// From now on a process below this one that loses its parent gets this one for it. A solution's
    /// processes are so found wherever they have gone: to other groups, sessions and folders.
    pub fn adopt_orphans() {
        static ONCE: Once = Once::new();
        ONCE.call_once(|| {
            let _ = set_child_subreaper(Some(getpid()));
        });
    }

    /// Whether a child of this process was started by another, as far as can be seen: it may have
    /// left its group and cleared its environment.
    fn is_of(origin: &Origin, child: u32) -> bool {
        let group = pid(child).and_then(|child| getpgid(Some(child)).ok());
        if group.is_some() && group == pid(origin.id) {
            return true;
        }
        let environment = fs::read(format!("/proc/{child}/environ")).unwrap_or_default();
        let mark = format!("{MARK}={}", origin.mark);
        environment
            .split(|&byte| byte == 0)
            .any(|variable| variable == mark.as_bytes())
    }

    /// Ends the adopted processes that were started by one that has ended, and those that they have
    /// started. `started` are this one's children that run: where there is none, whoever else was
    /// adopted and is not in this one's group can only have come from there.
    pub fn end_adopted(origin: &Origin, started: &BTreeSet<u32>) {
        let is_adopted = |child: &u32| !started.contains(child);
        let has_no_other = |&child: &u32| {
            let group = pid(child).and_then(|child| getpgid(Some(child)).ok());
            started.is_empty() && group.is_some_and(|group| group != getpgrp())
        };
        let mut dying: Vec<Pid> = Vec::new();
        for _ in 0..MOST_LOOKS {
            let adopted = children_of_this()
                .into_iter()
                .filter(is_adopted)
                .filter(|child| has_no_other(child) || is_of(origin, *child))
                .filter_map(pid);
            for child in adopted
                .filter(|child| !dying.contains(child))
                .collect::<Vec<_>>()
            {
                let _ = kill_process(child, Signal::KILL);
                dying.push(child);
            }
            if dying.is_empty() {
                return;
            }
            // It takes a moment, in which it has no environment any more and still has children.
            // Then these are adopted, and looked for.
            thread::sleep(Duration::from_millis(1));
            dying.retain(|&child| matches!(waitpid(Some(child), WaitOptions::NOHANG), Ok(None)));
        }
    }

    fn children_of_this() -> Vec<u32> {
        let this = Process::myself();
        this.map_or_else(|_| Vec::new(), |this| children(&this))
    }

    /// The ids of a process's children, whichever thread started them.
    fn children(process: &Process) -> Vec<u32> {
        let tasks = process.tasks().into_iter().flatten().flatten();
        tasks
            .filter_map(|task| task.children().ok())
            .flatten()
            .collect()
    }

    /// Its threads together; whole seconds, rounded up.
    pub fn limit_cpu(origin: &Origin, time: Duration) {
        let begun = u64::from(time.subsec_nanos() > 0);
        let seconds = Some(time.as_secs().saturating_add(begun));
        let limit = Rlimit {
            current: seconds,
            maximum: seconds,
        };
        if let Some(process) = pid(origin.id) {
            let _ = prlimit(Some(process), Resource::Cpu, limit);
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod platform {
    use super::{BTreeSet, Duration, Origin, Usage};

    pub fn usage(_origin: &Origin) -> Option<Usage> {
        None
    }

    pub fn is_waiting(_origin: &Origin) -> bool {
        true
    }

    pub fn adopt_orphans() {}

    pub fn end_adopted(_origin: &Origin, _started: &BTreeSet<u32>) {}

    pub fn limit_cpu(_origin: &Origin, _time: Duration) {}
}
