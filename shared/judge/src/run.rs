//! One program on one puzzle, or on many: how it ended, its time, its counts and its events.

use std::fs::{self, File};
use std::io::Read;
use std::ops::AddAssign;
use std::path::PathBuf;
use std::process::{Command, ExitStatus};
use std::time::{Duration, Instant};
use std::{slice, thread};

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};
use sudoku::Board;
use tempfile::TempDir;

use crate::compile::Program;
use crate::process::{Keep, Process};
use crate::{interrupt, sandbox, workspace};

/// How often a process is looked at: often at first, then patiently.
const PAUSES: (Duration, Duration) = (Duration::from_micros(200), Duration::from_millis(2));

/// Processor time is looked at from then on: looking costs time, and no limit is much shorter.
const FIRST_LOOK_AT_LIMITS: Duration = Duration::from_millis(10);

/// A solution that sleeps is killed when this many limits have passed on the clock and it has used
/// little of one; any other, when ten times as many have passed.
const CLOCK_LIMITS: u32 = 5;

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
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
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
    const ALL: [(&str, Note); 5] = [
        ("thread", Note::Thread),
        ("lost", Note::Lost),
        ("copy", Note::Copy),
        ("sweep", Note::Sweep),
        ("undone", Note::Undone),
    ];

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
    let mut outcomes = Vec::new();
    let mut session = Session::start(program, slice::from_ref(puzzle), purpose, time_limit)?;
    session.work(&mut outcomes, Duration::MAX)?;
    let outcome = match outcomes.pop() {
        Some(outcome) if session.ends()? => outcome,
        Some(_) => Outcome::TimeLimit,
        None => session.how_it_ended()?,
    };
    session.process.kill();
    Ok(Run {
        outcome,
        printed: session.process.stdout(),
        events: session.events(),
    })
}

/// Runs a program on many puzzles, in one process as long as that lives, until its solves have taken
/// `most_time` together. An outcome a puzzle, in order; fewer where the time was up.
///
/// # Errors
/// If the program cannot be run, or Ctrl-C was pressed.
pub fn run_many(
    program: &Program,
    puzzles: &[Board],
    purpose: Purpose,
    time_limit: Duration,
    mut most_time: Duration,
) -> anyhow::Result<Vec<Outcome>> {
    let mut outcomes: Vec<Outcome> = Vec::new();
    while outcomes.len() < puzzles.len() && !most_time.is_zero() {
        let rest = &puzzles[outcomes.len()..];
        let mut session = Session::start(program, rest, purpose, time_limit)?;
        most_time = session.work(&mut outcomes, most_time)?;
        drop(session);
        // The process ended early, and the records of its last puzzles may be lost with it.
        if outcomes.len() < puzzles.len() && !most_time.is_zero() {
            outcomes.push(run(program, &puzzles[outcomes.len()], purpose, time_limit)?.outcome);
        }
    }
    Ok(outcomes)
}

const PUZZLES: &str = "puzzles.txt";
const RECORDS: &str = "records.txt";
const EVENTS: &str = "events.bin";

/// The size of a kept event.
pub const EVENT_BYTES: usize = 4;

/// A process that works through puzzles.
struct Session {
    process: Process,
    records: Records,
    purpose: Purpose,
    time_limit: Duration,
    puzzles: usize,
    clock: Clock,
    answered: Option<(Answer, Duration)>,
    notes: Vec<Note>,
    panic: Option<Outcome>,
    over: Option<Outcome>,
    status: Option<ExitStatus>,
    // The last field, so that the process has ended when the folder goes.
    folder: TempDir,
}

/// The time that counts against a limit.
struct Clock {
    since: Instant,
    used_before: Duration,
}

impl Clock {
    fn start(process: &Process) -> Self {
        Clock {
            since: Instant::now(),
            used_before: sandbox::cpu_time(process.id()).unwrap_or_default(),
        }
    }

    fn is_over(&self, limit: Duration, process: &Process) -> bool {
        let clock = self.since.elapsed();
        if clock < FIRST_LOOK_AT_LIMITS {
            return false;
        }
        let cpu = sandbox::cpu_time(process.id());
        let used = cpu.map_or(clock, |cpu| cpu.saturating_sub(self.used_before));
        let deadline = limit.saturating_mul(CLOCK_LIMITS);
        used > limit || clock > deadline && used < limit / CLOCK_LIMITS || clock > 10 * deadline
    }

