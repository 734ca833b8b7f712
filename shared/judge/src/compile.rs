//! A submission and a wrapper become a program, kept by content so that nothing is compiled twice.

use std::env;
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime};

use anyhow::{Context, anyhow, bail};

use crate::interrupt;
use crate::process::Process;
use crate::submission::Submission;
use crate::terminal::complain;
use crate::{sandbox, workspace};

/// The wrapper around the solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrapper {
    /// Times `solve_sudoku`.
    Timed,
    /// Counts what it does to the board.
    Counting,
}

/// A compiled solution: the path of the executable.
pub type Program = PathBuf;

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
    ("judge_wrapper.rs", include_str!("wrapper/mod.rs")),
    ("protocol.rs", include_str!("wrapper/protocol.rs")),
    ("timed.rs", include_str!("wrapper/timed.rs")),
    ("counting.rs", include_str!("wrapper/counting.rs")),
    ("vec.rs", include_str!("wrapper/vec.rs")),
];

/// Before it come the names that the solution finds when it is counted: see [`attempts`].
const MAIN: &str = "\
struct Solution;
include!(\"solution.rs\");
fn main() {
    ::judge_wrapper::WRAPPER::main(|board| Solution::solve_sudoku(board));
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
        return vec![(MAIN.replace("WRAPPER", "timed"), code)];
    }
    let short = code.replace("std::vec::Vec", "Vec");
    let boards = named(&short, "Vec<Vec<char>>", "crate::JudgeBoard");
    let rows = named(&boards, "Vec<char>", "crate::JudgeRow");
    let every_vec = code.replace("std::vec::Vec", "crate::Vec");
    let boards_and_rows = rows.replace(".to_vec()", ".to_vec().into()");
    let main = MAIN.replace("WRAPPER", "counting");
    vec![
        (EVERY_VEC.to_owned() + &main, every_vec),
        (BOARDS_AND_ROWS.to_owned() + &main, boards_and_rows),
    ]
}

/// A solution's text with one type in place of another, and its empty vectors made as that type.
fn named(text: &str, from: &str, to: &str) -> String {
    text.replace(from, to)
        .replace(&format!("{to} = Vec::"), &format!("{to} = {to}::"))
        .replace(&format!("{to} = vec![]"), &format!("{to} = {to}::new()"))
}

/// LeetCode's edition and optimisation. docs/methodology.md names the source.
const FLAGS: [&str; 2] = ["--edition=2024", "-Copt-level=2"];
const OF_LIBRARY: [&str; 2] = ["--crate-type=rlib", "judge_wrapper.rs"];
const OF_PROGRAM: [&str; 3] = ["main.rs", "--emit=link=program.exe,dep-info", "-Awarnings"];
const OF_CHECK: [&str; 2] = ["main.rs", "--emit=metadata"];

/// Where rustc rejects this too, a solution is not at fault. It fits every board.
const NOTHING: &str = "impl Solution { fn solve_sudoku<T>(_: &mut T) {} }\n";

const LONGEST_COMPILATION: Duration = Duration::from_secs(60);

/// LeetCode's compiler, as its minor version.
const OLDEST_RUSTC: u32 = 88;

/// Names and texts of files.
type Sources<'a> = [(&'a str, &'a str)];

/// Compiles solutions with the installed rustc.
pub struct Compiler {
    rustc: PathBuf,
    version: String,
    colour: bool,
    cache: PathBuf,
    /// Of every compilation.
    flags: Vec<String>,
}

