//! Processes: started, watched, and always ended.

use std::collections::VecDeque;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::Context;
use sudoku_fixtures::{Board, board};
use tempfile::TempDir;

use crate::compile::Program;
use crate::interrupt;
use crate::usage::{Usage, usage};
use crate::workspace;

/// How often a running process is looked at: at first, and after a while.
const EAGER: Duration = Duration::from_micros(200);
const PATIENT: Duration = Duration::from_millis(2);

/// A solution that waits instead of working is ended when this many limits have passed on the wall.
const WALL_LIMITS: u32 = 5;

/// How much of what a process prints is kept.
const KEPT_OUTPUT: usize = 16 << 10;

/// How long output is waited for that may never end.
const LONGEST_WAIT_FOR_OUTPUT: Duration = Duration::from_millis(300);

/// What one solution may use on one puzzle.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Processor time, where the platform can tell, otherwise time on the wall.
    pub time: Duration,
    /// Resident bytes, where the platform can tell.
    pub memory: u64,
}

/// What a run is for.
#[derive(Clone, Debug)]
pub enum Purpose {
    /// Answers, and the median time of a solve where it is repeated for so long.
    Time {
        /// Zero: a single solve.
        repeat_for: Duration,
    },
    /// What a solution does to the board.
    Count {
        /// How many events to keep.
        most_events: usize,
    },
}

/// How it went on one puzzle.
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
    },
    /// A count was stopped at the time limit.
    OverLimit {
        /// What was counted until then.
        counts: Counts,
    },
    /// It panicked.
    Panicked {
        /// The line of the solution file, where the panic was there.
        line: Option<u32>,
        /// What it said.
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

/// The board a solution left, which may have any form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// 9 rows of 9 cells, with whatever characters.
    Grid(Board),
    /// The number of rows is not 9.
    Rows(usize),
    /// The first row (1 to 9) that does not have 9 cells, and how many it has.
    Row(usize, usize),
}

/// What a solution did to the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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

/// What a process left behind.
pub struct Captured {
    /// How it ended.
    pub status: ExitStatus,
    /// The end of what it said.
    pub stderr: String,
}

/// Runs a command to its end; None where that takes longer than the limit.
///
/// # Errors
/// If it cannot be started.
pub fn capture(mut command: Command, limit: Duration) -> io::Result<Option<Captured>> {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    let mut process = Process::start(command)?;
    let started = Instant::now();
    loop {
        if let Some(status) = process.child.try_wait()? {
            let stderr = process.stderr.take().map(Drain::text).unwrap_or_default();
            return Ok(Some(Captured { status, stderr }));
        }
        if started.elapsed() > limit || interrupt::requested() {
            return Ok(None);
        }
        thread::sleep(PATIENT);
    }
}

/// A solution's run through a list of puzzles: an iterator over how each went.
///
/// Where the process ends early the next puzzle gets a new one. Dropping it ends everything.
pub struct Run<'a> {
    program: &'a Program,
    puzzles: &'a [Board],
    purpose: Purpose,
    limits: Limits,
    next: usize,
    live: Option<Live>,
    /// What the solution printed on its standard output, as far as it is kept.
    pub printed: String,
    /// The events of the last puzzle, in the form of the counting wrapper.
    pub events: Vec<u8>,
}

impl<'a> Run<'a> {
    /// Nothing happens before the first outcome is asked for.
    #[must_use]
    pub fn new(
        program: &'a Program,
        puzzles: &'a [Board],
        purpose: Purpose,
        limits: Limits,
    ) -> Self {
        Run {
            program,
            puzzles,
            purpose,
            limits,
            next: 0,
            live: None,
            printed: String::new(),
            events: Vec::new(),
        }
    }

    fn next_outcome(&mut self) -> anyhow::Result<Outcome> {
        let mut live = match self.live.take() {
            Some(live) => live,
            None => Live::start(self.program, self.rest(), &self.purpose, self.limits)?,
        };
        let outcome = live.next_outcome(self.limits)?;
        self.next += 1;
        let goes_on = matches!(
            outcome,
            Outcome::Answered { .. } | Outcome::OverLimit { .. }
        );
        if goes_on && self.next < self.puzzles.len() {
            self.live = Some(live);
        } else {
            if goes_on {
                live.wait_for_end(self.limits)?;
                self.events = fs::read(live.folder.path().join(EVENTS)).unwrap_or_default();
            }
            self.printed = live.process.end();
        }
        Ok(outcome)
    }

