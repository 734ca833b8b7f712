//! A solution file: its text, the part that goes to LeetCode, and what cannot be pasted there.

use std::fs::File;
use std::io::{self, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use crate::terminal::complain;
use crate::workspace::{self, shown};

/// LeetCode takes less.
const LARGEST_SOLUTION: u64 = 1 << 20;

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
        if path.is_dir() {
            let folder = path.display();
            bail!("{folder} is a folder; give the path of a solution file in it");
        }
        let about = || format!("cannot read {} as a text in UTF-8", path.display());
        let file: Box<dyn Read> = if path == Path::new("-") {
            Box::new(io::stdin())
        } else {
            Box::new(File::open(path).with_context(about)?)
        };
        let mut text = String::new();
        let read = file.take(LARGEST_SOLUTION + 1).read_to_string(&mut text);
        if read.with_context(about)? as u64 > LARGEST_SOLUTION {
            bail!(
                "{} has over {LARGEST_SOLUTION} bytes; a solution is shorter",
                path.display()
            );
        }
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

    /// A line of the file, from 1.
    pub fn line(&self, number: u32) -> Option<&str> {
        self.text.lines().nth((number as usize).checked_sub(1)?)
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
            let item = line.trim();
            let item = item.strip_prefix("pub ").unwrap_or(item);
            is_in_impl |= starts_with_word(item, "impl Solution");
            for (start, how) in RULES.lines().filter_map(|rule| rule.split_once(" => ")) {
                let applies = match start {
                    "mod" => item.ends_with(';'),
                    "fn solve_sudoku" => !is_in_impl,
                    _ => true,
                };
                if applies && starts_with_word(item, start) {
                    lines.push(format!("{}: {start}: {how}", self.place(number)));
                }
            }
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

/// What cannot stand in a submission, as the beginning of an item, and how to mend it.
const RULES: &str = "\
#![ => remove this inner attribute; it is an error behind LeetCode's first lines
//! => begin this comment with //; an inner comment is an error behind LeetCode's first lines
fn main => remove this function; LeetCode has its own main
struct Solution => remove this item; LeetCode supplies struct Solution
mod => move the module's items here; a submission is one file
fn solve_sudoku => add `impl Solution {` before this function and `}` after it; LeetCode calls \
Solution::solve_sudoku
";

/// Whether a text starts with words, and the last of them does not go on.
fn starts_with_word(text: &str, words: &str) -> bool {
    let in_word = |c: char| c.is_alphanumeric() || c == '_';
    text.strip_prefix(words)
        .is_some_and(|rest| !words.ends_with(in_word) || !rest.starts_with(in_word))
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
