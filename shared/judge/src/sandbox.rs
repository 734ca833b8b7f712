//! Confines the process of a solution, which may be a stranger's: it can compute, print, and use
//! the files that the judge names.
//!
//! On Linux, resource limits bound it, seccomp filters decide about its system calls, Landlock
//! decides about files, and it dies with the judge. Elsewhere it only gets its own process group.

use std::path::Path;

pub use platform::{confine, cpu_time, weakness};

/// What a solution may open besides the system's libraries: files to read and execute, and an existing
/// file to read and write.
pub type Files<'a> = (&'a [&'a Path], &'a Path);

/// What a confined solution tried, by the system's error in the message of its panic.
pub fn explain(panic_message: &str) -> Option<&'static str> {
    if panic_message.contains("Operation not permitted") {
        Some("tried to start a process: not possible on LeetCode either")
    } else if panic_message.contains("Permission denied") {
        Some("tried to open a file: the judge lets a solution open none")
    } else if panic_message.contains("Function not implemented") {
        Some(
            "tried to change files, use the network or signal a process: the judge lets a solution \
             only compute and print",
        )
    } else {
        None
    }
}

#[cfg(all(
    target_os = "linux",
    any(target_arch = "x86_64", target_arch = "aarch64")
))]
mod platform {
    use std::collections::BTreeMap;
    use std::env::consts::ARCH;
    use std::io;
    use std::os::unix::process::CommandExt;
    use std::process::{self, Command};
    use std::time::Duration;

    use landlock::{
        ABI, Access, AccessFs, CompatLevel, Compatible, Ruleset, RulesetAttr, RulesetCreated,
        RulesetCreatedAttr, RulesetError, path_beneath_rules,
    };
    use nix::libc;
    use nix::sys::prctl::set_pdeathsig;
    use nix::sys::resource::{Resource, setrlimit};
    use nix::sys::signal::Signal;
    use nix::time::ClockId;
    use nix::unistd::Pid;
    use seccompiler::SeccompCmpArgLen::{self, Dword, Qword};
    use seccompiler::{
        BackendError, BpfProgram, SeccompAction, SeccompCmpOp, SeccompCondition, SeccompFilter,
        SeccompRule, apply_filter,
    };

    use super::Files;

    /// Bytes that a file which the process writes may grow to: the events of a long replay fit.
    const LARGEST_FILE: u64 = 1 << 27;

    /// A program needs these to start. Nothing of the user's is in them.
    const SYSTEM_LIBRARIES: [&str; 6] = [
        "/lib",
        "/lib64",
        "/usr/lib",
        "/usr/lib64",
        "/etc/ld.so.cache",
        "/nix/store",
    ];

    macro_rules! calls {
        ($($name:ident)*) => { [$(libc::$name),*] };
    }

    /// The harmless system calls of Rust's and C's libraries in a program that computes, starts
    /// threads, and uses the files that it may open. A list of the harmful calls would miss those of
    /// newer kernels and of the x32 mode.
    const ALLOWED: &[libc::c_long] = &calls!(
        SYS_execve SYS_exit SYS_exit_group SYS_getpid SYS_getppid SYS_gettid SYS_getrandom
        SYS_restart_syscall
        // Files: Landlock decides which of them can be opened.
        SYS_openat SYS_close SYS_read SYS_pread64 SYS_write SYS_writev SYS_lseek SYS_fstat
        SYS_newfstatat SYS_statx SYS_readlinkat SYS_getdents64 SYS_getcwd SYS_chdir SYS_pipe2 SYS_ppoll
        // Memory.
        SYS_brk SYS_mmap SYS_munmap SYS_mremap SYS_mprotect SYS_madvise
        // Threads, and the handlers of their signals. `fork` makes a `clone` too: the other filter
        // refuses that.
        SYS_clone SYS_futex SYS_rseq SYS_set_robust_list SYS_set_tid_address SYS_sched_yield
        SYS_sched_getaffinity SYS_rt_sigaction SYS_rt_sigprocmask SYS_rt_sigreturn SYS_sigaltstack
        // Time.
        SYS_clock_gettime SYS_clock_nanosleep
    );

    /// Older forms, which not every C library has replaced.
    #[cfg(target_arch = "x86_64")]
    const ALLOWED_HERE: &[libc::c_long] = &calls!(SYS_arch_prctl SYS_open SYS_readlink SYS_poll);
    #[cfg(not(target_arch = "x86_64"))]
    const ALLOWED_HERE: &[libc::c_long] = &[];

    /// System calls that are safe while the argument with this index has this value.
    const ALLOWED_WITH: [(libc::c_long, u8, SeccompCmpArgLen, u64); 3] = [
        // Signals only itself, as `abort` does.
        (libc::SYS_tgkill, 0, Dword, OWN_ID as u64),
        // Other commands make the kernel signal a process.
        (libc::SYS_fcntl, 1, Dword, libc::F_DUPFD_CLOEXEC as u64),
        // Reads a limit and sets none.
        (libc::SYS_prlimit64, 2, Qword, 0),
    ];

    /// Stands for the id of the confined process until it has one.
    const OWN_ID: u32 = u32::MAX;

