//! `generate`: new puzzles, each with one solution, a line each.

use sudoku::board;
use sudoku::generate::Generator;

use super::Ending;
use crate::cli::Generate;
use crate::interrupt;
use crate::terminal::print;

pub(super) fn run(arguments: &Generate) -> anyhow::Result<Ending> {
    let mut generator = Generator::new(arguments.seed);
    for _ in 0..arguments.count {
        interrupt::check()?;
        let puzzle = if arguments.minimal {
            generator.minimal()
        } else {
            generator.easy()
        };
        print(board::to_line(&puzzle) + "\n")?;
    }
    Ok(Ending::Good)
}
