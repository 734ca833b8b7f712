//! One program on one puzzle, or on many: how it ended, its time, its counts and its events.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::ops::AddAssign;
use std::path::Path;
use std::process::{Command, ExitStatus};
use std::time::{Duration, Instant};

use anyhow::Context;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sudoku::{Board, board};

use crate::process::{Process, pause};
use crate::{interrupt, sandbox, workspace};

/// A solution that sleeps is killed when this many limits have passed on the clock.
const CLOCK_LIMITS: u32 = 10;

/// Writing down the events of a run takes a while, however short the run was.
const LONGEST_WRITING: Duration = Duration::from_secs(5);

/// Of many puzzles, the answers of this much time in solves are written together.
const HELD_FOR: Duration = Duration::from_millis(1);

/// A solve that takes longer is done again in a process that writes each answer at once.
const LONG_SOLVE: Duration = Duration::from_millis(100);

/// The memory that one solution may use.
const MEMORY_LIMIT: u64 = 1 << 30;

/// What a run is for.
#[derive(Clone, Copy, Debug)]
pub enum Purpose {
    /// Answers, and the median time of a solve where it is repeated for this long.
    Time {
        /// Zero: a single solve.
        repeat_for: Duration,
    },
    /// The counts of what a solution does to the board.
    Count {
        /// How many events to keep.
        kept_events: u64,
        /// The count of a puzzle stops at this many events.
        most_events: u64,
    },
}

/// A single solve.
pub const ONCE: Purpose = Purpose::Time {
    repeat_for: Duration::ZERO,
};

/// How a solution ended on one puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The solution returned.
    Answered {
        /// The board it left.
        answer: Answer,
        /// One solve; zero where only counted.
        time: Duration,
        /// Where counted.
        counts: Option<Counts>,
        /// What a reader of the counts must know.
        notes: Vec<Note>,
    },
    /// A count reached the most events.
    OverLimit {
        /// The counts until then.
        counts: Counts,
    },
    /// It panicked.
    Panicked {
        /// The line of the solution file, where the panic was there.
        line: Option<u32>,
        /// The panic's message.
        message: String,
    },
    /// It recursed too deep.
    StackOverflow,
    /// The process ended before it had answered.
    Ended {
        /// How, in words.
        how: String,
    },
    /// It used more time than it may.
    TimeLimit,
    /// It used more memory than it may.
    MemoryLimit,
}

impl Outcome {
    /// The time of a solve, where the solution returned.
    pub fn time(&self) -> Option<Duration> {
        match self {
            Outcome::Answered { time, .. } => Some(*time),
            _ => None,
        }
    }
}

/// The board a solution left, which may have any form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// 9 rows of 9 cells, with any characters.
    Grid(Board),
    /// The board does not have 9 rows of 9 cells: in words.
    Misshapen(String),
}

/// What a solution did to the board.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
pub struct Counts {
    /// Digits written over a blank or over another digit.
    pub placements: u64,
    /// Placed digits taken off or written over.
    pub backtracks: u64,
    /// Cells read.
    pub board_reads: u64,
    /// All accesses.
    pub events: u64,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.placements += other.placements;
        self.backtracks += other.backtracks;
        self.board_reads += other.board_reads;
        self.events += other.events;
    }
}

/// What a counting run saw beside its counts.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq)]
#[serde(rename_all = "lowercase")]
pub enum Note {
    /// The board was used on another thread, where it is not counted.
    Thread,
    /// A row was moved in a way that lost writes.
    Lost,
    /// Most writes were to a copy of the board.
    Copy,
    /// The answer was written in one sweep over the blanks.
    Sweep,
    /// The board was full at some moment, and in the end it was not.
    Undone,
}

impl Note {
    /// Whether the counts are not those of the whole search on the board.
    pub fn hides_counts(self) -> bool {
        matches!(self, Note::Thread | Note::Lost)
    }

    /// Words for a reader of the counts.
    pub fn words(self) -> Option<&'static str> {
        match self {
            Note::Thread => Some("no counts: the board was used on another thread"),
            Note::Lost => Some("no counts: a row was moved while it was written"),
            Note::Copy => Some("searched on a copy: only the final writes are seen"),
            Note::Sweep => Some("searched off the board: only the final writes are seen"),
            Note::Undone => None,
        }
    }
}

/// A program's run on one puzzle.
#[derive(Debug)]
pub struct Run {
    /// How it ended.
    pub outcome: Outcome,
    /// What the solution printed, as far as it is kept.
    pub printed: String,
    /// The kept events, in the form of the counting wrapper.
    pub events: Vec<u8>,
}

