//! Standard output, standard error and progress.

use std::fmt::Display;
use std::io::{self, Write};
use std::time::Duration;

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};

/// Writes to standard output.
///
/// # Errors
/// If that fails, for example because the reader has closed the pipe.
pub fn print(text: impl AsRef<[u8]>) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_ref())
        .and_then(|()| out.flush())
        .context("cannot write to standard output")
}

/// Writes a line to standard error. A closed standard error is ignored.
pub fn complain(line: impl Display) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// The columns of the terminal on standard output; none in a pipe.
pub fn width() -> Option<usize> {
    let size = console::Term::stdout().size_checked();
    size.map(|(_, columns)| usize::from(columns))
}

/// A bar on standard error that counts steps. It shows only on a terminal.
pub fn steps_bar(steps: usize) -> ProgressBar {
    bar(steps as u64, "{bar:30} {pos}/{len} {msg}")
}

/// A bar on standard error that counts bytes, and shows the rate and the time left.
pub fn bytes_bar() -> ProgressBar {
    bar(0, "{bar:30} {msg}, {bytes_per_sec}, {eta} left")
}

fn bar(length: u64, template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template).expect("the template is well formed");
    let bar = ProgressBar::new(length).with_style(style);
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