impl Compiler {
    /// `RUSTC` if that is set, otherwise the one on `PATH`; `colour` is for its messages. Warns where
    /// solutions run without full confinement.
    ///
    /// # Errors
    /// If there is none, it is too old, or nothing can be kept under target/.
    pub fn installed(colour: bool) -> anyhow::Result<Self> {
        let cache = workspace::judge_folder()?.join("programs").canonicalize()?;
        workspace::remove_old_programs(&cache);
        if let Some(weakness) = sandbox::weakness() {
            complain(weakness);
        }
        let mut compiler = Compiler {
            rustc: env::var_os("RUSTC").unwrap_or("rustc".into()).into(),
            version: String::new(),
            colour,
            cache,
            flags: Vec::new(),
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
        compiler.flags = FLAGS.map(str::to_owned).to_vec();
        let draft = workspace::temporary_folder("draft")?;
        let library = compiler
            .kept(draft.path(), "libjudge_wrapper.rlib", &LIBRARY, &OF_LIBRARY)?
            .map_err(|it| anyhow!("the judge's wrapper does not compile\n{it}"))?;
        let library = format!("--extern=judge_wrapper={}", library.display());
        compiler.flags.push(library);
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
        let draft = workspace::temporary_folder("draft")?;
        let mut rejected = None;
        for (main, code) in attempts(wrapper, &solution.code()) {
            let sources = [("main.rs", main.as_str()), ("solution.rs", &code)];
            let result = self.kept(draft.path(), "program.exe", &sources, &OF_PROGRAM);
            match result.with_context(|| format!("cannot compile {}", solution.shown()))? {
                Ok(program) => return Ok(Ok(program)),
                Err(message) => rejected.get_or_insert((main, message)),
            };
        }
        let (main, mut message) = rejected.context("there is an attempt")?;
        let nothing = [("main.rs", main.as_str()), ("solution.rs", NOTHING)];
        let nothing = self.try_sources(draft.path(), &nothing, &OF_PROGRAM);
        interrupt::check()?;
        if !nothing.is_ok_and(|it| it.is_ok()) {
            bail!(
                "{} failed, and not because of the solution: {message}",
                self.rustc.display()
            );
        }
        if message.contains("main.rs:") {
            message += "\nmain.rs is the judge's: like LeetCode, it supplies struct Solution and a \
                        main, and calls\nSolution::solve_sudoku(board: &mut Vec<Vec<char>>)";
        }
        Ok(Err(CompileError(solution.explained(&message))))
    }

    /// Whether LeetCode's compiler accepts a submission: with the warnings, or with the error.
    ///
    /// # Errors
    /// As for [`Compiler::compile`].
    pub fn check(&self, solution: &Submission) -> anyhow::Result<Result<String, CompileError>> {
        let program = match self.compile(solution, Wrapper::Timed)? {
            Ok(program) => program,
            Err(error) => return Ok(Err(error)),
        };
        // Its sources are beside it.
        let (Ok(warnings) | Err(warnings)) = self.run(&program.with_file_name(""), &OF_CHECK)?;
        Ok(Ok(solution.with_its_name(&warnings)))
    }

    /// What rustc says: if it succeeds, or else if it fails.
    fn run(&self, folder: &Path, arguments: &[&str]) -> anyhow::Result<Result<String, String>> {
        let colour = if self.colour { "always" } else { "never" };
        let mut command = Command::new(&self.rustc);
        command
            .current_dir(folder)
            .args(["--color", colour])
            .args(&self.flags)
            .args(arguments);
        let program = self.rustc.display();
        let mut process = Process::start(&mut command).map_err(|error| {
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
            Some(_) => Ok(Err(said)),
            None => bail!("{program} ended with {status}\n{said}"),
        }
    }

    /// Compiles sources in a folder. The inner error is what rustc says.
    fn try_sources(
        &self,
        folder: &Path,
        sources: &Sources,
        arguments: &[&str],
    ) -> anyhow::Result<Result<String, String>> {
        for (name, text) in sources {
            let path = folder.join(name);
            fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
        }
        let said = self.run(folder, arguments)?;
        let list = fs::read_to_string(folder.join("main.d")).unwrap_or_default();
        Ok(match other_file(&list) {
            Some(file) if said.is_ok() => Err(format!(
                "error: the solution brings in {file}; a submission is one file, and LeetCode has no \
                 other"
            )),
            _ => said,
        })
    }

    /// A file that rustc makes of sources in a draft folder, or the one that was made of them before.
    fn kept(
        &self,
        draft: &Path,
        file: &str,
        sources: &Sources,
        arguments: &[&str],
    ) -> anyhow::Result<Result<PathBuf, String>> {
        // A program is known by everything that it is made of.
        let mut key = DefaultHasher::new();
        (&self.version, &self.flags, arguments, sources).hash(&mut key);
        let home = self.cache.join(format!("{:016x}", key.finish()));
        let made = home.join(file);
        if made.is_file() {
            // It is among the newest again.
            let _ = File::open(&home).and_then(|it| it.set_modified(SystemTime::now()));
            return Ok(Ok(made));
        }
        if let Err(message) = self.try_sources(draft, sources, arguments)? {
            return Ok(Err(message));
        }
        // Moved there whole, so that no judge finds half a program. Another one may have been quicker
        // with the same.
        match fs::rename(draft, &home) {
            Err(error) if !made.is_file() => Err(error)
                .with_context(|| format!("cannot keep a compiled program at {}", home.display())),
            _ => Ok(Ok(made)),
        }
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
    #[case("main.d: main.rs\n\nmain.rs:\nsolution.rs:\n\n# env-dep:A=b:\n", None)]
    #[case("main.rs:\n/a/my\\ other.rs:\n", Some("/a/my other.rs"))]
    #[case("../solution.rs:\n", Some("../solution.rs"))]
    fn other_files_are_found(#[case] list: &str, #[case] expected: Option<&str>) {
        assert_eq!(other_file(list).as_deref(), expected);
    }
}
