//! Files that the user asks for.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use anyhow::{Context, bail};

/// Whether [`replace`] would write there, so that a user is told before the work and not after it.
///
/// # Errors
/// If there is something else than an earlier file of the same kind, known by its beginning.
pub fn check_place(path: &Path, beginning: &str) -> anyhow::Result<()> {
    match fs::read(path) {
        Ok(found) if found.starts_with(beginning.as_bytes()) => Ok(()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        _ => bail!(
            "{} is there already and was not made by this command; give another name, or remove it",
            path.display()
        ),
    }
}

/// Writes a file, which only replaces an earlier one of the same kind.
///
/// # Errors
/// If [`check_place`] refuses it, or it cannot be written.
pub fn replace(path: &Path, beginning: &str, text: &str) -> anyhow::Result<()> {
    check_place(path, beginning)?;
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_file_of_the_same_kind_is_replaced() {
        let folder = tempfile::tempdir().expect("there is room");
        let path = folder.path().join("page");
        for text in ["<page>1", "<page>2"] {
            replace(&path, "<page>", text).expect("it is absent or a page");
            assert_eq!(fs::read_to_string(&path).expect("it is there"), text);
        }
        for foreign in ["", "<pag", "notes"] {
            fs::write(&path, foreign).expect("the folder can be written to");
            let error = replace(&path, "<page>", "<page>3").expect_err("it is not a page");
            let why = "is there already and was not made by this command; give another name, or \
                       remove it";
            assert_eq!(error.to_string(), format!("{} {why}", path.display()));
            assert_eq!(fs::read_to_string(&path).expect("it is there"), foreign);
        }
        check_place(folder.path(), "<page>").expect_err("it is a folder");
    }
}
