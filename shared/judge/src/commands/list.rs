//! `list`: the approaches and their ideas.

use std::fmt::Write;
use std::process::ExitCode;

use super::conclude;
use crate::submission::Submission;
use crate::terminal::width;

pub(super) fn run() -> anyhow::Result<ExitCode> {
    let approaches = Submission::find_all(&[])?;
    let names = approaches.iter().map(|approach| approach.name.len());
    let longest = names.max().unwrap_or(0);
    let room = width().unwrap_or(usize::MAX);
    let mut text = String::new();
    for approach in &approaches {
        let line = format!("{:longest$}  {}", approach.name, approach.summary());
        writeln!(text, "{}", console::truncate_str(&line, room, "…"))?;
    }
    conclude(text, ExitCode::SUCCESS)
}
