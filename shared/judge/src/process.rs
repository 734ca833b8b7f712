//! Processes: started, watched, and always ended.

mod records;

use std::fs::{self, File};
use std::io::Read;
use std::process::{self, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use sudoku::{Board, board};
use tempfile::TempDir;

use self::records::{Record, Records};
use crate::child::{Keep, PATIENT, Process};
use crate::compile::{self, Program};
use crate::interrupt;
use crate::workspace;

/// How often a process is looked at that may answer at any moment.
const EAGER: Duration = Duration::from_micros(200);

/// What is used is looked at from then on: looking costs time, and no limit is much shorter.
const FIRST_LOOK_AT_LIMITS: Duration = Duration::from_millis(20);

/// A solution that waits instead of working is ended when this many limits have passed on the wall.
const WALL_LIMITS: u32 = 5;

/// Whatever it does, it is ended when this many have: what it has others do can be hidden.
const MOST_WALL_LIMITS: u32 = 50;

/// Writing down the events of a run takes a while, however short the run was.
const LONGEST_WRITING: Duration = Duration::from_secs(5);

/// Where nobody can tell a program that the judge is gone, it ends itself after this many limits
/// for each puzzle.
const LIMITS_ON_ITS_OWN: u32 = 100;

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
            }
            live.process.kill();
            if let (true, Purpose::Count { most_events }) = (goes_on, &self.purpose) {
                self.events = live.events(*most_events);
            }
            self.printed = live.process.stdout();
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
const EVENT_BYTES: usize = 4;

