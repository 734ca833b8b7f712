//! How a compiled solution and the judge talk: files, so that a solution's own input and output
//! cannot be mistaken for it.
//!
//! The judge hands over a file of puzzles, a line of 81 cells each, and reads the file of records
//! that grows while the solution runs. A record is one line with tabs between its parts:
//!
//! ```text
//! answer <nanoseconds> <board>         the next puzzle's answer, and the time of one solve
//! answer 0 <board> <counts> <notes>    the same where it is counted, with what to know of the counts
//! over <counts>                        the counts up to the most events, where they were reached
//! panic <place> <message>              the message of a thread that panicked
//! ```
//!
//! Behind the last answer come the events that are kept. Counts are a list in JSON: placements,
//! backtracks, board reads and events. So are the notes, words such as "thread".
//!
//! A board is its 81 cells, as they are where each is '1' to '9' or '.', and otherwise as
//! hexadecimal code points apart by spaces. A board of another shape is `rows <n>` or
//! `row <number> <cells>`.

use std::env;
use std::fs::{self, File};
use std::io::Write;
use std::panic;
use std::process;
use std::sync::Arc;
use std::thread;

/// LeetCode's stack is not documented; this is the size of a main thread's on Linux.
const STACK: usize = 8 << 20;

/// How much of a panic's message is shown, in characters.
const LONGEST_MESSAGE: usize = 500;

/// The end of the file that records are written to.
pub struct Records(File);

impl Records {
    /// Writes one record, which ends with a newline. Not later, when the process may have crashed.
    pub fn write(&self, record: &str) {
        self.write_bytes(record.as_bytes());
    }

    fn write_bytes(&self, bytes: &[u8]) {
        if (&self.0).write_all(bytes).is_err() {
            // The judge finds out why.
            process::exit(1);
        }
    }
}

/// Runs `work` on the file of puzzles and the further arguments that the judge gave, and writes the
/// events that it returns. Arguments: the file of puzzles, the file of records, and those of `work`.
pub fn run(work: impl FnOnce(&str, &Records, &[String]) -> Vec<u8> + Send + 'static) {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [puzzles, records, rest @ ..] = &arguments[..] else {
        panic!("a solution compiled by the judge is run by the judge");
    };
    let puzzles = fs::read_to_string(puzzles).expect("the judge wrote the puzzles");
    let file = File::options().append(true).open(records);
    let records = Arc::new(Records(file.expect("the judge made the file")));
    report_panics_to(Arc::clone(&records));
    let rest = rest.to_vec();
    let worker = thread::Builder::new()
        .name("main".into())
        .stack_size(STACK)
        .spawn(move || {
            let events = work(&puzzles, &records, &rest);
            records.write_bytes(&events);
        });
    if worker.expect("a thread can be started").join().is_err() {
        process::exit(101);
    }
}

fn report_panics_to(records: Arc<Records>) {
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
        records.write(&format!("panic\t{place}\t{}\n", in_one_line(message)));
        print_panic(info);
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