    /// Makes a command start a confined process.
    ///
    /// `memory` are bytes of address space, the stacks of all threads included: a larger allocation
    /// fails. `cpu` is the time of all threads together, in whole seconds: then the system kills the
    /// process.
    ///
    /// Call `spawn` on a thread that outlives the process: the process dies with that thread.
    ///
    /// # Errors
    /// If the system cannot prepare the confinement.
    #[allow(
        unsafe_code,
        reason = "a process can only confine itself, between fork and exec"
    )]
    pub fn confine(
        command: &mut Command,
        memory: u64,
        cpu: Duration,
        files: Files,
    ) -> io::Result<()> {
        let limits = [
            (Resource::RLIMIT_AS, memory),
            (Resource::RLIMIT_CPU, cpu.as_secs().saturating_add(1)),
            (Resource::RLIMIT_FSIZE, LARGEST_FILE),
            (Resource::RLIMIT_CORE, 0),
        ];
        let mut walls = Some(ruleset(files).map_err(io::Error::other)?);
        let mut filters = filters_of_calls().map_err(io::Error::other)?;
        let mut enter = move || {
            set_pdeathsig(Signal::SIGKILL)?;
            for (resource, limit) in limits {
                // It fails where the user has set a lower one, which holds then.
                let _ = setrlimit(resource, limit, limit);
            }
            if let Some(walls) = walls.take() {
                let entered = walls.restrict_self();
                entered.map_err(|_| io::Error::last_os_error())?;
            }
            for instruction in filters.iter_mut().flatten() {
                if instruction.k == OWN_ID {
                    instruction.k = process::id();
                }
            }
            for filter in &filters {
                apply_filter(filter).map_err(|_| io::Error::last_os_error())?;
            }
            Ok(())
        };
        // SAFETY: at the fork, another thread of the judge may hold a lock, such as the allocator's.
        // `enter` takes no lock and does not allocate, not even for an error: it only makes system
        // calls with the values prepared above.
        unsafe {
            command.pre_exec(move || {
                // The exec closes files that the judge has inherited.
                let (last, closed) = (u32::MAX, libc::CLOSE_RANGE_CLOEXEC);
                libc::syscall(libc::SYS_close_range, 3, last, closed);
                enter()
            });
        }
        Ok(())
    }

    /// Opens these files and no others. Landlock's third version refuses to empty a file as well; the
    /// filters refuse what later versions can restrict, such as sockets and signals.
    fn ruleset((readable, writable): Files) -> Result<RulesetCreated, RulesetError> {
        let read = AccessFs::from_read(ABI::V3);
        let write = AccessFs::ReadFile | AccessFs::WriteFile;
        Ruleset::default()
            .handle_access(AccessFs::from_all(ABI::V3))?
            .create()?
            .add_rules(path_beneath_rules(SYSTEM_LIBRARIES, read))?
            .add_rules(path_beneath_rules(readable, read))?
            // Without it, a solution that starts a process would be told about a file.
            .add_rules(path_beneath_rules(["/dev/null"], write))?
            .add_rules(path_beneath_rules([writable], write))
    }

    /// The first filter refuses new processes, the second refuses all calls that are not allowed.
    /// The second error makes the C library use `clone` instead of `clone3`, whose arguments a filter
    /// cannot see.
    fn filters_of_calls() -> Result<[BpfProgram; 2], BackendError> {
        let when = |argument, length, operator, value| {
            SeccompRule::new(vec![SeccompCondition::new(
                argument, length, operator, value,
            )?])
        };
        let filter = |calls: BTreeMap<_, _>, otherwise, then| {
            SeccompFilter::new(calls, otherwise, then, ARCH.try_into()?)?.try_into()
        };
        let refuse = |error: i32| SeccompAction::Errno(error.unsigned_abs());
        let thread = SeccompCmpOp::MaskedEq(libc::CLONE_THREAD as u64);
        let processes = BTreeMap::from([(libc::SYS_clone, vec![when(0, Dword, thread, 0)?])]);
        let mut calls: BTreeMap<_, _> = [ALLOWED, ALLOWED_HERE]
            .concat()
            .into_iter()
            .map(|call| (call, Vec::new()))
            .collect();
        for (call, argument, length, value) in ALLOWED_WITH {
            let rule = when(argument, length, SeccompCmpOp::Eq, value)?;
            calls.entry(call).or_default().push(rule);
        }
        Ok([
            filter(processes, SeccompAction::Allow, refuse(libc::EPERM))?,
            filter(calls, refuse(libc::ENOSYS), SeccompAction::Allow)?,
        ])
    }

    /// A warning for the user where this system cannot confine solutions fully.
    pub fn weakness() -> Option<&'static str> {
        let landlock = Ruleset::default()
            .set_compatibility(CompatLevel::HardRequirement)
            .handle_access(AccessFs::from_all(ABI::V3))
            .and_then(Ruleset::create);
        landlock.is_err().then_some(
            "solutions can open or empty your files here: Landlock is missing or older than in Linux 6.2",
        )
    }

    /// The processor time that all threads of a child have used, where the system can tell. Call it
    /// before the child has been waited for.
    pub fn cpu_time(child: u32) -> Option<Duration> {
        let child = Pid::from_raw(i32::try_from(child).ok()?);
        let used = ClockId::pid_cpu_clock_id(child).ok()?.now().ok()?;
        Some(used.into())
    }
}

/// Without a sandbox: see the module above.
#[cfg(not(all(
    target_os = "linux",
    any(target_arch = "x86_64", target_arch = "aarch64")
)))]
#[allow(
    clippy::missing_errors_doc,
    clippy::unnecessary_wraps,
    missing_docs,
    reason = "the functions are those for Linux"
)]
mod platform {
    use std::io;
    use std::process::Command;
    use std::time::Duration;

    use super::Files;

    pub fn confine(_: &mut Command, _: u64, _: Duration, _: Files) -> io::Result<()> {
        Ok(())
    }

    pub fn weakness() -> Option<&'static str> {
        Some("solutions run unconfined here: the sandbox needs Linux on x86_64 or aarch64")
    }

    pub fn cpu_time(_: u32) -> Option<Duration> {
        None
    }
}
