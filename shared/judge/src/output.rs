//! Files that the user asks for.

use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::path::Path;

use anyhow::{Context, bail};

/// Checks that a file can be written there, so that a user is told before the work and not after it.
///
/// # Errors
/// If there is no such folder, or something else than an earlier file of the same kind, known by its
/// beginning.
pub fn check_place(path: &Path, beginning: &str) -> anyhow::Result<()> {
    let folder = fs::metadata(path.with_file_name("."));
    folder.with_context(|| format!("cannot write {}", path.display()))?;
    let mut found = vec![0; beginning.len()];
    match fs::metadata(path) {
        Ok(known)
            if known.is_file()
                && File::open(path)?.read_exact(&mut found).is_ok()
                && found == beginning.as_bytes() =>
        {
            Ok(())
        }
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        _ => bail!(
            "{} is there already and was not made by this command; give another name, or remove it",
            path.display()
        ),
    }
}

/// Writes a file.
///
/// # Errors
/// If it cannot be written.
pub fn write(path: &Path, text: &str) -> anyhow::Result<()> {
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
            check_place(&path, "<page>").expect("it is absent or a page");
            write(&path, text).expect("the folder can be written to");
            assert_eq!(fs::read_to_string(&path).expect("it is there"), text);
        }
        for foreign in ["", "<pag", "notes"] {
            fs::write(&path, foreign).expect("the folder can be written to");
            let error = check_place(&path, "<page>").expect_err("it is not a page");
            let why = "is there already and was not made by this command; give another name, or \
                       remove it";
            assert_eq!(error.to_string(), format!("{} {why}", path.display()));
        }
        check_place(folder.path(), "<page>").expect_err("it is a folder");
    }
}
