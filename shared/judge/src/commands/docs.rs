//! `docs`: the output of commands that README.md and docs/ show, refreshed.

use std::env;
use std::fmt::Write;
use std::fs;

use anyhow::Context;

use super::{Ending, print};
use crate::docs;
use crate::workspace;

pub(super) fn run() -> anyhow::Result<Ending> {
    let judge = env::current_exe().context("this program does not know where it is")?;
    let mut report = String::new();
    for page in docs::pages()? {
        let text =
            fs::read_to_string(&page).with_context(|| format!("cannot read {}", page.display()))?;
        let refreshed = docs::refresh(&text, &|command| docs::output_of(&judge, command))
            .with_context(|| workspace::shown(&page))?;
        if refreshed != text {
            fs::write(&page, refreshed)
                .with_context(|| format!("cannot write {}", page.display()))?;
            writeln!(report, "refreshed {}", workspace::shown(&page))?;
        }
    }
    print(report)?;
    Ok(Ending::Good)
}
