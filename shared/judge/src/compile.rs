//! A submission and a wrapper become a program, kept by content so that nothing is compiled twice.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime};

use anyhow::{Context, anyhow, bail};

use crate::interrupt;
use crate::process::Process;
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

/// Boards and rows are the counting ones, and `vec!` makes these.
const BOARDS_AND_ROWS: &str = "\
type JudgeRow = ::judge_wrapper::vec::Vec<char>;
type JudgeBoard = ::judge_wrapper::vec::Vec<JudgeRow>;
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
fn attempts(wrapper: Wrapper, code: &str) -> Vec<(String, String)> {
    // No solution reaches the judge's own parts.
    let code = code.replace("judge_wrapper", "not_for_solutions");
    if wrapper == Wrapper::Timed {
        return vec![(TIMED_MAIN.to_owned(), code)];
    }
    let short = code.replace("std::vec::Vec", "Vec");
    let boards = named(&short, "Vec<Vec<char>>", "crate::JudgeBoard");
    let rows = named(&boards, "Vec<char>", "crate::JudgeRow");
    let every_vec = code.replace("std::vec::Vec", "crate::Vec");
    let boards_and_rows = rows.replace(".to_vec()", ".to_vec().into()");
    vec![
        (EVERY_VEC.to_owned() + COUNTING_MAIN, every_vec),
        (BOARDS_AND_ROWS.to_owned() + COUNTING_MAIN, boards_and_rows),
    ]
}

/// A solution's text with one type in place of another, and its empty vectors made as that type.
fn named(text: &str, from: &str, to: &str) -> String {
    text.replace(from, to)
        .replace(&format!("{to} = Vec::"), &format!("{to} = {to}::"))
        .replace(&format!("{to} = vec![]"), &format!("{to} = {to}::new()"))
}

/// LeetCode's edition and optimisation. docs/methodology.md names the source.
const FLAGS: [&str; 4] = [
    "--edition=2024",
    "-Copt-level=2",
    "-Cdebug-assertions=off",
    "-Coverflow-checks=off",
];
const OF_LIBRARY: [&str; 3] = ["--crate-type=rlib", "--crate-name=judge_wrapper", "mod.rs"];

/// Where rustc rejects this too, a solution is not at fault. It fits every board.
const NOTHING: &str = "impl Solution { fn solve_sudoku<T>(_: &mut T) {} }\n";

const PROGRAM: &str = if cfg!(windows) {
    "solution.exe"
} else {
    "solution"
};

const LONGEST_COMPILATION: Duration = Duration::from_secs(60);
const MOST_MEMORY: u64 = 4 << 30;

/// LeetCode's compiler, as its minor version.
const OLDEST_RUSTC: u32 = 88;

/// Compiles solutions with the installed rustc.
pub struct Compiler {
    rustc: PathBuf,
    version: String,
    colour: bool,
    cache: PathBuf,
    /// The compiled wrappers, as a path in the cache.
    library: PathBuf,
}

impl Compiler {
    /// `RUSTC` if that is set, otherwise the one on `PATH`; `colour` is for its messages.
    ///
    /// # Errors
    /// If there is none, it is too old, or nothing can be kept under target/.
    pub fn installed(colour: bool) -> anyhow::Result<Self> {
        interrupt::defer();
        let cache = workspace::judge_folder()?.join("programs");
        fs::create_dir_all(&cache)
            .with_context(|| format!("cannot keep compiled programs in {}", cache.display()))?;
        workspace::remove_old_files(&cache)?;
        let rustc = std::env::var_os("RUSTC").filter(|it| !it.is_empty());
        let mut rustc = PathBuf::from(rustc.unwrap_or_else(|| "rustc".into()));
        if rustc.components().count() > 1 {
            // It will run in other folders than this one.
            rustc = std::path::absolute(rustc)?;
        }
        let mut compiler = Compiler {
            rustc,
            version: String::new(),
            colour,
            cache,
            library: PathBuf::new(),
        };
        let (Ok(version) | Err(version)) = compiler.run(Path::new("."), &["-V"])?;
        let minor = version
            .strip_prefix("rustc 1.")
            .and_then(|it| it.split('.').next());
        if minor.and_then(|it| it.parse().ok()) < Some(OLDEST_RUSTC) {
            bail!(
                "the judge needs rustc 1.{OLDEST_RUSTC}, as LeetCode has it, or newer; {} -V says: \
                 {version}",
                compiler.rustc.display()
            );
        }
        compiler.version = version;
        let flags = FLAGS.into_iter().chain(OF_LIBRARY).map(str::to_owned);
        let flags: Vec<String> = flags.collect();
        let draft = workspace::temporary_folder("draft")?;
        match compiler.kept(draft.path(), "libjudge_wrapper.rlib", &LIBRARY, &flags)? {
            Ok(library) => compiler.library = library.strip_prefix(&compiler.cache)?.to_path_buf(),
            Err(error) => bail!("the judge's wrapper does not compile\n{error}"),
        }
        Ok(compiler)
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
        let flags = self.flags(&["--emit=link,dep-info", "-Awarnings"]);
        let draft = workspace::temporary_folder("draft")?;
        let mut rejected = None;
        for (main, code) in attempts(wrapper, &solution.code()) {
            let sources = [("main.rs", main.as_str()), ("solution.rs", &code)];
            let kept = self.kept(draft.path(), PROGRAM, &sources, &flags);
            match kept.with_context(|| format!("cannot compile {}", solution.shown()))? {
                Ok(path) => return Ok(Ok(Program { path })),
                Err(message) => rejected.get_or_insert((main, message)),
            };
        }
        let (main, message) = rejected.context("there is an attempt")?;
        let message = self.blame(draft.path(), &main, &flags, solution, message)?;
        Ok(Err(CompileError(message)))
    }

