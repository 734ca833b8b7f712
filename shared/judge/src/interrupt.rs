//! Ctrl-C, and the terminal going away.

use std::io::{self, Write};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::Context;
use thiserror::Error;

/// The exit code of a program that Ctrl-C ended.
pub const EXIT_CODE: u8 = 130;

/// How long the judge has for putting things away. It needs a moment; where it takes longer it is at
/// something that it cannot leave, such as output that nobody reads.
const GRACE: Duration = Duration::from_secs(1);

static HAS_THINGS_TO_PUT_AWAY: AtomicBool = AtomicBool::new(false);
static REQUESTED: AtomicBool = AtomicBool::new(false);

/// The user wants the judge to end.
#[derive(Clone, Copy, Debug, Error)]
#[error("interrupted")]
pub struct Interrupted;

/// From now on Ctrl-C ends the judge with its own exit code.
///
/// # Errors
/// If the system refuses a handler.
pub fn listen() -> anyhow::Result<()> {
    ctrlc::set_handler(end).context("cannot listen for Ctrl-C")
}

/// From now on Ctrl-C is a request, so that what is started or written can be put away first.
pub fn be_careful() {
    HAS_THINGS_TO_PUT_AWAY.store(true, Ordering::SeqCst);
}

/// Runs on a thread of its own.
fn end() {
    REQUESTED.store(true, Ordering::SeqCst);
    if HAS_THINGS_TO_PUT_AWAY.load(Ordering::SeqCst) {
        thread::sleep(GRACE);
    }
    say();
    process::exit(i32::from(EXIT_CODE));
}

/// Tells the user.
pub fn say() {
    let _ = writeln!(io::stderr(), "interrupted");
}

/// To be called wherever time passes.
///
/// # Errors
/// If the judge was asked to end.
pub fn check() -> Result<(), Interrupted> {
    if REQUESTED.load(Ordering::SeqCst) {
        Err(Interrupted)
    } else {
        Ok(())
    }
}
