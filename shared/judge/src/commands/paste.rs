//! `paste`: what goes into LeetCode's editor, byte for byte, and whether it can.

use std::io;
use std::path::Path;

use anyhow::bail;

use super::{Ending, colour, conclude};
use crate::cli::Paste;
use crate::solution::{self, Solution};
use crate::submission;

pub(super) fn run(arguments: &Paste) -> anyhow::Result<Ending> {
    if let Some(file) = &arguments.check {
        let solution = Solution::read(&file.display().to_string(), file)?;
        return check(&solution);
    }
    let name = arguments.approach.as_deref().unwrap_or_default();
    let approaches = solution::approaches()?;
    let Some(approach) = approaches.iter().find(|approach| approach.name == name) else {
        let names: Vec<&str> = approaches
            .iter()
            .map(|approach| approach.name.as_str())
            .collect();
        if Path::new(name).is_file() {
            bail!("{name} is a file already; to see whether it can be pasted: --check {name}");
        }
        bail!(
            "there is no approach {name}\nApproaches: {}",
            names.join(", ")
        );
    };
    conclude(&approach.text, Ending::Good)
}

fn check(solution: &Solution) -> anyhow::Result<Ending> {
    let faults = submission::faults(solution, colour(&io::stdout()))?;
    if faults.is_empty() {
        let text = format!("{} can be pasted as it is\n", solution.name);
        return conclude(text, Ending::Good);
    }
    conclude(faults.join("\n") + "\n", Ending::Bad)
}