    /// Waits as long again as it has waited so far, within bounds.
    fn pause(&self) {
        thread::sleep(self.since.elapsed().clamp(PAUSES.0, PAUSES.1));
    }
}

impl Session {
    fn start(
        program: &Program,
        puzzles: &[Board],
        purpose: Purpose,
        time_limit: Duration,
    ) -> anyhow::Result<Self> {
        let folder = workspace::temporary_folder("run")?;
        let [puzzles_file, records, events] =
            [PUZZLES, RECORDS, EVENTS].map(|file| folder.path().join(file));
        let mut lines = String::new();
        for puzzle in puzzles {
            lines.extend(puzzle.iter().flatten());
            lines.push('\n');
        }
        fs::write(&puzzles_file, lines)
            .and_then(|()| File::create(&records))
            .and_then(|_| File::create(&events))
            .with_context(|| format!("cannot write to {}", folder.path().display()))?;
        let mut command = Command::new(&program.path);
        let how = if puzzles.len() == 1 {
            "at-once"
        } else {
            "together"
        };
        command
            .current_dir(folder.path())
            .args([PUZZLES, RECORDS, how])
            .args(arguments(purpose, time_limit))
            // A backtrace is not shown, and making it takes a part of the solution's time.
            .env("RUST_BACKTRACE", "0");
        let of_puzzles = time_limit.saturating_mul(2 * u32::try_from(puzzles.len())? + 10);
        let confinement = sandbox::Confinement {
            memory: MEMORY_LIMIT,
            cpu: of_puzzles,
            files: Some(sandbox::Files {
                readable: &[&program.path, &puzzles_file],
                writable: &[&records, &events],
            }),
        };
        let process = sandbox::confine(&mut command, &confinement)
            .and_then(|()| Process::start(&mut command, Keep::Last))
            .with_context(|| format!("cannot start {}", program.path.display()))?;
        Ok(Session {
            clock: Clock::start(&process),
            records: Records::open(records)?,
            process,
            purpose,
            time_limit,
            puzzles: puzzles.len(),
            answered: None,
            notes: Vec::new(),
            panic: None,
            over: None,
            status: None,
            folder,
        })
    }

    /// Adds outcomes until each puzzle has one, the process has ended or is over a limit, or its
    /// solves have taken `most_time`. Returns how much of that is left.
    fn work(
        &mut self,
        outcomes: &mut Vec<Outcome>,
        mut most_time: Duration,
    ) -> anyhow::Result<Duration> {
        let mut missing = self.puzzles;
        loop {
            interrupt::check()?;
            // Looked at before the records are read, so that the last of them are not missed.
            self.status = self.process.status()?;
            let has_written = self.records.read_on()?;
            let before = missing;
            while let Some(record) = self.records.next() {
                if let Some(outcome) = self.outcome_of(record) {
                    most_time = most_time.saturating_sub(outcome.time().unwrap_or_default());
                    outcomes.push(outcome);
                    missing -= 1;
                    if missing == 0 || most_time.is_zero() {
                        return Ok(most_time);
                    }
                }
            }
            if missing < before {
                self.clock = Clock::start(&self.process);
            } else if self.status.is_some() {
                if !has_written {
                    return Ok(most_time);
                }
            } else if self.clock.is_over(self.time_limit, &self.process) {
                self.over = Some(Outcome::TimeLimit);
                return Ok(most_time);
            } else if !has_written {
                self.clock.pause();
            }
        }
    }

    /// The outcome that a record completes.
    fn outcome_of(&mut self, record: Record) -> Option<Outcome> {
        let is_counting = matches!(self.purpose, Purpose::Count { .. });
        match record {
            Record::Answer(time, answer) if is_counting => {
                self.answered = Some((answer, time));
                None
            }
            Record::Answer(time, answer) => Some(Outcome::Answered {
                answer,
                time,
                counts: None,
                notes: Vec::new(),
            }),
            Record::Note(note) => {
                self.notes.push(note);
                None
            }
            Record::Counts(counts) => {
                let (answer, time) = self.answered.take()?;
                Some(Outcome::Answered {
                    answer,
                    time,
                    counts: Some(counts),
                    notes: std::mem::take(&mut self.notes),
                })
            }
            Record::Over(counts) => Some(Outcome::OverLimit { counts }),
            Record::Panic(line, message) => {
                self.panic = Some(Outcome::Panicked { line, message });
                None
            }
            Record::End => None,
            Record::Foreign => Some(Outcome::Ended {
                how: "the solution wrote into a file of the judge".to_owned(),
            }),
        }
    }

