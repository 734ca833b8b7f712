//! How a compiled solution and the judge talk: files, so that a solution's own input and output
//! cannot be mistaken for it.
//!
//! In the folder where the solution runs, the judge writes a file of puzzles, a line of 81 cells each,
//! and reads the file of records that grows while the solution runs. A record is one line with tabs
//! between its parts:
//!
//! ```text
//! answer <nanoseconds> <board>             the next puzzle's answer, and the time of one solve
//! answer 0 <board> <counts> <notes>        the same where it is counted
//! over <counts>                            the counts up to the most events, where reached
//! panic <place> <message>                  the message of a thread that panicked
//! ```
//!
//! Behind the last answer come the events that are kept. Counts are a list in JSON: placements,
//! backtracks, board reads and events. So are the notes, words such as "thread".
//!
//! A board is its 81 cells, as they are where each is '1' to '9' or '.', and otherwise as
//! hexadecimal code points apart by spaces. Of a board of another shape, `shape <words>` says what is
//! wrong.

use std::env;
use std::fs::{self, File};
use std::io::Write;
use std::panic;
use std::process;
use std::thread;

/// LeetCode's stack is not documented; this is the size of a main thread's on Linux.
const STACK: usize = 8 << 20;

/// How much of a panic's message is shown, in characters.
const LONGEST_MESSAGE: usize = 500;

/// The end of the file that records are written to.
pub struct Records(File);

impl Records {
    /// Writes one record, which ends with a newline. Not later, when the process may have crashed.
    pub fn write(&self, record: impl AsRef<[u8]>) {
        if (&self.0).write_all(record.as_ref()).is_err() {
            process::exit(1);
        }
    }
}

/// Runs `work` on the puzzles and the arguments that the judge gave, and writes the events that it
/// returns.
pub fn run(work: impl FnOnce(&str, &Records, &[String]) -> Vec<u8> + Send + 'static) {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let puzzles = fs::read_to_string("puzzles.txt").expect("the judge wrote the puzzles");
    let file = File::options().append(true).open("records.txt");
    let records = Records(file.expect("the judge made the file"));
    let records: &Records = Box::leak(Box::new(records));
    report_panics_to(records);
    let worker = thread::Builder::new().stack_size(STACK).spawn(move || {
        let events = work(&puzzles, records, &arguments);
        records.write(events);
    });
    if worker.expect("a thread can be started").join().is_err() {
        process::exit(101);
    }
}

fn report_panics_to(records: &'static Records) {
    panic::set_hook(Box::new(move |info| {
        // A first line names the place, and the message follows.
        let text = info.to_string();
        let message = text.split_once('\n').map(|(_, message)| message);
        let message = message.unwrap_or("a value that is not text");
        let place = info.location().map_or(String::new(), ToString::to_string);
        records.write(format!("panic\t{place}\t{}\n", in_one_line(message)));
    }));
}

/// The message on one line, with control characters escaped, but not quotes.
fn in_one_line(message: &str) -> String {
    let shown = message.chars().take(LONGEST_MESSAGE);
    let line: String = shown.flat_map(char::escape_debug).collect();
    let rest = message.chars().nth(LONGEST_MESSAGE).map_or("", |_| "...");
    line.replace("\\\"", "\"").replace("\\'", "'") + rest
}

/// 81 cells as the rows of a board.
pub fn rows(puzzle: &str) -> Vec<Vec<char>> {
    let row = |cells: &[u8]| cells.iter().map(|&cell| cell.into()).collect();
    puzzle.as_bytes().chunks(9).map(row).collect()
}

/// A board as it stands in a record.
pub fn board_record(rows: &[&[char]]) -> String {
    if rows.len() != 9 {
        return format!("shape the board has {} rows, expected 9", rows.len());
    }
    if let Some(row) = rows.iter().position(|row| row.len() != 9) {
        let cells = rows[row].len();
        return format!("shape row {} has {cells} cells, expected 9", row + 1);
    }
    let cells = rows.concat();
    if cells.iter().all(|cell| matches!(cell, '1'..='9' | '.')) {
        return cells.iter().collect();
    }
    let code = |&cell: &char| format!("{:x}", cell as u32);
    let codes: Vec<String> = cells.iter().map(code).collect();
    codes.join(" ")
}
