//! Pages that show what commands print: the output stands between two markers, the first of which
//! carries the command.
//!
//! ```text
//! <!-- shows: cargo judge list -->
//! ... the output ...
//! <!-- end -->
//! ```
//!
//! Markdown output stands there as it is, other output in a block of code. Only the judge is run,
//! by itself.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, bail};

use crate::process::Process;
use crate::workspace;

/// No page shows a command that takes this long.
const LONGEST_COMMAND: Duration = Duration::from_secs(600);

const BEGIN: &str = "<!-- shows: ";
const BEGIN_ENDS: &str = " -->";
const END: &str = "<!-- end -->";

/// README.md, the problem's, and every page under docs/, in that order.
///
/// # Errors
/// If a folder cannot be listed.
pub fn pages() -> anyhow::Result<Vec<PathBuf>> {
    let root = workspace::root();
    let mut pages = vec![
        root.join("README.md"),
        root.join("problems/0037-sudoku-solver/README.md"),
    ];
    let mut folders = vec![root.join("docs")];
    while let Some(folder) = folders.pop() {
        let entries =
            fs::read_dir(&folder).with_context(|| format!("cannot list {}", folder.display()))?;
        let mut paths = Vec::new();
        for entry in entries {
            paths.push(entry?.path());
        }
        paths.sort();
        for path in paths {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                pages.push(path);
            }
        }
    }
    Ok(pages)
}

/// A command shown on a page, and the output that stands there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The command, as a reader would type it.
    pub command: String,
    /// What stands between the markers.
    pub output: String,
}

/// The commands that a page shows.
///
/// # Errors
/// If a marker has no end.
pub fn shown(page: &str) -> anyhow::Result<Vec<Shown>> {
    let mut all = Vec::new();
    splice(page, |command, output| {
        all.push(Shown {
            command: command.to_owned(),
            output: output.to_owned(),
        });
        Ok(output.to_owned())
    })?;
    Ok(all)
}

/// The page with every output made anew.
///
/// # Errors
/// If a marker has no end, or `run` fails on a command.
pub fn refresh(page: &str, run: &dyn Fn(&str) -> anyhow::Result<String>) -> anyhow::Result<String> {
    splice(page, |command, _| Ok(framed(command, &run(command)?)))
}

fn splice(
    page: &str,
    mut replace: impl FnMut(&str, &str) -> anyhow::Result<String>,
) -> anyhow::Result<String> {
    let mut text = String::new();
    let mut rest = page;
    while let Some(begin) = rest.find(BEGIN) {
        let command = begin + BEGIN.len();
        let line_end = rest[command..]
            .find('\n')
            .map_or(rest.len(), |length| command + length);
        let Some(command) = rest[command..line_end].strip_suffix(BEGIN_ENDS) else {
            bail!("a line that begins with {BEGIN:?} must end with {BEGIN_ENDS:?}");
        };
        let body = line_end + 1;
        let Some(length) = rest.get(body..).and_then(|rest| rest.find(END)) else {
            bail!("{BEGIN}{command}{BEGIN_ENDS} has no {END}");
        };
        text += &rest[..body];
        text += &replace(command, &rest[body..body + length])?;
        rest = &rest[body + length..];
    }
    Ok(text + rest)
}

/// Output as it stands on a page.
pub fn framed(command: &str, output: &str) -> String {
    let output = output.trim_end();
    if command.contains("--format markdown") {
        format!("{output}\n")
    } else {
        format!("```text\n{output}\n```\n")
    }
}

/// What a command of the judge, whose program is given, prints on standard output.
///
/// # Errors
/// If it is another command, or could not do what it was asked to.
pub fn output_of(judge: &Path, command: &str) -> anyhow::Result<String> {
    let arguments = [
        "cargo judge",
        "cargo run --release --",
        "cargo run --release",
    ];
    let Some(arguments) = arguments
        .iter()
        .find_map(|start| command.strip_prefix(start))
    else {
        bail!("{command}: only the judge's commands are run");
    };
    let mut judge = Command::new(judge);
    judge
        .args(arguments.split_whitespace())
        .current_dir(workspace::root());
    let mut process = Process::start(&mut judge).context(command.to_owned())?;
    let status = process.wait(LONGEST_COMMAND)?;
    // With exit code 1 the answer is no, which can be what a page wants to show.
    match status.and_then(|status| status.code()) {
        Some(0 | 1) => Ok(process.stdout()),
        _ => bail!("{command} failed\n{}", process.stderr().trim_end()),
    }
}
