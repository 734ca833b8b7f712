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

use std::io::{self, ErrorKind};
use std::process::ExitCode;

use crate::cli::{Cli, Command};
use crate::interrupt;
use crate::terminal::{complain, print};

/// Of a command that could do its work: whether a solution is good.
fn exit_code(is_good: bool) -> ExitCode {
    ExitCode::from(u8::from(!is_good))
}

/// Runs the command. The exit codes are those of [`Cli`]'s help.
pub fn run(cli: Cli) -> ExitCode {
    let command = cli.command.unwrap_or(Command::Compare(cli.compare));
    let exit_code = interrupt::listen().and_then(|()| match command {
        Command::Compare(arguments) => compare::run(&arguments),
        Command::Run(arguments) => run::run(&arguments),
        Command::Watch(arguments) => watch::run(&arguments),
        Command::Solve(arguments) => solve::run(&arguments),
        Command::Paste { solution, check } => paste::run(&solution, check),
        Command::New { name } => new::run(&name),
        Command::Replay(arguments) => replay::run(&arguments),
        Command::Generate {
            count,
            seed,
            minimal,
        } => generate::run(count, seed, minimal),
        Command::List => list::run(),
    });
    exit_code.unwrap_or_else(|error| match error.downcast_ref().map(io::Error::kind) {
        // The reader of the output has seen enough.
        Some(ErrorKind::BrokenPipe) => ExitCode::SUCCESS,
        Some(ErrorKind::Interrupted) => {
            complain("interrupted");
            ExitCode::from(interrupt::EXIT_CODE)
        }
        _ => {
            complain(format_args!("error: {error:#}"));
            ExitCode::from(2)
        }
    })
}

/// Prints a command's last output.
fn conclude(text: impl AsRef<[u8]>, exit_code: ExitCode) -> anyhow::Result<ExitCode> {
    print(text)?;
    Ok(exit_code)
}
