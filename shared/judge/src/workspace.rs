//! Where things are: the checkout this judge was built from, its approaches, and what the judge may
//! write.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use tempfile::TempDir;

/// The problem's folder in the checkout, in which every approach has a folder.
pub const PROBLEM: &str = "problems/0037-sudoku-solver";

/// The top folder of the checkout.
pub fn root() -> PathBuf {
    let judge = Path::new(env!("CARGO_MANIFEST_DIR"));
    judge.ancestors().nth(2).unwrap_or(judge).to_path_buf()
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
        let name = entry?.file_name().to_string_lossy().into_owned();
        if approach(&name).is_file() {
            names.push(name);
        }
    }
    names.sort_by_key(|name| (rung(name).unwrap_or(usize::MAX), name.clone()));
    Ok(names)
}

/// The solution file of an approach.
pub fn approach(name: &str) -> PathBuf {
    root().join(PROBLEM).join(name).join("src/solution.rs")
}

/// target/judge: the folder programs, with compiled ones, and a folder for each run while it lasts.
///
/// # Errors
/// If it is not there and cannot be made.
pub fn judge_folder() -> anyhow::Result<PathBuf> {
    let folder = target().join("judge");
    fs::create_dir_all(folder.join("programs"))
        .with_context(|| format!("cannot keep compiled programs in {}", folder.display()))?;
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

/// How many compiled programs are kept: more than all approaches and a long session of `watch` need.
pub const KEPT_PROGRAMS: usize = 100;

/// A folder in target/judge that is removed when it is dropped.
///
/// # Errors
/// If it cannot be made.
pub fn temporary_folder(purpose: &str) -> anyhow::Result<TempDir> {
    let folder = tempfile::Builder::new()
        .prefix(&format!("temporary-{purpose}-"))
        .tempdir_in(judge_folder()?)?;
    Ok(folder)
}

/// Removes all but the newest compiled programs.
pub fn remove_old_programs(programs: &Path) {
    let entries = fs::read_dir(programs).into_iter().flatten().flatten();
    let mut found: Vec<_> = entries
        .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
        .collect();
    found.sort();
    let old = found.len().saturating_sub(KEPT_PROGRAMS);
    for (_, path) in &found[..old] {
        let _ = fs::remove_dir_all(path);
    }
}

/// A path as the user would write it: from the current folder, where it lies in there.
pub fn shown(path: &Path) -> String {
    if path == Path::new("-") {
        return "standard input".to_owned();
    }
    let here = env::current_dir().unwrap_or_default();
    let inside = path.strip_prefix(here).unwrap_or(path);
    inside.display().to_string()
}
