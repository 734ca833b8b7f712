//! One file per command; this one leads to them, and from their errors to the exit code.

mod compare;
mod docs;
mod generate;
mod list;
mod new;
mod paste;
mod replay;
mod run;
mod solve;

use std::ffi::OsStr;
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::{Cli, Command};
use crate::interrupt::{self, Interrupted};

/// How a command ended that did what it was asked to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// All is well.
    Good,
    /// A solution failed, or a puzzle has no solution.
    Bad,
}

/// Runs the command. Exit codes: 0 all is well, 1 a solution failed or a puzzle has none, 2 the
/// command could not do what it was asked to, 130 Ctrl-C.
#[must_use]
pub fn run(cli: Cli) -> ExitCode {
    let command = cli.command.unwrap_or(Command::Compare(cli.compare));
    let ending = interrupt::listen().and_then(|()| match command {
        Command::Compare(arguments) => compare::run(&arguments),
        Command::Run(arguments) => run::run(&arguments),
        Command::Solve(arguments) => solve::run(&arguments),
        Command::Paste(arguments) => paste::run(&arguments),
        Command::New(arguments) => new::run(&arguments),
        Command::Replay(arguments) => replay::run(&arguments),
        Command::Generate(arguments) => generate::run(&arguments),
        Command::List => list::run(),
        Command::Docs => docs::run(),
    });
    match ending {
        Ok(Ending::Good) => ExitCode::SUCCESS,
        Ok(Ending::Bad) => ExitCode::from(1),
        Err(error) if error.is::<Interrupted>() => {
            interrupt::say();
            ExitCode::from(interrupt::EXIT_CODE)
        }
        // Whoever reads the output has enough of it.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            complain(format_args!("error: {error:#}"));
            ExitCode::from(2)
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// Writes to standard output.
fn print(text: impl AsRef<[u8]>) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_ref())
        .and_then(|()| out.flush())
        .context("cannot write to standard output")
}

/// Writes what a command has to say in the end. How it ended is the same where nobody reads that.
fn conclude(text: impl AsRef<[u8]>, ending: Ending) -> anyhow::Result<Ending> {
    match print(text) {
        Err(error) if !is_broken_pipe(&error) => Err(error),
        _ => Ok(ending),
    }
}

/// Writes a line to standard error, where nobody needs to listen.
fn complain(line: impl Display) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// Whether to colour what goes to a stream.
fn colour(stream: &impl IsTerminal) -> bool {
    is_coloured(
        stream.is_terminal(),
        std::env::var_os("NO_COLOR").as_deref(),
    )
}

/// As https://no-color.org has it.
fn is_coloured(is_terminal: bool, no_color: Option<&OsStr>) -> bool {
    is_terminal && no_color.is_none_or(OsStr::is_empty)
}

/// A bar on standard error, where that is a terminal.
fn progress_bar(steps: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg}")
        .expect("the template is well formed");
    let bar = ProgressBar::new(steps as u64).with_style(style);
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// A bar on standard error that counts bytes, and tells the rate and the time left.
fn bytes_bar() -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {msg}, {bytes_per_sec}, {eta} left")
        .expect("the template is well formed");
    let bar = ProgressBar::new(0).with_style(style);
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
    fn colour_is_for_terminals_of_those_who_want_it(
        #[case] is_terminal: bool,
        #[case] no_color: Option<&str>,
        #[case] expected: bool,
    ) {
        assert_eq!(is_coloured(is_terminal, no_color.map(OsStr::new)), expected);
    }
}
