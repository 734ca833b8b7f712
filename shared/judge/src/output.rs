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
    if path == Path::new("-") {
        bail!("- is no file; give the name of a file to write");
    }
    refuse_foreign(path, beginning)?;
    draft_beside(path)?;
    Ok(())
}

/// Refuses to replace anything but an earlier file of the same kind, which is known by its beginning.
fn refuse_foreign(path: &Path, beginning: &str) -> anyhow::Result<()> {
    let Ok(metadata) = path.symlink_metadata() else {
        return Ok(());
    };
    if !metadata.is_file() {
        bail!(
            "{} is there already and is no ordinary file; give another name",
            path.display()
        );
    }
    let mut found = vec![0; beginning.len()];
    let is_read = File::open(path)
        .and_then(|mut file| file.read_exact(&mut found))
        .is_ok();
    if !is_read || found != beginning.as_bytes() {
        bail!(
            "{} is there already and was not made by this command; give another name, or remove it",
            path.display()
        );
    }
    Ok(())
}

/// Writes a file so that nobody finds half of it, not even after Ctrl-C. Only an earlier
/// file of the same kind is replaced, known by its beginning, and nothing that came there meanwhile.
///
/// # Errors
/// If it is refused, or cannot be written.
pub fn replace(path: &Path, beginning: &str, text: &str) -> anyhow::Result<()> {
    let about = || format!("cannot write {}", path.display());
    let mut draft = draft_beside(path)?;
    draft.write_all(text.as_bytes()).with_context(about)?;
    refuse_foreign(path, beginning)?;
    if path.symlink_metadata().is_ok() {
        draft.persist(path).with_context(about)?;
    } else {
        draft.persist_noclobber(path).with_context(about)?;
    }
    Ok(())
}

/// An empty file in the folder of another, removed when it is dropped.
fn draft_beside(path: &Path) -> anyhow::Result<NamedTempFile<File>> {
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
        assert!(refuse_foreign(&path, "<page>").is_ok());
        replace(&path, "<page>", "<page>1").expect("the folder can be written to");
        assert!(refuse_foreign(&path, "<page>").is_ok());
        replace(&path, "<page>", "<page>2").expect("the folder can be written to");
        assert_eq!(fs::read_to_string(&path).expect("it is there"), "<page>2");
        for foreign in ["", "<pag", "notes"] {
            fs::write(&path, foreign).expect("the folder can be written to");
            let error = replace(&path, "<page>", "<page>3").expect_err("it is another file");
            assert_eq!(fs::read_to_string(&path).expect("it is there"), foreign);
            assert_eq!(
                error.to_string(),
                format!(
                    "{} is there already and was not made by this command; give another name, or \
                     remove it",
                    path.display()
                )
            );
        }
        let absent = folder.path().join("absent");
        assert!(check_place(&absent, "<page>").is_ok());
        assert!(!absent.exists(), "it is only looked at");
        let error = refuse_foreign(folder.path(), "<page>").expect_err("it is a folder");
        assert_eq!(
            error.to_string(),
            format!(
                "{} is there already and is no ordinary file; give another name",
                folder.path().display()
            )
        );
        let left: Vec<_> = fs::read_dir(folder.path())
            .expect("it can be listed")
            .collect();
        assert_eq!(left.len(), 1, "{left:?}");
    }
}
