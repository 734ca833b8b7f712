//! Where things are: the checkout this judge was built from, its approaches, and what the judge may
//! write.

use std::env;
use std::fs::{self, DirEntry};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use anyhow::Context;
use tempfile::TempDir;

/// The problem's folder in the checkout, in which every approach has a folder.
pub const PROBLEM: &str = "problems/0037-sudoku-solver";

/// The top folder of the checkout.
pub fn root() -> PathBuf {
    let judge = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = judge.ancestors().nth(2).unwrap_or(judge);
    root.to_path_buf()
}

/// The names of the approaches: those of the ladder in its order, then any others by name.
///
/// # Errors
/// If the problem's folder or its ladder cannot be read.
pub fn approaches() -> anyhow::Result<Vec<String>> {
    let problem = root().join(PROBLEM);
    let about = || format!("cannot read {}", problem.display());
    let ladder = fs::read_to_string(problem.join("ladder.txt")).with_context(about)?;
    let rung = |name: &str| ladder.lines().position(|line| line == name);
    let mut names = Vec::new();
    for entry in fs::read_dir(&problem).with_context(about)? {
        let entry = entry?;
        if solution_file(&entry.path()).is_file() {
            names.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    names.sort_by_key(|name| (rung(name).unwrap_or(usize::MAX), name.clone()));
    Ok(names)
}

/// The solution file of an approach.
pub fn approach(name: &str) -> PathBuf {
    solution_file(&root().join(PROBLEM).join(name))
}

fn solution_file(folder: &Path) -> PathBuf {
    folder.join("src").join("solution.rs")
}

/// target/judge: compiled programs, and a folder for each run while it lasts.
///
/// # Errors
/// If it is not there and cannot be made.
pub fn judge_folder() -> anyhow::Result<PathBuf> {
    let folder = target().join("judge");
    fs::create_dir_all(&folder).with_context(|| {
        format!(
            "cannot write to {}: the judge keeps compiled programs there; make it writable or set \
             CARGO_TARGET_DIR to a folder that is",
            folder.display()
        )
    })?;
    Ok(folder)
}

/// Cargo marks its target folder, in which this program lies. A judge that was moved elsewhere uses
/// the checkout's.
fn target() -> PathBuf {
    let program = env::current_exe().unwrap_or_default();
    let marked = program
        .ancestors()
        .find(|folder| folder.join("CACHEDIR.TAG").is_file());
    marked.map_or_else(|| root().join("target"), Path::to_path_buf)
}

/// The names of temporary folders begin with this.
const TEMPORARY: &str = "temporary-";

/// How many compiled programs are kept: more than all approaches and a long session of `watch` need.
pub const KEPT_PROGRAMS: usize = 100;

/// No judge works for longer on one solution.
const OLD: Duration = Duration::from_secs(24 * 60 * 60);

/// A folder in target/judge that is removed when it is dropped.
///
/// # Errors
/// If it cannot be made.
pub fn temporary_folder(purpose: &str) -> anyhow::Result<TempDir> {
    let parent = judge_folder()?;
    tempfile::Builder::new()
        .prefix(&format!("{TEMPORARY}{purpose}-"))
        .tempdir_in(&parent)
        .with_context(|| format!("cannot write to {}", parent.display()))
}

/// Removes all but the newest compiled programs, and the temporary folders of judges that were killed.
///
/// # Errors
/// If target/judge cannot be made.
pub fn remove_old_files(programs: &Path) -> anyhow::Result<()> {
    let is_leftover = |(modified, path): &(SystemTime, PathBuf)| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with(TEMPORARY) && modified.elapsed().is_ok_and(|age| age > OLD)
    };
    let leftovers = newest_first(&judge_folder()?)
        .into_iter()
        .filter(is_leftover);
    let programs = newest_first(programs).into_iter().skip(KEPT_PROGRAMS);
    for (_, path) in leftovers.chain(programs) {
        let _ = fs::remove_dir_all(path);
    }
    Ok(())
}

/// What is in a folder, with the time when it was last written or used.
fn newest_first(folder: &Path) -> Vec<(SystemTime, PathBuf)> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let time = |entry: &DirEntry| entry.metadata().and_then(|it| it.modified()).ok();
    let mut found: Vec<_> = entries
        .filter_map(|entry| Some((time(&entry)?, entry.path())))
        .collect();
    found.sort_by(|a, b| b.cmp(a));
    found
}

/// A path as the user would write it: from the current folder, where it lies in there.
pub fn shown(path: &Path) -> String {
    let here = env::current_dir().unwrap_or_default();
    path.strip_prefix(here)
        .unwrap_or(path)
        .display()
        .to_string()
}
