//! The judge's command line.

use std::process::ExitCode;

use clap::Parser;
use sudoku_judge::cli::Cli;
use sudoku_judge::commands;

fn main() -> ExitCode {
    commands::run(Cli::parse())
}
