//! The puzzles to judge on: the shared cases, or puzzles that the user gives as text, by a case's
//! name, as a file or on standard input.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

use anyhow::{Context, bail};
use indicatif::ProgressBar;
use sudoku::Board;
use sudoku::notation::{self, Puzzles};
use sudoku::reference::Solutions;
pub use sudoku_fixtures::Group;
use sudoku_fixtures::{CASES, Case};

/// More text than this is not one board.
const LONGEST_BOARD: u64 = 1 << 20;

/// A puzzle with a name and what is known about it.
#[derive(Clone, Debug)]
pub struct Task {
    /// The case's name, or where the puzzle came from.
    pub name: String,
    /// Which verdicts it decides: the ordinary ones decide that of the solution.
    pub group: Group,
    /// The puzzle.
    pub puzzle: Board,
    /// Its solutions, where they are known: the only one tells the first wrong cell.
    pub known: Option<Solutions>,
}

impl Task {
    /// A shared case.
    pub fn of_case(case: &Case) -> Self {
        Task {
            name: case.name.to_owned(),
            group: case.group,
            puzzle: case.puzzle.clone(),
            known: Some(case.expected.clone()),
        }
    }

    /// LeetCode's example.
    pub fn example() -> Self {
        Task::of_case(sudoku_fixtures::find("leetcode_example").expect("a shared case"))
    }

    /// One puzzle: `-` for standard input, the name of a case, or text in any notation. It counts as
    /// ordinary, as all puzzles do that the user gives.
    ///
    /// # Errors
    /// If it is none of these.
    pub fn of_text(text: &str) -> anyhow::Result<Self> {
        if let Some(case) = sudoku_fixtures::find(text) {
            return Ok(Task {
                group: Group::Ordinary,
                ..Task::of_case(case)
            });
        }
        let mut bytes = text.as_bytes().to_vec();
        if text == "-" {
            bytes.clear();
            io::stdin()
                .take(LONGEST_BOARD)
                .read_to_end(&mut bytes)
                .context("cannot read standard input")?;
        }
        match notation::parse(&bytes) {
            Ok(puzzle) => Ok(Task {
                name: "puzzle".to_owned(),
                group: Group::Ordinary,
                puzzle,
                known: None,
            }),
            Err(_) if looks_like_a_name(text) => {
                let names: Vec<&str> = CASES.iter().map(|case| case.name).collect();
                bail!(
                    "{text} is neither a puzzle nor the name of a case; to read a puzzle from a \
                     file, write - for the puzzle and add: < FILE\nCases: {}",
                    names.join(", ")
                )
            }
            Err(error) => Err(error).context("cannot read the puzzle"),
        }
    }
}

/// Unlike a puzzle with something wrong in it: a case's name or a path.
fn looks_like_a_name(text: &str) -> bool {
    text.contains(|c: char| c.is_ascii_alphabetic())
        && !text.contains('\n')
        && text.chars().filter(char::is_ascii_digit).count() < 17
}

/// The puzzles that the user gives one by one; every shared case where there is none,
/// group by group.
///
/// # Errors
/// If a puzzle cannot be read: what is wrong, and where.
pub fn named(puzzles: &[String]) -> anyhow::Result<Vec<Task>> {
    if puzzles.is_empty() {
        let mut tasks: Vec<Task> = CASES.iter().map(Task::of_case).collect();
        tasks.sort_by_key(|task| task.group);
        return Ok(tasks);
    }
    let mut tasks = Vec::new();
    for (number, puzzle) in (1..).zip(puzzles) {
        let mut task = Task::of_text(puzzle)?;
        if puzzles.len() > 1 && task.name == "puzzle" {
            task.name = format!("puzzle {number}");
        }
        tasks.push(task);
    }
    Ok(tasks)
}

/// Tasks as they are read.
pub type Tasks = Box<dyn Iterator<Item = anyhow::Result<Task>> + Send>;

/// The puzzles of a file, or of standard input where that is `-`, one after the other. The bar
/// moves as bytes are read.
///
/// # Errors
/// If the file cannot be opened or holds no puzzle; later, if a puzzle cannot be read: what is
/// wrong, and where.
pub fn stream(file: &Path, bar: &ProgressBar) -> anyhow::Result<Tasks> {
    let (name, reader): (String, Box<dyn Read + Send>) = if file == Path::new("-") {
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
    let reader = BufReader::with_capacity(1 << 16, bar.wrap_read(reader));
    let mut puzzles = Puzzles::new(reader).peekable();
    if puzzles.peek().is_none() {
        bail!("{name} holds no puzzle");
    }
    Ok(Box::new(puzzles.map(move |puzzle| {
        let puzzle = puzzle.with_context(|| name.clone())?;
        Ok(Task {
            name: format!("line {}", puzzle.line),
            group: Group::Ordinary,
            known: puzzle.solution.map(Solutions::One),
            puzzle: puzzle.board,
        })
    })))
}
