//! Files that the user asks for.

use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;

use anyhow::{Context, bail};
use tempfile::NamedTempFile;

/// Whether [`replace`] would write there, so that a user is told before the work and not after it.
///
/// # Errors
/// If it would not.
pub fn check_place(path: &Path, beginning: &str) -> anyhow::Result<()> {
    draft_for(path, beginning)?;
    Ok(())
}

/// Writes a file so that a reader never finds half of it, not even after Ctrl-C. Only an earlier
/// file of the same kind is replaced, known by its beginning.
///
/// # Errors
/// If it is refused, or cannot be written.
pub fn replace(path: &Path, beginning: &str, text: &str) -> anyhow::Result<()> {
    let about = || format!("cannot write {}", path.display());
    let mut draft = draft_for(path, beginning)?;
    draft.write_all(text.as_bytes()).with_context(about)?;
    draft.persist(path).with_context(about)?;
    Ok(())
}

/// An empty file in the folder of another, which it may replace; removed when it is dropped.
fn draft_for(path: &Path, beginning: &str) -> anyhow::Result<NamedTempFile<File>> {
    if path == Path::new("-") {
        bail!("- is not a file; give the name of a file to write");
    }
    let mut found = vec![0; beginning.len()];
    let is_known = path.is_file()
        && File::open(path).is_ok_and(|mut file| file.read_exact(&mut found).is_ok())
        && found == beginning.as_bytes();
    if path.symlink_metadata().is_ok() && !is_known {
        bail!(
            "{} is there already and was not made by this command; give another name, or remove it",
            path.display()
        );
    }
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    tempfile::Builder::new()
        .prefix(".draft-")
        .make_in(folder, |draft| File::create_new(draft))
        .with_context(|| format!("cannot write {}", path.display()))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn only_a_file_of_the_same_kind_is_replaced() {
        let folder = tempfile::tempdir().expect("there is room");
        let path = folder.path().join("page");
        for text in ["<page>1", "<page>2"] {
            check_place(&path, "<page>").expect("it is absent or a page");
            replace(&path, "<page>", text).expect("the folder can be written to");
            assert_eq!(fs::read_to_string(&path).expect("it is there"), text);
        }
        let refused = |path: &Path| {
            let error = replace(path, "<page>", "<page>3").expect_err("it is not a page");
            let why = "is there already and was not made by this command; give another name, or \
                       remove it";
            assert_eq!(error.to_string(), format!("{} {why}", path.display()));
        };
        for foreign in ["", "<pag", "notes"] {
            fs::write(&path, foreign).expect("the folder can be written to");
            refused(&path);
            assert_eq!(fs::read_to_string(&path).expect("it is there"), foreign);
        }
        refused(folder.path());
        let absent = folder.path().join("absent");
        check_place(&absent, "<page>").expect("it is absent");
        let left: Vec<_> = fs::read_dir(folder.path())
            .expect("it can be listed")
            .collect();
        assert_eq!(left.len(), 1, "{left:?}");
    }
}
