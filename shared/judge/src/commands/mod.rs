//! One file per command; this one calls them, and turns their errors into exit codes.

mod compare;
mod generate;
mod list;
mod new;
mod paste;
mod replay;
mod run;
mod solve;
mod watch;

use std::process::ExitCode;

use crate::cli::{Cli, Command};
use crate::interrupt::{self, Interrupted};
use crate::terminal::{complain, is_closed_pipe, print};

/// How a command ended that could do its work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// All is well.
    Good,
    /// A solution failed, or a puzzle has no solution.
    Bad,
}

impl Ending {
    fn good_if(good: bool) -> Self {
        if good { Ending::Good } else { Ending::Bad }
    }
}

/// Runs the command. The exit codes are those of [`Cli`]'s help.
pub fn run(cli: Cli) -> ExitCode {
    let command = cli.command.unwrap_or(Command::Compare(cli.compare));
    let ending = interrupt::listen().and_then(|()| match command {
        Command::Compare(arguments) => compare::run(&arguments),
        Command::Run(arguments) => run::run(&arguments),
        Command::Watch(arguments) => watch::run(&arguments),
        Command::Solve(arguments) => solve::run(&arguments),
        Command::Paste(arguments) => paste::run(&arguments),
        Command::New(arguments) => new::run(&arguments),
        Command::Replay(arguments) => replay::run(&arguments),
        Command::Generate(arguments) => generate::run(&arguments),
        Command::List => list::run(),
    });
    match ending {
        Ok(Ending::Good) => ExitCode::SUCCESS,
        Ok(Ending::Bad) => ExitCode::from(1),
        Err(error) if error.is::<Interrupted>() => {
            complain("interrupted");
            ExitCode::from(interrupt::EXIT_CODE)
        }
        // The reader of the output has seen enough.
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            complain(format_args!("error: {error:#}"));
            ExitCode::from(2)
        }
    }
}

/// Prints a command's last output. A reader who has closed the pipe does not change how it ended.
fn conclude(text: impl AsRef<[u8]>, ending: Ending) -> anyhow::Result<Ending> {
    match print(text) {
        Err(error) if !is_closed_pipe(&error) => Err(error),
        _ => Ok(ending),
    }
}
