//! How a compiled solution and the judge talk: files, so that a solution's own input and output
//! cannot be mistaken for it.
//!
//! The judge hands over a file of puzzles, a line of 81 cells each, and reads the file of records
//! that grows while the solution runs. A record is one line:
//!
//! ```text
//! answer <nanoseconds> <board>     the next puzzle's answer, and the time of one solve
//! counts <placements> <backtracks> <board reads> <events>     the counts of that puzzle
//! over <the same four>             the counts up to the most events, where they were reached
//! panic <place> <message>          the message of a thread that panicked
//! end                              every puzzle was solved
//! ```
//!
//! A board is its 81 cells, as they are where each is '1' to '9' or '.', and otherwise as
//! hexadecimal code points apart by spaces. A board of another shape is `rows <n>` or
//! `row <number> <cells>`.

use std::env;
use std::fs::{self, File};
use std::io::{self, Write};
use std::panic;
use std::process;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// LeetCode's stack is not documented; this is the size of a main thread's on Linux.
const STACK: usize = 8 << 20;

/// How much of a panic's message is shown, in characters.
const LONGEST_MESSAGE: usize = 500;

/// Records of quick solves are written together, as many as come in this time.
const BETWEEN_WRITES: Duration = Duration::from_millis(1);

/// The end of the file that records are written to.
#[derive(Clone)]
pub struct Records(Arc<Mutex<Pending>>);

struct Pending {
    file: File,
    text: String,
    last_write: Instant,
    /// Each record is written at once, so that none is lost where the process crashes.
    at_once: bool,
}

impl Records {
    /// Appends one record.
    pub fn write(&self, record: &str) {
        self.append(record, false);
    }

    /// Appends one record, and writes down all.
    fn write_all(&self, record: &str) {
        self.append(record, true);
    }

    fn append(&self, record: &str, now: bool) {
        let mut pending = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        pending.text.push_str(record);
        pending.text.push('\n');
        if now || pending.at_once || pending.last_write.elapsed() > BETWEEN_WRITES {
            let text = std::mem::take(&mut pending.text);
            if let Err(error) = pending.file.write_all(text.as_bytes()) {
                give_up(&error);
            }
            pending.last_write = Instant::now();
        }
    }
}

/// The words on standard error and the exit code by which the judge knows that the solution is not
/// at fault.
pub const GAVE_UP: &str = "the judge's wrapper cannot write: ";
pub const GAVE_UP_CODE: i32 = 74;

/// Ends this process where a record cannot be written.
pub fn give_up(error: &io::Error) -> ! {
    let _ = writeln!(io::stderr(), "{GAVE_UP}{error}");
    process::exit(GAVE_UP_CODE);
}

/// Runs `work` on the puzzles and the further arguments that the judge gave. Arguments: the file of
/// puzzles, the file of records, `at-once` or `together` for how to write records, and those of
/// `work`.
pub fn run(work: impl FnOnce(Vec<String>, &Records, &[String]) + Send + 'static) {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [puzzles, records, how, rest @ ..] = &arguments[..] else {
        panic!("a solution compiled by the judge is run by the judge");
    };
    let puzzles = fs::read_to_string(puzzles).expect("the judge wrote the puzzles");
    let file = File::options().append(true).open(records);
    let records = Records(Arc::new(Mutex::new(Pending {
        file: file.expect("the judge made the file"),
        text: String::new(),
        last_write: Instant::now(),
        at_once: how == "at-once",
    })));
    report_panics_to(records.clone());
    let rest = rest.to_vec();
    let worker = thread::Builder::new()
        .name("main".into())
        .stack_size(STACK)
        .spawn(move || {
            let puzzles = puzzles.lines().map(str::to_owned).collect();
            work(puzzles, &records, &rest);
            records.write_all("end");
        });
    if worker.expect("a thread can be started").join().is_err() {
        process::exit(101);
    }
}

fn report_panics_to(records: Records) {
    let print_panic = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let payload = info.payload();
        let message = match (
            payload.downcast_ref::<&str>(),
            payload.downcast_ref::<String>(),
        ) {
            (Some(text), _) => text,
            (_, Some(text)) => text.as_str(),
            _ => "a value that is not text",
        };
        let place = info.location().map_or(String::new(), ToString::to_string);
        records.write_all(&format!("panic {place} {}", in_one_line(message)));
        print_panic(info);
    }));
}

/// The message on one line, with control characters escaped.
fn in_one_line(message: &str) -> String {
    let mut line = String::new();
    for character in message.chars().take(LONGEST_MESSAGE) {
        match character {
            '"' | '\'' | '\\' => line.push(character),
            _ => line.extend(character.escape_debug()),
        }
    }
    if message.chars().nth(LONGEST_MESSAGE).is_some() {
        line.push_str("...");
    }
    line
}

/// 81 cells as the rows of a board.
pub fn rows(puzzle: &str) -> Vec<Vec<char>> {
    let cells: Vec<char> = puzzle.chars().collect();
    cells.chunks(9).map(<[char]>::to_vec).collect()
}

/// A board as it stands in a record.
pub fn board_record(rows: &[&[char]]) -> String {
    if rows.len() != 9 {
        return format!("rows {}", rows.len());
    }
    if let Some(row) = rows.iter().position(|row| row.len() != 9) {
        return format!("row {} {}", row + 1, rows[row].len());
    }
    let cells = || rows.iter().flat_map(|row| row.iter());
    if cells().all(|cell| matches!(cell, '1'..='9' | '.')) {
        return cells().collect();
    }
    let codes: Vec<String> = cells().map(|&cell| format!("{:x}", cell as u32)).collect();
    codes.join(" ")
}
