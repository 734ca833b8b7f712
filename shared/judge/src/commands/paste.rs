//! `paste`: the text for LeetCode's editor, and whether LeetCode would accept it.

use std::io;

use super::{Ending, conclude};
use crate::cli::Paste;
use crate::submission::{Checked, Submission};
use crate::terminal::{colour, complain};

pub(super) fn run(arguments: &Paste) -> anyhow::Result<Ending> {
    let solution = Submission::find(&arguments.solution)?;
    if let Some(note) = solution.note_on_marks() {
        complain(note);
    }
    if !arguments.check {
        return conclude(solution.submitted(), Ending::Good);
    }
    match solution.check(colour(&io::stdout()))? {
        Checked::Error(error) => conclude(error + "\n", Ending::Bad),
        Checked::Fine { warnings } => {
            let place = solution.shown();
            let mut text = format!("{place} can be pasted\n");
            if !warnings.is_empty() {
                text = format!("{warnings}\n{place} can be pasted; LeetCode ignores warnings\n");
            }
            conclude(text, Ending::Good)
        }
    }
}
