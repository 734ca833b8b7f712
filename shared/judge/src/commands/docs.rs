//! `docs`: the output of commands that README.md and docs/ show, refreshed.

use std::env;
use std::fmt::Write;
use std::fs;

use anyhow::Context;

use super::{Ending, conclude};
use crate::{docs, interrupt, output, workspace};

pub(super) fn run() -> anyhow::Result<Ending> {
    let judge = env::current_exe().context("this program does not know where it is")?;
    interrupt::defer();
    let mut refreshed_pages = Vec::new();
    for page in docs::pages()? {
        let text =
            fs::read_to_string(&page).with_context(|| format!("cannot read {}", page.display()))?;
        let refreshed = docs::refresh(&text, &|command| docs::output_of(&judge, command))
            .with_context(|| workspace::shown(&page))?;
        if refreshed != text {
            refreshed_pages.push((page, text, refreshed));
        }
    }
    // Only where every command did what it was asked to.
    let mut report = String::new();
    for (page, text, refreshed) in refreshed_pages {
        output::replace(&page, &text, &refreshed)?;
        writeln!(report, "refreshed {}", workspace::shown(&page))?;
    }
    conclude(report, Ending::Good)
}
