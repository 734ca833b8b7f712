//! One program on one puzzle, or on many: how it ended, its time, its counts and its events.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::ops::AddAssign;
use std::process::{Command, ExitStatus};
use std::time::{Duration, Instant};

use anyhow::Context;
use serde::{Deserialize, Serialize};
use sudoku::Board;
use tempfile::TempDir;

use crate::compile::Program;
use crate::process::{Process, pause};
use crate::{interrupt, sandbox, workspace};

/// A solution that sleeps is killed when this many limits have passed on the clock.
const CLOCK_LIMITS: u32 = 10;

/// Writing down the events of a run takes a while, however short the run was.
const LONGEST_WRITING: Duration = Duration::from_secs(5);

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
    /// The number of rows is not 9.
    Rows(usize),
    /// The first row (1 to 9) that does not have 9 cells, and how many it has.
    Row(usize, usize),
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
    program: &Program,
    puzzle: &Board,
    purpose: Purpose,
    time_limit: Duration,
) -> anyhow::Result<Run> {
    let mut answered = None;
    let mut each = |outcome| {
        answered = Some(outcome);
        true
    };
    let mut session = Session::start(program, &[puzzle], purpose, time_limit)?;
    let early = session.work(&mut each)?;
    session.process.kill();
    let mut events = Vec::new();
    session.records.read_to_end(&mut events)?;
    Ok(Run {
        outcome: early.or(answered).context("it answers or ends early")?,
        printed: session.process.stdout(),
        events,
    })
}

/// Runs a program on many puzzles, in one process as long as that lives. `each` gets their outcomes
/// in order, and says whether to go on.
///
/// # Errors
/// If the program cannot be run, or Ctrl-C was pressed.
pub fn run_each(
    program: &Program,
    puzzles: &[&Board],
    purpose: Purpose,
    time_limit: Duration,
    mut each: impl FnMut(Outcome) -> bool,
) -> anyhow::Result<()> {
    let (mut done, mut goes_on) = (0, true);
    while goes_on && done < puzzles.len() {
        let mut session = Session::start(program, &puzzles[done..], purpose, time_limit)?;
        let mut next = |outcome| {
            done += 1;
            goes_on = each(outcome);
            goes_on
        };
        if let Some(outcome) = session.work(&mut next)? {
            next(outcome);
        }
    }
    Ok(())
}

const PUZZLES: &str = "puzzles.txt";
const RECORDS: &str = "records.txt";

/// The size of a kept event.
pub const EVENT_BYTES: usize = 4;

/// A process that works through puzzles.
struct Session {
    process: Process,
    records: BufReader<File>,
    /// The record that is being read.
    line: Vec<u8>,
    /// The last panic, which may have been caught.
    panic: Option<Outcome>,
    /// How many puzzles have no outcome yet.
    missing: usize,
    time_limit: Duration,
    // The last field, so that the process has ended when the folder goes.
    folder: TempDir,
}

impl Session {
    fn start(
        program: &Program,
        puzzles: &[&Board],
        purpose: Purpose,
        time_limit: Duration,
    ) -> anyhow::Result<Self> {
        let folder = workspace::temporary_folder("run")?;
        let [puzzles_file, records] = [PUZZLES, RECORDS].map(|file| folder.path().join(file));
        let mut lines = String::with_capacity(82 * puzzles.len());
        for puzzle in puzzles {
            lines.extend(puzzle.iter().flatten());
            lines.push('\n');
        }
        fs::write(&puzzles_file, lines)
            .and_then(|()| File::create(&records))
            .with_context(|| format!("cannot write to {}", folder.path().display()))?;
        let mut command = Command::new(&program.path);
        command
            .current_dir(folder.path())
            .args([PUZZLES, RECORDS])
            .args(arguments(purpose, time_limit))
            // A backtrace is not shown, and making it takes a part of the solution's time.
            .env("RUST_BACKTRACE", "0");
        let of_puzzles = time_limit.saturating_mul(2 * u32::try_from(puzzles.len())? + 10);
        let files = (&[&*program.path, &*puzzles_file][..], &*records);
        let process = sandbox::confine(&mut command, MEMORY_LIMIT, of_puzzles, Some(files))
            .and_then(|()| Process::start(&mut command))
            .with_context(|| format!("cannot start {}", program.path.display()))?;
        Ok(Session {
            process,
            records: BufReader::new(File::open(records)?),
            line: Vec::new(),
            panic: None,
            missing: puzzles.len(),
            time_limit,
            folder,
        })
    }

