//! Boards out of text, in any layout in which people keep or paste them.
//!
//! # Lines
//!
//! Text is UTF-8, or UTF-16 with a byte order mark. It is taken line by line. A block is a part of
//! the text that holds a board: a line, a grid or an array. The first rule that fits a line decides:
//!
//! | line | meaning |
//! |---|---|
//! | empty, or starts with `#` | a gap: it ends a grid, except after the third and sixth row |
//! | has a word of 81 characters, or of 60 cells | a block by itself |
//! | inside an array | a part of the array, which ends where its brackets are closed |
//! | opens more brackets than it closes | an array begins |
//! | has 60 cells or 9 closing brackets | a block by itself |
//! | only strokes, such as `---+---` | a frame; below the ninth row it ends the grid |
//! | starts with a word of letters | a title or a header: it ends the grid and is ignored |
//! | anything else | a row of a grid |
//!
//! The board behind LeetCode's label `Output` or `Expected` is an answer. It is skipped.
//!
//! # Readings
//!
//! The rows of a grid are its lines, and the rows of an array are what stands before a closing
//! bracket. A word of 81 characters or 60 cells is a row of 81 cells, and the rest of its line is
//! ignored. A second such word, or nine rows more in an array, is the solution.
//!
//! If a row has commas, semicolons or eight tabs, its fields are the cells, and an empty field is a
//! blank. Otherwise its characters are the cells, and strokes and quotes are ignored.
//! Each reading knows other signs for a blank: see `READINGS`. The first that yields nine rows of
//! nine cells, or 81 cells in one line or in 81 lines, is the board.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Chain, Cursor, Read};
use std::mem;

use crate::Board;
use crate::board::Cell;
use crate::rules;

/// The signs for a blank, one group for each reading. In the last two a space is a blank; in the
/// last, another space stands between cells.
const READINGS: [&str; 6] = [".0_*", "-", "xX", "?", " ", "  "];

/// The longest line, grid or array that is read. A board in indented JSON has 2,000 bytes.
const MAX_BYTES: usize = 10_000;

/// A line or word with this many cells could be a damaged board.
const ALMOST_A_BOARD: usize = 60;

const LAYOUTS: &str = "a board is 81 cells in a line, nine rows of nine, a drawn grid, CSV, or an \
    array in JSON, C++, Java, Python or Rust; its blanks are any of . 0 _ * or all - or x or ? or \
    spaces";

/// One puzzle of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Puzzle {
    /// The puzzle: well formed, though its givens may contradict each other.
    pub board: Board,
    /// The solution beside the puzzle, if any. It has been checked.
    pub solution: Option<Board>,
    /// The line on which the puzzle starts, from 1.
    pub line: u64,
}

/// Why text cannot be read as a board: the line, the fault, and the layouts that are understood.
#[derive(Debug, thiserror::Error)]
#[error("{0}\n({LAYOUTS})")]
pub struct NotationError(String);

/// Reads the one board in a text.
///
/// # Errors
/// If there is no board, more than one, or a faulty one. Contradictory givens are not an error:
/// see [`rules::first_conflict`].
pub fn parse(text: impl AsRef<[u8]>) -> Result<Board, NotationError> {
    let mut puzzles = Puzzles::new(text.as_ref());
    let nothing = || NotationError("no board found".to_owned());
    let first = puzzles.next().ok_or_else(nothing)??;
    match puzzles.next().transpose()? {
        Some(second) => fault(
            second.line,
            "a second board begins here, expected one board",
        ),
        None => Ok(first.board),
    }
}

fn fault<T>(line: u64, fault: &str) -> Result<T, NotationError> {
    Err(NotationError(format!("line {line}: {fault}")))
}

/// The puzzles of a reader, one after the other, up to the first fault. Keeps one line and one board
/// in memory.
pub struct Puzzles<R: Read> {
    reader: BufReader<Chain<Cursor<Vec<u8>>, R>>,
    /// The number of lines read.
    line: u64,
    block: Block,
    /// The next board is an answer.
    skips_next: bool,
    ready: VecDeque<Result<Puzzle, NotationError>>,
    at_end: bool,
}

/// The lines of a grid or of an array, as far as they are read.
#[derive(Default)]
struct Block {
    text: String,
    /// The number of the first line.
    line: u64,
    /// The lines that are not frames.
    rows: usize,
    /// Brackets opened and not closed: 0 in a grid.
    depth: usize,
}

impl<R: Read> Puzzles<R> {
    /// The puzzles of `reader`, which need not be buffered.
    pub fn new(reader: R) -> Self {
        Self {
            reader: BufReader::new(as_utf_8(reader)),
            line: 0,
            block: Block::default(),
            skips_next: false,
            ready: VecDeque::new(),
            at_end: false,
        }
    }

    /// Reads a line and decides what it is: see the table above.
    fn take_line(&mut self) -> Result<(), NotationError> {
        let mut bytes = Vec::new();
        let mut reader = (&mut self.reader).take(MAX_BYTES as u64 + 1);
        if let Err(error) = reader.read_until(b'\n', &mut bytes) {
            return fault(self.line, &format!("cannot read on: {error}"));
        }
        if bytes.is_empty() {
            self.at_end = true;
            return self.end_block();
        }
        self.line += 1;
        if bytes.len().max(self.block.text.len()) > MAX_BYTES {
            let text = format!("a line, grid or array has more than {MAX_BYTES} bytes");
            return fault(self.line, &text);
        }
        let text = plain(&bytes);
        let text = text.trim_end_matches(['\n', '\r']);
        let line = text.trim();

        let Block { rows, depth, .. } = self.block;
        let can_be_row_of_blanks = text.len() >= 9 && (1..9).contains(&rows);
        if line.starts_with('#') || line.is_empty() && !can_be_row_of_blanks {
            if depth == 0 && rows != 3 && rows != 6 {
                self.end_block()?;
            }
            return Ok(());
        }
        let words = words(text).filter(|word| is_board(word));
        let boards: Vec<Vec<&str>> = words.map(|word| vec![word]).collect();
        if !boards.is_empty() {
            self.end_block()?;
            return self.found(self.line, &boards);
        }
        let [opened, closed] = [['[', '{'], [']', '}']].map(|them| text.matches(them).count());
        let goes_on = depth > 0 && !line.starts_with("[[");
        let begins = opened > closed || closed >= 9 || signs(text) >= ALMOST_A_BOARD;
        let is_frame = is_frame(line, READINGS[0]);
        let is_outside = is_title(line) || is_frame && rows >= 9;
        if !goes_on && (begins || is_outside) {
            self.end_block()?;
        }
        let label = first_word(line).trim_matches('*');
        self.skips_next |= matches!(label, "Output" | "Expected");
        if !goes_on && !begins && is_outside {
            return Ok(());
        }
        let block = &mut self.block;
        if block.text.is_empty() {
            block.line = self.line;
        }
        block.text.push_str(text);
        block.text.push('\n');
        block.depth = (block.depth + opened).saturating_sub(closed);
        block.rows += usize::from(!is_frame);
        if (goes_on || begins) && block.depth == 0 {
            self.end_block()?;
        }
        Ok(())
    }

