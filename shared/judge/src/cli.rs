//! Arguments: what the judge can be asked.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// Judge solutions to LeetCode 37, Sudoku Solver, as LeetCode would, and compare approaches.
///
/// Without a command, every approach in this workspace is compared on every shared case.
#[derive(Debug, Parser)]
#[command(
    name = "cargo judge",
    bin_name = "cargo judge",
    args_conflicts_with_subcommands = true
)]
#[command(after_help = "\
Examples:
  cargo judge                                    compare all approaches on all cases
  cargo judge compare --puzzle inkala_2012       on one case, or on any puzzle
  cargo judge run my_solution.rs                 what LeetCode would say to a file
  cargo judge solve - < puzzle.txt               solve a puzzle
  cargo judge paste bitmask | pbcopy             what to paste into LeetCode
  cargo judge replay --open                      watch approaches work, line by line

A PUZZLE is a board in almost any layout (81 characters, nine lines, a drawn grid, JSON, CSV), the name
of a shared case, or - for standard input.

Cases come in three groups. Ordinary cases have exactly one solution, as LeetCode promises, and decide
the verdict. Hard cases have one solution too, but take some searches very long. Cases beyond LeetCode's
promise have several solutions, none, or givens that contradict each other: there the contract of this
workspace asks for any solution, or for the unchanged board.

Exit codes: 0 all is well; 1 the answer is no: an ordinary case was not accepted (run), an answer was
wrong or a solution crashed (compare), a puzzle has no solution (solve), LeetCode would reject a file
(paste --check); 2 the command could not do its work; 130 interrupted (watch: 0, since Ctrl-C is how it ends).

Environment: RUSTC, the compiler, if it is not to be found on PATH; NO_COLOR, for plain output.")]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// What to compare where no command is given.
    #[command(flatten)]
    pub compare: Compare,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Compare approaches: verdicts, times, placements and board reads
    Compare(Compare),
    /// Judge one solution: its verdict, the first case that fails, and how it compares
    Run(Run),
    /// Judge one solution each time it is saved, with the options of `run`
    Watch(Run),
    /// Solve one puzzle
    Solve(Solve),
    /// Print an approach's solution.rs, to be pasted into LeetCode
    Paste {
        /// An approach, a solution file, or - for standard input
        #[arg(value_name = "NAME|FILE|-")]
        solution: String,
        /// Check whether LeetCode would accept it, and say why not
        #[arg(long)]
        check: bool,
    },
    /// Start a new approach: a crate whose tests fail until you write it
    New {
        /// Its name: small letters, digits and hyphens, such as my-approach
        #[arg(value_name = "NAME")]
        name: String,
    },
    /// Write a page that replays approaches side by side, line by line, beside the board
    Replay(Replay),
    /// Make new puzzles, each with one solution
    Generate {
        /// How many puzzles
        #[arg(long, value_name = "N", value_parser = number, allow_negative_numbers = true)]
        count: u64,
        /// The same seed gives the same puzzles, on every platform
        #[arg(long, value_name = "S", value_parser = number)]
        seed: u64,
        /// Puzzles that need every one of their givens, instead of easy ones
        #[arg(long)]
        minimal: bool,
    },
    /// List the approaches and their ideas
    List,
}

/// Arguments of `compare`.
#[derive(Args, Debug)]
pub struct Compare {
    /// What to compare on; every shared case if not given
    #[command(flatten)]
    pub puzzles: Puzzles,
    /// An approach, or the path of a solution file; may be given several times; default: all
    #[arg(long = "approach", value_name = "NAME|PATH")]
    pub approaches: Vec<String>,
    /// Seconds that a solution may take for one puzzle, of processor time where that can be told
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "3")]
    pub time_limit: Duration,
    /// The form of the report
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub format: Format,
    /// Draw placements against time into a file as well; only an earlier picture is replaced
    #[arg(long, value_name = "FILE", conflicts_with = "puzzles")]
    pub svg: Option<PathBuf>,
}

/// Which puzzles.
#[derive(Args, Debug)]
pub struct Puzzles {
    /// A puzzle, the name of a shared case, or - for standard input; may be given several times
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub puzzle: Vec<String>,
    /// A file of puzzles, or - for standard input: how many a second each approach solves
    #[arg(long, value_name = "FILE|-", conflicts_with = "puzzle")]
    pub puzzles: Option<PathBuf>,
}

/// Forms of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For the terminal
    Table,
    /// To paste into a page: never shortened or coloured
    Markdown,
    /// For programs: all figures, times in nanoseconds
    Json,
}

/// Arguments of `run` and `watch`.
#[derive(Args, Debug)]
pub struct Run {
    /// A solution file, the name of an approach, or - for standard input
    #[arg(value_name = "FILE|NAME|-")]
    pub solution: String,
    /// What to judge it on; every shared case if not given
    #[command(flatten)]
    pub puzzles: Puzzles,
    /// Seconds that a solution may take for one puzzle, of processor time where that can be told;
    /// one second at most for hard cases and cases beyond LeetCode's promise
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "3")]
    pub time_limit: Duration,
    /// Run every case, also after two over the limit, and list them all
    #[arg(long)]
    pub all: bool,
    /// The form of the report
    #[arg(long, value_enum, default_value_t = RunFormat::Text)]
    pub format: RunFormat,
    /// The file in which `watch` keeps the names of the cases that failed, a line each
    #[arg(long, hide = true)]
    pub memory: Option<PathBuf>,
}

/// Forms of `run`'s report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RunFormat {
    /// One screen
    Text,
    /// For programs: every case, times in nanoseconds
    Json,
}

/// Arguments of `solve`.
#[derive(Args, Debug)]
pub struct Solve {
    /// A puzzle, the name of a shared case, or - for standard input
    #[arg(value_name = "PUZZLE|-", allow_hyphen_values = true)]
    pub puzzle: String,
    /// Who solves it; the judge's own reference solver if not given
    #[arg(long, value_name = "NAME|PATH")]
    pub approach: Option<String>,
    /// Seconds that a solution may take for one puzzle, of processor time where that can be told
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "3")]
    pub time_limit: Duration,
}

/// Arguments of `replay`.
#[derive(Args, Debug)]
pub struct Replay {
    /// A puzzle, the name of a shared case, or - for standard input
    #[arg(value_name = "PUZZLE|-", default_value = "leetcode_example")]
    pub puzzle: String,
    /// An approach, or the path of a solution file; may be given several times; default: all
    /// approaches that search on the board
    #[arg(long = "approach", value_name = "NAME|PATH")]
    pub approaches: Vec<String>,
    /// The file to write; an earlier replay page is replaced, any other file is left alone
    #[arg(short, long, value_name = "FILE", default_value = "replay.html")]
    pub output: PathBuf,
    /// Show the page in the browser
    #[arg(long)]
    pub open: bool,
    /// Seconds that a solution may take for one puzzle, of processor time where that can be told
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "3")]
    pub time_limit: Duration,
}

fn seconds(text: &str) -> Result<Duration, &'static str> {
    let seconds = text.parse().ok();
    let seconds = seconds.filter(|seconds| (0.01..=3600.0).contains(seconds));
    let seconds = seconds.ok_or("expected a number of seconds from 0.01 to 3600")?;
    Ok(Duration::from_secs_f64(seconds))
}

fn number(text: &str) -> Result<u64, &'static str> {
    text.parse()
        .map_err(|_| "expected a whole number, 0 or more")
}
