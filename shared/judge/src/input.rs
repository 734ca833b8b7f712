//! Puzzles that the user gives: as text, as the name of a case, as a file, on standard input.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use anyhow::{Context, bail};
use indicatif::ProgressBar;
use sudoku::notation::{self, Puzzles};
use sudoku_fixtures::CASES;

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
        } => stream(file, &ProgressBar::hidden())?.collect(),
        _ => Ok(Task::all_cases()),
    }
}

/// One puzzle: `-` for standard input, the name of a case, or text in any notation.
///
/// # Errors
/// If it is none of these.
pub fn task(text: &str) -> anyhow::Result<Task> {
    if let Some(case) = sudoku_fixtures::find(text) {
        return Ok(Task::of_case(case));
    }
    let (what, parsed) = if text == "-" {
        let mut bytes = Vec::new();
        io::stdin()
            .take(LONGEST_BOARD)
            .read_to_end(&mut bytes)
            .context("standard input")?;
        ("puzzle on standard input", notation::parse(&bytes))
    } else {
        ("puzzle", notation::parse(text))
    };
    match parsed {
        Ok(puzzle) => Ok(Task {
            name: "puzzle".to_owned(),
            puzzle,
            known: Known::Nothing,
        }),
        Err(_) if Path::new(text).is_file() => bail!(
            "{text} is a file, and a puzzle is wanted; to read it from the file, write - for the \
             puzzle and add: < {text}"
        ),
        Err(_) if looks_like_a_path(text) => bail!(
            "there is no file {text}; a puzzle in a file is read with - for the puzzle and: < FILE"
        ),
        Err(_) if looks_like_a_name(text) => {
            let names: Vec<&str> = CASES.iter().map(|case| case.name).collect();
            bail!("there is no case {text}\nCases: {}", names.join(", "))
        }
        Err(error) => Err(error).with_context(|| format!("cannot read the {what}")),
    }
}

/// No notation has a slash.
fn looks_like_a_path(text: &str) -> bool {
    text.contains(['/', '\\']) && text.chars().filter(char::is_ascii_digit).count() < 17
}

/// Not like a puzzle with something wrong in it.
fn looks_like_a_name(text: &str) -> bool {
    let in_names = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    text.len() < 40
        && text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(in_names)
}

/// Tasks as they are read.
pub type Tasks = Box<dyn Iterator<Item = anyhow::Result<Task>>>;

/// The puzzles of a file, or of standard input where that is `-`, one after the other. The bar
/// moves as bytes are read.
///
/// # Errors
/// If the file cannot be opened or holds no puzzle; later, if a puzzle cannot be read: what is
/// wrong, and where.
pub fn stream(file: &Path, bar: &ProgressBar) -> anyhow::Result<Tasks> {
    let (name, reader): (String, Box<dyn Read>) = if file.as_os_str() == "-" {
        ("standard input".to_owned(), Box::new(io::stdin()))
    } else {
        let name = file.display().to_string();
        if file.is_dir() {
            bail!("{name} is a folder; give the path of a file of puzzles");
        }
        let opened = File::open(file).with_context(|| format!("cannot open {name}"))?;
        bar.set_length(opened.metadata().map_or(0, |it| it.len()));
        (name, Box::new(opened))
    };
    let mut puzzles = Puzzles::new(bar.wrap_read(reader)).peekable();
    if puzzles.peek().is_none() {
        bail!("{name} holds no puzzle");
    }
    Ok(Box::new(puzzles.map(move |puzzle| {
        let puzzle = puzzle.with_context(|| name.clone())?;
        Ok(Task {
            name: format!("line {}", puzzle.line),
            known: puzzle.solution.map_or(Known::Nothing, Known::Solution),
            puzzle: puzzle.board,
        })
    })))
}
