//! `list`: the approaches and their ideas.

use std::fmt::Write;

use super::{Ending, conclude};
use crate::solution;

pub(super) fn run() -> anyhow::Result<Ending> {
    let approaches = solution::approaches()?;
    let width = approaches
        .iter()
        .map(|approach| approach.name.len())
        .max()
        .unwrap_or(0);
    let mut text = String::new();
    for approach in &approaches {
        writeln!(text, "{:width$}  {}", approach.name, approach.summary())?;
    }
    conclude(text, Ending::Good)
}