/// Runs a program on one puzzle. `time_limit` is of processor time, where the system can tell.
///
/// # Errors
/// If the program cannot be run, or Ctrl-C was pressed.
pub fn run(
    program: &Path,
    puzzle: &Board,
    purpose: Purpose,
    time_limit: Duration,
) -> anyhow::Result<Run> {
    let mut outcome = None;
    let mut each = |it| outcome.replace(it).is_none();
    let at_once = Duration::ZERO;
    let line: &str = &board::to_line(puzzle);
    let (printed, events) = work(program, &[line], purpose, at_once, time_limit, &mut each)?;
    Ok(Run {
        outcome: outcome.context("each puzzle has one outcome")?,
        printed,
        events,
    })
}

/// Runs a program on many puzzles, each a line of 81 cells, in one process as long as that lives.
/// `each` gets their outcomes in order, and says whether to go on.
///
/// # Errors
/// If the program cannot be run, or Ctrl-C was pressed.
pub fn run_each(
    program: &Path,
    puzzles: &[&str],
    purpose: Purpose,
    time_limit: Duration,
    mut each: impl FnMut(Outcome) -> bool,
) -> anyhow::Result<()> {
    let (mut done, mut known, mut goes_on) = (0, 0, true);
    // A counting program writes each record at once.
    let mut holds = matches!(purpose, Purpose::Time { .. });
    while goes_on && done < puzzles.len() {
        let (first, rest, held) = (done, &puzzles[done..], holds);
        let (hold_for, limit) = if held {
            (HELD_FOR, time_limit.min(LONG_SOLVE))
        } else {
            (Duration::ZERO, time_limit)
        };
        let mut next = |outcome: Outcome| {
            if held && outcome.time().is_none() {
                // It may be a later puzzle's: answers that were held back are lost. A solution may
                // count its calls, so its process starts again where this one did.
                (known, done, holds) = (done, first, false);
                return false;
            }
            done += 1;
            goes_on = done <= known || each(outcome);
            goes_on
        };
        work(program, rest, purpose, hold_for, limit, &mut next)?;
    }
    Ok(())
}

const PUZZLES: &str = "puzzles.txt";
const RECORDS: &str = "records.txt";

/// The size of a kept event.
pub const EVENT_BYTES: usize = 4;

/// Hands over outcomes until there are no more puzzles, the process has ended, or `each` has enough.
/// Returns what the process printed, and the events.
fn work(
    program: &Path,
    puzzles: &[&str],
    purpose: Purpose,
    hold_for: Duration,
    time_limit: Duration,
    each: &mut dyn FnMut(Outcome) -> bool,
) -> anyhow::Result<(String, Vec<u8>)> {
    // Before the process, so that that has ended when the folder goes.
    let folder = workspace::temporary_folder("run")?;
    let arguments = match purpose {
        Purpose::Time { repeat_for } => [repeat_for, hold_for].map(|it| it.as_micros()),
        Purpose::Count {
            kept_events,
            most_events,
        } => [kept_events, most_events].map(u128::from),
    };
    let mut process = start(program, puzzles, arguments, time_limit, folder.path())?;
    let mut records = BufReader::new(File::open(folder.path().join(RECORDS))?);
    let (mut line, mut missing) = (Vec::new(), puzzles.len());
    // The last one, which may have been caught.
    let mut panic = None;
    let (mut since, mut used_before) = (Instant::now(), Duration::ZERO);
    'process: loop {
        interrupt::check()?;
        // Asked before the records are read, so that the last of them are not missed.
        let status = process.child.try_wait()?;
        let (mut is_idle, before) = (true, missing);
        while let Some(mut record) = next_record(&mut records, &mut line)? {
            is_idle = false;
            if let Outcome::Panicked { .. } = record {
                panic = Some(record);
                // A solution may panic without end: look at the time.
                break;
            }
            missing -= 1;
            // Events and the last output come behind the last answer.
            if missing == 0 && process.wait(time_limit.max(LONGEST_WRITING))?.is_none() {
                record = Outcome::TimeLimit;
            }
            if !each(record) || missing == 0 {
                break 'process;
            }
        }
        if let (Some(status), true) = (status, is_idle) {
            // Where the judge cannot write either, the disk is full.
            fs::write(folder.path().join("room"), [0; 1 << 13])
                .context("a solution's answers cannot be written to target/judge")?;
            each(how_it_ended(status, &process.stderr(), panic));
            break;
        }
        let cpu = sandbox::cpu_time(process.child.id());
        if missing < before {
            (since, used_before) = (Instant::now(), cpu.unwrap_or_default());
        }
        let clock = since.elapsed();
        let used = cpu.map_or(clock, |cpu| cpu.saturating_sub(used_before));
        if used > time_limit || clock > time_limit.saturating_mul(CLOCK_LIMITS) {
            each(Outcome::TimeLimit);
            break;
        }
        if is_idle {
            pause(since);
        }
    }
    process.kill();
    let mut events = Vec::new();
    records.read_to_end(&mut events)?;
    Ok((process.stdout(), events))
}

