//! How a compiled solution and the judge talk: files, so that nothing a solution prints or reads
//! can be mistaken for it.
//!
//! The judge hands over a file of puzzles, a line of 81 cells each, and reads the file of records
//! that grows while the solution runs. A record is one line:
//!
//! ```text
//! answer <nanoseconds> <board>     the next puzzle's answer, and the time of one solve
//! counts <placements> <backtracks> <board reads> <events>     what the next puzzle took
//! over <the same four>             what it took up to the time limit
//! panic <place> <message>          the words of a thread that panicked
//! end                              every puzzle has had its turn
//! ```
//!
//! A board is `rows <n>` or `row <number> <cells>` where its shape is wrong, and otherwise its 81
//! cells as hexadecimal code points, since a solution may have written any character.

use std::env;
use std::fs::{self, File};
use std::io::{self, Write};
use std::panic;
use std::process;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// LeetCode does not state its stack; this is what a main thread has on Linux.
const STACK: usize = 8 << 20;

const BETWEEN_LOOKS_AT_THE_JUDGE: Duration = Duration::from_millis(100);

/// More characters of what a panic says are not shown.
const LONGEST_MESSAGE: usize = 500;

/// The end of the file that records are written to.
#[derive(Clone)]
pub struct Records(Arc<Mutex<File>>);

impl Records {
    /// Appends one record; the judge sees it at once.
    pub fn write(&self, record: &str) {
        let mut file = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(error) = file.write_all(format!("{record}\n").as_bytes()) {
            give_up(&error);
        }
    }
}

/// Words on standard error, and an exit code, by which the judge knows that it is not the
/// solution's fault.
pub const GAVE_UP: &str = "the judge's wrapper cannot write: ";
pub const GAVE_UP_CODE: i32 = 74;

/// Ends this process where what it has to say cannot be written down.
pub fn give_up(error: &io::Error) -> ! {
    let _ = writeln!(io::stderr(), "{GAVE_UP}{error}");
    process::exit(GAVE_UP_CODE);
}

/// Runs `work` on the puzzles and the further arguments that the judge gave, and says when all is
/// done. Arguments: file of puzzles, file of records, the judge's process id, seconds until the
/// judge must have ended this process, and what else `work` understands.
pub fn run(work: impl FnOnce(Vec<String>, &Records, &[String]) + Send + 'static) {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [puzzles, records, judge, seconds, rest @ ..] = &arguments[..] else {
        panic!("a solution compiled by the judge is run by the judge");
    };
    let puzzles = fs::read_to_string(puzzles).expect("the judge wrote the puzzles");
    let records = File::options().append(true).create(true).open(records);
    let records = Records(Arc::new(Mutex::new(
        records.expect("the judge made the folder"),
    )));
    end_with(
        judge.parse().expect("a process id"),
        Duration::from_secs(seconds.parse().expect("seconds")),
    );
    report_panics_to(records.clone());
    let rest = rest.to_vec();
    let worker = thread::Builder::new()
        .name("main".into())
        .stack_size(STACK)
        .spawn(move || {
            work(
                puzzles.lines().map(str::to_owned).collect(),
                &records,
                &rest,
            );
            records.write("end");
        });
    if worker.expect("a thread can be started").join().is_err() {
        process::exit(101);
    }
}

/// Ends this process when the judge is gone: it may have been killed. Where that cannot be seen,
/// after the limit.
fn end_with(judge: u32, limit: Duration) {
    thread::spawn(move || {
        let started = Instant::now();
        while is_parent(judge) && started.elapsed() < limit {
            thread::sleep(BETWEEN_LOOKS_AT_THE_JUDGE);
        }
        process::exit(1);
    });
}

#[cfg(unix)]
fn is_parent(judge: u32) -> bool {
    std::os::unix::process::parent_id() == judge
}

#[cfg(not(unix))]
fn is_parent(_judge: u32) -> bool {
    true
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
        records.write(&format!("panic {place} {}", in_one_line(message)));
        print_panic(info);
    }));
}

/// The message, with whatever would not show as a character of one line in its escaped form.
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
    let cells: Vec<String> = rows
        .iter()
        .flat_map(|row| row.iter())
        .map(|&cell| format!("{:x}", cell as u32))
        .collect();
    cells.join(" ")
}
