//! A solution file and a wrapper become a program, kept by content so that nothing is compiled
//! twice.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, bail};
use sha2::{Digest, Sha256};

use crate::interrupt;
use crate::process::{self, Captured};
use crate::solution::Solution;
use crate::workspace;

/// What is put around the solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrapper {
    /// Times `solve_sudoku`.
    Timed,
    /// Counts what it does to the board.
    Counting,
}

/// A compiled solution.
#[derive(Clone, Debug)]
pub struct Program {
    /// The executable.
    pub path: PathBuf,
}

/// rustc turned the solution down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompileError {
    /// What rustc said, with the user's file and lines.
    pub message: String,
}

const TIMED_MAIN: &str = "\
struct Solution;
include!(\"solution.rs\");
#[path = \".\"]
mod judge_wrapper {
    pub mod protocol;
    pub mod timed;
}
fn main() {
    judge_wrapper::timed::main(Solution::solve_sudoku);
}
";

const COUNTING_MAIN: &str = "\
#[path = \".\"]
mod judge_wrapper {
    pub mod counting;
    pub mod protocol;
}
use judge_wrapper::counting::Vec;
macro_rules! vec {
    ($($elements:tt)*) => { $crate::judge_wrapper::counting::Vec::from(std::vec![$($elements)*]) };
}
struct Solution;
include!(\"solution.rs\");
fn main() {
    judge_wrapper::counting::main(Solution::solve_sudoku);
}
";

/// LeetCode states neither edition nor flags; these are an older edition, which every solution here
/// must compile as, and what cargo calls release mode.
const FLAGS: [&str; 9] = [
    "--edition=2021",
    "-Copt-level=3",
    "-Cdebug-assertions=off",
    "-Coverflow-checks=off",
    "--crate-type=bin",
    "--crate-name=solution",
    "--cap-lints=allow",
    "-o",
    PROGRAM,
];

const PROGRAM: &str = if cfg!(windows) {
    "program.exe"
} else {
    "program"
};

/// No solution takes this long to compile; one that does has a macro without end.
const LONGEST_COMPILATION: Duration = Duration::from_secs(60);

/// Compiles solutions with the installed rustc.
pub struct Compiler {
    rustc: PathBuf,
    version: String,
    cache: PathBuf,
    colour: bool,
}

impl Compiler {
    /// The installed rustc; `colour` is for its messages.
    ///
    /// # Errors
    /// If there is none, or nothing can be kept under target/.
    pub fn installed(colour: bool) -> anyhow::Result<Self> {
        let rustc = std::env::var_os("RUSTC").map_or_else(|| PathBuf::from("rustc"), PathBuf::from);
        let output = match Command::new(&rustc).arg("-vV").output() {
            Ok(output) => output,
            Err(error) => bail!(
                "cannot run {}: {error}\nThe judge compiles solutions with rustc: install Rust \
                 (https://rustup.rs) or set RUSTC to its path.",
                rustc.display()
            ),
        };
        if !output.status.success() {
            let message = String::from_utf8_lossy(&output.stderr).into_owned();
            bail!("{} -vV failed: {}", rustc.display(), message.trim());
        }
        let version = String::from_utf8_lossy(&output.stdout).into_owned();
        let cache = workspace::judge_folder()?.join("programs");
        fs::create_dir_all(&cache)
            .with_context(|| format!("cannot keep compiled programs in {}", cache.display()))?;
        Ok(Compiler {
            rustc,
            version,
            cache,
            colour,
        })
    }

    /// The solution as a program.
    ///
    /// # Errors
    /// If the program cannot be kept, rustc cannot be run, or Ctrl-C was pressed. That the solution
    /// does not compile is no error of this kind: it is the inner result.
    pub fn compile(
        &self,
        solution: &Solution,
        wrapper: Wrapper,
    ) -> anyhow::Result<Result<Program, CompileError>> {
        let sources = sources(wrapper);
        let home = self.cache.join(self.key(&solution.text, &sources));
        let program = home.join(PROGRAM);
        if program.is_file() {
            return Ok(Ok(Program { path: program }));
        }
        // Compiled aside and moved there whole, so that nobody ever finds half a program.
        let draft = tempfile::Builder::new()
            .prefix("draft-")
            .tempdir_in(&self.cache)
            .with_context(|| format!("cannot compile in {}", self.cache.display()))?;
        fs::write(draft.path().join("solution.rs"), &solution.text)?;
        for (name, text) in sources {
            fs::write(draft.path().join(name), text)?;
        }
        if let Err(error) = self.run_rustc(draft.path(), solution)? {
            return Ok(Err(error));
        }
        match fs::rename(draft.path(), &home) {
            // Another judge was quicker with the same program.
            Err(_) if program.is_file() => {}
            renamed => renamed
                .with_context(|| format!("cannot keep a compiled program at {}", home.display()))?,
        }
        Ok(Ok(Program { path: program }))
    }

    fn run_rustc(
        &self,
        folder: &Path,
        solution: &Solution,
    ) -> anyhow::Result<Result<(), CompileError>> {
        let mut rustc = Command::new(&self.rustc);
        rustc.current_dir(folder).args(FLAGS).arg("main.rs");
        rustc.arg(if self.colour {
            "--color=always"
        } else {
            "--color=never"
        });
        let captured = process::capture(rustc, LONGEST_COMPILATION)
            .with_context(|| format!("cannot run {}", self.rustc.display()))?;
        interrupt::check()?;
        let message = match captured {
            None => format!("rustc took over {} seconds", LONGEST_COMPILATION.as_secs()),
            Some(Captured { status, .. }) if status.success() => return Ok(Ok(())),
            Some(Captured { stderr, .. }) => stderr,
        };
        Ok(Err(CompileError {
            message: solution.with_its_name(message.trim_end()),
        }))
    }

    /// Names a program by all that it is made of.
    fn key(&self, solution: &[u8], sources: &[(&str, &str)]) -> String {
        let mut hash = Sha256::new();
        let flags = FLAGS.join(" ");
        let parts = [self.version.as_bytes(), flags.as_bytes(), solution];
        let texts = sources
            .iter()
            .flat_map(|(name, text)| [name.as_bytes(), text.as_bytes()]);
        for part in parts.into_iter().chain(texts) {
            hash.update(part.len().to_le_bytes());
            hash.update(part);
        }
        let digest = hash.finalize();
        let half = digest.first_chunk().expect("SHA-256 has 32 bytes");
        format!("{:032x}", u128::from_be_bytes(*half))
    }
}

fn sources(wrapper: Wrapper) -> [(&'static str, &'static str); 3] {
    let protocol = ("protocol.rs", include_str!("wrapper/protocol.rs"));
    match wrapper {
        Wrapper::Timed => [
            ("main.rs", TIMED_MAIN),
            protocol,
            ("timed.rs", include_str!("wrapper/timed.rs")),
        ],
        Wrapper::Counting => [
            ("main.rs", COUNTING_MAIN),
            protocol,
            ("counting.rs", include_str!("wrapper/counting.rs")),
        ],
    }
}

/// Removes what a judge left that was killed while it compiled.
///
/// # Errors
/// If the folder of compiled programs cannot be read.
pub fn remove_old_drafts(cache: &Path, older_than: Duration) -> io::Result<()> {
    for entry in fs::read_dir(cache)? {
        let entry = entry?;
        let is_draft = entry.file_name().to_string_lossy().starts_with("draft-");
        let age = entry
            .metadata()
            .and_then(|it| it.modified())
            .ok()
            .and_then(|at| at.elapsed().ok());
        if is_draft && age.is_some_and(|age| age > older_than) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
    Ok(())
}
