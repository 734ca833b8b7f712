//! `generate`: new puzzles, each with one solution, a line each.

use std::process::ExitCode;

use sudoku::board;
use sudoku::generate::Generator;

use crate::interrupt;
use crate::terminal::print;

pub(super) fn run(count: u64, seed: u64, is_minimal: bool) -> anyhow::Result<ExitCode> {
    let mut generator = Generator::new(seed);
    for _ in 0..count {
        interrupt::check()?;
        let puzzle = if is_minimal {
            generator.minimal()
        } else {
            generator.easy()
        };
        print(board::to_line(&puzzle) + "\n")?;
    }
    Ok(ExitCode::SUCCESS)
}