/// A process that works through puzzles.
struct Live {
    process: Process,
    records: Records,
    /// The counts of a puzzle come behind its answer.
    counting: bool,
    answered: Option<(Answer, Duration)>,
    panic: Option<Outcome>,
    /// Which of its puzzles it is at.
    puzzle: usize,
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
        let folder = compile::temporary_folder("run", &workspace::judge_folder()?)?;
        let lines: Vec<String> = puzzles.iter().map(board::to_line).collect();
        fs::write(folder.path().join(PUZZLES), lines.join("\n"))
            .and_then(|()| File::create(folder.path().join(EVENTS)))
            .and_then(|_| File::create(folder.path().join(RECORDS)))
            .with_context(|| format!("cannot write to {}", folder.path().display()))?;
        let records = Records::open(&folder.path().join(RECORDS))?;
        let on_its_own = limits
            .time
            .saturating_mul(LIMITS_ON_ITS_OWN)
            .saturating_mul(u32::try_from(puzzles.len())?);
        let mut command = Command::new(&program.path);
        command
            .current_dir(folder.path())
            .args([PUZZLES, RECORDS])
            .args([process::id().to_string(), on_its_own.as_secs().to_string()])
            .args(purpose.arguments(limits))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let process = Process::start(command, Keep::Last)
            .with_context(|| format!("cannot start {}", program.path.display()))?;
        Ok(Live {
            process,
            records,
            counting: matches!(purpose, Purpose::Count { .. }),
            answered: None,
            panic: None,
            puzzle: 0,
            since: Instant::now(),
            cpu_since: Duration::ZERO,
            folder,
        })
    }

    fn next_outcome(&mut self, limits: Limits) -> anyhow::Result<Outcome> {
        // It may be some puzzles ahead.
        let outcome = match self.recorded() {
            Some(outcome) => outcome,
            None => self.wait_for_outcome(limits)?,
        };
        self.puzzle += 1;
        Ok(outcome)
    }

    /// From now on what is used counts against the limits.
    fn start_clock(&mut self) {
        self.since = Instant::now();
        let usage = self.process.usage();
        self.cpu_since = usage.map_or(Duration::ZERO, |usage| usage.cpu);
    }

    fn wait_for_outcome(&mut self, limits: Limits) -> anyhow::Result<Outcome> {
        self.start_clock();
        loop {
            interrupt::check()?;
            // Looked at before the records are read, so that the last of them are not missed.
            let ended = self.process.status()?;
            let has_written = self.records.read_on()?;
            if let Some(outcome) = self.recorded() {
                return Ok(outcome);
            }
            match ended {
                Some(status) if !has_written => return self.how_it_ended(status),
                Some(_) => {}
                None => {
                    let is_due = self.since.elapsed() >= FIRST_LOOK_AT_LIMITS;
                    if let Some(outcome) = is_due.then(|| self.over_a_limit(limits)).flatten() {
                        return Ok(outcome);
                    }
                    self.pause();
                }
            }
        }
    }

    /// The next outcome among the records that were taken in.
    fn recorded(&mut self) -> Option<Outcome> {
        while let Some(record) = self.records.next() {
            let outcome = self.outcome_of(record);
            if outcome.is_some() {
                return outcome;
            }
        }
        None
    }

    /// What a record says about how it went, if it says that already.
    fn outcome_of(&mut self, record: Record) -> Option<Outcome> {
        match record {
            Record::Answer(time, answer) if self.counting => {
                self.answered = Some((answer, time));
                None
            }
            Record::Answer(time, answer) => Some(Outcome::Answered {
                answer,
                time,
                counts: None,
            }),
            Record::Counts(counts) => {
                let (answer, time) = self.answered.take()?;
                Some(Outcome::Answered {
                    answer,
                    time,
                    counts: Some(counts),
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

    /// The outcome where more was used than may be.
    fn over_a_limit(&self, limits: Limits) -> Option<Outcome> {
        match self.how_far(limits) {
            HowFar::OverTime if self.counting => {
                self.tell_to_stop();
                None
            }
            HowFar::OverTime | HowFar::FarOverTime => Some(Outcome::TimeLimit),
            HowFar::OverMemory => Some(Outcome::MemoryLimit),
            HowFar::Within => None,
        }
    }

    /// The counting wrapper looks for this file now and then.
    fn tell_to_stop(&self) {
        let path = self.folder.path().join(format!("stop-{}", self.puzzle));
        // Where the solution took the folder away it goes on until it is far over the limit. If
        // something has that name already it may be anything, and is not opened.
        let _ = File::create_new(path);
    }

    fn how_far(&self, limits: Limits) -> HowFar {
        let wall = self.since.elapsed();
        let usage = self.process.usage();
        let used = usage.map_or(wall, |usage| usage.cpu.saturating_sub(self.cpu_since));
        let resident = usage.map_or(0, |usage| usage.resident);
        HowFar::of(wall, used, resident, || self.process.is_waiting(), limits)
    }

    /// After the last answer, since the events and the last prints come behind it.
    fn wait_for_end(&mut self, limits: Limits) -> anyhow::Result<()> {
        self.start_clock();
        let limits = Limits {
            time: limits.time.max(LONGEST_WRITING),
            ..limits
        };
        while self.process.status()?.is_none() && matches!(self.how_far(limits), HowFar::Within) {
            interrupt::check()?;
            self.pause();
        }
        Ok(())
    }

    /// What the wrapper wrote down, once the process is over: nobody can change it any more.
    fn events(&self, most_events: usize) -> Vec<u8> {
        let path = self.folder.path().join(EVENTS);
        let mut events = Vec::new();
        // The solution may have put anything there.
        if path.symlink_metadata().is_ok_and(|it| it.is_file()) {
            let most = most_events.saturating_mul(EVENT_BYTES) as u64;
            let file = File::open(path).map(|file| file.take(most));
            let _ = file.and_then(|mut file| file.read_to_end(&mut events));
        }
        events
    }

    fn pause(&self) {
        // As long again as it has taken so far, within bounds.
        thread::sleep(self.since.elapsed().clamp(EAGER, PATIENT));
    }

    fn how_it_ended(&mut self, status: ExitStatus) -> anyhow::Result<Outcome> {
        let stderr = self.process.stderr();
        let last_line = stderr.lines().last().unwrap_or_default();
        if status.code() == Some(GAVE_UP_CODE) && last_line.starts_with(GAVE_UP) {
            // A solution can say that, too.
            let trial = self.folder.path().join("trial");
            fs::write(trial, vec![0; 64 << 10])
                .context("a solution's answers cannot be written to target/judge")?;
        }
        let was_aborted = was_aborted(status);
        if was_aborted && stderr.contains("has overflowed its stack") {
            return Ok(Outcome::StackOverflow);
        }
        if was_aborted && stderr.contains("memory allocation of ") {
            return Ok(Outcome::MemoryLimit);
        }
        Ok(match self.panic.take() {
            // A panic that was caught is not how it ended.
            Some(panic) if was_aborted || status.code() == Some(PANIC) => panic,
            _ => Outcome::Ended {
                how: in_words(status),
            },
        })
    }
}

impl Purpose {
    /// What the wrapper wants to be told.
    fn arguments(&self, limits: Limits) -> Vec<String> {
        match self {
            Purpose::Time { repeat_for } => {
                // Repeating must not use up the time that one solve may take.
                let repeat_for = (*repeat_for).min(limits.time / 4);
                vec![repeat_for.as_micros().to_string()]
            }
            Purpose::Count { most_events } => {
                vec![
                    most_events.to_string(),
                    u64::MAX.to_string(),
                    EVENTS.to_owned(),
                ]
            }
        }
    }
}

/// What a process has used of its limits.
#[derive(Debug, PartialEq, Eq)]
enum HowFar {
    Within,
    OverTime,
    /// So far that it did not stop when it was told to, or only waits.
    FarOverTime,
    OverMemory,
}

impl HowFar {
    /// By the time on the wall, the time and the memory used, and whether nothing is at work.
    fn of(
        wall: Duration,
        used: Duration,
        resident: u64,
        is_waiting: impl FnOnce() -> bool,
        limits: Limits,
    ) -> Self {
        let only_waits = || wall > limits.time.saturating_mul(WALL_LIMITS) && is_waiting();
        if resident > limits.memory {
            HowFar::OverMemory
        } else if used > limits.time.saturating_mul(2)
            || wall > limits.time.saturating_mul(MOST_WALL_LIMITS)
            || only_waits()
        {
            HowFar::FarOverTime
        } else if used > limits.time {
            HowFar::OverTime
        } else {
            HowFar::Within
        }
    }
}

/// The wrapper's last words where it cannot write down an answer, and its exit code then.
const GAVE_UP: &str = "the judge's wrapper cannot write: ";
const GAVE_UP_CODE: i32 = 74;

/// The exit code of a Rust program whose main thread panicked.
const PANIC: i32 = 101;

/// Whether it was ended from within or outside, instead of leaving: on Unix by a signal, on Windows
/// with a code that no program chooses.
fn was_aborted(status: ExitStatus) -> bool {
    status.code().is_none_or(|code| !(0..=255).contains(&code))
}

fn in_words(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return match name_of_signal(signal) {
            Some(name) => format!("the process was ended by signal {signal} ({name})"),
            None => format!("the process was ended by signal {signal}"),
        };
    }
    match status.code() {
        Some(code) => format!("the process ended itself with exit code {code}"),
        None => "the process ended".to_owned(),
    }
}

#[cfg(unix)]
fn name_of_signal(signal: i32) -> Option<&'static str> {
    use rustix::process::Signal;
    match Signal::from_named_raw(signal)? {
        Signal::ABORT => Some("SIGABRT"),
        Signal::SEGV => Some("SIGSEGV"),
        Signal::KILL => Some("SIGKILL, as when the machine has no memory left"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::wrapper::protocol;

    #[test]
    fn the_wrapper_gives_up_in_words_that_are_known_here() {
        assert_eq!(protocol::GAVE_UP, GAVE_UP);
        assert_eq!(protocol::GAVE_UP_CODE, GAVE_UP_CODE);
    }

    /// Milliseconds on the wall, milliseconds and bytes used, and whether nothing is at work, where a
    /// tenth of a second and a thousand bytes are allowed.
    #[rstest]
    #[case::nothing((0, 0, 0, true), HowFar::Within)]
    #[case::all_of_it((500, 100, 1000, true), HowFar::Within)]
    #[case::memory((0, 0, 1001, false), HowFar::OverMemory)]
    #[case::time((101, 101, 0, false), HowFar::OverTime)]
    #[case::twice_the_time((200, 200, 0, false), HowFar::OverTime)]
    #[case::more_than_twice((201, 201, 0, false), HowFar::FarOverTime)]
    #[case::it_waits((501, 0, 0, true), HowFar::FarOverTime)]
    #[case::it_is_kept_waiting((5000, 99, 0, false), HowFar::Within)]
    #[case::it_hides_its_work((5001, 0, 0, false), HowFar::FarOverTime)]
    fn limits_are_exact(
        #[case] (wall, used, resident, is_waiting): (u64, u64, u64, bool),
        #[case] expected: HowFar,
    ) {
        let limits = Limits {
            time: Duration::from_millis(100),
            memory: 1000,
        };
        let (wall, used) = (Duration::from_millis(wall), Duration::from_millis(used));
        let found = HowFar::of(wall, used, resident, || is_waiting, limits);
        assert_eq!(found, expected);
    }

    #[test]
    fn repeating_takes_a_quarter_of_the_limit_at_most() {
        let arguments = |limit| {
            let purpose = Purpose::Time {
                repeat_for: Duration::from_millis(5),
            };
            purpose.arguments(Limits {
                time: Duration::from_millis(limit),
                memory: 0,
            })
        };
        assert_eq!(arguments(1000), ["5000"]);
        assert_eq!(arguments(10), ["2500"]);
    }

    #[cfg(unix)]
    #[rstest]
    #[case(6, "signal 6 (SIGABRT)")]
    #[case(9, "signal 9 (SIGKILL, as when the machine has no memory left)")]
    #[case(11, "signal 11 (SIGSEGV)")]
    #[case(15, "signal 15")]
    fn signals_have_names(#[case] number: i32, #[case] name: &str) {
        let status = std::os::unix::process::ExitStatusExt::from_raw(number);
        let expected = format!("the process was ended by {name}");
        assert_eq!(in_words(status), expected);
    }
}
