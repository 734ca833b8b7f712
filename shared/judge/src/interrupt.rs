//! Ctrl-C, and the terminal going away.

use std::io::{self, ErrorKind, Write};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::Context;

/// The exit code of a program that Ctrl-C ended.
pub const EXIT_CODE: u8 = 130;

/// How long cleaning up may take. A judge that takes longer is stuck, for example in output that its
/// reader does not read.
const GRACE: Duration = Duration::from_secs(1);

static REQUESTED: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C sets a flag, so that the judge can clean up, and soon ends it with its own exit
/// code.
///
/// # Errors
/// If the system refuses a handler.
pub fn listen() -> anyhow::Result<()> {
    ctrlc::set_handler(|| {
        request();
        thread::sleep(GRACE);
        let _ = writeln!(io::stderr(), "interrupted");
        process::exit(i32::from(EXIT_CODE));
    })
    .context("cannot listen for Ctrl-C")
}

/// As if the user pressed Ctrl-C, for the next [`check`].
pub fn request() {
    REQUESTED.store(true, Ordering::SeqCst);
}

/// Call this in every loop that takes time.
///
/// # Errors
/// If the user pressed Ctrl-C: of the kind `Interrupted`.
pub fn check() -> io::Result<()> {
    if REQUESTED.load(Ordering::SeqCst) {
        return Err(ErrorKind::Interrupted.into());
    }
    Ok(())
}
