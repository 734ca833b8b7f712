//! Standard output, standard error, colour and progress.

use std::ffi::OsStr;
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};

use crate::sandbox;

/// Writes to standard output.
///
/// # Errors
/// If that fails; [`is_closed_pipe`] tells whether the reader has closed the pipe.
pub fn print(text: impl AsRef<[u8]>) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_ref())
        .and_then(|()| out.flush())
        .context("cannot write to standard output")
}

/// Whether an error says that the reader of standard output has closed the pipe.
pub fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// Writes a line to standard error. A closed standard error is ignored.
pub fn complain(line: impl Display) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// Warns once where solutions run without full confinement.
pub fn warn_of_weakness() {
    if let Some(weakness) = sandbox::weakness() {
        complain(weakness);
    }
}

/// Whether to colour text for a stream: only on a terminal, and not if `NO_COLOR` is set.
pub fn colour(stream: &impl IsTerminal) -> bool {
    is_coloured(
        stream.is_terminal(),
        std::env::var_os("NO_COLOR").as_deref(),
    )
}

/// The rule of <https://no-color.org>.
fn is_coloured(is_terminal: bool, no_color: Option<&OsStr>) -> bool {
    is_terminal && no_color.is_none_or(OsStr::is_empty)
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

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case(true, None, true)]
    #[case(true, Some(""), true)]
    #[case(true, Some("0"), false)]
    #[case(false, None, false)]
    fn only_terminals_get_colour_and_no_color_turns_it_off(
        #[case] is_terminal: bool,
        #[case] no_color: Option<&str>,
        #[case] expected: bool,
    ) {
        assert_eq!(is_coloured(is_terminal, no_color.map(OsStr::new)), expected);
    }
}
