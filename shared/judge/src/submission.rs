//! A solution file: its text, the part that goes to LeetCode, and what cannot be pasted there.

use std::fs;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use crate::terminal::complain;
use crate::workspace::{self, shown};

/// Editor plugins mark the part of a file that they submit: begin and end of the marked lines.
const MARKS: [(&str, &str); 2] = [
    ("@lc code=start", "@lc code=end"),
    ("submit region begin", "submit region end"),
];

/// A solution file as it was when it was read.
#[derive(Clone, Debug)]
pub struct Submission {
    /// The approach's name, or the path as the user gave it.
    pub name: String,
    /// The file; `-` for standard input.
    pub path: PathBuf,
    /// The whole text.
    pub text: String,
    /// The numbers of the lines between an editor plugin's marks, from 0; all where there are none.
    marked: Range<usize>,
}

impl Submission {
    /// Reads a solution file; `-` is standard input. Tells the user where only a marked part of it is
    /// the submission.
    ///
    /// # Errors
    /// If it cannot be read, or is not text.
    pub fn read(name: &str, path: &Path) -> anyhow::Result<Self> {
        let text = if path == Path::new("-") {
            io::read_to_string(io::stdin())
        } else {
            fs::read_to_string(path)
        };
        let text = text.with_context(|| format!("cannot read {} as a text", shown(path)))?;
        // A byte order mark is an error behind LeetCode's first lines.
        let text = text.trim_start_matches('\u{feff}').to_owned();
        let marked = marked(&text);
        if let Some(Range { start, end }) = marked {
            let (path, first) = (shown(path), start + 1);
            complain(format_args!(
                "{path}: the submission is lines {first} to {end}, between an editor plugin's marks"
            ));
        }
        Ok(Submission {
            name: name.to_owned(),
            path: path.to_path_buf(),
            marked: marked.unwrap_or(0..usize::MAX),
            text,
        })
    }

    /// The approach of that name, or else the file at that path.
    ///
    /// # Errors
    /// If it is neither, or cannot be read.
    pub fn find(name_or_path: &str) -> anyhow::Result<Self> {
        let approaches = workspace::approaches()?;
        let path = if approaches.iter().any(|name| name == name_or_path) {
            workspace::approach(name_or_path)
        } else {
            PathBuf::from(name_or_path)
        };
        if name_or_path != "-" && !path.exists() {
            bail!(
                "there is neither an approach nor a file {name_or_path}\nApproaches: {}",
                approaches.join(", ")
            );
        }
        Submission::read(name_or_path, &path)
    }

    /// The named solutions, each once; all approaches where none is named.
    ///
    /// # Errors
    /// If there is none, or one cannot be read.
    pub fn find_all(names: &[String]) -> anyhow::Result<Vec<Self>> {
        let all = workspace::approaches()?;
        let names = if names.is_empty() { &all } else { names };
        let mut solutions: Vec<Self> = Vec::new();
        for name in names {
            let solution = Submission::find(name)?;
            if !solutions.iter().any(|known| known.path == solution.path) {
                solutions.push(solution);
            }
        }
        Ok(solutions)
    }

    /// The file, as messages name it.
    pub fn shown(&self) -> String {
        shown(&self.path)
    }

    /// What goes to LeetCode: the marked part, or all.
    pub fn submitted(&self) -> String {
        let lines = self.text.split_inclusive('\n').skip(self.marked.start);
        lines.take(self.marked.len()).collect()
    }

    /// What is compiled: the same, with an empty line for every line before it, so that all messages
    /// have the file's own line numbers.
    pub fn code(&self) -> String {
        "\n".repeat(self.marked.start) + &self.submitted()
    }

    /// The first comment line: the idea in a sentence.
    pub fn summary(&self) -> &str {
        let mut lines = self.text.lines().map(str::trim);
        let first = lines.find(|line| line.starts_with("//"));
        first.unwrap_or("").trim_start_matches(['/', '!', ' '])
    }

    /// How many submitted lines hold code: not blank, and not only a comment.
    pub fn lines_of_code(&self) -> usize {
        let code = |line: &&str| !line.trim().is_empty() && !line.trim().starts_with("//");
        self.code().lines().filter(code).count()
    }

    /// A place in the file, as editors and terminals know it.
    pub fn place(&self, line: u32) -> String {
        format!("{}:{line}", self.shown())
    }

    /// A message about the compiled copy `solution.rs`, told about this file.
    pub fn with_its_name(&self, message: &str) -> String {
        message.replace("solution.rs:", &format!("{}:", self.shown()))
    }

    /// rustc's message about this file, and behind it the lines to remove or to add.
    pub fn explained(&self, message: &str) -> String {
        let mut lines = vec![self.with_its_name(message)];
        let mut is_in_impl = false;
        for (number, line) in (1..).zip(self.code().lines()) {
            let item = line.trim().trim_start_matches("pub ");
            let words = item.split(|c: char| !c.is_alphanumeric() && c != '_');
            let how = match words.collect::<Vec<&str>>()[..] {
                ["fn", "main", ..] => "remove this function; LeetCode has its own main",
                ["struct", "Solution", ..] => "remove this item; LeetCode supplies struct Solution",
                ["mod", ..] if item.ends_with(';') => {
                    "move the module's items here; a submission is one file"
                }
                ["fn", "solve_sudoku", ..] if !is_in_impl => {
                    "add `impl Solution {` before this function and `}` after it; LeetCode calls \
                     Solution::solve_sudoku"
                }
                ["impl", "Solution", ..] => {
                    is_in_impl = true;
                    continue;
                }
                _ => continue,
            };
            lines.push(format!("{}: {how}", self.place(number)));
        }
        for name in ["itertools", "rand", "regex"] {
            if message.contains(&format!("crate `{name}`")) {
                lines.push(format!(
                    "LeetCode offers the crate {name}; this judge has the standard library only"
                ));
            }
        }
        lines.join("\n")
    }
}

/// The lines between an editor plugin's marks, if there are any.
fn marked(text: &str) -> Option<Range<usize>> {
    MARKS.iter().find_map(|(begin, end)| {
        let line_with = |mark: &str| {
            text.lines().position(|line| {
                let comment = line.trim_start_matches(['/', ' ']);
                let comment = comment.strip_prefix("leetcode ").unwrap_or(comment);
                comment.starts_with(mark)
            })
        };
        let (begin, end) = (line_with(begin)? + 1, line_with(end)?);
        (begin < end).then_some(begin..end)
    })
}