    /// Ends the grid or the array that has begun, if any.
    fn end_block(&mut self) -> Result<(), NotationError> {
        let Block { text, line, .. } = mem::take(&mut self.block);
        let boards = boards_in(&text);
        let mut rows = boards.iter().flatten();
        if rows.all(|row| is_frame(row, READINGS[0])) {
            return Ok(());
        }
        self.found(line, &boards)
    }

    /// Reads the puzzle in the rows of these boards, and its solution.
    fn found(&mut self, line: u64, boards: &[Vec<&str>]) -> Result<(), NotationError> {
        if mem::take(&mut self.skips_next) {
            return Ok(());
        }
        let (board, solution) = read_boards(boards).or_else(|text| fault(line, &text))?;
        self.ready.push_back(Ok(Puzzle {
            board,
            solution,
            line,
        }));
        Ok(())
    }
}

impl<R: Read> Iterator for Puzzles<R> {
    type Item = Result<Puzzle, NotationError>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.ready.is_empty() && !self.at_end {
            if let Err(error) = self.take_line() {
                self.ready.push_back(Err(error));
                self.at_end = true;
            }
        }
        self.ready.pop_front()
    }
}

/// What a reader holds, in UTF-8. UTF-16 is read whole.
fn as_utf_8<R: Read>(mut reader: R) -> Chain<Cursor<Vec<u8>>, R> {
    let mut bytes = Vec::new();
    // If this fails, so does the next read.
    let _ = reader.by_ref().take(2).read_to_end(&mut bytes);
    let from_bytes = match bytes[..] {
        [0xFF, 0xFE] => u16::from_le_bytes,
        [0xFE, 0xFF] => u16::from_be_bytes,
        _ => return Cursor::new(bytes).chain(reader),
    };
    bytes.clear();
    let _ = reader.read_to_end(&mut bytes);
    let pairs = bytes.chunks_exact(2);
    let units: Vec<u16> = pairs.map(|pair| from_bytes([pair[0], pair[1]])).collect();
    Cursor::new(String::from_utf16_lossy(&units).into_bytes()).chain(reader)
}

/// The text of a line, with full-width characters, curly quotes and line drawing replaced by plain
/// characters. Bytes that are not UTF-8 become U+FFFD, which is not a cell.
fn plain(bytes: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = str::from_utf8(bytes)
        && text.is_ascii()
    {
        return text.into();
    }
    let plain = |character| match character {
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(character as u32 - 0xFEE0).unwrap_or(character),
        '\u{2018}'..='\u{201F}' => '"',
        '\u{A0}' | '\u{3000}' => ' ',
        '│' | '┃' | '║' => '|',
        '\u{2500}'..='\u{257F}' => '+',
        _ => character,
    };
    let text = String::from_utf8_lossy(bytes);
    let text = text.trim_start_matches('\u{FEFF}');
    text.chars().map(plain).collect()
}

/// A character at the side of a cell.
fn is_bar(c: char) -> bool {
    c.is_whitespace() || c == '|'
}

/// Whether a line of strokes is a frame. Nine dashes, or spaces between bars, are a row if they are
/// the blanks.
fn is_frame(line: &str, blanks: &str) -> bool {
    let strokes = if line.contains('-') { "-+=*.:'" } else { "+=" };
    let mut rest = line.chars().filter(|&c| !is_bar(c));
    let is_row = match blanks {
        "-" => rest.clone().eq("---------".chars()),
        " " | "  " => rest.clone().next().is_none() && line.len() >= 9,
        _ => false,
    };
    !is_row && line.trim().len() != 1 && rest.all(|c| strokes.contains(c))
}

/// Whether a line starts with a word of letters, or is the fence of a Markdown block.
fn is_title(line: &str) -> bool {
    let word = first_word(line);
    let is_letter = |c: char| c.is_ascii_alphabetic() || c == '_' || !c.is_ascii();
    let is_word = word.chars().nth(1).is_some() && word.chars().all(is_letter);
    let are_cells = matches!(word, "null" | "None") || word.chars().all(|c| "_xX".contains(c));
    line.starts_with("```") || is_word && !are_cells
}

/// The runs of letters, digits and signs for a blank in a line.
fn words(line: &str) -> impl Iterator<Item = &str> {
    let is_in_word = |c: &u8| !c.is_ascii() || c.is_ascii_alphanumeric() || b"._*-?".contains(c);
    let words = line.as_bytes().split(move |c| !is_in_word(c));
    words.filter_map(|word| str::from_utf8(word).ok().filter(|word| !word.is_empty()))
}

fn first_word(line: &str) -> &str {
    words(line).next().unwrap_or_default()
}

/// How many characters of a text could be cells, without counting dashes and spaces.
fn signs(text: &str) -> usize {
    let is_sign = |c| matches!(c, b'0'..=b'9' | b'.' | b'_' | b'*' | b'?' | b'x' | b'X');
    text.bytes().filter(|&c| is_sign(c)).count()
}

/// Whether a word is a row of 81 cells. It may be damaged.
fn is_board(word: &str) -> bool {
    word.len() == 81 && !is_frame(word, READINGS[0]) || signs(word) >= ALMOST_A_BOARD
}