fn start(
    program: &Path,
    puzzles: &[&str],
    arguments: [u128; 2],
    time_limit: Duration,
    folder: &Path,
) -> anyhow::Result<Process> {
    let [puzzles_file, records] = [PUZZLES, RECORDS].map(|file| folder.join(file));
    fs::write(&puzzles_file, puzzles.join("\n"))
        .and_then(|()| File::create(&records))
        .with_context(|| format!("cannot write to {}", folder.display()))?;
    let mut command = Command::new(program);
    command
        .current_dir(folder)
        .args(arguments.map(|it| it.to_string()))
        // A backtrace is not shown, and making it takes a part of the solution's time.
        .env("RUST_BACKTRACE", "0");
    let of_puzzles = time_limit.saturating_mul(2 * u32::try_from(puzzles.len())? + 10);
    let files = (&[program, &*puzzles_file][..], &*records);
    sandbox::confine(&mut command, MEMORY_LIMIT, of_puzzles, files)
        .and_then(|()| Process::start(&mut command))
        .with_context(|| format!("cannot start {}", program.display()))
}

/// How a process ended that did not answer, told by its last panic and its standard error.
fn how_it_ended(status: ExitStatus, stderr: &str, panic: Option<Outcome>) -> Outcome {
    let was_killed = status.code().is_none();
    match panic {
        _ if was_killed && stderr.contains("has overflowed its stack") => Outcome::StackOverflow,
        _ if was_killed && stderr.contains("memory allocation of ") => Outcome::MemoryLimit,
        Some(panic) if was_killed || status.code() == Some(PANIC) => panic,
        _ => Outcome::Ended {
            how: format!("the process ended with {status}"),
        },
    }
}

/// The exit code of a program whose main thread panicked.
const PANIC: i32 = 101;