    /// Hands over outcomes until there are no more puzzles, or `each` has enough. Otherwise returns
    /// how the process ended early.
    fn work(&mut self, each: &mut dyn FnMut(Outcome) -> bool) -> anyhow::Result<Option<Outcome>> {
        let (mut since, mut used_before) = (Instant::now(), Duration::ZERO);
        loop {
            interrupt::check()?;
            // Asked before the records are read, so that the last of them are not missed.
            let status = self.process.child.try_wait()?;
            let (mut is_idle, before) = (true, self.missing);
            while let Some(record) = next_record(&mut self.records, &mut self.line)? {
                is_idle = false;
                if let Outcome::Panicked { .. } = record {
                    self.panic = Some(record);
                    // A solution may panic without end: look at the time.
                    break;
                }
                self.missing -= 1;
                if !each(record) {
                    return Ok(None);
                }
                if self.missing == 0 {
                    // Events and what it prints last come behind the last answer.
                    let longest = self.time_limit.max(LONGEST_WRITING);
                    let status = self.process.wait(longest)?;
                    return Ok(status.is_none().then_some(Outcome::TimeLimit));
                }
            }
            if let (Some(status), true) = (status, is_idle) {
                return self.how_it_ended(status).map(Some);
            }
            let cpu = sandbox::cpu_time(self.process.child.id());
            if self.missing < before {
                (since, used_before) = (Instant::now(), cpu.unwrap_or_default());
            }
            let clock = since.elapsed();
            let used = cpu.map_or(clock, |cpu| cpu.saturating_sub(used_before));
            if used > self.time_limit || clock > self.time_limit.saturating_mul(CLOCK_LIMITS) {
                return Ok(Some(Outcome::TimeLimit));
            }
            if is_idle {
                pause(since);
            }
        }
    }

    fn how_it_ended(&mut self, status: ExitStatus) -> anyhow::Result<Outcome> {
        // Where the judge cannot write either, the solution is not at fault.
        let records = File::options()
            .append(true)
            .open(self.folder.path().join(RECORDS));
        records
            .and_then(|mut file| file.write_all(&[0; LONGEST_RECORD]))
            .context("a solution's answers cannot be written to target/judge")?;
        let stderr = self.process.stderr();
        let was_killed = status.code().is_none();
        if was_killed && stderr.contains("has overflowed its stack") {
            return Ok(Outcome::StackOverflow);
        }
        if was_killed && stderr.contains("memory allocation of ") {
            return Ok(Outcome::MemoryLimit);
        }
        let panic = self.panic.take();
        Ok(panic
            .filter(|_| was_killed || status.code() == Some(PANIC))
            .unwrap_or_else(|| Outcome::Ended {
                how: format!("the process ended with {status}"),
            }))
    }
}

/// The arguments of the wrapper.
fn arguments(purpose: Purpose, time_limit: Duration) -> Vec<String> {
    match purpose {
        Purpose::Time { repeat_for } => {
            // Repeating must not use up the time that one solve may take.
            let repeat_for = repeat_for.min(time_limit / 4);
            vec![repeat_for.as_micros().to_string()]
        }
        Purpose::Count {
            kept_events,
            most_events,
        } => vec![kept_events.to_string(), most_events.to_string()],
    }
}

/// The exit code of a program whose main thread panicked.
const PANIC: i32 = 101;

/// Longer than any record: an answer has 81 code points, and a panic's message is cut.
const LONGEST_RECORD: usize = 16 << 10;

