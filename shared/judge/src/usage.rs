//! What a running process has used so far, where the platform can tell.

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

/// None where the platform cannot tell, or the process has ended.
#[cfg(target_os = "linux")]
pub fn usage(child: &Child) -> Option<Usage> {
    let id = i32::try_from(child.id()).ok()?;
    let stat = procfs::process::Process::new(id)
        .and_then(|process| process.stat())
        .ok()?;
    let ticks = stat.utime + stat.stime;
    Some(Usage {
        cpu: Duration::from_millis(ticks * 1000 / procfs::ticks_per_second()),
        resident: stat.rss * procfs::page_size(),
    })
}

/// None where the platform cannot tell, or the process has ended.
#[cfg(not(target_os = "linux"))]
pub fn usage(_child: &Child) -> Option<Usage> {
    None
}
