//! `list`: the approaches and their ideas.

use std::fmt::Write;

use super::{Ending, conclude};
use crate::submission::Submission;

pub(super) fn run() -> anyhow::Result<Ending> {
    let approaches = Submission::find_all(&[])?;
    let names = approaches.iter().map(|approach| approach.name.len());
    let width = names.max().unwrap_or(0);
    let mut text = String::new();
    for approach in &approaches {
        writeln!(text, "{:width$}  {}", approach.name, approach.summary())?;
    }
    conclude(text, Ending::Good)
}