    fn rest(&self) -> &'a [Board] {
        &self.puzzles[self.next..]
    }
}

impl Iterator for Run<'_> {
    type Item = anyhow::Result<Outcome>;

    fn next(&mut self) -> Option<Self::Item> {
        (self.next < self.puzzles.len()).then(|| self.next_outcome())
    }
}

const PUZZLES: &str = "puzzles.txt";
const RECORDS: &str = "records.txt";
const EVENTS: &str = "events.bin";
const STOP: &str = "stop";

/// A process that works through puzzles.
struct Live {
    process: Process,
    records: Records,
    /// The counts of a puzzle come behind its answer.
    counting: bool,
    told_to_stop: bool,
    panic: Option<Outcome>,
    since: Instant,
    cpu_since: Duration,
    // The last field, so that the process has ended when the folder goes.
    folder: TempDir,
}

impl Live {
    fn start(
        program: &Program,
        puzzles: &[Board],
        purpose: &Purpose,
        limits: Limits,
    ) -> anyhow::Result<Self> {
        let folder = workspace::judge_folder().and_then(|parent| {
            let folder = tempfile::Builder::new().prefix("run-").tempdir_in(&parent);
            folder.with_context(|| format!("cannot write to {}", parent.display()))
        })?;
        let lines: Vec<String> = puzzles.iter().map(board::to_line).collect();
        fs::write(folder.path().join(PUZZLES), lines.join("\n"))?;
        File::create(folder.path().join(RECORDS))?;
        let puzzles = u32::try_from(puzzles.len()).unwrap_or(u32::MAX);
        let mut longest = limits
            .time
            .saturating_mul(WALL_LIMITS)
            .saturating_mul(puzzles);
        let mut command = Command::new(&program.path);
        let mut further = Vec::new();
        match purpose {
            Purpose::Time { repeat_for } => {
                longest = longest.saturating_add(repeat_for.saturating_mul(puzzles));
                further.push(repeat_for.as_millis().to_string());
            }
            Purpose::Count { most_events } => {
                further.push(most_events.to_string());
                further.push(EVENTS.to_owned());
            }
        }
        let seconds = longest
            .as_secs()
            .saturating_add(10)
            .min(u64::from(u32::MAX));
        command
            .current_dir(folder.path())
            .args([PUZZLES, RECORDS, &seconds.to_string()]);
        command.args(further);
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let records = Records::open(&folder.path().join(RECORDS))?;
        let process = Process::start(command)
            .with_context(|| format!("cannot start {}", program.path.display()))?;
        Ok(Live {
            process,
            records,
            counting: matches!(purpose, Purpose::Count { .. }),
            told_to_stop: false,
            panic: None,
            since: Instant::now(),
            cpu_since: Duration::ZERO,
            folder,
        })
    }

    fn next_outcome(&mut self, limits: Limits) -> anyhow::Result<Outcome> {
        self.since = Instant::now();
        self.cpu_since = usage(&self.process.child).map_or(Duration::ZERO, |usage| usage.cpu);
        let mut answered = None;
        loop {
            interrupt::check()?;
            // Looked at before the records are read, so that the last of them are not missed.
            let ended = self.process.child.try_wait()?;
            while let Some(record) = self.records.next()? {
                match record {
                    Record::Answer(time, answer) => {
                        let outcome = Outcome::Answered {
                            answer,
                            time,
                            counts: None,
                        };
                        if !self.counting {
                            return Ok(outcome);
                        }
                        answered = Some(outcome);
                    }
                    Record::Counts(counted) => {
                        if let Some(Outcome::Answered { answer, time, .. }) = answered {
                            return Ok(Outcome::Answered {
                                answer,
                                time,
                                counts: Some(counted),
                            });
                        }
                    }
                    Record::Over(counts) => return Ok(Outcome::OverLimit { counts }),
                    Record::Panic(panic) => self.panic = Some(panic),
                    Record::End => {}
                }
            }
            if let Some(status) = ended {
                return Ok(self.how_it_ended(status));
            }
            match self.how_far(limits) {
                HowFar::Within => {}
                HowFar::OverTime if self.counting && !self.told_to_stop => {
                    File::create(self.folder.path().join(STOP))?;
                    self.told_to_stop = true;
                }
                HowFar::OverTime if self.told_to_stop => {}
                HowFar::OverTime | HowFar::FarOverTime => return Ok(Outcome::TimeLimit),
                HowFar::OverMemory => return Ok(Outcome::MemoryLimit),
            }
            self.pause();
        }
    }

