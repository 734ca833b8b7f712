//! `new`: the folder of a new approach, with a submission that compiles and is still wrong.

use std::fs;

use anyhow::{Context, bail};

use super::{Ending, print};
use crate::cli::New;
use crate::{solution, workspace};

const PROBLEM: &str = "problems/0037-sudoku-solver";

const MANIFEST: &str = include_str!("new/Cargo.toml.template");
const LIB: &str = include_str!("new/lib.rs.template");
const SOLUTION: &str = include_str!("new/solution.rs.template");
const CONTRACT: &str = include_str!("new/contract.rs.template");

pub(super) fn run(arguments: &New) -> anyhow::Result<Ending> {
    let name = arguments.name.as_str();
    check_name(name)?;
    let folder = workspace::root().join(PROBLEM).join(name);
    let taken = solution::approaches()?
        .iter()
        .any(|approach| approach.name == name);
    if taken || folder.exists() {
        bail!(
            "there is already an approach {name}: {}",
            workspace::shown(&folder)
        );
    }
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
    print(format!(
        "Made {shown}.\n\n\
         1. Write your idea into {shown}/src/solution.rs.\n\
         2. cargo test -p sudoku-{name}       its tests fail until it is right\n\
         3. cargo judge run {name}            what LeetCode would say\n\
         4. cargo judge paste {name}          what to paste there\n",
        shown = workspace::shown(&folder),
    ))?;
    Ok(Ending::Good)
}

fn check_name(name: &str) -> anyhow::Result<()> {
    let starts_well = name.starts_with(|c: char| c.is_ascii_lowercase());
    let ends_well = name.ends_with(|c: char| c.is_ascii_lowercase() || c.is_ascii_digit());
    let allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if !starts_well || !ends_well || !name.chars().all(allowed) || name.contains("--") {
        bail!(
            "{name:?} cannot be the name of an approach: expected small letters, digits and single \
             hyphens, beginning with a letter, such as my-approach"
        );
    }
    if name.len() > 40 {
        bail!("{name:?} is longer than 40 characters");
    }
    if ["fixtures", "judge"].contains(&name) {
        bail!("sudoku-{name} is a crate of this workspace already; choose another name");
    }
    Ok(())
}
