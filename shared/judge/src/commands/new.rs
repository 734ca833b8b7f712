//! `new`: the folder of a new approach, with a submission that compiles and is still wrong.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, bail};

use super::conclude;
use crate::workspace;

/// The files of an approach, with `{name}` and `{crate}` in place of its names.
const FILES: [(&str, &str); 4] = [
    ("Cargo.toml", include_str!("new/Cargo.toml.template")),
    ("src/lib.rs", include_str!("new/lib.rs.template")),
    ("src/solution.rs", include_str!("new/solution.rs.template")),
    (
        "tests/contract.rs",
        include_str!("new/contract.rs.template"),
    ),
];

pub(super) fn run(name: &str) -> anyhow::Result<ExitCode> {
    check_name(name)?;
    let folder = workspace::root().join(workspace::PROBLEM).join(name);
    make(&folder, name)?;
    let text = format!(
        "Made {shown}. Write your idea into {shown}/src/solution.rs.\n\n\
         cargo judge watch {name}          judges it each time you save: start here\n\
         cargo judge paste {name}          prints the text to paste into LeetCode\n\
         cargo test -p sudoku-{name}       tests it on thousands of boards; some have no solution,\n\
         \u{20}                                and must come back as they were\n",
        shown = workspace::shown(&folder),
    );
    conclude(text, ExitCode::SUCCESS)
}

/// Makes the folder of an approach, which must not be there yet.
fn make(folder: &Path, name: &str) -> anyhow::Result<()> {
    let shown = workspace::shown(folder);
    let about = || format!("cannot make {shown}");
    if folder.exists() {
        bail!("{shown} is there already; choose another name, or remove it");
    }
    for (file, template) in FILES {
        let path = folder.join(file);
        fs::create_dir_all(path.with_file_name("")).with_context(about)?;
        let text = template
            .replace("{name}", name)
            .replace("{crate}", &name.replace('-', "_"));
        fs::write(path, text).with_context(about)?;
    }
    Ok(())
}

fn check_name(name: &str) -> anyhow::Result<()> {
    let is_allowed = |c: char| matches!(c, 'a'..='z' | '0'..='9' | '-');
    // The last ones are crates of this workspace already.
    if !name.starts_with(|c: char| c.is_ascii_lowercase())
        || !name.chars().all(is_allowed)
        || ["contract", "fixtures", "judge"].contains(&name)
    {
        bail!(
            "{name:?} cannot be the name of an approach: expected small letters, digits and hyphens, \
             beginning with a letter, such as my-approach; not contract, fixtures or judge"
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
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
        for (file, _) in FILES {
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
        let shown = folder.display();
        let expected = format!("{shown} is there already; choose another name, or remove it");
        assert_eq!(error.to_string(), expected);
        assert_eq!(fs::read_to_string(folder.join("notes")).unwrap(), "mine");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    }

    #[test]
    fn names_are_checked() {
        for good in ["a", "my-approach", "x2-y3"] {
            check_name(good).unwrap();
        }
        for bad in ["", "My-x", "my_x", "2x", "-x", "../x", "größe", "judge"] {
            check_name(bad).unwrap_err();
        }
    }
}