    /// After the last answer: threads of the solution may still be running, and end with it.
    fn wait_for_end(&mut self, limits: Limits) -> anyhow::Result<()> {
        self.since = Instant::now();
        while self.process.child.try_wait()?.is_none() && self.since.elapsed() < limits.time {
            interrupt::check()?;
            self.pause();
        }
        Ok(())
    }

    fn pause(&self) {
        let eager = self.since.elapsed() < Duration::from_millis(20);
        thread::sleep(if eager { EAGER } else { PATIENT });
    }

    fn how_far(&self, limits: Limits) -> HowFar {
        let wall = self.since.elapsed();
        let used = match usage(&self.process.child) {
            Some(Usage { resident, .. }) if resident > limits.memory => return HowFar::OverMemory,
            Some(Usage { cpu, .. }) => cpu.saturating_sub(self.cpu_since),
            None => wall,
        };
        if used > limits.time.saturating_mul(2) || wall > limits.time.saturating_mul(WALL_LIMITS) {
            HowFar::FarOverTime
        } else if used > limits.time {
            HowFar::OverTime
        } else {
            HowFar::Within
        }
    }

    fn how_it_ended(&mut self, status: ExitStatus) -> Outcome {
        self.process.kill();
        let stderr = self
            .process
            .stderr
            .take()
            .map(Drain::text)
            .unwrap_or_default();
        if stderr.contains("has overflowed its stack") {
            return Outcome::StackOverflow;
        }
        if stderr.contains("memory allocation of ") {
            return Outcome::MemoryLimit;
        }
        match self.panic.take() {
            Some(panic) if !status.success() => panic,
            _ => Outcome::Ended {
                how: in_words(status),
            },
        }
    }
}

/// What a process has used of its limits.
enum HowFar {
    Within,
    OverTime,
    /// So far that it did not stop when it was told to, or only waits.
    FarOverTime,
    OverMemory,
}

fn in_words(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return format!("the process was ended by signal {signal}");
    }
    match status.code() {
        Some(code) => format!("the process ended itself with exit code {code}"),
        None => "the process ended".to_owned(),
    }
}

enum Record {
    Answer(Duration, Answer),
    Counts(Counts),
    Over(Counts),
    Panic(Outcome),
    End,
}

/// The file of records, read as it grows.
struct Records {
    path: PathBuf,
    file: File,
    unread: Vec<u8>,
}

impl Records {
    fn open(path: &Path) -> anyhow::Result<Self> {
        let file = File::open(path)?;
        Ok(Records {
            path: path.to_path_buf(),
            file,
            unread: Vec::new(),
        })
    }

    fn next(&mut self) -> anyhow::Result<Option<Record>> {
        self.file
            .read_to_end(&mut self.unread)
            .with_context(|| format!("cannot read {}", self.path.display()))?;
        let Some(end) = self.unread.iter().position(|&byte| byte == b'\n') else {
            return Ok(None);
        };
        let line: Vec<u8> = self.unread.drain(..=end).collect();
        let line = String::from_utf8_lossy(&line);
        parse_record(line.trim_end()).map(Some)
    }
}

