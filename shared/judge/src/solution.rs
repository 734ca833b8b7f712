//! Solution files: those of the workspace, which its folders list, and any other.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use crate::workspace;

/// LeetCode takes less.
const LARGEST_SOLUTION: u64 = 1 << 20;

/// A solution file as it was when it was read.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The approach's folder, or the path as the user gave it.
    pub name: String,
    /// The file.
    pub path: PathBuf,
    /// Its bytes, whole.
    pub text: Vec<u8>,
}

impl Solution {
    /// Reads a solution file.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read(name: &str, path: &Path) -> anyhow::Result<Self> {
        let about = || format!("cannot read {}", path.display());
        let metadata = fs::metadata(path).with_context(about)?;
        if !metadata.is_file() {
            bail!(
                "{} is no ordinary file; write it to one first",
                path.display()
            );
        }
        if metadata.len() > LARGEST_SOLUTION {
            bail!(
                "{} has {} bytes; a solution has {LARGEST_SOLUTION} at most",
                path.display(),
                metadata.len()
            );
        }
        let text = fs::read(path).with_context(about)?;
        Ok(Solution {
            name: name.to_owned(),
            path: path.to_path_buf(),
            text,
        })
    }

    /// The approach of that name, or else the file at that path.
    ///
    /// # Errors
    /// If it is neither, or cannot be read.
    pub fn find(name_or_path: &str) -> anyhow::Result<Self> {
        let approaches = approaches()?;
        if let Some(approach) = approaches
            .iter()
            .find(|approach| approach.name == name_or_path)
        {
            return Ok(approach.clone());
        }
        let path = Path::new(name_or_path);
        let names: Vec<&str> = approaches
            .iter()
            .map(|approach| approach.name.as_str())
            .collect();
        if path.is_dir() {
            bail!("{name_or_path} is a folder; give the path of a solution file in it");
        }
        if path.exists() {
            return Solution::read(name_or_path, path);
        }
        bail!(
            "there is neither an approach nor a file {name_or_path}\nApproaches: {}",
            names.join(", ")
        );
    }

    /// The first comment line: what the approach is, in a sentence.
    #[must_use]
    pub fn summary(&self) -> String {
        let text = String::from_utf8_lossy(&self.text);
        let first = text
            .lines()
            .find_map(|line| line.trim_start().strip_prefix("//"));
        first
            .unwrap_or("")
            .trim_start_matches(['/', '!'])
            .trim()
            .to_owned()
    }

    /// How many lines hold code: not blank, and not only a comment.
    #[must_use]
    pub fn lines_of_code(&self) -> usize {
        let text = String::from_utf8_lossy(&self.text);
        let code = |line: &&str| !line.trim().is_empty() && !line.trim().starts_with("//");
        text.lines().filter(code).count()
    }

    /// A line of it, as editors and terminals know it.
    #[must_use]
    pub fn place(&self, line: u32) -> String {
        format!("{}:{line}", workspace::shown(&self.path))
    }

    /// A message about the compiled copy `solution.rs`, told about this file.
    #[must_use]
    pub fn with_its_name(&self, message: &str) -> String {
        message.replace(
            "solution.rs:",
            &format!("{}:", workspace::shown(&self.path)),
        )
    }
}

/// The solutions that are named, each once; all approaches where none is.
///
/// # Errors
/// If there is none, or one cannot be read.
pub fn find_all(names: &[String]) -> anyhow::Result<Vec<Solution>> {
    if names.is_empty() {
        let approaches = approaches()?;
        if approaches.is_empty() {
            bail!("there is no approach: no file matches problems/*/*/src/solution.rs");
        }
        return Ok(approaches);
    }
    let mut solutions: Vec<Solution> = Vec::new();
    for name in names {
        let solution = Solution::find(name)?;
        if !solutions.iter().any(|known| known.path == solution.path) {
            solutions.push(solution);
        }
    }
    Ok(solutions)
}

/// The workspace's approaches: every `problems/*/*/src/solution.rs`, by name.
///
/// # Errors
/// If the folders or a file cannot be read.
pub fn approaches() -> anyhow::Result<Vec<Solution>> {
    let mut approaches = Vec::new();
    for problem in folders(&workspace::root().join("problems"))? {
        for approach in folders(&problem)? {
            let file = approach.join("src").join("solution.rs");
            if file.is_file() {
                let name = approach.file_name().unwrap_or_default().to_string_lossy();
                approaches.push(Solution::read(&name, &file)?);
            }
        }
    }
    approaches.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(approaches)
}

fn folders(parent: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut folders = Vec::new();
    let entries =
        fs::read_dir(parent).with_context(|| format!("cannot list {}", parent.display()))?;
    for entry in entries {
        let path = entry?.path();
        if path.is_dir() {
            folders.push(path);
        }
    }
    Ok(folders)
}