/// The rows of each board in a block: of a puzzle, and of its solution if that stands beside it.
fn boards_in(text: &str) -> Vec<Vec<&str>> {
    if !text.contains(['[', '{', ']', '}']) {
        return vec![text.lines().collect()];
    }
    let mut parts: Vec<&str> = text.split([']', '}']).collect();
    // Behind the last bracket there is no row. Code and the size in a declaration are not rows.
    parts.pop();
    let rows = parts
        .iter()
        .filter_map(|part| part.rsplit(['[', '{']).next());
    let rows = rows.filter(|row| match row.matches(',').count() {
        0 => row.len() >= 9 && !is_title(row),
        commas => row.trim() != "," && (commas >= 8 || !is_title(row)),
    });
    let rows: Vec<&str> = rows
        .map(|row| row.strip_suffix(',').unwrap_or(row))
        .collect();
    match rows.split_at_checked(9) {
        Some((puzzle, solution)) if solution.len() == 9 => vec![puzzle.to_vec(), solution.to_vec()],
        _ => vec![rows],
    }
}

/// The puzzle in the rows of boards, and its solution.
fn read_boards(boards: &[Vec<&str>]) -> Result<(Board, Option<Board>), String> {
    if boards.len() > 2 {
        return Err("the line goes on with a third board".to_owned());
    }
    let puzzle = read(&boards[0])?;
    let Some(second) = boards.get(1) else {
        return Ok((puzzle, None));
    };
    let solution = read(second).map_err(|text| format!("in the second board: {text}"))?;
    if rules::is_solution(&puzzle, &solution) {
        return Ok((puzzle, Some(solution)));
    }
    let fault = "the second board is not a solution of the first; correct it or leave it out";
    Err(fault.to_owned())
}

/// The board in these rows by the first reading that fits. Otherwise the fault that the closest
/// reading finds: the one with the fewest strange, missing and excess cells.
fn read(rows: &[&str]) -> Result<Board, String> {
    if let [word] = rows
        && let Some(board) = board_of(word.as_bytes().chunks(1), READINGS[0])
    {
        return Ok(board);
    }
    let mut closest = (usize::MAX, String::new());
    for blanks in READINGS {
        let rows = rows.iter().filter(|row| !is_frame(row, blanks));
        let mut rows: Vec<Vec<&str>> = rows.map(|row| cells_of(row, blanks)).collect();
        let found = rows.concat();
        // Otherwise a short row would be one that ends in blanks.
        if blanks.starts_with(' ') && !found.contains(&" ") {
            continue;
        }
        let in_line = rows.len() == 1 || rows.iter().all(|row| row.len() == 1);
        if in_line {
            rows = found.chunks(9).map(<[&str]>::to_vec).collect();
        }
        let has_shape = rows.len() == 9 && rows.iter().all(|row| row.len() == 9);
        if has_shape && let Some(board) = board_of(found.iter().map(|cell| cell.as_bytes()), blanks)
        {
            return Ok(board);
        }
        let strange = found
            .iter()
            .filter(|cell| value(cell.as_bytes(), blanks).is_none());
        let distance = strange.count() + found.len().abs_diff(81);
        if distance < closest.0 {
            closest = (distance, fault_of(&rows, in_line, blanks));
        }
    }
    Err(other_kind(rows).unwrap_or(closest.1))
}

/// The cells of a row, each as its text.
fn cells_of<'a>(row: &'a str, blanks: &str) -> Vec<&'a str> {
    if blanks.starts_with(' ') {
        return cells_in_columns(row, blanks.len());
    }
    let has_tabs = row.matches('\t').count() >= 8;
    let is_separator = |c| matches!(c, ',' | ';') || has_tabs && c == '\t';
    let is_around = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '\\');
    let bare = |field: &'a str| field.trim_matches(is_around);
    let mut fields: Vec<&str> = row.split(is_separator).map(bare).collect();
    // Behind a comma at the end there is no field.
    if fields.len() % 9 == 1 && fields.last() == Some(&"") {
        fields.pop();
    }
    let is_ignored = |c| is_around(c) || "|-+".contains(c) && !blanks.contains(c);
    let mut cells = Vec::new();
    for field in &fields {
        if fields.len() == 1 || field.len() == 9 {
            cells.extend(characters(field).filter(|cell| !cell.starts_with(is_ignored)));
        } else {
            cells.push(*field);
        }
    }
    cells
}

/// The cells of a row in which spaces are blanks: every character or every second, without bars.
fn cells_in_columns(row: &str, step: usize) -> Vec<&str> {
    let has_edges = matches!(row.matches('|').count(), 4 | 10);
    let row = if has_edges { row.trim() } else { row };
    let mut cells = Vec::new();
    for (index, character) in characters(row).enumerate() {
        if index % step == 0 && character != "|" {
            cells.push(character);
        } else if !character.starts_with(is_bar) {
            // A cell between cells makes the row too long.
            cells.extend([character; 10]);
        }
    }
    cells.resize(cells.len().max(9), "");
    cells
}

fn characters(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive(|_| true)
}

/// The board of these cells, if they are 81.
fn board_of<'a>(mut cells: impl Iterator<Item = &'a [u8]>, blanks: &str) -> Option<Board> {
    let mut board = vec![vec!['.'; 9]; 9];
    for cell in board.iter_mut().flatten() {
        *cell = value(cells.next()?, blanks)?;
    }
    cells.next().is_none().then_some(board)
}

/// What is on the board for the text of a cell.
fn value(cell: &[u8], blanks: &str) -> Option<char> {
    match cell {
        [digit @ b'1'..=b'9'] => Some(char::from(*digit)),
        [blank] if blanks.as_bytes().contains(blank) => Some('.'),
        b"" | b"null" | b"None" => Some('.'),
        _ => None,
    }
}