    /// Whether LeetCode's compiler accepts a submission: with the warnings, or with the error.
    ///
    /// # Errors
    /// As for [`Compiler::compile`].
    pub fn check(&self, solution: &Submission) -> anyhow::Result<Result<String, String>> {
        let flags = self.flags(&["--emit=metadata,dep-info"]);
        let draft = workspace::temporary_folder("draft")?;
        let (main, code) = attempts(Wrapper::Timed, &solution.code()).swap_remove(0);
        let sources = [("main.rs", main.as_str()), ("solution.rs", &code)];
        Ok(match self.try_sources(draft.path(), &sources, &flags)? {
            Ok(warnings) => Ok(solution.with_its_name(&warnings)),
            Err(message) => Err(self.blame(draft.path(), &main, &flags, solution, message)?),
        })
    }

    fn flags(&self, others: &[&str]) -> Vec<String> {
        let of_program = ["--crate-name=solution", "main.rs"];
        let flags = FLAGS.iter().chain(&of_program).chain(others);
        // A path from the draft, so that programs stay known in a checkout that was moved.
        let library = self.library.display();
        let library = format!("--extern=judge_wrapper=../programs/{library}");
        flags.copied().map(str::to_owned).chain([library]).collect()
    }

    /// What rustc says: if it succeeds, or else if it fails.
    fn run(
        &self,
        folder: &Path,
        arguments: &[impl AsRef<OsStr>],
    ) -> anyhow::Result<Result<String, String>> {
        let colour = if self.colour { "always" } else { "never" };
        let mut command = Command::new(&self.rustc);
        command
            .current_dir(folder)
            .arg(format!("--color={colour}"))
            .args(arguments);
        let program = self.rustc.display();
        let mut process = sandbox::confine(&mut command, MOST_MEMORY, Duration::MAX, None)
            .and_then(|()| Process::start(&mut command))
            .map_err(|error| {
                anyhow!(
                    "cannot run {program}: {error}\nThe judge compiles solutions with rustc: install \
                     Rust (https://rustup.rs) or set RUSTC to its path."
                )
            })?;
        let Some(status) = process.wait(LONGEST_COMPILATION)? else {
            bail!(
                "{program} took over {} seconds; is there a constant or a macro without end?",
                LONGEST_COMPILATION.as_secs()
            );
        };
        let said = (process.stdout() + &process.stderr()).trim_end().to_owned();
        match status.code() {
            Some(0) => Ok(Ok(said)),
            Some(_) if !said.is_empty() => Ok(Err(said)),
            Some(_) => Ok(Err(status.to_string())),
            None => bail!("{program} ended with {status}\n{said}"),
        }
    }

    /// Compiles sources in a folder. The inner error is what rustc says.
    fn try_sources(
        &self,
        folder: &Path,
        sources: &[(&str, &str)],
        flags: &[String],
    ) -> anyhow::Result<Result<String, String>> {
        for (name, text) in sources {
            let path = folder.join(name);
            fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
        }
        let said = self.run(folder, flags)?;
        let list = fs::read_to_string(folder.join("solution.d")).unwrap_or_default();
        Ok(match other_file(&list) {
            Some(file) if said.is_ok() => Err(format!(
                "error: the solution brings in {file}; a submission is one file, and LeetCode has no \
                 other"
            )),
            _ => said,
        })
    }

    /// The message on a solution that rustc rejects in a folder.
    fn blame(
        &self,
        folder: &Path,
        main: &str,
        flags: &[String],
        solution: &Submission,
        mut message: String,
    ) -> anyhow::Result<String> {
        let nothing = [("main.rs", main), ("solution.rs", NOTHING)];
        let accepted = self.try_sources(folder, &nothing, flags);
        interrupt::check()?;
        if !accepted.is_ok_and(|it| it.is_ok()) {
            bail!(
                "{} failed, and not because of the solution: {message}",
                self.rustc.display()
            );
        }
        if message.contains("main.rs:") {
            message += "\nmain.rs is the judge's: like LeetCode, it supplies struct Solution and a \
                        main, and calls\nSolution::solve_sudoku(board: &mut Vec<Vec<char>>)";
        }
        Ok(solution.explained(&message))
    }

    /// A file that rustc makes of sources in a draft folder, or the one that was made of them before.
    fn kept(
        &self,
        draft: &Path,
        file: &str,
        sources: &[(&str, &str)],
        flags: &[String],
    ) -> anyhow::Result<Result<PathBuf, String>> {
        // A program is known by everything that it is made of.
        let mut key = DefaultHasher::new();
        (&self.version, flags, sources).hash(&mut key);
        let home = self.cache.join(format!("{:016x}", key.finish()));
        let made = home.join(file);
        if made.is_file() {
            // It is among the newest again.
            let _ = File::open(&home).and_then(|it| it.set_modified(SystemTime::now()));
            return Ok(Ok(made));
        }
        if let Err(message) = self.try_sources(draft, sources, flags)? {
            return Ok(Err(message));
        }
        // Moved there whole, so that no judge finds half a program.
        if let Err(error) = fs::rename(draft, &home)
            // Another judge was quicker with the same program.
            && !made.is_file()
        {
            let home = home.display();
            return Err(error).context(format!("cannot keep a compiled program at {home}"));
        }
        Ok(Ok(made))
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
