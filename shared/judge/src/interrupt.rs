//! Ctrl-C, and the terminal going away.

use std::sync::atomic::{AtomicBool, Ordering};

use thiserror::Error;

static REQUESTED: AtomicBool = AtomicBool::new(false);

/// The user wants the judge to end.
#[derive(Clone, Copy, Debug, Error)]
#[error("interrupted")]
pub struct Interrupted;

/// From now on Ctrl-C is a request, so that what was started can be ended first.
///
/// # Errors
/// If the system refuses a handler.
pub fn listen() -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(|| REQUESTED.store(true, Ordering::SeqCst))
}

/// Whether the judge was asked to end.
pub fn requested() -> bool {
    REQUESTED.load(Ordering::SeqCst)
}

/// To be called wherever time passes.
///
/// # Errors
/// If the judge was asked to end.
pub fn check() -> Result<(), Interrupted> {
    if requested() {
        Err(Interrupted)
    } else {
        Ok(())
    }
}