/// The next record, once its line is there; until then `line` keeps the beginning.
fn next_record(records: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Option<Outcome>> {
    if line.ends_with(b"\n") {
        line.clear();
    }
    let room = LONGEST_RECORD - line.len();
    records.take(room as u64).read_until(b'\n', line)?;
    if !line.ends_with(b"\n") && line.len() < LONGEST_RECORD {
        return Ok(None);
    }
    let text = str::from_utf8(line).ok();
    let record = text.and_then(|text| parse(text.strip_suffix('\n')?));
    Ok(Some(record.unwrap_or_else(|| Outcome::Ended {
        how: "the solution wrote into a file of the judge".to_owned(),
    })))
}

/// The outcome that a record of the wrapper tells.
fn parse(record: &str) -> Option<Outcome> {
    let fields: Vec<&str> = record.split('\t').collect();
    match fields[..] {
        ["answer", time, board, ref counted @ ..] => {
            let counts = counted.first().map(|counts| serde_json::from_str(counts));
            let notes = counted.get(1).map(|notes| serde_json::from_str(notes));
            Some(Outcome::Answered {
                answer: parse_answer(board)?,
                time: Duration::from_nanos(time.parse().ok()?),
                counts: counts.transpose().ok()?,
                notes: notes.transpose().ok()?.unwrap_or_default(),
            })
        }
        ["over", counts] => Some(Outcome::OverLimit {
            counts: serde_json::from_str(counts).ok()?,
        }),
        ["panic", place, message] if !message.contains(char::is_control) => {
            let line = place.strip_prefix("solution.rs:");
            let explanation = sandbox::explain(message);
            Some(Outcome::Panicked {
                line: line.and_then(|line| line.split(':').next()?.parse().ok()),
                message: explanation.map_or(message.to_owned(), |it| format!("{message} ({it})")),
            })
        }
        _ => None,
    }
}

fn parse_answer(text: &str) -> Option<Answer> {
    if let Some(rows) = text.strip_prefix("rows ") {
        return Some(Answer::Rows(rows.parse().ok()?));
    }
    if let Some(row) = text.strip_prefix("row ") {
        let (row, cells) = row.split_once(' ')?;
        return Some(Answer::Row(row.parse().ok()?, cells.parse().ok()?));
    }
    let cells: Vec<char> = if text.len() == 81 && text.is_ascii() {
        text.chars().collect()
    } else {
        let codes = text.split(' ');
        let cell = |code| char::from_u32(u32::from_str_radix(code, 16).ok()?);
        codes.map(cell).collect::<Option<_>>()?
    };
    let rows = cells.chunks(9).map(<[char]>::to_vec).collect();
    (cells.len() == 81).then_some(Answer::Grid(rows))
}

#[cfg(test)]
mod tests {
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
    #[case("answer|7|rows 0", answered(7, Answer::Rows(0)))]
    #[case("answer|7|row 9 10", answered(7, Answer::Row(9, 10)))]
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
    #[case("answer|soon|rows 8")]
    #[case("answer|5|rows many")]
    #[case("answer|5|35 35 35")]
    #[case("answer|5|FIVES5")]
    #[case("answer 5 FIVES")]
    #[case(&format!("answer|5|{}", ["35"; 82].join(" ")))]
    #[case(&format!("answer|5|{}", ["d800"; 81].join(" ")))]
    #[case("answer|-1|rows 8")]
    #[case("answer|0|FIVES|[1, 2, 3]")]
    #[case("answer|0|FIVES|[1, 2, 3, 4, 5]")]
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
        let steps: [(&[u8], Option<&Outcome>); 7] = [
            (b"over\t[1,2,3,4]\nover\t[1,2", Some(&over)),
            (b"", None),
            (b",3,4]\n", Some(&over)),
            (b"\xff\n", Some(&foreign)),
            (&[b'x'; LONGEST_RECORD - 1], None),
            (b"x", Some(&foreign)),
            (&[b'x'; LONGEST_RECORD], Some(&foreign)),
        ];
        for (written, expected) in steps {
            file.write_all(written).unwrap();
            let found = next_record(&mut records, &mut line).unwrap();
            assert_eq!(found.as_ref(), expected);
            assert!(line.len() <= LONGEST_RECORD);
        }
    }

    #[test]
    fn repeating_takes_a_quarter_of_the_limit_at_most() {
        let repeat_for = Duration::from_millis(5);
        for (limit, expected) in [(1000, "5000"), (10, "2500")] {
            let arguments = arguments(Purpose::Time { repeat_for }, Duration::from_millis(limit));
            assert_eq!(arguments, [expected]);
        }
    }

    #[test]
    fn a_program_that_cannot_be_started_is_an_error() {
        let program = Program {
            path: PathBuf::from("/nowhere/program"),
        };
        let board = vec![vec!['.'; 9]; 9];
        let error = run(&program, &board, ONCE, Duration::from_secs(1)).unwrap_err();
        assert_eq!(error.to_string(), "cannot start /nowhere/program");
    }
}
