//! A submission and a wrapper become a program, kept by content so that nothing is compiled twice.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use sha2::{Digest, Sha256};

use crate::interrupt;
use crate::process::{Keep, Process};
use crate::run::signal;
use crate::submission::Submission;
use crate::{sandbox, workspace};

/// The wrapper around the solution.
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

/// rustc's message on why it rejects a solution, with the user's file and lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompileError(pub String);

impl CompileError {
    /// The first line, which says what is wrong.
    pub fn first_line(&self) -> &str {
        self.0.lines().next().unwrap_or_default()
    }
}

/// The wrappers, as a library that is compiled once.
const LIBRARY: [(&str, &str); 5] = [
    ("mod.rs", include_str!("wrapper/mod.rs")),
    ("protocol.rs", include_str!("wrapper/protocol.rs")),
    ("timed.rs", include_str!("wrapper/timed.rs")),
    ("counting.rs", include_str!("wrapper/counting.rs")),
    ("vec.rs", include_str!("wrapper/vec.rs")),
];

const TIMED_MAIN: &str = "\
struct Solution;
include!(\"solution.rs\");
fn main() {
    ::judge_wrapper::timed::main(|board| Solution::solve_sudoku(board));
}
";

/// Before it come the names that the solution finds: see [`attempts`].
const COUNTING_MAIN: &str = "\
struct Solution;
include!(\"solution.rs\");
fn main() {
    ::judge_wrapper::counting::main(|board| Solution::solve_sudoku(board));
}
";

/// Every `Vec` is the counting one.
const EVERY_VEC: &str = "\
use ::judge_wrapper::vec::Vec;
macro_rules! vec {
    ($($elements:tt)*) => { ::judge_wrapper::vec::Vec::from(std::vec![$($elements)*]) };
}
";

/// Boards and rows are the counting ones.
const BOARDS: &str = "\
type JudgeRow = ::judge_wrapper::vec::Vec<char>;
type JudgeBoard = ::judge_wrapper::vec::Vec<JudgeRow>;
";

/// With these: a `vec!` of characters is a row, and one of rows is a board.
const ROWS_BY_MACRO: &str = "\
macro_rules! vec {
    () => { std::vec::Vec::new() };
    ($($elements:tt)*) => {{
        use ::judge_wrapper::vec::{Others as _, Rows as _};
        std::vec![$($elements)*].made()
    }};
}
";

/// The texts of main.rs and solution.rs to compile, and those to try if that fails: the standard `Vec`
/// and the counting one can meet in a solution and not fit together. Then only boards and rows are
/// counting ones, where the solution names their types. Every line stays where it is.
fn attempts(wrapper: Wrapper, code: String) -> Vec<(String, String)> {
    // No solution reaches the judge's own parts.
    let code = code.replace("judge_wrapper", "not_for_solutions");
    if wrapper == Wrapper::Timed {
        return vec![(TIMED_MAIN.to_owned(), code)];
    }
    let boards = named(&code, "Vec<Vec<char>>", "crate::JudgeBoard");
    let rows = named(&boards, "Vec<char>", "crate::JudgeRow");
    let main = |names: &[&str]| names.concat() + COUNTING_MAIN;
    vec![
        (
            main(&[EVERY_VEC]),
            code.replace("std::vec::Vec", "crate::Vec"),
        ),
        (
            main(&[BOARDS, ROWS_BY_MACRO]),
            rows.replace(".to_vec()", ".to_vec().into()"),
        ),
    ]
}

/// A solution's text with one type in place of another, and its empty vectors made as that type.
fn named(text: &str, from: &str, to: &str) -> String {
    text.replace("std::vec::Vec", "Vec")
        .replace(from, to)
        .replace(&format!("{to} = Vec::"), &format!("{to} = {to}::"))
        .replace(&format!("{to} = vec![]"), &format!("{to} = {to}::new()"))
}

/// LeetCode's edition and optimisation. docs/methodology.md names the source.
const FLAGS: [&str; 5] = [
    "--edition=2024",
    "-Copt-level=2",
    "-Cdebug-assertions=off",
    "-Coverflow-checks=off",
    "-Awarnings",
];
const OF_LIBRARY: [&str; 3] = ["--crate-type=rlib", "--crate-name=judge_wrapper", "mod.rs"];
const OF_PROGRAM: [&str; 4] = [
    "--crate-type=bin",
    "--crate-name=solution",
    "--emit=link,dep-info",
    "main.rs",
];

/// Makes no program, and says what LeetCode's compiler would say.
const CHECK_FLAGS: [&str; 4] = [
    "--edition=2024",
    "--crate-type=bin",
    "--emit=metadata,dep-info",
    "solution.rs",
];

const PROGRAM: &str = if cfg!(windows) {
    "solution.exe"
} else {
    "solution"
};

/// A file that takes longer to compile has a constant or a macro without end.
const TOO_LONG: &str = "error: rustc took over";
const LONGEST_COMPILATION: Duration = Duration::from_secs(60);
const MOST_MEMORY: u64 = 4 << 30;

/// The installed rustc.
#[derive(Clone)]
pub struct Rustc {
    program: PathBuf,
    colour: bool,
    version: String,
}

/// LeetCode's compiler, as its minor version.
const OLDEST_RUSTC: u32 = 88;

impl Rustc {
    /// `RUSTC` if that is set, otherwise the one on `PATH`; `colour` is for its messages.
    ///
    /// # Errors
    /// If there is none, or it is too old.
    pub fn installed(colour: bool) -> anyhow::Result<Self> {
        let program = std::env::var_os("RUSTC").filter(|it| !it.is_empty());
        let program = PathBuf::from(program.unwrap_or_else(|| "rustc".into()));
        let is_path = program.components().count() > 1;
        // It will run in other folders than this one.
        let absolute = std::path::absolute(&program).ok().filter(|_| is_path);
        let mut rustc = Rustc {
            program: absolute.unwrap_or(program),
            colour,
            version: String::new(),
        };
        let said = rustc.run(Path::new("."), &["-V"])?;
        rustc.version.clone_from(&said.stdout);
        let minor = rustc.version.split('.').nth(1);
        let minor = minor.filter(|_| rustc.version.starts_with("rustc "));
        match minor.and_then(|minor| minor.parse::<u32>().ok()) {
            _ if said.is_late => bail!(
                "{} -V gave no version within {} seconds; set RUSTC to another rustc",
                rustc.program.display(),
                LONGEST_COMPILATION.as_secs()
            ),
            Some(minor) if said.status.success() && minor >= OLDEST_RUSTC => Ok(rustc),
            Some(_) if said.status.success() => bail!(
                "{} is too old; the judge needs 1.{OLDEST_RUSTC}, as LeetCode has it, or newer",
                rustc.version.trim()
            ),
            _ => bail!(
                "{} -V failed with {}: {}",
                rustc.program.display(),
                said.status,
                said.message()
            ),
        }
    }

    fn run(&self, folder: &Path, arguments: &[&str]) -> anyhow::Result<Said> {
        let colour = if self.colour { "always" } else { "never" };
        let mut command = Command::new(&self.program);
        command
            .current_dir(folder)
            .arg(format!("--color={colour}"))
            .args(arguments);
        let limits = sandbox::Confinement {
            memory: MOST_MEMORY,
            cpu: LONGEST_COMPILATION,
            files: None,
        };
        let started = sandbox::confine(&mut command, &limits)
            .and_then(|()| Process::start(&mut command, Keep::First));
        let mut process = started.map_err(|error| {
            anyhow!(
                "cannot run {}: {error}\nThe judge compiles solutions with rustc: install Rust \
                 (https://rustup.rs) or set RUSTC to its path.",
                self.program.display()
            )
        })?;
        let status = process.wait(LONGEST_COMPILATION)?;
        Ok(Said {
            status: status.unwrap_or_default(),
            is_late: status.is_none(),
            stdout: process.stdout(),
            stderr: process.stderr(),
        })
    }

    /// Whether LeetCode's compiler accepts solution.rs in a folder: with the warnings, or with the
    /// error.
    ///
    /// # Errors
    /// If rustc cannot be run, or fails through no fault of the solution.
    pub fn check(&self, folder: &Path) -> anyhow::Result<Result<String, String>> {
        self.compile(folder, &CHECK_FLAGS, "solution.rs")
    }

    /// Compiles `main`, which is in the folder.
    fn compile(
        &self,
        folder: &Path,
        flags: &[&str],
        main: &str,
    ) -> anyhow::Result<Result<String, String>> {
        let said = self.run(folder, flags)?;
        if said.is_late {
            let seconds = LONGEST_COMPILATION.as_secs();
            return Ok(Err(format!(
                "{TOO_LONG} {seconds} seconds; is there a constant or a macro without end?"
            )));
        }
        if said.status.success() {
            let list = fs::read_to_string(folder.join("solution.d")).unwrap_or_default();
            return Ok(match other_file(&list) {
                None => Ok(said.stderr.trim_end().to_owned()),
                Some(file) => Err(format!(
                    "error: the solution brings in {file}; a submission is one file, and LeetCode \
                     has no other"
                )),
            });
        }
        if matches!(signal(said.status), Some(ABORT | SEGMENTATION_FAULT)) {
            return Ok(Err(format!("error: rustc crashed on it ({})", said.status)));
        }
        let points_at_a_line = said.stderr.contains("--> ") && folder.join(main).exists();
        if points_at_a_line || self.compiles_an_empty_program(folder) && folder.join(main).exists()
        {
            return Ok(Err(said.message().to_owned()));
        }
        bail!(
            "{} failed with {}, and not because of the solution: {}",
            self.program.display(),
            said.status,
            said.message()
        )
    }

    /// Whether the compiler, the linker and the disk work.
    fn compiles_an_empty_program(&self, folder: &Path) -> bool {
        let works = fs::write(folder.join("empty.rs"), "fn main() {}\n").is_ok();
        works
            && self
                .run(folder, &["empty.rs"])
                .is_ok_and(|said| said.status.success())
    }
}

struct Said {
    status: ExitStatus,
    is_late: bool,
    stdout: String,
    stderr: String,
}

impl Said {
    fn message(&self) -> &str {
        match self.stderr.trim_end() {
            "" => "it said nothing",
            message => message,
        }
    }
}

const ABORT: i32 = 6;
const SEGMENTATION_FAULT: i32 = 11;

/// Compiles solutions with the installed rustc.
#[derive(Clone)]
pub struct Compiler {
    rustc: Rustc,
    cache: PathBuf,
    /// The compiled wrappers, as a path in the cache.
    library: PathBuf,
}

impl Compiler {
    /// The installed rustc; `colour` is for its messages.
    ///
    /// # Errors
    /// If there is none, or nothing can be kept under target/.
    pub fn installed(colour: bool) -> anyhow::Result<Self> {
        interrupt::defer();
        let cache = workspace::judge_folder()?.join("programs");
        workspace::remove_leftovers()?;
        fs::create_dir_all(&cache)
            .with_context(|| format!("cannot keep compiled programs in {}", cache.display()))?;
        remove_old_programs(&cache);
        let mut compiler = Compiler {
            rustc: Rustc::installed(colour)?,
            cache,
            library: PathBuf::new(),
        };
        let flags: Vec<&str> = FLAGS.into_iter().chain(OF_LIBRARY).collect();
        match compiler.kept("libjudge_wrapper.rlib", &LIBRARY, &flags)? {
            Ok(library) => compiler.library = library.strip_prefix(&compiler.cache)?.to_path_buf(),
            Err(error) => bail!("the judge's wrapper does not compile\n{error}"),
        }
        Ok(compiler)
    }

    /// The same, with another folder for programs.
    ///
    /// # Errors
    /// If the folder cannot be made.
    pub fn keeping(&self, programs: &Path) -> anyhow::Result<Self> {
        fs::create_dir_all(programs)
            .with_context(|| format!("cannot write to {}", programs.display()))?;
        Ok(Compiler {
            cache: programs.to_path_buf(),
            ..self.clone()
        })
    }

    /// The solution as a program.
    ///
    /// # Errors
    /// If rustc cannot be run, fails through no fault of the solution, the program cannot be kept, or
    /// Ctrl-C was pressed. The inner error is the solution's.
    pub fn compile(
        &self,
        solution: &Submission,
        wrapper: Wrapper,
    ) -> anyhow::Result<Result<Program, CompileError>> {
        if let Some(why) = solution.bad_beginning() {
            return Ok(Err(CompileError(why)));
        }
        // A path from the draft, so that programs stay known in a checkout that was moved.
        let library = format!(
            "--extern=judge_wrapper=../programs/{}",
            self.library.display()
        );
        let mut flags: Vec<&str> = FLAGS.into_iter().chain(OF_PROGRAM).collect();
        flags.push(&library);
        let mut first_error = None;
        for (main, code) in attempts(wrapper, solution.code()) {
            let sources = [("main.rs", main.as_str()), ("solution.rs", &code)];
            match self.kept(PROGRAM, &sources, &flags)? {
                Ok(path) => return Ok(Ok(Program { path })),
                Err(message) => {
                    let is_last = message.starts_with(TOO_LONG);
                    first_error.get_or_insert(message);
                    if is_last {
                        break;
                    }
                }
            }
        }
        let message = about_wrapper(first_error.unwrap_or_default());
        Ok(Err(CompileError(solution.explained(&message))))
    }

    /// A file that rustc makes of sources, of which the first is the root, or the one that was made of
    /// them before.
    fn kept(
        &self,
        file: &str,
        sources: &[(&str, &str)],
        flags: &[&str],
    ) -> anyhow::Result<Result<PathBuf, String>> {
        let home = self.cache.join(self.key(sources, flags));
        let made = home.join(file);
        if made.is_file() {
            return Ok(Ok(made));
        }
        let judge_folder = workspace::judge_folder()?;
        // Compiled in another folder and moved there whole, so that no judge finds half a program.
        let draft = workspace::temporary_folder("draft")?;
        for (name, text) in sources {
            let path = draft.path().join(name);
            fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
        }
        if let Err(message) = self.rustc.compile(draft.path(), flags, sources[0].0)? {
            let is_there = |(name, _): &(&str, &str)| draft.path().join(name).is_file();
            let library = judge_folder.join("programs").join(&self.library);
            if !library.exists() || !sources.iter().all(is_there) {
                bail!(
                    "{} was emptied while rustc worked there; run this again",
                    judge_folder.display()
                );
            }
            return Ok(Err(message));
        }
        if !draft.path().join(file).is_file() {
            bail!(
                "{} made no {file}, and did not say why",
                self.rustc.program.display()
            );
        }
        if let Err(error) = fs::rename(draft.path(), &home)
            // Another judge was quicker with the same program.
            && !made.is_file()
        {
            let home = home.display();
            return Err(error).context(format!("cannot keep a compiled program at {home}"));
        }
        Ok(Ok(made))
    }

    /// Names a program by everything that it is made of.
    fn key(&self, sources: &[(&str, &str)], flags: &[&str]) -> String {
        let mut hash = Sha256::new();
        let texts = sources.iter().flat_map(|&(name, text)| [name, text]);
        let flags = flags.iter().copied();
        for part in [self.rustc.version.as_str()]
            .into_iter()
            .chain(flags)
            .chain(texts)
        {
            hash.update(part.len().to_le_bytes());
            hash.update(part);
        }
        let digest = hash.finalize();
        let half = digest.first_chunk().expect("SHA-256 has 32 bytes");
        format!("{:032x}", u128::from_be_bytes(*half))
    }
}

/// A file that rustc took in and that the judge did not give it, from a list in make's form: it names
/// each file with nothing behind its colon.
fn other_file(list: &str) -> Option<String> {
    let lines = list.lines().filter(|line| !line.starts_with('#'));
    let files = lines.filter_map(|line| line.strip_suffix(':'));
    let mut files = files.map(|file| file.replace("\\ ", " "));
    files.find(|file| !["main.rs", "solution.rs"].contains(&file.as_str()))
}

/// rustc's message, with a word on the wrapper if it speaks of that.
fn about_wrapper(mut message: String) -> String {
    if message.contains("main.rs:") {
        message += "\nmain.rs is the judge's: like LeetCode, it supplies struct Solution and a main, \
                    and calls\nSolution::solve_sudoku(board: &mut Vec<Vec<char>>)";
    }
    message
}

/// How long a program is kept.
const KEPT_FOR: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// Removes programs that were compiled long ago: one that is needed is compiled again.
fn remove_old_programs(cache: &Path) {
    for entry in fs::read_dir(cache).into_iter().flatten().flatten() {
        if workspace::age(&entry).is_some_and(|age| age > KEPT_FOR) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::other_file;

    #[rstest]
    #[case("", None)]
    #[case(
        "solution.d: main.rs\n\nmain.rs:\nsolution.rs:\n\n# env-dep:A=b:\n",
        None
    )]
    #[case("main.rs:\n/a/my\\ other.rs:\n", Some("/a/my other.rs"))]
    #[case("../solution.rs:\n", Some("../solution.rs"))]
    fn other_files_are_found(#[case] list: &str, #[case] expected: Option<&str>) {
        assert_eq!(other_file(list).as_deref(), expected);
    }
}
