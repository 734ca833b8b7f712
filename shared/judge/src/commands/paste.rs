//! `paste`: the text for LeetCode's editor, and whether LeetCode would accept it.

use std::io;

use super::{Ending, conclude};
use crate::cli::Paste;
use crate::compile::Compiler;
use crate::submission::Submission;
use crate::terminal::{colour, complain};

pub(super) fn run(arguments: &Paste) -> anyhow::Result<Ending> {
    let solution = Submission::find(&arguments.solution)?;
    if let Some(note) = solution.note_on_marks() {
        complain(note);
    }
    if !arguments.check {
        return conclude(solution.submitted(), Ending::Good);
    }
    let colour = colour(&io::stdout());
    match Compiler::installed(colour)?.check(&solution)? {
        Err(error) => conclude(error + "\n", Ending::Bad),
        Ok(warnings) => {
            let place = solution.shown();
            let mut text = format!("{place} can be pasted\n");
            if !warnings.is_empty() {
                text = format!("{warnings}\n{place} can be pasted; LeetCode ignores warnings\n");
            }
            conclude(text, Ending::Good)
        }
    }
}