/// The next record, once its line is there; until then `line` keeps the beginning.
fn next_record(records: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Option<Outcome>> {
    if line.ends_with(b"\n") {
        line.clear();
    }
    records.read_until(b'\n', line)?;
    let Some(record) = line.strip_suffix(b"\n") else {
        return Ok(None);
    };
    let record = str::from_utf8(record).ok().and_then(parse);
    Ok(Some(record.unwrap_or_else(|| Outcome::Ended {
        how: "the solution wrote into a file of the judge".to_owned(),
    })))
}

/// The outcome that a record of the wrapper tells.
fn parse(record: &str) -> Option<Outcome> {
    let mut fields = record.split('\t');
    match fields.next()? {
        "answer" => Some(Outcome::Answered {
            time: Duration::from_nanos(fields.next()?.parse().ok()?),
            answer: parse_answer(fields.next()?)?,
            counts: parse_json(fields.next())?,
            notes: parse_json(fields.next())?,
        }),
        "over" => Some(Outcome::OverLimit {
            counts: parse_json(fields.next())?,
        }),
        "panic" => {
            let line = fields.next()?.strip_prefix("solution.rs:");
            let message = fields.next().filter(|it| !it.contains(char::is_control))?;
            let explanation = sandbox::explain(message);
            Some(Outcome::Panicked {
                line: line.and_then(|line| line.split(':').next()?.parse().ok()),
                message: explanation.map_or(message.to_owned(), |it| format!("{message} ({it})")),
            })
        }
        _ => None,
    }
}

/// A part in JSON, which is missing where a solution is only timed.
fn parse_json<T: Default + DeserializeOwned>(field: Option<&str>) -> Option<T> {
    field.map_or(Some(T::default()), |it| serde_json::from_str(it).ok())
}

fn parse_answer(text: &str) -> Option<Answer> {
    if let Some(words) = text.strip_prefix("shape ")
        && !words.contains(char::is_control)
    {
        return Some(Answer::Misshapen(words.to_owned()));
    }
    if text.len() == 81 && text.is_ascii() {
        return Some(Answer::Grid(board::of_line(text)));
    }
    let codes = text.split(' ');
    let cell = |code| char::from_u32(u32::from_str_radix(code, 16).ok()?);
    let cells: Vec<char> = codes.map(cell).collect::<Option<_>>()?;
    let rows = cells.chunks(9).map(<[char]>::to_vec).collect();
    (cells.len() == 81).then_some(Answer::Grid(rows))
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::path::PathBuf;

    use pretty_assertions::assert_eq;
    use rstest::rstest;

    use super::*;

    fn counts(placements: u64, backtracks: u64, board_reads: u64, events: u64) -> Counts {
        Counts {
            placements,
            backtracks,
            board_reads,
            events,
        }
    }

    fn answered(time: u64, answer: Answer) -> Outcome {
        Outcome::Answered {
            answer,
            time: Duration::from_nanos(time),
            counts: None,
            notes: Vec::new(),
        }
    }

    fn counted(counts: Counts, notes: &[Note]) -> Outcome {
        Outcome::Answered {
            answer: grid('5'),
            time: Duration::ZERO,
            counts: Some(counts),
            notes: notes.to_vec(),
        }
    }

    fn grid(cell: char) -> Answer {
        Answer::Grid(vec![vec![cell; 9]; 9])
    }

    fn panicked(line: Option<u32>, message: &str) -> Outcome {
        Outcome::Panicked {
            line,
            message: message.to_owned(),
        }
    }

    /// A bar stands for a tab, and FIVES for a board.
    #[rstest]
    #[case("answer|1500|FIVES", answered(1500, grid('5')))]
    #[case(&format!("answer|0|{}", ["1f600"; 81].join(" ")), answered(0, grid('😀')))]
    #[case("answer|7|shape no rows", answered(7, Answer::Misshapen("no rows".to_owned())))]
    #[case("answer|0|FIVES|[3, 2, 81, 90]|[]", counted(counts(3, 2, 81, 90), &[]))]
    #[case(r#"answer|0|FIVES|[3, 2, 81, 90]|["thread", "undone"]"#, counted(counts(3, 2, 81, 90), &[Note::Thread, Note::Undone]))]
    #[case("over|[1, 0, 0, 1]", Outcome::OverLimit { counts: counts(1, 0, 0, 1) })]
    #[case(
        "panic|solution.rs:12:5|too many: 3",
        panicked(Some(12), "too many: 3")
    )]
    #[case("panic|/rustc/0/library/core/src/x.rs:9:1|no", panicked(None, "no"))]
    #[case("panic||no", panicked(None, "no"))]
    #[case("panic|solution.rs:12:5|", panicked(Some(12), ""))]
    fn records_are_read(#[case] line: &str, #[case] outcome: Outcome) {
        let line = line.replace('|', "\t").replace("FIVES", &"5".repeat(81));
        assert_eq!(parse(&line), Some(outcome));
    }

    #[rstest]
    #[case("")]
    #[case("answer")]
    #[case("answer|5")]
    #[case("answer|soon|FIVES")]
    #[case("answer|5|35 35 35")]
    #[case("answer|5|FIVES5")]
    #[case("answer 5 FIVES")]
    #[case(&format!("answer|5|{}", ["35"; 82].join(" ")))]
    #[case(&format!("answer|5|{}", ["d800"; 81].join(" ")))]
    #[case("answer|-1|FIVES")]
    #[case("answer|0|FIVES|[1, 2, 3]|[]")]
    #[case("answer|0|FIVES|[1, 2, 3, 4, 5]|[]")]
    #[case(r#"answer|0|FIVES|[1, 2, 3, 4]|["unknown"]"#)]
    #[case("over|[-1, 0, 0, 0]")]
    #[case("panic|solution.rs:12:5|\u{1b}[31m")]
    #[case("I was here")]
    fn other_lines_are_not_records(#[case] line: &str) {
        let line = line.replace('|', "\t").replace("FIVES", &"5".repeat(81));
        assert_eq!(parse(&line), None);
    }

    #[test]
    fn records_are_read_as_they_are_written() {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        let mut records = BufReader::new(file.reopen().unwrap());
        let mut line = Vec::new();
        let over = Outcome::OverLimit {
            counts: counts(1, 2, 3, 4),
        };
        let foreign = Outcome::Ended {
            how: "the solution wrote into a file of the judge".to_owned(),
        };
        let steps: [(&[u8], Option<&Outcome>); 4] = [
            (b"over\t[1,2,3,4]\nover\t[1,2", Some(&over)),
            (b"", None),
            (b",3,4]\n", Some(&over)),
            (b"\xff\n", Some(&foreign)),
        ];
        for (written, expected) in steps {
            file.write_all(written).unwrap();
            let found = next_record(&mut records, &mut line).unwrap();
            assert_eq!(found.as_ref(), expected);
        }
    }

    #[test]
    fn a_program_that_cannot_be_started_is_an_error() {
        let program = PathBuf::from("/nowhere/program");
        let board = vec![vec!['.'; 9]; 9];
        let error = run(&program, &board, ONCE, Duration::from_secs(1)).unwrap_err();
        assert_eq!(error.to_string(), "cannot start /nowhere/program");
    }
}
