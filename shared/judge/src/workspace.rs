//! Where things are: the checkout this judge was built from, and what it may write.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;

/// The top folder of the checkout, in which the judge lies in shared/judge.
#[must_use]
pub fn root() -> PathBuf {
    let judge = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = judge.ancestors().nth(2).unwrap_or(judge);
    root.to_path_buf()
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

/// Cargo marks its target folder, which this program lies in; run from elsewhere, the checkout's is
/// used.
fn target() -> PathBuf {
    let program = env::current_exe().unwrap_or_default();
    let marked = program
        .ancestors()
        .find(|folder| folder.join("CACHEDIR.TAG").is_file());
    marked.map_or_else(|| root().join("target"), Path::to_path_buf)
}

/// A path as the user would write it: from the current folder, where it lies in there.
#[must_use]
pub fn shown(path: &Path) -> String {
    let here = env::current_dir().unwrap_or_default();
    path.strip_prefix(here)
        .unwrap_or(path)
        .display()
        .to_string()
}