    /// Whether the process ends in time after the last answer: events and the last prints come behind.
    fn ends(&mut self) -> anyhow::Result<bool> {
        let status = self.process.wait(self.time_limit.max(LONGEST_WRITING))?;
        Ok(status.is_some())
    }

    /// The kept events, once the process is over.
    fn events(&self) -> Vec<u8> {
        let mut events = Vec::new();
        if let Purpose::Count { kept_events, .. } = self.purpose {
            let most = kept_events.saturating_mul(EVENT_BYTES as u64);
            let file = File::open(self.folder.path().join(EVENTS));
            let _ = file.and_then(|file| file.take(most).read_to_end(&mut events));
        }
        events
    }

    fn how_it_ended(&mut self) -> anyhow::Result<Outcome> {
        if let Some(over) = self.over.take() {
            return Ok(over);
        }
        let status = self.status.context("a process that is over has a status")?;
        let stderr = self.process.stderr();
        if status.code() == Some(GAVE_UP_CODE)
            && let Some(why) = stderr.lines().find_map(|line| line.strip_prefix(GAVE_UP))
        {
            bail!("a solution's answers cannot be written to target/judge: {why}");
        }
        let aborted = signal(status) == Some(ABORT);
        if aborted && stderr.contains("has overflowed its stack") {
            return Ok(Outcome::StackOverflow);
        }
        if aborted && stderr.contains("memory allocation of ") {
            return Ok(Outcome::MemoryLimit);
        }
        Ok(match self.panic.take() {
            // A panic that was caught is not how it ended.
            Some(Outcome::Panicked { line, message })
                if aborted || status.code() == Some(PANIC) =>
            {
                let explanation = sandbox::explain(&message);
                let message = explanation.map_or(message.clone(), |it| format!("{message} ({it})"));
                Outcome::Panicked { line, message }
            }
            _ => Outcome::Ended {
                how: in_words(status),
            },
        })
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
        } => vec![
            kept_events.to_string(),
            most_events.to_string(),
            EVENTS.to_owned(),
        ],
    }
}

/// See the wrapper's protocol.
const GAVE_UP: &str = "the judge's wrapper cannot write: ";
const GAVE_UP_CODE: i32 = 74;

/// The exit code of a program whose main thread panicked.
const PANIC: i32 = 101;
const ABORT: i32 = 6;

