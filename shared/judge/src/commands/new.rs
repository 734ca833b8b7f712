//! `new`: the folder of a new approach, with a submission that compiles and is still wrong.

use std::fs;
use std::path::Path;

use anyhow::{Context, bail};

use super::{Ending, conclude};
use crate::cli::New;
use crate::{interrupt, workspace};

const MANIFEST: &str = include_str!("new/Cargo.toml.template");
const LIB: &str = include_str!("new/lib.rs.template");
const SOLUTION: &str = include_str!("new/solution.rs.template");
const CONTRACT: &str = include_str!("new/contract.rs.template");

pub(super) fn run(arguments: &New) -> anyhow::Result<Ending> {
    let name = arguments.name.as_str();
    check_name(name)?;
    // Ctrl-C waits until all files are there.
    interrupt::defer();
    let folder = workspace::root().join(workspace::PROBLEM).join(name);
    make(&folder, name)?;
    let text = format!(
        "Made {shown}.\n\n\
         Write your idea into {shown}/src/solution.rs. Once it is accepted:\n\
         cargo test -p sudoku-{name}       tests it on all cases and thousands of boards\n\
         cargo judge paste {name}          prints the text to paste into LeetCode\n\n\
         Start here; it judges your file each time you save:\n\
         cargo judge watch {name}\n",
        shown = workspace::shown(&folder),
    );
    conclude(text, Ending::Good)
}

/// Makes the folder of an approach, whole or not at all: cargo stops at a crate that is half there.
fn make(folder: &Path, name: &str) -> anyhow::Result<()> {
    if folder.symlink_metadata().is_ok() {
        bail!(
            "{} is there already; choose another name, or remove it",
            workspace::shown(folder)
        );
    }
    fs::create_dir(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let made = write_files(folder, name);
    if made.is_err() {
        let _ = fs::remove_dir_all(folder);
    }
    made
}

fn write_files(folder: &Path, name: &str) -> anyhow::Result<()> {
    for (file, template) in [
        ("Cargo.toml", MANIFEST),
        ("src/lib.rs", LIB),
        ("src/solution.rs", SOLUTION),
        ("tests/contract.rs", CONTRACT),
    ] {
        let path = folder.join(file);
        let text = template
            .replace("{name}", name)
            .replace("{crate}", &name.replace('-', "_"));
        path.parent()
            .map_or(Ok(()), fs::create_dir_all)
            .and_then(|()| fs::write(&path, text))
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

fn check_name(name: &str) -> anyhow::Result<()> {
    let is_allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if !name.starts_with(|c: char| c.is_ascii_lowercase()) || !name.chars().all(is_allowed) {
        bail!(
            "{name:?} cannot be the name of an approach: expected small letters, digits and hyphens, \
             beginning with a letter, such as my-approach"
        );
    }
    if ["contract", "fixtures", "judge"].contains(&name) {
        bail!("sudoku-{name} is a crate of this workspace already; choose another name");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::compile::Compiler;
    use crate::submission::Submission;

    #[test]
    fn the_files_of_an_approach_name_it_and_its_stub_can_be_pasted() {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("my-approach");
        make(&folder, "my-approach").unwrap();
        let read = |file: &str| fs::read_to_string(folder.join(file)).unwrap();
        assert!(read("Cargo.toml").contains("name = \"sudoku-my-approach\"\n"));
        assert!(read("tests/contract.rs").contains("(sudoku_my_approach::Solution)"));
        for file in [
            "Cargo.toml",
            "src/lib.rs",
            "src/solution.rs",
            "tests/contract.rs",
        ] {
            let text = read(file);
            assert!(
                !text.contains("{name}") && !text.contains("{crate}"),
                "{text}"
            );
        }
        let stub = Submission::read("my-approach", &folder.join("src/solution.rs")).unwrap();
        let checked = Compiler::installed(false).unwrap().check(&stub).unwrap();
        assert_eq!(checked, Ok(String::new()));
        assert_eq!(
            stub.summary(),
            "The idea in one sentence: `cargo judge list` shows this line."
        );
    }

    #[test]
    fn what_is_there_already_is_left_alone() {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("mine");
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join("notes"), "mine").unwrap();
        let error = make(&folder, "mine").unwrap_err();
        let expected = format!(
            "{} is there already; choose another name, or remove it",
            folder.display()
        );
        assert_eq!(error.to_string(), expected);
        assert_eq!(fs::read_to_string(folder.join("notes")).unwrap(), "mine");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    }

    #[rstest]
    #[case("a")]
    #[case("my-approach")]
    #[case("x2-y3")]
    fn good_names(#[case] name: &str) {
        assert!(check_name(name).is_ok());
    }

    #[rstest]
    #[case("", "cannot be the name of an approach")]
    #[case("My-approach", "cannot be the name of an approach")]
    #[case("my_approach", "cannot be the name of an approach")]
    #[case("2x", "cannot be the name of an approach")]
    #[case("-x", "cannot be the name of an approach")]
    #[case("../x", "cannot be the name of an approach")]
    #[case("größe", "cannot be the name of an approach")]
    #[case("judge", "sudoku-judge is a crate of this workspace already")]
    #[case("fixtures", "sudoku-fixtures is a crate of this workspace already")]
    fn bad_names(#[case] name: &str, #[case] why: &str) {
        let error = check_name(name).unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
    }
}
