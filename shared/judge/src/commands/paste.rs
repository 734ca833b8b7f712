//! `paste`: the text for LeetCode's editor, and whether LeetCode would accept it.

use std::process::ExitCode;

use super::conclude;
use crate::compile::Compiler;
use crate::submission::Submission;
use crate::terminal::print;

pub(super) fn run(solution: &str, is_checked: bool) -> anyhow::Result<ExitCode> {
    let solution = Submission::find(solution)?;
    if !is_checked {
        return conclude(solution.submitted(), ExitCode::SUCCESS);
    }
    let checked = Compiler::installed(console::colors_enabled())?.check(&solution)?;
    let (said, can, exit_code) = match checked {
        Ok(warnings) => (warnings, "can", ExitCode::SUCCESS),
        Err(error) => (error.0, "cannot", ExitCode::FAILURE),
    };
    if !said.is_empty() {
        print(said + "\n\n")?;
    }
    conclude(format!("{} {can} be pasted\n", solution.shown()), exit_code)
}