fn parse_record(line: &str) -> anyhow::Result<Record> {
    let garbled = || format!("a solution's program wrote a record that is none: {line:.60}");
    let (kind, rest) = line.split_once(' ').unwrap_or((line, ""));
    match kind {
        "answer" => {
            let (nanoseconds, board) = rest.split_once(' ').with_context(garbled)?;
            let time = Duration::from_nanos(nanoseconds.parse().with_context(garbled)?);
            Ok(Record::Answer(
                time,
                parse_answer(board).with_context(garbled)?,
            ))
        }
        "counts" => Ok(Record::Counts(parse_counts(rest).with_context(garbled)?)),
        "over" => Ok(Record::Over(parse_counts(rest).with_context(garbled)?)),
        "panic" => {
            let (place, message) = rest.split_once(' ').unwrap_or((rest, ""));
            let line = place
                .strip_prefix("solution.rs:")
                .and_then(|place| place.split(':').next());
            let line = line.and_then(|line| line.parse().ok());
            Ok(Record::Panic(Outcome::Panicked {
                line,
                message: message.to_owned(),
            }))
        }
        "end" => Ok(Record::End),
        _ => anyhow::bail!(garbled()),
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
    let code_points = text
        .split(' ')
        .map(|code| u32::from_str_radix(code, 16).ok());
    let cells: Option<Vec<char>> = code_points.map(|code| char::from_u32(code?)).collect();
    let rows: Board = cells?.chunks(9).map(<[char]>::to_vec).collect();
    (rows.len() == 9).then_some(Answer::Grid(rows))
}

fn parse_counts(text: &str) -> Option<Counts> {
    let numbers: Option<Vec<u64>> = text.split(' ').map(|number| number.parse().ok()).collect();
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

/// A child that is ended, with all that it started, when it is no longer wanted.
struct Process {
    child: Child,
    stdout: Option<Drain>,
    stderr: Option<Drain>,
}

impl Process {
    fn start(mut command: Command) -> io::Result<Self> {
        // A group of its own: what it starts is ended with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let stdout = child
            .stdout
            .take()
            .map(|pipe| Drain::start(pipe, Keep::First));
        let stderr = child
            .stderr
            .take()
            .map(|pipe| Drain::start(pipe, Keep::Last));
        Ok(Process {
            child,
            stdout,
            stderr,
        })
    }

    /// Ends it and returns what it printed.
    fn end(mut self) -> String {
        self.kill();
        self.stdout.take().map(Drain::text).unwrap_or_default()
    }

    fn kill(&mut self) {
        #[cfg(unix)]
        if let Some(group) = i32::try_from(self.child.id())
            .ok()
            .and_then(rustix::process::Pid::from_raw)
        {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

#[derive(Clone, Copy)]
enum Keep {
    First,
    Last,
}

/// Reads all that a process prints, so that it never waits for a reader, and keeps a little.
struct Drain {
    kept: Arc<Mutex<VecDeque<u8>>>,
    reader: JoinHandle<()>,
}

impl Drain {
    fn start(mut pipe: impl Read + Send + 'static, keep: Keep) -> Self {
        let kept = Arc::new(Mutex::new(VecDeque::new()));
        let reader = thread::spawn({
            let kept = Arc::clone(&kept);
            move || {
                let mut block = [0; 8192];
                while let Ok(read @ 1..) = pipe.read(&mut block) {
                    let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                    match keep {
                        Keep::First => {
                            let room = KEPT_OUTPUT.saturating_sub(kept.len());
                            kept.extend(&block[..read.min(room)]);
                        }
                        Keep::Last => {
                            kept.extend(&block[..read]);
                            let surplus = kept.len().saturating_sub(KEPT_OUTPUT);
                            kept.drain(..surplus);
                        }
                    }
                }
            }
        });
        Drain { kept, reader }
    }

    /// What is kept, once the process has ended. Its pipe may be held open by a process that it
    /// started and that left its group, so the rest is not waited for long.
    fn text(self) -> String {
        let started = Instant::now();
        while !self.reader.is_finished() && started.elapsed() < LONGEST_WAIT_FOR_OUTPUT {
            thread::sleep(EAGER);
        }
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes: Vec<u8> = kept.iter().copied().collect();
        String::from_utf8_lossy(&bytes).into_owned()
    }
}
