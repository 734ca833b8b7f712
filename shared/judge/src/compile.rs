//! A solution file and a wrapper become a program, kept by content so that nothing is compiled
//! twice.

use std::borrow::Cow;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use sha2::{Digest, Sha256};
use tempfile::TempDir;

use crate::child::{self, Captured, Excess};
use crate::interrupt::{self, Interrupted};
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

/// The wrapper comes first, so that no macro of the solution reaches into it.
const TIMED_MAIN: &str = "\
#[path = \".\"]
mod judge_wrapper {
    pub mod protocol;
    pub mod timed;
}
struct Solution;
include!(\"solution.rs\");
fn main() {
    judge_wrapper::timed::main(Solution::solve_sudoku);
}
";

/// Every `Vec` of the solution is the counting one.
const COUNTING_MAIN: &str = "\
#[path = \".\"]
mod judge_wrapper {
    pub mod counting;
    pub mod protocol;
    pub mod vec;
}
use judge_wrapper::vec::Vec;
macro_rules! vec {
    ($($elements:tt)*) => { $crate::judge_wrapper::vec::Vec::from(std::vec![$($elements)*]) };
}
struct Solution;
include!(\"solution.rs\");
fn main() {
    judge_wrapper::counting::main(Solution::solve_sudoku);
}
";

/// Only rows and boards are, where the solution names their types: see [`with_counted_rows`].
const COUNTING_ROWS_MAIN: &str = "\
#[path = \".\"]
mod judge_wrapper {
    pub mod counting;
    pub mod protocol;
    pub mod vec;
}
type JudgeRow = judge_wrapper::vec::Vec<char>;
type JudgeBoard = judge_wrapper::vec::Vec<JudgeRow>;
macro_rules! vec {
    () => { std::vec::Vec::new() };
    ($($elements:tt)*) => {
        $crate::judge_wrapper::vec::Made::by_macro(std::vec![$($elements)*]).vec()
    };
}
struct Solution;
include!(\"solution.rs\");
fn main() {
    judge_wrapper::counting::main(Solution::solve_sudoku);
}
";

/// As before, but a `vec!` of characters is not a row.
const COUNTING_BOARDS_MAIN: &str = "\
#[path = \".\"]
mod judge_wrapper {
    pub mod counting;
    pub mod protocol;
    pub mod vec;
}
type JudgeRow = judge_wrapper::vec::Vec<char>;
type JudgeBoard = judge_wrapper::vec::Vec<JudgeRow>;
struct Solution;
include!(\"solution.rs\");
fn main() {
    judge_wrapper::counting::main(Solution::solve_sudoku);
}
";

/// LeetCode states neither edition nor flags; these are an older edition, which every solution here
/// must compile as, and what cargo calls release mode. Warnings are left out, but what rustc denies
/// is denied.
const FLAGS: [&str; 9] = [
    "--edition=2021",
    "-Copt-level=3",
    "-Cdebug-assertions=off",
    "-Coverflow-checks=off",
    "--crate-type=bin",
    "--crate-name=solution",
    "-Awarnings",
    "--emit=link,dep-info",
    "main.rs",
];

const PROGRAM: &str = if cfg!(windows) {
    "solution.exe"
} else {
    "solution"
};

/// No solution takes this much to compile; one that does has a constant or a macro without end.
const LONGEST_COMPILATION: Duration = Duration::from_secs(60);
const MOST_MEMORY: u64 = 4 << 30;

/// The installed rustc.
pub struct Rustc {
    program: PathBuf,
}

impl Rustc {
    /// `RUSTC` if that is set, otherwise what `PATH` leads to.
    #[must_use]
    pub fn installed() -> Self {
        let program = std::env::var_os("RUSTC").filter(|it| !it.is_empty());
        let program = PathBuf::from(program.unwrap_or_else(|| "rustc".into()));
        let is_path = program.components().count() > 1;
        // It will run in other folders than this one.
        let absolute = std::path::absolute(&program).ok().filter(|_| is_path);
        Rustc {
            program: absolute.unwrap_or(program),
        }
    }

    /// Runs it in a folder.
    fn run(
        &self,
        folder: &Path,
        arguments: &[&str],
        colour: bool,
    ) -> anyhow::Result<Result<Captured, Excess>> {
        let mut command = Command::new(&self.program);
        command
            .current_dir(folder)
            .arg(if colour {
                "--color=always"
            } else {
                "--color=never"
            })
            .args(arguments);
        child::capture(command, LONGEST_COMPILATION, MOST_MEMORY).map_err(|error| {
            if error.is::<Interrupted>() {
                return error;
            }
            anyhow!(
                "cannot run {}: {error:#}\nThe judge compiles solutions with rustc: install Rust \
                 (https://rustup.rs) or set RUSTC to its path.",
                self.program.display()
            )
        })
    }

    /// Whether it is content with a solution, or what is against that. The arguments make it write
    /// down, as `solution.d`, which files it took in: a submission is one file.
    ///
    /// # Errors
    /// If it cannot be started, failed for a reason that is not the file's, or Ctrl-C was pressed.
    pub fn check(
        &self,
        folder: &Path,
        arguments: &[&str],
        colour: bool,
    ) -> anyhow::Result<Result<(), String>> {
        let Captured { status, stderr, .. } = match self.run(folder, arguments, colour)? {
            Ok(captured) => captured,
            Err(excess) => return Ok(Err(format!("error: rustc {excess}"))),
        };
        if status.success() {
            let list = folder.join("solution.d");
            let list = fs::read_to_string(&list)
                .with_context(|| format!("cannot read {}", list.display()))?;
            return Ok(other_file(&list).map_or(Ok(()), |file| {
                Err(format!(
                    "error: the solution brings in {file}; a submission is one file, and LeetCode \
                     has no other"
                ))
            }));
        }
        let message = stderr.trim_end();
        if has_crashed(status) {
            return Ok(Err(format!("error: rustc crashed on it ({status})")));
        }
        // What it has against a solution mostly has a number.
        let words_of_the_machine = ["No space left on device", "linker `"];
        let is_about_the_machine = status.code().is_none()
            || !message.contains("error")
            || !message.contains("error[E")
                && words_of_the_machine
                    .iter()
                    .any(|words| message.contains(words));
        if is_about_the_machine {
            bail!(
                "{} failed with {status}, and not because of the solution: {}",
                self.program.display(),
                if message.is_empty() {
                    "it said nothing"
                } else {
                    message
                }
            );
        }
        Ok(Err(message.to_owned()))
    }

    /// What it says of itself.
    fn version(&self, folder: &Path) -> anyhow::Result<String> {
        match self.run(folder, &["-vV"], false)? {
            Ok(Captured { status, stdout, .. }) if status.success() => Ok(stdout),
            Ok(Captured { status, stderr, .. }) => bail!(
                "{} -vV failed with {status}: {}",
                self.program.display(),
                if stderr.is_empty() {
                    "it said nothing"
                } else {
                    stderr.trim()
                }
            ),
            Err(excess) => bail!("{} -vV {excess}", self.program.display()),
        }
    }
}

/// Compiles solutions with the installed rustc.
pub struct Compiler {
    rustc: Rustc,
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
        interrupt::be_careful();
        let folder = workspace::judge_folder()?;
        remove_leftovers(&folder);
        let cache = folder.join("programs");
        fs::create_dir_all(&cache)
            .with_context(|| format!("cannot keep compiled programs in {}", cache.display()))?;
        remove_leftovers(&cache);
        remove_old_programs(&cache);
        let rustc = Rustc::installed();
        let version = rustc.version(&cache)?;
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
        if let Some(why) = bad_beginning(&solution.text) {
            let message = format!("error: {}: {why}", solution.place(1));
            return Ok(Err(CompileError { message }));
        }
        let Ok(text) = std::str::from_utf8(&solution.text) else {
            let message = format!("error: {}: not UTF-8 text", solution.place(1));
            return Ok(Err(CompileError { message }));
        };
        let attempts = attempts(wrapper, text);
        let home = self.cache.join(self.key(&attempts));
        let program = home.join(PROGRAM);
        if is_whole(&home) {
            return Ok(Ok(Program { path: program }));
        }
        // Compiled aside and moved there whole, so that nobody ever finds half a program.
        let draft = temporary_folder("draft", &self.cache)?;
        let mut first_error = None;
        for files in &attempts {
            for (name, text) in files {
                let path = draft.path().join(name);
                fs::write(&path, text.as_bytes())
                    .with_context(|| format!("cannot write {}", path.display()))?;
            }
            let Err(error) = self.run_rustc(draft.path(), solution)? else {
                first_error = None;
                break;
            };
            first_error.get_or_insert(error);
        }
        if let Some(error) = first_error {
            return Ok(Err(error));
        }
        let digest = digest_of_program(draft.path())
            .with_context(|| format!("{} made no program", self.rustc.program.display()))?;
        fs::write(draft.path().join(DIGEST), digest)
            .with_context(|| format!("cannot write to {}", draft.path().display()))?;
        if home.symlink_metadata().is_ok() && !is_whole(&home) {
            // Something damaged it.
            let _ = fs::remove_dir_all(&home).or_else(|_| fs::remove_file(&home));
        }
        match fs::rename(draft.path(), &home) {
            // Another judge was quicker with the same program.
            Err(_) if is_whole(&home) => {}
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
        let checked = self.rustc.check(folder, &FLAGS, self.colour)?;
        Ok(checked.map_err(|message| CompileError {
            message: solution.with_its_name(&about_wrapper(message)),
        }))
    }

    /// Names a program by all that it is made of.
    fn key(&self, attempts: &[Files]) -> String {
        let mut hash = Sha256::new();
        let flags = FLAGS.join(" ");
        let parts = [self.version.as_bytes(), flags.as_bytes()];
        let files = attempts.iter().flatten();
        let texts = files.flat_map(|(name, text)| [name.as_bytes(), text.as_bytes()]);
        for part in parts.into_iter().chain(texts) {
            hash.update(part.len().to_le_bytes());
            hash.update(part);
        }
        let digest = hash.finalize();
        let half = digest.first_chunk().expect("SHA-256 has 32 bytes");
        format!("{:0KEY_LENGTH$x}", u128::from_be_bytes(*half))
    }
}

/// Beside a program: what it was when it was compiled.
const DIGEST: &str = "digest";

fn digest_of_program(folder: &Path) -> io::Result<Vec<u8>> {
    let mut program = File::open(folder.join(PROGRAM))?;
    let mut hash = Sha256::new();
    io::copy(&mut program, &mut hash)?;
    Ok(hash.finalize().to_vec())
}

/// Whether a folder holds a program as it was compiled: nothing was cut off it or written over it.
fn is_whole(folder: &Path) -> bool {
    let expected = fs::read(folder.join(DIGEST));
    expected.is_ok_and(|expected| digest_of_program(folder).is_ok_and(|found| found == expected))
}

const ABORT: i32 = 6;
const SEGMENTATION_FAULT: i32 = 11;

/// Whether rustc ended as a program does that recursed too deep or ran out of memory.
fn has_crashed(status: ExitStatus) -> bool {
    #[cfg(unix)]
    let signal = std::os::unix::process::ExitStatusExt::signal(&status);
    #[cfg(not(unix))]
    let signal = None;
    matches!(signal, Some(ABORT | SEGMENTATION_FAULT))
}

/// The files of a program: names and texts.
type Files = Vec<(&'static str, Cow<'static, str>)>;

/// What to compile, and what to try where that fails. The standard `Vec` and the counting one can
/// meet in a solution and not fit together; the further attempts put less in its place.
fn attempts(wrapper: Wrapper, solution: &str) -> Vec<Files> {
    let program = |main, wrapper: &[(&'static str, &'static str)], solution: String| {
        let protocol = ("protocol.rs", include_str!("wrapper/protocol.rs"));
        let files = [("main.rs", main), protocol]
            .into_iter()
            .chain(wrapper.iter().copied());
        let mut files: Files = files.map(|(name, text)| (name, text.into())).collect();
        files.push(("solution.rs", solution.into()));
        files
    };
    let timed = [("timed.rs", include_str!("wrapper/timed.rs"))];
    let counting = [
        ("counting.rs", include_str!("wrapper/counting.rs")),
        ("vec.rs", include_str!("wrapper/vec.rs")),
    ];
    match wrapper {
        Wrapper::Timed => vec![program(TIMED_MAIN, &timed, solution.to_owned())],
        Wrapper::Counting => {
            let rows = with_counted_rows(solution, true);
            let boards =
                with_counted_rows(solution, false).replace(".to_vec()", ".to_vec().into()");
            vec![
                program(COUNTING_MAIN, &counting, solution.to_owned()),
                program(COUNTING_ROWS_MAIN, &counting, rows),
                program(COUNTING_BOARDS_MAIN, &counting, boards),
            ]
        }
    }
}

/// A solution's text with the counting types where it names a board, or a slice of rows, and the
/// standard `Vec` elsewhere; with these also where it names a single row, if so wanted. Every line
/// stays where it is.
fn with_counted_rows(solution: &str, single_rows: bool) -> String {
    let mut text = solution.to_owned();
    let mut name = |from: &str, to: &str| {
        for path in ["::std::vec::", "std::vec::", ""] {
            text = text.replace(&format!("{path}{from}"), to);
        }
    };
    name("Vec<Vec<char>>", "crate::JudgeBoard");
    name("Vec<std::vec::Vec<char>>", "crate::JudgeBoard");
    name("[Vec<char>]", "[crate::JudgeRow]");
    if single_rows {
        name("Vec<char>", "crate::JudgeRow");
    }
    for counted in ["crate::JudgeBoard", "crate::JudgeRow"] {
        text = text.replace(
            &format!("{counted} = Vec::"),
            &format!("{counted} = {counted}::"),
        );
        text = text.replace(
            &format!("{counted} = vec![]"),
            &format!("{counted} = {counted}::new()"),
        );
    }
    text
}

/// What rustc overlooks at the beginning of a file and not behind LeetCode's first lines.
#[must_use]
pub fn bad_beginning(text: &[u8]) -> Option<&'static str> {
    if text.starts_with(b"\xEF\xBB\xBF") {
        Some(
            "a byte order mark is an error behind LeetCode's first lines; save the file without it",
        )
    } else if text.starts_with(b"#!") && !text.starts_with(b"#![") {
        Some("a line for a shell is an error behind LeetCode's first lines; remove it")
    } else {
        None
    }
}

/// A file that rustc took in and that the judge did not give it. Behind the rules of a list like
/// make's stands each file, with nothing behind its colon.
fn other_file(list: &str) -> Option<String> {
    const OURS: [&str; 6] = [
        "main.rs",
        "solution.rs",
        "protocol.rs",
        "timed.rs",
        "counting.rs",
        "vec.rs",
    ];
    let lines = list.lines().filter(|line| !line.starts_with('#'));
    let files = lines.filter_map(|line| line.strip_suffix(':'));
    let mut files = files.map(|file| file.replace("\\ ", " "));
    files.find(|file| !OURS.contains(&file.trim_start_matches("./")))
}

/// What rustc said, with a word on the wrapper if it speaks of that.
fn about_wrapper(mut message: String) -> String {
    if message.contains("main.rs:") {
        message += "\nmain.rs is the judge's: like LeetCode, it supplies struct Solution and a main, \
                    and calls\nSolution::solve_sudoku(board: &mut Vec<Vec<char>>)";
    }
    message
}

/// A folder that is gone when it is dropped. Its name says what it is for and whose it is.
///
/// # Errors
/// If it cannot be made.
pub fn temporary_folder(purpose: &str, parent: &Path) -> anyhow::Result<TempDir> {
    debug_assert!(TEMPORARY.contains(&purpose), "{purpose}");
    tempfile::Builder::new()
        .prefix(&format!("{purpose}-{}-", std::process::id()))
        .tempdir_in(parent)
        .with_context(|| format!("cannot write to {}", parent.display()))
}

/// Removes what judges left in a folder that were killed, where nobody can still be using it.
fn remove_leftovers(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let is_temporary = name
            .split_once('-')
            .is_some_and(|(purpose, _)| TEMPORARY.contains(&purpose));
        let is_left = is_without_owner(&name) || age(&entry).is_some_and(|age| age > OLD);
        if is_temporary && is_left {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// Removes programs that were compiled long ago, so that they do not pile up: one that is wanted is
/// compiled again.
fn remove_old_programs(cache: &Path) {
    for entry in fs::read_dir(cache).into_iter().flatten().flatten() {
        let is_key = entry.file_name().len() == KEY_LENGTH;
        if is_key && age(&entry).is_some_and(|age| age > KEPT_FOR) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// Whether the judge whose number is in the name is gone, where the platform can tell.
#[cfg(unix)]
fn is_without_owner(name: &str) -> bool {
    use rustix::process::{Pid, test_kill_process};
    let number = name.split('-').nth(1).and_then(|it| it.parse().ok());
    let owner = number.and_then(Pid::from_raw);
    owner.is_some_and(|owner| test_kill_process(owner) == Err(rustix::io::Errno::SRCH))
}

/// Whether the judge whose number is in the name is gone, where the platform can tell.
#[cfg(not(unix))]
fn is_without_owner(_name: &str) -> bool {
    false
}

/// How long ago something was put into a folder or taken out.
fn age(folder: &fs::DirEntry) -> Option<Duration> {
    let modified = folder.metadata().and_then(|it| it.modified()).ok()?;
    modified.elapsed().ok()
}

/// What folders are for that are there only while a judge works: their names begin so.
const TEMPORARY: [&str; 3] = ["run", "draft", "paste"];

/// Hexadecimal digits in the name of a program's folder.
const KEY_LENGTH: usize = 32;

/// How long a program is kept.
const KEPT_FOR: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// No judge works for longer.
const OLD: Duration = Duration::from_secs(24 * 60 * 60);

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use rstest::rstest;

    use super::*;

    #[test]
    fn only_old_temporary_folders_are_removed() {
        let parent = tempfile::tempdir().unwrap();
        let two_days_ago = SystemTime::now() - 2 * OLD;
        for (name, is_old) in [
            ("run-1-abc", true),
            ("draft-abc", true),
            ("paste-abc", true),
            ("draft-new", false),
            ("0123456789abcdef", true),
        ] {
            let folder = parent.path().join(name);
            fs::create_dir(&folder).unwrap();
            fs::write(folder.join("solution.rs"), "").unwrap();
            if is_old {
                File::open(&folder)
                    .unwrap()
                    .set_modified(two_days_ago)
                    .unwrap();
            }
        }
        remove_leftovers(parent.path());
        let mut left: Vec<String> = fs::read_dir(parent.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        left.sort();
        assert_eq!(left, ["0123456789abcdef", "draft-new"]);
    }

    #[test]
    fn only_old_programs_are_removed() {
        let cache = tempfile::tempdir().unwrap();
        let now = SystemTime::now();
        let key = |digit: &str| digit.repeat(KEY_LENGTH);
        for (name, made) in [
            (key("a"), now),
            (key("b"), now - KEPT_FOR + OLD),
            (key("c"), now - KEPT_FOR - OLD),
            ("mine".to_owned(), now - 2 * KEPT_FOR),
        ] {
            let folder = cache.path().join(name);
            fs::create_dir(&folder).unwrap();
            File::open(&folder).unwrap().set_modified(made).unwrap();
        }
        remove_old_programs(cache.path());
        let mut left: Vec<String> = fs::read_dir(cache.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        left.sort();
        assert_eq!(left, [key("a"), key("b"), "mine".to_owned()]);
    }

    #[rstest]
    #[case("", None)]
    #[case(
        "solution.d: main.rs\n\nmain.rs:\n./timed.rs:\nsolution.rs:\n\n# env-dep:A=b:\n",
        None
    )]
    #[case("main.rs:\n/a/my\\ other.rs:\n", Some("/a/my other.rs"))]
    #[case("../solution.rs:\n", Some("../solution.rs"))]
    fn other_files_are_found(#[case] list: &str, #[case] expected: Option<&str>) {
        assert_eq!(other_file(list).as_deref(), expected);
    }

    #[test]
    fn a_program_is_named_by_all_that_it_is_made_of() {
        let compiler = |version: &str| Compiler {
            rustc: Rustc::installed(),
            version: version.to_owned(),
            cache: PathBuf::new(),
            colour: false,
        };
        let key = |version, wrapper, text| compiler(version).key(&attempts(wrapper, text));
        let one = key("1", Wrapper::Timed, "fn a() {}");
        assert_eq!(one, key("1", Wrapper::Timed, "fn a() {}"));
        assert_ne!(one, key("2", Wrapper::Timed, "fn a() {}"));
        assert_ne!(one, key("1", Wrapper::Timed, "fn b() {}"));
        assert_ne!(one, key("1", Wrapper::Counting, "fn a() {}"));
    }
}