/// The signal that ended a process.
#[cfg(unix)]
pub fn signal(status: ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

/// Windows has no signals; its abort is an exit code.
#[cfg(not(unix))]
pub fn signal(status: ExitStatus) -> Option<i32> {
    const STATUS_STACK_BUFFER_OVERRUN: i32 = -1_073_740_791;
    (status.code() == Some(STATUS_STACK_BUFFER_OVERRUN)).then_some(ABORT)
}

fn in_words(status: ExitStatus) -> String {
    match (status.code(), signal(status)) {
        (_, Some(signal)) => format!("the process was killed by signal {}", signal_name(signal)),
        (Some(code), _) => format!("the process ended itself with exit code {code}"),
        _ => status.to_string(),
    }
}

fn signal_name(signal: i32) -> String {
    #[cfg(unix)]
    if let Ok(known) = nix::sys::signal::Signal::try_from(signal) {
        return format!("{signal} ({known})");
    }
    signal.to_string()
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Record {
    Answer(Duration, Answer),
    Counts(Counts),
    Over(Counts),
    Note(Note),
    /// The line of the solution file, where the panic was there, and its message.
    Panic(Option<u32>, String),
    End,
    /// The wrapper did not write this.
    Foreign,
}

/// Longer than any record: an answer has 81 code points, and a panic's message is cut.
const LONGEST_RECORD: usize = 16 << 10;

/// How much is read at once: a solution that finds the file may fill it.
const MOST_AT_ONCE: u64 = 1 << 20;

/// The file of records, read as it grows.
struct Records {
    path: PathBuf,
    file: File,
    taken_in: Vec<u8>,
    /// How much of that has been parsed.
    done: usize,
}

impl Records {
    fn open(path: PathBuf) -> anyhow::Result<Self> {
        let file = File::open(&path).with_context(|| format!("cannot read {}", path.display()))?;
        Ok(Records {
            path,
            file,
            taken_in: Vec::new(),
            done: 0,
        })
    }

    /// Takes in the bytes that were written since; false if there were none.
    fn read_on(&mut self) -> anyhow::Result<bool> {
        self.taken_in.drain(..self.done);
        self.done = 0;
        let read = (&self.file)
            .take(MOST_AT_ONCE)
            .read_to_end(&mut self.taken_in)
            .with_context(|| format!("cannot read {}", self.path.display()))?;
        Ok(read > 0)
    }

    /// The next whole line that was taken in.
    fn next(&mut self) -> Option<Record> {
        let rest = &self.taken_in[self.done..];
        let Some(end) = rest.iter().position(|&byte| byte == b'\n') else {
            return (rest.len() > LONGEST_RECORD).then_some(Record::Foreign);
        };
        let line = str::from_utf8(&rest[..end]).ok();
        let record = line.and_then(parse).unwrap_or(Record::Foreign);
        self.done += end + 1;
        Some(record)
    }
}

fn parse(line: &str) -> Option<Record> {
    let (kind, rest) = line.split_once(' ').unwrap_or((line, ""));
    match kind {
        "answer" => {
            let (nanoseconds, board) = rest.split_once(' ')?;
            let time = Duration::from_nanos(number(nanoseconds)?);
            Some(Record::Answer(time, parse_answer(board)?))
        }
        "counts" => Some(Record::Counts(parse_counts(rest)?)),
        "note" => {
            let known = Note::ALL.iter().find(|(word, _)| *word == rest);
            Some(Record::Note(known?.1))
        }
        "over" => Some(Record::Over(parse_counts(rest)?)),
        "panic" if !rest.contains(char::is_control) => {
            let (place, message) = rest.split_once(' ').unwrap_or((rest, ""));
            let line = place
                .strip_prefix("solution.rs:")
                .and_then(|place| place.split(':').next()?.parse().ok());
            Some(Record::Panic(line, message.to_owned()))
        }
        "end" => Some(Record::End),
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
    if text.len() == 81 && text.bytes().all(|cell| matches!(cell, b'1'..=b'9' | b'.')) {
        let rows = text.as_bytes().chunks(9);
        let row = |row: &[u8]| row.iter().map(|&cell| char::from(cell)).collect();
        return Some(Answer::Grid(rows.map(row).collect()));
    }
    let code_points = text
        .split(' ')
        .map(|code| u32::from_str_radix(code, 16).ok());
    let cells: Option<Vec<char>> = code_points.map(|code| char::from_u32(code?)).collect();
    let cells = cells.filter(|cells| cells.len() == 81)?;
    Some(Answer::Grid(
        cells.chunks(9).map(<[char]>::to_vec).collect(),
    ))
}

/// A solution that writes its own records could make sums overflow with larger numbers.
const LARGEST: u64 = 1 << 53;

fn number(text: &str) -> Option<u64> {
    text.parse().ok().filter(|&number| number <= LARGEST)
}

fn parse_counts(text: &str) -> Option<Counts> {
    let numbers: Option<Vec<u64>> = text.split(' ').map(number).collect();
    let [placements, backtracks, board_reads, events] = numbers?[..] else {
        return None;
    };
    Some(Counts {
        placements,
        backtracks,
        board_reads,
        events,
    })
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use pretty_assertions::assert_eq;
    use rstest::rstest;

    use super::*;

    fn grid(cell: char) -> Answer {
        Answer::Grid(vec![vec![cell; 9]; 9])
    }

    fn counts(placements: u64, backtracks: u64, board_reads: u64, events: u64) -> Counts {
        Counts {
            placements,
            backtracks,
            board_reads,
            events,
        }
    }

    #[rstest]
    #[case(&format!("answer 1500 {}", "5".repeat(81)), Record::Answer(Duration::from_nanos(1500), grid('5')))]
    #[case(&format!("answer 0 {}", ["1f600"; 81].join(" ")), Record::Answer(Duration::ZERO, grid('😀')))]
    #[case(
        "answer 7 rows 0",
        Record::Answer(Duration::from_nanos(7), Answer::Rows(0))
    )]
    #[case(
        "answer 7 row 9 10",
        Record::Answer(Duration::from_nanos(7), Answer::Row(9, 10))
    )]
    #[case("counts 3 2 81 90", Record::Counts(counts(3, 2, 81, 90)))]
    #[case("over 1 0 0 1", Record::Over(counts(1, 0, 0, 1)))]
    #[case("over 9007199254740992 0 0 1", Record::Over(counts(1 << 53, 0, 0, 1)))]
    #[case("panic solution.rs:12:5 too many: 3", Record::Panic(Some(12), "too many: 3".to_owned()))]
    #[case("panic /rustc/0/library/core/src/x.rs:9:1 no", Record::Panic(None, "no".to_owned()))]
    #[case("panic  no", Record::Panic(None, "no".to_owned()))]
    #[case("panic solution.rs:12:5 ", Record::Panic(Some(12), String::new()))]
    #[case("end", Record::End)]
    fn records_are_read(#[case] line: &str, #[case] record: Record) {
        assert_eq!(parse(line), Some(record));
    }

    #[rstest]
    #[case("")]
    #[case("answer")]
    #[case("answer 5")]
    #[case("answer soon rows 8")]
    #[case("answer 5 rows many")]
    #[case("answer 5 35 35 35")]
    #[case(&format!("answer 5 {}", "5".repeat(82)))]
    #[case(&format!("answer 5 {}", ["35"; 82].join(" ")))]
    #[case(&format!("answer 5 {}", ["d800"; 81].join(" ")))]
    #[case("answer 9007199254740993 rows 8")]
    #[case("counts 1 2 3")]
    #[case("counts 1 2 3 4 5")]
    #[case("over -1 0 0 0")]
    #[case("over 9007199254740993 0 0 0")]
    #[case("panic solution.rs:12:5 \u{1b}[31m")]
    #[case("I was here")]
    fn other_lines_are_not_records(#[case] line: &str) {
        assert_eq!(parse(line), None);
    }

    #[test]
    fn records_are_read_as_they_are_written() {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        let mut records = Records::open(file.path().to_path_buf()).unwrap();
        file.write_all(b"end\ncounts 1 2").unwrap();
        assert!(records.read_on().unwrap());
        assert_eq!([records.next(), records.next()], [Some(Record::End), None]);
        file.write_all(b" 3 4\n").unwrap();
        assert_eq!(records.next(), None, "not read yet");
        assert!(records.read_on().unwrap());
        assert_eq!(records.next(), Some(Record::Counts(counts(1, 2, 3, 4))));
        assert!(!records.read_on().unwrap());
        file.write_all(&vec![b'x'; LONGEST_RECORD]).unwrap();
        assert!(records.read_on().unwrap());
        assert_eq!(records.next(), None);
        file.write_all(&vec![b'x'; 3 << 20]).unwrap();
        assert!(records.read_on().unwrap());
        assert_eq!(
            records.taken_in.len(),
            LONGEST_RECORD + (1 << 20),
            "not all at once"
        );
        assert_eq!(records.next(), Some(Record::Foreign));
    }

    #[test]
    fn repeating_takes_a_quarter_of_the_limit_at_most() {
        let repeat_for = Duration::from_millis(5);
        for (limit, expected) in [(1000, "5000"), (10, "2500")] {
            let arguments = arguments(Purpose::Time { repeat_for }, Duration::from_millis(limit));
            assert_eq!(arguments, [expected]);
        }
    }

    #[cfg(unix)]
    #[rstest]
    #[case(9, "the process was killed by signal 9 (SIGKILL)")]
    #[case(11, "the process was killed by signal 11 (SIGSEGV)")]
    #[case(40, "the process was killed by signal 40")]
    #[case(7 << 8, "the process ended itself with exit code 7")]
    fn endings_have_words(#[case] status: i32, #[case] words: &str) {
        let status = std::os::unix::process::ExitStatusExt::from_raw(status);
        assert_eq!(in_words(status), words);
    }

    #[test]
    fn the_wrapper_gives_up_in_words_that_the_judge_knows() {
        let protocol = include_str!("wrapper/protocol.rs");
        assert!(protocol.contains(&format!("GAVE_UP: &str = {GAVE_UP:?};")));
        assert!(protocol.contains(&format!("GAVE_UP_CODE: i32 = {GAVE_UP_CODE};")));
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
