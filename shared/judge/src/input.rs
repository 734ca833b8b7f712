//! Puzzles that the user gives: as text, as the name of a case, as a file, on standard input.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use anyhow::{Context, anyhow, bail};
use sudoku_fixtures::puzzles::{Puzzle, Puzzles};
use sudoku_fixtures::{board, cases, rules};

use crate::cli;
use crate::measure::Task;
use crate::verdict::Known;

/// More text than this is no board.
const LONGEST_BOARD: u64 = 1 << 20;

/// The tasks that the arguments name: every shared case where they name none.
///
/// # Errors
/// If a puzzle cannot be read: what is wrong, and where.
pub fn tasks(puzzles: &cli::Puzzles) -> anyhow::Result<Vec<Task>> {
    match puzzles {
        cli::Puzzles {
            puzzle: Some(text), ..
        } => Ok(vec![task(text)?]),
        cli::Puzzles {
            puzzles: Some(file),
            ..
        } => tasks_of_file(file),
        _ => Ok(Task::all_cases()),
    }
}

/// One puzzle: `-` for standard input, the name of a case, or text in any notation.
///
/// # Errors
/// If it is none of these.
pub fn task(text: &str) -> anyhow::Result<Task> {
    if let Some(case) = cases::find(text) {
        return Ok(Task::of_case(case));
    }
    let (name, parsed) = if text == "-" {
        let mut bytes = Vec::new();
        io::stdin()
            .take(LONGEST_BOARD)
            .read_to_end(&mut bytes)
            .context("standard input")?;
        ("standard input", board::parse_bytes(&bytes))
    } else {
        ("puzzle", board::parse(text))
    };
    match parsed {
        Ok(puzzle) => Ok(Task {
            name: name.to_owned(),
            puzzle,
            known: Known::Nothing,
        }),
        Err(error) if Path::new(text).is_file() => Err(anyhow!(error).context(format!(
            "{text} is a file, and this wants a puzzle; read it with: - < {text}"
        ))),
        Err(error) if looks_like_a_name(text) => {
            Err(anyhow!("there is no case {text}, and as a puzzle: {error}"))
        }
        Err(error) => Err(anyhow!(error).context(format!("cannot read the {name}"))),
    }
}

fn looks_like_a_name(text: &str) -> bool {
    let in_names = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    text.starts_with(|c: char| c.is_ascii_alphabetic()) && text.chars().all(in_names)
}

fn tasks_of_file(file: &Path) -> anyhow::Result<Vec<Task>> {
    let is_stdin = file.as_os_str() == "-";
    let name = if is_stdin {
        "standard input".into()
    } else {
        file.display().to_string()
    };
    let reader: Box<dyn BufRead> = if is_stdin {
        Box::new(io::stdin().lock())
    } else {
        Box::new(BufReader::new(
            File::open(file).with_context(|| format!("cannot open {name}"))?,
        ))
    };
    let mut tasks = Vec::new();
    for puzzle in Puzzles::new(reader) {
        let puzzle = puzzle.with_context(|| name.clone())?;
        tasks.push(Task {
            name: format!("line {}", puzzle.line),
            known: known(&puzzle).with_context(|| name.clone())?,
            puzzle: puzzle.board,
        });
    }
    if tasks.is_empty() {
        bail!("{name} holds no puzzle");
    }
    Ok(tasks)
}

/// A solution that stands beside its puzzle is believed only if it is one.
fn known(puzzle: &Puzzle) -> anyhow::Result<Known> {
    match &puzzle.solution {
        None => Ok(Known::Nothing),
        Some(solution)
            if rules::is_solved(solution)
                && rules::first_given_changed(&puzzle.board, solution).is_none() =>
        {
            Ok(Known::Solution(solution.clone()))
        }
        Some(_) => bail!(
            "line {}: the second field is no solution of the puzzle in the first; correct it or \
             leave it out",
            puzzle.line
        ),
    }
}
