//! `paste`: the text for LeetCode's editor, and whether LeetCode would accept it.

use std::process::ExitCode;

use super::conclude;
use crate::compile::Compiler;
use crate::submission::Submission;

pub(super) fn run(solution: &str, is_checked: bool) -> anyhow::Result<ExitCode> {
    let solution = Submission::find(solution)?;
    if !is_checked {
        return conclude(solution.submitted(), ExitCode::SUCCESS);
    }
    let place = solution.shown();
    match Compiler::installed(console::colors_enabled())?.check(&solution)? {
        Err(error) => conclude(error.0 + "\n", ExitCode::FAILURE),
        Ok(warnings) if warnings.is_empty() => {
            conclude(format!("{place} can be pasted\n"), ExitCode::SUCCESS)
        }
        Ok(warnings) => conclude(
            format!("{warnings}\n{place} can be pasted; LeetCode ignores warnings\n"),
            ExitCode::SUCCESS,
        ),
    }
}
