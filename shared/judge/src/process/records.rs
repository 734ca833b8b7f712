//! The records that a solution's program writes: see the wrapper's protocol.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use sudoku::Board;

use super::{Answer, Counts};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Record {
    Answer(Duration, Answer),
    Counts(Counts),
    Over(Counts),
    /// The line of the solution file, where the panic was there, and what it said.
    Panic(Option<u32>, String),
    End,
    /// The wrapper did not write this.
    Foreign,
}

/// Longer than any record: an answer has 81 code points, and a panic's words are cut.
const LONGEST_RECORD: usize = 16 << 10;

/// How much is read at once, since a solution that finds the file may fill it.
const MOST_AT_ONCE: u64 = 1 << 20;

/// The file of records, read as it grows.
pub(super) struct Records {
    path: PathBuf,
    file: File,
    taken_in: Vec<u8>,
    /// How much of that has been handed out.
    done: usize,
}

impl Records {
    pub fn open(path: &Path) -> anyhow::Result<Self> {
        let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
        Ok(Records {
            path: path.to_path_buf(),
            file,
            taken_in: Vec::new(),
            done: 0,
        })
    }

    /// Takes in what was written since; false if that was nothing.
    pub fn read_on(&mut self) -> anyhow::Result<bool> {
        self.taken_in.drain(..self.done);
        self.done = 0;
        let read = (&self.file)
            .take(MOST_AT_ONCE)
            .read_to_end(&mut self.taken_in)
            .with_context(|| format!("cannot read {}", self.path.display()))?;
        Ok(read > 0)
    }

    /// The next whole line that was taken in.
    pub fn next(&mut self) -> Option<Record> {
        let rest = &self.taken_in[self.done..];
        let Some(end) = rest.iter().position(|&byte| byte == b'\n') else {
            return (rest.len() > LONGEST_RECORD).then_some(Record::Foreign);
        };
        let line = String::from_utf8_lossy(&rest[..end]);
        let record = parse(&line).unwrap_or(Record::Foreign);
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
        "over" => Some(Record::Over(parse_counts(rest)?)),
        "panic" if !rest.contains(char::is_control) => {
            let (place, message) = rest.split_once(' ').unwrap_or((rest, ""));
            let line = place
                .strip_prefix("solution.rs:")
                .and_then(|place| place.split(':').next()?.parse().ok());
            Some(Record::Panic(line, message.to_owned()))
        }
        "end" | "note" => Some(Record::End),
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
    let code_points = text
        .split(' ')
        .map(|code| u32::from_str_radix(code, 16).ok());
    let cells: Option<Vec<char>> = code_points.map(|code| char::from_u32(code?)).collect();
    let cells = cells.filter(|cells| cells.len() == 81)?;
    let rows: Board = cells.chunks(9).map(<[char]>::to_vec).collect();
    Some(Answer::Grid(rows))
}

/// More nanoseconds or events than this are from nobody: sums of them could overflow.
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
    use std::fs;
    use std::io::Write;

    use rstest::rstest;

    use super::*;

    fn grid(cell: char) -> Answer {
        Answer::Grid(vec![vec![cell; 9]; 9])
    }

    fn codes(code: &str, cells: usize) -> String {
        vec![code; cells].join(" ")
    }

    #[rstest]
    #[case::answer(&format!("answer 1500 {}", codes("35", 81)), Record::Answer(Duration::from_nanos(1500), grid('5')))]
    #[case::strange(&format!("answer 0 {}", codes("1f600", 81)), Record::Answer(Duration::ZERO, grid('😀')))]
    #[case::rows(
        "answer 7 rows 0",
        Record::Answer(Duration::from_nanos(7), Answer::Rows(0))
    )]
    #[case::row(
        "answer 7 row 9 10",
        Record::Answer(Duration::from_nanos(7), Answer::Row(9, 10))
    )]
    #[case::counts("counts 3 2 81 90", Record::Counts(Counts { placements: 3, backtracks: 2, board_reads: 81, events: 90 }))]
    #[case::over("over 1 0 0 1", Record::Over(Counts { placements: 1, backtracks: 0, board_reads: 0, events: 1 }))]
    #[case::panic("panic solution.rs:12:5 too many: 3", Record::Panic(Some(12), "too many: 3".to_owned()))]
    #[case::panic_elsewhere("panic /rustc/0/library/core/src/x.rs:9:1 no", Record::Panic(None, "no".to_owned()))]
    #[case::panic_nowhere("panic  no", Record::Panic(None, "no".to_owned()))]
    #[case::panic_without_words("panic solution.rs:12:5 ", Record::Panic(Some(12), String::new()))]
    #[case::largest("over 9007199254740992 0 0 1", Record::Over(Counts { placements: 1 << 53, backtracks: 0, board_reads: 0, events: 1 }))]
    #[case::end("end", Record::End)]
    fn a_record_is_read(#[case] line: &str, #[case] record: Record) {
        assert_eq!(parse(line), Some(record));
    }

    #[rstest]
    #[case("")]
    #[case("answer")]
    #[case("answer 5")]
    #[case("answer soon rows 8")]
    #[case("answer 5 rows many")]
    #[case("answer 5 35 35 35")]
    #[case(&format!("answer 5 {}", codes("35", 82)))]
    #[case(&format!("answer 5 {}", codes("d800", 81)))]
    #[case("counts 1 2 3")]
    #[case("counts 1 2 3 4 5")]
    #[case("over -1 0 0 0")]
    #[case("over 9007199254740993 0 0 0")]
    #[case("answer 9007199254740993 rows 8")]
    #[case("panic solution.rs:12:5 \u{1b}[31m")]
    #[case("I was here")]
    fn anything_else_is_no_record(#[case] line: &str) {
        assert_eq!(parse(line), None);
    }

    #[test]
    fn half_a_line_waits_for_the_other_half() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("records");
        let mut file = fs::File::create(&path).unwrap();
        let mut records = Records::open(&path).unwrap();
        file.write_all(b"end\ncounts 1 2").unwrap();
        assert!(records.read_on().unwrap());
        assert_eq!(records.next(), Some(Record::End));
        assert_eq!(records.next(), None);
        file.write_all(b" 3 4\n").unwrap();
        assert_eq!(records.next(), None, "not taken in yet");
        assert!(records.read_on().unwrap());
        let counts = Counts {
            placements: 1,
            backtracks: 2,
            board_reads: 3,
            events: 4,
        };
        assert_eq!(records.next(), Some(Record::Counts(counts)));
        assert!(!records.read_on().unwrap());
        assert_eq!(records.next(), None);
    }

    #[test]
    fn a_line_may_be_as_long_as_the_longest_record() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("records");
        for (length, expected) in [
            (LONGEST_RECORD, None),
            (LONGEST_RECORD + 1, Some(Record::Foreign)),
        ] {
            fs::write(&path, vec![b'x'; length]).unwrap();
            let mut records = Records::open(&path).unwrap();
            assert!(records.read_on().unwrap());
            assert_eq!(records.next(), expected, "{length}");
        }
    }

    #[test]
    fn a_line_without_end_is_no_record() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("records");
        fs::write(&path, vec![b'x'; 3 << 20]).unwrap();
        let mut records = Records::open(&path).unwrap();
        assert!(records.read_on().unwrap());
        assert_eq!(records.taken_in.len(), 1 << 20, "not all at once");
        assert_eq!(records.next(), Some(Record::Foreign));
    }
}