/// What is wrong with the cells that a reading finds.
fn fault_of(rows: &[Vec<&str>], in_line: bool, blanks: &str) -> String {
    for (row, cells) in rows.iter().enumerate() {
        let is_strange = |cell: &&str| value(cell.as_bytes(), blanks).is_none();
        if let Some(column) = cells.iter().position(is_strange) {
            // A zero-width space looks like nothing, so its code is shown.
            let (cell, found) = (Cell { row, column }, format!("{:.20}", cells[column]));
            let found = found.escape_default();
            return format!("{cell}: '{found}' is not a digit 1-9 or a blank ({blanks})");
        }
    }
    match rows.iter().position(|row| row.len() != 9) {
        _ if in_line => format!("expected 81 cells, found {}", rows.concat().len()),
        Some(row) => {
            let found = rows[row].len();
            format!("row {}: expected 9 cells, found {found}", row + 1)
        }
        None => format!("expected 9 rows, found {}", rows.len()),
    }
}

/// The name of what these rows are, if they are not a board of 9 by 9.
fn other_kind(rows: &[&str]) -> Option<String> {
    let rows = || rows.iter().filter(|row| !is_frame(row, READINGS[0]));
    let widths = rows().flat_map(|row| words(row)).map(str::len);
    let (height, total) = (rows().count(), widths.sum::<usize>());
    let have_words = |number| rows().all(|row| words(row).count() == number);
    if total == 729 || height == 9 && total > 100 && have_words(9) {
        return Some("candidates for the cells, expected one digit or blank in each".to_owned());
    }
    let side = if height == 1 { total.isqrt() } else { height };
    let is_square = total == side * side || have_words(side);
    ([4, 6, 12, 16, 25].contains(&side) && is_square)
        .then(|| format!("a board of {side} by {side} cells, expected 9 by 9"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{to_grid, to_json, to_line, to_rows};
    use crate::generate::Random;
    use pretty_assertions::assert_eq;
    use rstest::rstest;
    use std::io;

    const SOLVED: &str =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    const LINE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    fn rows() -> String {
        to_rows(&parse(LINE).unwrap())
    }

    fn grid() -> String {
        to_grid(&parse(LINE).unwrap())
    }

    fn json() -> String {
        to_json(&parse(LINE).unwrap())
    }

    /// Nine rows with this text for a cell, between cells and between rows.
    fn layout(cell: impl Fn(char) -> String, between: &str, rows_between: &str) -> String {
        let row = |row: &str| row.chars().map(&cell).collect::<Vec<_>>().join(between);
        rows()
            .lines()
            .map(row)
            .collect::<Vec<_>>()
            .join(rows_between)
    }

    /// An array with this text for a cell.
    fn array(open: &str, cell: impl Fn(char) -> String, close: &str) -> String {
        let rows = layout(cell, ",", &format!("{close},{open}"));
        format!("{open}{open}{rows}{close}{close}")
    }

    /// The cell with this text for a blank.
    fn with(blank: &str) -> impl Fn(char) -> String {
        move |cell| cell.to_string().replace('.', blank)
    }

    fn quoted(quote: &str) -> impl Fn(char) -> String {
        move |cell| format!("{quote}{cell}{quote}")
    }

    /// The example with the row of this number, from 1, replaced.
    fn with_row(number: usize, row: &str) -> String {
        let rows = rows();
        let mut rows: Vec<&str> = rows.lines().collect();
        rows[number - 1] = row;
        rows.join("\n")
    }

    /// What a text holds: `2: 53..7...` for a board on line 2, `2: 53..7... 534678...` if its
    /// solution is known, or the message of an error without its hint.
    fn read_all(reader: impl Read) -> Vec<String> {
        let shown = |item| match item {
            Ok(Puzzle {
                board,
                solution,
                line,
            }) => {
                let boards = [Some(board), solution];
                let boards: Vec<String> = boards.iter().flatten().map(to_line).collect();
                format!("{line}: {}", boards.join(" "))
            }
            Err(error) => without_hint(&error),
        };
        Puzzles::new(reader).map(shown).collect()
    }

    fn without_hint(error: &NotationError) -> String {
        error.to_string().replace(&format!("\n({LAYOUTS})"), "")
    }

    #[rstest]
    #[case::letters_x(LINE.replace('.', "x").replacen('x', "X", 9))]
    #[case::behind_a_name(format!("example {LINE} # rated 1.2"))]
    #[case::behind_an_equals_sign(format!("http://example.com/?board={LINE}"))]
    #[case::in_json_object(format!("{{\"id\": 1, \"puzzle\": \"{LINE}\"}}"))]
    #[case::in_list_of_strings(format!("[\n\"{LINE}\"\n]"))]
    #[case::bars_between_rows(rows().replace('\n', "|"))]
    #[case::dashes_between_rows(rows().replace('\n', "-"))]
    #[case::spaces_between_rows(rows().replace('\n', " "))]
    #[case::old_line_ends(rows().replace('\n', "\r"))]
    #[case::spaces_between_cells(layout(with("."), " ", " "))]
    #[case::commas_between_cells(layout(with(""), ",", ","))]
    #[case::rows_of_spaces(rows().replace('.', " "))]
    #[case::spaced_rows_of_spaces(layout(with(" "), " ", "\n"))]
    #[case::grid_of_spaces(grid().replace('.', " "))]
    #[case::json_null(array("[", with("null"), "]"))]
    #[case::trimmed_rows_of_spaces(rows().replace('.', " ").replace("    \n", "\n"))]
    #[case::indented(format!("\t{}", rows().replace('\n', "\n\t")))]
    #[case::quoted_rows(format!("\"{}\"", rows().replace('\n', "\"\n\"")))]
    #[case::byte_order_mark_and_line_ends(format!("\u{FEFF}{}\r\n", rows().replace('\n', "\r\n")))]
    #[case::full_width(rows().chars().map(|c| if c == '\n' { c } else { char::from_u32(c as u32 + 0xFEE0).unwrap() }).collect::<String>())]
    #[case::gaps_between_bands(grid().replace("------+-------+------", ""))]
    #[case::comments_between_bands(grid().replace("------+-------+------", "# band"))]
    #[case::dashed_frames(grid().replace("------+-------+------", "- - - + - - - + - - -"))]
    #[case::equals_frames(grid().replace("------+-------+------", "====================="))]
    #[case::framed(format!("+---+---+---+\n{}\n+---+---+---+", grid()))]
    #[case::framed_with_stars(format!(" *-----------*\n |{}|\n *-----------*", rows().replace('\n', "|\n |")))]
    #[case::framed_with_dots(format!(".---.---.---.\n{}\n'---'---'---'", grid()))]
    #[case::line_drawing(format!("┌───┬───┐\n│ {} │\n└───┴───┘", grid().replace('\n', " │\n│ ").replace('|', "│").replace('-', "─")))]
    #[case::line_drawing_of_spaces(format!("╔═══╦═══╗\n║ {} ║\n╚═══╩═══╝", grid().replace('.', " ").replace('\n', " ║\n║ ").replace('|', "║").replace('-', "═").replace('+', "╬")))]
    #[case::bars_between_cells(format!("|{}|", layout(with(" "), "|", "|\n|")))]
    #[case::markdown_table(format!("```\n| {} |\n```", layout(with(" "), " | ", " |\n|---|---|\n| ")))]
    #[case::json(json())]
    #[case::json_of_nine_lines(json().replace("],", "],\n "))]
    #[case::json_of_many_lines(json().replace("],", "\n],\n\n  ").replace("[[", "[\n  [").replace(',', ",\n  "))]
    #[case::json_rows_alone(json().replace("],", "],\n").replace("[[", "[").replace("]]", "],"))]
    #[case::json_assigned(format!("board = {}", json()))]
    #[case::json_of_input(format!("Input: board = {}", json()))]
    #[case::json_of_panel(format!("Input\nboard =\n{}\nOutput\n[[\"1\"]]\nExpected\n{}", json(), json()))]
    #[case::json_with_output(format!("**Input:** board = {}\n**Output:** [[\"1\"\n]]\n**Explanation:** none", json()))]
    #[case::json_with_answer(format!("Input: {} Output: {}", json(), to_json(&parse(SOLVED).unwrap())))]
    #[case::json_and_semicolon(format!("{};", json()))]
    #[case::json_and_comma(format!("{},", json()))]
    #[case::json_with_trailing_commas(json().replace(']', ",]"))]
    #[case::json_escaped(json().replace('"', "\\\""))]
    #[case::json_string(format!("\"{}\"", json().replace('"', "\\\"")))]
    #[case::json_flat(format!("[{}]", layout(with("0"), ",", ",")))]
    #[case::json_null_of_nine_lines(array("[", with("null"), "]").replace("],", "],\n"))]
    #[case::json_empty_strings(array("[", |cell| quoted("\"")(cell).replace('.', ""), "]"))]
    #[case::json_space_strings(array("[", |cell| quoted("\"")(cell).replace('.', " "), "]"))]
    #[case::json_row_strings(format!("[\"{}\"]", rows().replace('\n', "\", \"")))]
    #[case::json_row_strings_of_nine_lines(format!("[\n\"{}\",\n]", rows().replace('\n', "\",\n\"")))]
    #[case::cpp(format!("{};", array("{", quoted("'"), "}")))]
    #[case::cpp_program(format!("#include <vector>\nint main() {{\n  char board[9][9] = {};\n  solve(board);\n}}", array("{", quoted("'"), "}").replace("},", "}, // row 1\n")))]
    #[case::cpp_vectors(format!("vector<vector<char>> board = {};", array("{", quoted("'"), "}").replace("},", "},\n")))]
    #[case::java(format!("char[][] board = new char[][] {};", array("{", quoted("'"), "}").replace("},", "},\n")))]
    #[case::python(array("[", quoted("'"), "]"))]
    #[case::python_none(format!("grid = {}  # easy", array("[", with("None"), "]")))]
    #[case::rust(format!("let board: [[char; 9]; 9] = {};", array("[", quoted("'"), "]")))]
    #[case::rust_vec(array("vec![", quoted("'"), "]"))]
    #[case::numpy(format!("[[{}]]", layout(with("0"), " ", "]\n [")))]
    #[case::curly_quotes(array("[", quoted("\u{201D}"), "]"))]
    #[case::csv_empty_fields(layout(with(""), ",", "\n"))]
    #[case::csv_quoted(layout(quoted("\""), ", ", ",\n"))]
    #[case::csv_semicolons(layout(with("0"), ";", "\n"))]
    #[case::tsv_empty_fields(layout(with(""), "\t", "\n"))]
    #[case::sdk(format!("[Puzzle]\n{}\n[State]\n", rows()))]
    #[case::sdk_header(format!("#AAuthor\n#D1 May\n{}", rows()))]
    #[case::title(format!("Grid 01\n{}", rows()))]
    #[case::title_of_19_digits(format!("Grid: 1234567890123456789\n{}", rows()))]
    #[case::comments(format!("# one\n\n  # two\n{}\n# three\n\n", rows()))]
    #[case::longest_line(format!("{LINE:<10000}"))]
    fn reads_one_board(#[case] text: impl AsRef<[u8]>) {
        let read = parse(text).map(|board| to_line(&board));
        assert_eq!(read.map_err(|error| error.to_string()).as_deref(), Ok(LINE));
    }

    #[rstest]
    fn reads_each_blank_in_each_layout(
        #[values(LINE.to_owned(), rows(), grid(), array("[", with("."), "]"))] text: String,
        #[values(" ", ",", "\t", "\n")] between: &str,
        #[values(".", "0", "_", "*", "-", "x", "X", "?")] blank: &str,
    ) {
        for text in [text, layout(with("."), between, "\n")] {
            assert_eq!(to_line(&parse(text.replace('.', blank)).unwrap()), LINE);
        }
    }

    #[test]
    fn reads_utf_16_with_a_byte_order_mark() {
        let units: Vec<u16> = format!("\u{FEFF}数独上\n{}", rows())
            .encode_utf16()
            .collect();
        for to_bytes in [u16::to_le_bytes, u16::to_be_bytes] {
            let bytes: Vec<u8> = units.iter().flat_map(|&unit| to_bytes(unit)).collect();
            assert_eq!(read_all(&bytes[..]), [format!("2: {LINE}")]);
        }
    }

    const SECOND: &str =
        ".5.36.89.8...5.....72........9..........46.35....3.4....8.9132.51......7.........";

    #[rstest]
    #[case::lines(format!("{LINE}\n{SECOND}\n"), vec![(1, LINE), (2, SECOND)])]
    #[case::comments(format!("# two\n\n{LINE} # easy\n#{LINE}\n{SECOND} # hard\n"), vec![(3, LINE), (5, SECOND)])]
    #[case::ratings(format!("{LINE};9.0;1.2;id 1\r\n{SECOND};7.1;1.2;id 2"), vec![(1, LINE), (2, SECOND)])]
    #[case::counts(format!("{LINE}:1:6524\n{SECOND}:1:6524"), vec![(1, LINE), (2, SECOND)])]
    #[case::counts_first(format!("30,{LINE}\n24,{SECOND}"), vec![(1, LINE), (2, SECOND)])]
    #[case::names_first(format!("Easy_00 {LINE}\nEasy_01\t{SECOND}"), vec![(1, LINE), (2, SECOND)])]
    #[case::colons(format!("# list\n:0000:x:{LINE}:::\n:0000:x:{SECOND}:::"), vec![(2, LINE), (3, SECOND)])]
    #[case::solutions(format!("quizzes,solutions\n{LINE},{SOLVED}\n{SECOND},"), vec![(2, "SOLVED"), (3, SECOND)])]
    #[case::solutions_in_the_middle(format!("id,puzzle,solution,clues\n1,{LINE},{SOLVED},30\n"), vec![(2, "SOLVED")])]
    #[case::sources_first(format!("source,question,answer,rating\nlist,\"{LINE}\",\"{SOLVED}\",0\n"), vec![(2, "SOLVED")])]
    #[case::json_solution(format!("{{\"quiz\":{},\"solution\":{}}}", json(), to_json(&parse(SOLVED).unwrap())), vec![(1, "SOLVED")])]
    #[case::hash_beside(format!("{LINE},9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"), vec![(1, LINE)])]
    #[case::titles(format!("Grid 01\n{}\nGrid 02\n{}\n", rows(), to_rows(&parse(SECOND).unwrap())), vec![(2, LINE), (12, SECOND)])]
    #[case::gaps_and_frames(format!("{}\n\n# next\n+-+\n{}\n+-+\n{}", rows(), grid(), rows()), vec![(1, LINE), (12, LINE), (25, LINE)])]
    #[case::empty_row_of_spaces(format!("{}\n{}", " ".repeat(9), rows().replace('.', " ")), vec![(2, LINE)])]
    #[case::json_lines(format!("{}\n{}\n", json(), json()), vec![(1, LINE), (2, LINE)])]
    #[case::json_of_many_lines(format!("[\n{0},\n{0}\n]\n", json().replace("],", "],\n")), vec![(2, LINE), (11, LINE)])]
    #[case::mixed(format!("{}\n{}\n{LINE}\n{}", json().replace("],", "],\n"), grid(), rows()), vec![(1, LINE), (10, LINE), (21, LINE), (22, LINE)])]
    #[case::code_without_a_board("fn main() {\n    solve(3);\n}\n".to_owned(), vec![])]
    fn reads_many_boards(#[case] text: String, #[case] expected: Vec<(u64, &str)>) {
        let expected: Vec<String> = expected
            .iter()
            .map(|(line, boards)| {
                format!(
                    "{line}: {}",
                    boards.replace("SOLVED", &format!("{LINE} {SOLVED}"))
                )
            })
            .collect();
        assert_eq!(read_all(text.as_bytes()), expected);
    }

    #[test]
    fn a_row_of_blanks_is_a_row_where_spaces_or_dashes_are_blanks() {
        let board = with_row(4, ".........");
        let expected = board.replace('\n', "");
        for blank in [" ", "-"] {
            assert_eq!(
                read_all(board.replace('.', blank).as_bytes()),
                [format!("1: {expected}")]
            );
            let drawn = to_grid(&parse(&expected).unwrap()).replace('.', blank);
            assert_eq!(read_all(drawn.as_bytes()), [format!("1: {expected}")]);
        }
    }

    const NOT_A_SOLUTION: &str =
        "line 1: the second board is not a solution of the first; correct it or leave it out";
    const GOES_ON: &str = "line 1: the line goes on with a third board";
    const TOO_LONG: &str = "a line, grid or array has more than 10000 bytes";

    #[rstest]
    #[case("", "no board found")]
    #[case("# nothing\n\nsolve my sudoku please\n[Puzzle]\n---", "no board found")]
    #[case(LINE.replace("195", "19o"), "line 1: row 2, column 6: 'o' is not a digit 1-9 or a blank (.0_*)")]
    #[case(LINE.replace("195", "19x"), "line 1: row 2, column 6: 'x' is not a digit 1-9 or a blank (.0_*)")]
    #[case(LINE.replace('.', "-").replace("195", "19x"), "line 1: row 2, column 6: 'x' is not a digit 1-9 or a blank (-)")]
    #[case(&LINE[1..], "line 1: expected 81 cells, found 80")]
    #[case(format!("{LINE}."), "line 1: expected 81 cells, found 82")]
    #[case(format!("Easy 7 {}", &LINE[1..]), "line 1: expected 81 cells, found 80")]
    #[case(format!("http://example.com/?bd={}", &LINE[..70]), "line 1: expected 81 cells, found 70")]
    #[case(format!("#\n{}", with_row(3, ".98.y..6.")), "line 2: row 3, column 5: 'y' is not a digit 1-9 or a blank (.0_*)")]
    #[case(
        with_row(3, ". 9 8 | . y . | . 6 ."),
        "line 1: row 3, column 5: 'y' is not a digit 1-9 or a blank (.0_*)"
    )]
    #[case(
        with_row(9, "....8..7\u{1F600}"),
        "line 1: row 9, column 9: '\\u{1f600}' is not a digit 1-9 or a blank (.0_*)"
    )]
    #[case(
        with_row(1, "\0........"),
        "line 1: row 1, column 1: '\\u{0}' is not a digit 1-9 or a blank (.0_*)"
    )]
    #[case(
        with_row(1, "\u{200B}53..7...."),
        "line 1: row 1, column 1: '\\u{200b}' is not a digit 1-9 or a blank (.0_*)"
    )]
    #[case(with_row(4, "8...6..3"), "line 1: row 4: expected 9 cells, found 8")]
    #[case(with_row(4, "8"), "line 1: row 4: expected 9 cells, found 1")]
    #[case(with_row(4, "8...6..3").replace('.', "-"), "line 1: row 4: expected 9 cells, found 8")]
    #[case(with_row(4, "8   6    3").replace('.', " "), "line 1: row 4: expected 9 cells, found 10")]
    #[case(rows().replace('\n', ".\n"), "line 1: row 1: expected 9 cells, found 10")]
    #[case(SOLVED.as_bytes().chunks(9).map(|row| str::from_utf8(row).unwrap()).collect::<Vec<_>>().join("\n").replace("179", "17"), "line 1: row 9: expected 9 cells, found 8")]
    #[case(format!("{}\n.........", rows()), "line 1: expected 9 rows, found 10")]
    #[case(&rows()[..79], "line 1: expected 9 rows, found 8")]
    #[case("12", "line 1: expected 81 cells, found 2")]
    #[case(json().replacen('5', "12", 1), "line 1: row 1, column 1: '12' is not a digit 1-9 or a blank (.0_*)")]
    #[case(json().replacen("\"5\"", "true", 1), "line 1: row 1, column 1: 'true' is not a digit 1-9 or a blank (.0_*)")]
    #[case(json().replacen('5', &"\u{FF15}\u{200B} ".repeat(99), 1), "line 1: row 1, column 1: '5\\u{200b} 5\\u{200b} 5\\u{200b} 5\\u{200b} 5\\u{200b} 5\\u{200b} 5\\u{200b}' is not a digit 1-9 or a blank (.0_*)")]
    #[case(json().replacen("\"8\",", "", 1), "line 1: row 3: expected 9 cells, found 8")]
    #[case(json().replacen(",\".\"],[\"6\"", "],[\".\",\"6\"", 1), "line 1: row 1: expected 9 cells, found 8")]
    #[case(format!("#\n{}", json().replace("],", "],\n").replace("]]", "],[\"1\",\"2\"]]")), "line 2: row 10: expected 9 cells, found 2")]
    #[case("[\"53..7....\",\"6..195...\"]", "line 1: expected 81 cells, found 18")]
    #[case(&json()[..300], "line 1: expected 9 rows, found 7")]
    #[case(layout(with("0"), ",", "\n").replacen('5', "55", 1), "line 1: row 1, column 1: '55' is not a digit 1-9 or a blank (.0_*)")]
    #[case(
        "1...\n..2.\n.3..\n...4",
        "line 1: a board of 4 by 4 cells, expected 9 by 9"
    )]
    #[case(
        "[[1,0,0,0],[0,0,2,0],[0,3,0,0],[0,0,0,4]]",
        "line 1: a board of 4 by 4 cells, expected 9 by 9"
    )]
    #[case("1..4\n".repeat(16).replace('\n', ""), "line 1: expected 81 cells, found 64")]
    #[case("................\n".repeat(16), "line 1: a board of 16 by 16 cells, expected 9 by 9")]
    #[case("A ".repeat(15) + "1\n" + &"10 . . . . . . . . . . . . . . .\n".repeat(15), "line 1: a board of 16 by 16 cells, expected 9 by 9")]
    #[case(".".repeat(256), "line 1: a board of 16 by 16 cells, expected 9 by 9")]
    #[case("123456789".repeat(81), "line 1: candidates for the cells, expected one digit or blank in each")]
    #[case("5 3 124 | 26 7 2468 | 1489 1249 2\n".repeat(9), "line 1: candidates for the cells, expected one digit or blank in each")]
    #[case(format!("{}\n\n{LINE}", rows()), "line 11: a second board begins here, expected one board")]
    #[case(format!("{LINE}\n{SECOND}"), "line 2: a second board begins here, expected one board")]
    #[case(format!("{LINE}\n\n.........\nx"), "line 3: row 2, column 1: 'x' is not a digit 1-9 or a blank (.0_*)")]
    #[case(format!("{LINE},{SECOND}"), NOT_A_SOLUTION)]
    #[case(format!("{LINE},{LINE}"), NOT_A_SOLUTION)]
    #[case(format!("{LINE},{}", SOLVED.replacen('4', "5", 1)), NOT_A_SOLUTION)]
    #[case(format!("{} {}", json(), json()), NOT_A_SOLUTION)]
    #[case(format!("{LINE},{SOLVED},{SOLVED}"), GOES_ON)]
    #[case(format!("{LINE},{}", &SOLVED[1..]), "line 1: in the second board: expected 81 cells, found 80")]
    #[case(format!("{LINE}\r{LINE}\r{LINE}"), GOES_ON)]
    #[case(format!("{LINE:<10001}"), format!("line 1: {TOO_LONG}"))]
    #[case("[".repeat(100_000), format!("line 1: {TOO_LONG}"))]
    #[case(format!("#\n{}", "[\n".repeat(100_000)), format!("line 5003: {TOO_LONG}"))]
    fn names_what_is_wrong_and_where(
        #[case] text: impl AsRef<[u8]>,
        #[case] expected: impl AsRef<str>,
    ) {
        assert_eq!(without_hint(&parse(text).unwrap_err()), expected.as_ref());
    }

    #[test]
    fn bytes_that_are_not_utf_8_matter_only_in_cells() {
        let text = [
            b"caf\xE9\n#\xE9\n",
            LINE.as_bytes(),
            b" \xE9\n\n53..\xE9....",
        ]
        .concat();
        let strange = r"line 5: row 1, column 5: '\u{fffd}' is not a digit 1-9 or a blank (.0_*)";
        assert_eq!(
            read_all(&text[..]),
            [format!("3: {LINE}"), strange.to_owned()]
        );
    }

    #[test]
    fn any_solution_of_several_is_accepted() {
        let puzzle: String = SOLVED
            .chars()
            .map(|c| if "36".contains(c) { '.' } else { c })
            .collect();
        let swapped: String = SOLVED
            .chars()
            .map(|c| match c {
                '3' => '6',
                '6' => '3',
                c => c,
            })
            .collect();
        for solution in [SOLVED, &swapped] {
            let text = format!("{puzzle} {solution}");
            assert_eq!(read_all(text.as_bytes()), [format!("1: {text}")]);
        }
    }

    #[test]
    fn a_fault_ends_the_stream() {
        let text = format!("{LINE}\n{}\n\n.........\n{LINE}\nx\n\n{LINE}", rows());
        let expected = [
            format!("1: {LINE}"),
            format!("2: {LINE}"),
            "line 12: expected 81 cells, found 9".to_owned(),
        ];
        assert_eq!(read_all(text.as_bytes()), expected);
    }

    struct Broken;

    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("cable cut"))
        }
    }

    #[test]
    fn an_io_error_or_a_line_without_end_ends_the_stream() {
        let text = format!("{LINE}\n.........\n");
        let first = format!("1: {LINE}");
        let broken = read_all(text.as_bytes().chain(Broken));
        let cut = "line 2: cannot read on: cable cut";
        assert_eq!(broken, [&first[..], cut]);
        for byte in *b"5[# -\xFF\0" {
            let endless = read_all(text.as_bytes().chain(io::repeat(byte)));
            assert_eq!(endless, [first.clone(), format!("line 3: {TOO_LONG}")]);
        }
    }

    const WRITTEN: [fn(&Board) -> String; 4] = [to_line, to_rows, to_grid, to_json];

    fn any_of<T: Copy>(random: &mut Random, items: &[T]) -> T {
        items[random.below(items.len())]
    }

    fn any_board(random: &mut Random) -> Board {
        let mut board = vec![vec!['.'; 9]; 9];
        for cell in board.iter_mut().flatten() {
            *cell = any_of(random, &['.', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
        }
        board
    }

    /// Up to seven boards with an empty line after each, and how they are read.
    fn any_file(random: &mut Random) -> (String, Vec<String>) {
        let (mut text, mut expected) = (String::new(), Vec::new());
        for _ in 0..=random.below(7) {
            let board = any_board(random);
            expected.push(format!("{}: {}", text.lines().count() + 1, to_line(&board)));
            text += &any_of(random, &WRITTEN)(&board);
            text += "\n\n";
        }
        (text, expected)
    }

    #[test]
    fn boards_that_are_written_are_read_again() {
        let mut random = Random::new(37);
        for _ in 0..256 {
            let (text, expected) = any_file(&mut random);
            assert_eq!(read_all(text.as_bytes()), expected);
            assert_eq!(read_all(text.replace('\n', "\r\n").as_bytes()), expected);
        }
    }

    /// A damaged board is refused, or at most the damaged cell differs.
    #[test]
    fn damage_is_seen() {
        let mut random = Random::new(37);
        let others: Vec<char> = "1.0_*|-+=[]\",;: \n\r\t\0#ax\u{FF15}\u{1F600}"
            .chars()
            .collect();
        for _ in 0..1000 {
            let board = any_board(&mut random);
            let (layout, kind) = (random.below(4), random.below(5));
            let mut characters: Vec<char> = WRITTEN[layout](&board).chars().collect();
            let index = random.below(characters.len());
            let other = any_of(&mut random, &others);
            match kind {
                0 => drop(characters.remove(index)),
                1 => characters.insert(index, other),
                2 => characters[index] = other,
                3 => characters.truncate(index),
                _ => characters.extend_from_within(..=index),
            }
            let text: String = characters.into_iter().collect();
            if let Ok(read) = parse(&text) {
                let pairs = board.iter().flatten().zip(read.iter().flatten());
                let different = pairs.filter(|(cell, read)| cell != read).count();
                // In JSON a digit that is removed leaves an empty string, which is a blank. So does
                // a digit before a bracket.
                let is_hidden = layout == 3 && (kind == 0 || kind == 1 && other == '[');
                let replaced = kind == 2 || is_hidden;
                assert!(different <= usize::from(replaced), "{text}");
            }
        }
    }

    /// Each puzzle starts on a later line, reading byte by byte gives the same, and `parse` agrees.
    fn check_reading(bytes: &[u8]) {
        let items = read_all(bytes);
        assert!(items.iter().all(|item| item.len() < 250));
        assert_eq!(read_all(BufReader::with_capacity(1, bytes)), items);
        let line_of = |item: &String| {
            let (line, _) = item.trim_start_matches("line ").split_once(':').unwrap();
            line.parse().unwrap()
        };
        let lines: Vec<usize> = items.iter().map(line_of).collect();
        let last = bytes.split(|&byte| byte == b'\n').count();
        assert!(lines.is_sorted() && lines.iter().all(|line| (1..=last).contains(line)));
        match parse(bytes) {
            Ok(board) => assert!(items.len() == 1 && items[0].contains(&to_line(&board))),
            Err(error) => {
                let error = without_hint(&error);
                let said = items.last().map_or("no board found", String::as_str);
                let is_second = items.len() > 1 && error.contains("a second board");
                assert!(is_second || error == said, "{items:?}");
            }
        }
    }

    #[test]
    fn any_bytes_and_damaged_files_come_to_an_end() {
        let mut random = Random::new(37);
        let signs = "[]{}\",123456789.0xX?|+\\- \n#a\u{FF15}│";
        let signs: Vec<char> = signs.chars().collect();
        for _ in 0..256 {
            let bytes: Vec<u8> = (0..random.below(400))
                .map(|_| random.below(256) as u8)
                .collect();
            check_reading(&bytes);
            let text: String = (0..random.below(400))
                .map(|_| any_of(&mut random, &signs))
                .collect();
            check_reading(text.as_bytes());
            let mut bytes = any_file(&mut random).0.into_bytes();
            for _ in 0..=random.below(9) {
                let start = random.below(bytes.len() + 1);
                let end = bytes.len().min(start + random.below(20));
                let byte = any_of(&mut random, b"5.|-+[]\",\n\r\0#a \xFF");
                bytes.splice(start..end, [byte]);
            }
            check_reading(&bytes);
        }
    }
}
