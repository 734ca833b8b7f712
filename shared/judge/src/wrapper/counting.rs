//! The wrapper that counts: the solution is compiled with this `Vec` in place of the standard one,
//! so that every `board[row][column]` is seen, with the line of the solution that made it.
//!
//! Only rows of the board count, on the thread that solves it; a copy of the board is not the board.
//! Reads count that are made by index: those through an iterator or a slice are not seen. Writes
//! count however they are made: those through an iterator or a slice are seen as a difference when
//! the row is borrowed or the cell indexed next, and whatever else replaced cells, at the end. Of
//! several writes to one cell through one borrow the last counts.

use std::borrow::{Borrow, BorrowMut};
use std::cell::RefCell;
use std::env;
use std::fmt::{Debug, Formatter, Result as FmtResult};
use std::fs;
use std::ops::{
    Bound, Deref, DerefMut, Index, IndexMut, Range, RangeBounds, RangeFrom, RangeFull,
    RangeInclusive, RangeTo, RangeToInclusive,
};
use std::panic::{AssertUnwindSafe, Location, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::slice::SliceIndex;
use std::sync::OnceLock;
use std::vec::{IntoIter, Vec as StdVec};

use super::protocol::{self, Records, board_record, rows};

/// How many events pass until the judge is asked again whether to go on.
const EVENTS_BETWEEN_ASKING: u64 = 1 << 18;

/// The judge makes this file when the count of a puzzle, numbered from 0, has gone on for long
/// enough.
fn stop_file(puzzle: usize) -> PathBuf {
    let folder = FOLDER.get().map_or(Path::new(""), PathBuf::as_path);
    folder.join(format!("stop-{puzzle}"))
}

/// The judge's folder: the solution may go elsewhere.
static FOLDER: OnceLock<PathBuf> = OnceLock::new();

/// Solves every puzzle and writes what it took. Further arguments: how many events to keep at most,
/// and the file for the events of the last puzzle.
pub fn main(solve: fn(&mut Vec<Vec<char>>)) {
    protocol::run(move |puzzles, records, arguments| {
        let most_events = arguments[0].parse().expect("a number of events");
        let folder = FOLDER.get_or_init(|| env::current_dir().expect("the judge made the folder"));
        for (number, puzzle) in puzzles.iter().enumerate() {
            let tally = Tally::new(&rows(puzzle), most_events, number);
            count(solve, puzzle, tally, records);
        }
        if most_events > 0 {
            let trace = TRACE.take();
            let bytes: StdVec<u8> = trace.iter().flat_map(|event| event.to_le_bytes()).collect();
            if let Err(error) = fs::write(folder.join(&arguments[1]), bytes) {
                protocol::give_up(&error);
            }
        }
    });
}

/// What a panic carries that ends a count where the judge says stop.
struct OverLimit;

fn count(solve: fn(&mut Vec<Vec<char>>), puzzle: &str, tally: Tally, records: &Records) {
    TALLY.set(tally);
    TRACE.take();
    let mut board: Vec<Vec<char>> = rows(puzzle)
        .into_iter()
        .enumerate()
        .map(|(number, elements)| Vec {
            elements,
            row: Some(Row {
                number,
                borrowed: |cells, row, line| {
                    TALLY.with_borrow_mut(|tally| tally.borrow(row, cells, line));
                },
            }),
        })
        .collect();
    let ended = catch_unwind(AssertUnwindSafe(|| solve(&mut board)));
    let over = ended.is_err();
    if let Err(payload) = ended
        && !payload.is::<OverLimit>()
    {
        resume_unwind(payload);
    }
    let counts = TALLY.with_borrow_mut(|tally| {
        for (number, row) in board.elements.iter().enumerate().take(9) {
            tally.see_end(number, &row.elements);
        }
        let Tally {
            placements,
            backtracks,
            reads,
            writes,
            ..
        } = *tally;
        format!("{placements} {backtracks} {reads} {}", reads + writes)
    });
    if over {
        records.write(&format!("over {counts}"));
    } else {
        let rows: StdVec<&[char]> = board.elements.iter().map(|row| &row.elements[..]).collect();
        records.write(&format!("answer 0 {}", board_record(&rows)));
        records.write(&format!("counts {counts}"));
    }
}

thread_local! {
    /// Of the puzzle that is being solved. Constant at first and never dropped, so that reaching it
    /// costs little.
    static TALLY: RefCell<Tally> = const { RefCell::new(Tally::NOTHING) };

    /// The events of that puzzle that are kept, each in 32 bits.
    static TRACE: RefCell<StdVec<u32>> = const { RefCell::new(StdVec::new()) };
}

/// What has been seen of the board so far.
struct Tally {
    /// What each cell held when it was last looked at.
    cells: [[char; 9]; 9],
    given: [[bool; 9]; 9],
    /// The written cells whose new value has not been looked at yet: a bit a column.
    unseen: [u16; 9],
    /// The event of each such write.
    unseen_writes: [[Event; 9]; 9],
    /// The line on which each row was last borrowed as a whole, which is where it was written if
    /// not by index.
    borrowed: [u32; 9],
    placements: u64,
    backtracks: u64,
    reads: u64,
    /// The writes, and with them whatever else is an event.
    writes: u64,
    /// Up to so many reads there is nothing to do but count: no event is kept, and the judge need
    /// not be asked.
    plain_until: u64,
    /// How many events there will have been when the judge is asked again.
    ask_at: u64,
    most_events: u64,
    puzzle: usize,
}

/// An access to a cell: its number among all events, and the line of the solution.
#[derive(Clone, Copy)]
struct Event {
    number: u64,
    line: u32,
}

impl Tally {
    const NOTHING: Self = Tally {
        cells: [['.'; 9]; 9],
        given: [[false; 9]; 9],
        unseen: [0; 9],
        unseen_writes: [[Event { number: 0, line: 0 }; 9]; 9],
        borrowed: [0; 9],
        placements: 0,
        backtracks: 0,
        reads: 0,
        writes: 0,
        plain_until: 0,
        ask_at: EVENTS_BETWEEN_ASKING,
        most_events: 0,
        puzzle: 0,
    };

    fn new(rows: &[StdVec<char>], most_events: u64, puzzle: usize) -> Self {
        let mut cells = [['.'; 9]; 9];
        for (cells, row) in cells.iter_mut().zip(rows) {
            cells.copy_from_slice(row);
        }
        Tally {
            cells,
            given: cells.map(|row| row.map(|cell| cell != '.')),
            most_events,
            puzzle,
            ..Tally::NOTHING
        }
    }

    /// An index expression reads cells of a row. Returns whether the judge is to be asked.
    #[inline]
    fn read_all(&mut self, row: usize, columns: Range<usize>, cells: &[char], line: u32) -> bool {
        let mut asks = false;
        for column in columns {
            asks |= self.read(row, column, cells, line);
        }
        asks
    }

    /// An index expression is about to write cells of a row; what, is not known yet. Returns whether
    /// the judge is to be asked.
    fn write_all(&mut self, row: usize, columns: Range<usize>, cells: &[char], line: u32) -> bool {
        // All are looked at first: what is to be written is not to be looked at before it is there.
        for column in columns.clone() {
            self.look_at(row, column, cells);
        }
        let mut asks = false;
        for column in columns {
            asks |= self.write(row, column, cells, line);
        }
        asks
    }

    #[inline]
    fn read(&mut self, row: usize, column: usize, cells: &[char], line: u32) -> bool {
        // Nearly all that ever happens.
        if self.reads < self.plain_until
            && self.unseen[row] == 0
            && cells[column] == self.cells[row][column]
        {
            self.reads += 1;
            return false;
        }
        self.read_with_care(row, column, cells, line)
    }

    #[inline(never)]
    fn read_with_care(&mut self, row: usize, column: usize, cells: &[char], line: u32) -> bool {
        self.look_at(row, column, cells);
        let number = self.events();
        self.reads += 1;
        let value = cells[column];
        self.keep(Event { number, line }, row, column, false, value, value);
        self.asks()
    }

    fn write(&mut self, row: usize, column: usize, cells: &[char], line: u32) -> bool {
        let event = self.next_write(line);
        self.keep(event, row, column, true, cells[column], cells[column]);
        self.unseen[row] |= 1 << column;
        self.unseen_writes[row][column] = event;
        self.asks()
    }

    /// A row of the board is about to be borrowed as a whole.
    fn borrow(&mut self, row: usize, cells: &[char], line: u32) {
        for column in 0..cells.len().min(9) {
            self.look_at(row, column, cells);
        }
        self.borrowed[row] = line;
    }

    /// Settles the row's writes by index, and finds out whether the cell was written otherwise.
    fn look_at(&mut self, row: usize, column: usize, cells: &[char]) {
        if self.unseen[row] != 0 {
            self.settle(row, cells);
        }
        if cells[column] != self.cells[row][column] {
            let event = self.next_write(self.borrowed[row]);
            self.written(event, row, column, cells[column]);
        }
    }

    fn settle(&mut self, row: usize, cells: &[char]) {
        let mut unseen = std::mem::take(&mut self.unseen[row]);
        while unseen != 0 {
            let column = unseen.trailing_zeros() as usize;
            unseen &= unseen - 1;
            self.written(self.unseen_writes[row][column], row, column, cells[column]);
        }
    }

    fn written(&mut self, event: Event, row: usize, column: usize, new: char) {
        let old = std::mem::replace(&mut self.cells[row][column], new);
        self.keep(event, row, column, true, old, new);
        if old != new {
            self.placements += u64::from(new.is_ascii_digit());
            let placed = old.is_ascii_digit() && !self.given[row][column];
            self.backtracks += u64::from(placed);
        }
    }

    /// Looks at a row for the last time, whatever vector stands there now.
    fn see_end(&mut self, row: usize, cells: &[char]) {
        if cells.len() == 9 {
            for column in 0..9 {
                self.look_at(row, column, cells);
            }
        }
    }

    fn events(&self) -> u64 {
        self.reads + self.writes
    }

    fn next_write(&mut self, line: u32) -> Event {
        let number = self.events();
        self.writes += 1;
        Event { number, line }
    }

    /// Whether it is time to ask the judge again.
    fn asks(&mut self) -> bool {
        let events = self.events();
        let is_time = events >= self.ask_at;
        if is_time {
            self.ask_at = events + EVENTS_BETWEEN_ASKING;
        }
        if events >= self.most_events && self.reads >= self.plain_until {
            self.plain_until = self.reads + EVENTS_BETWEEN_ASKING;
        }
        is_time
    }

    fn keep(&self, event: Event, row: usize, column: usize, write: bool, old: char, new: char) {
        if event.number < self.most_events {
            keep(event, row, column, write, old, new);
        }
    }
}

/// Keeps an event in 32 bits, from the lowest: cell (7), write (1), old value (4), new value (4),
/// line (16). A value is 0 for a blank, 1 to 9, or 10 for any other character.
fn keep(event: Event, row: usize, column: usize, write: bool, old: char, new: char) {
    let Ok(place) = usize::try_from(event.number) else {
        return;
    };
    let cell = u32::try_from(row * 9 + column).unwrap_or_default();
    let word = cell
        | u32::from(write) << 7
        | value(old) << 8
        | value(new) << 12
        | event.line.min(0xffff) << 16;
    TRACE.with_borrow_mut(|trace| {
        if place < trace.len() {
            trace[place] = word;
        } else {
            trace.push(word);
        }
    });
}

fn value(cell: char) -> u32 {
    if cell == '.' {
        0
    } else {
        cell.to_digit(10).filter(|&digit| digit > 0).unwrap_or(10)
    }
}

/// What a solution knows as `Vec`.
pub struct Vec<T> {
    elements: StdVec<T>,
    /// None where this is not a row of the board.
    row: Option<Row<T>>,
}

struct Row<T> {
    number: usize,
    /// To be told of cells, row number and line when the row is borrowed as a whole. A pointer,
    /// since this is known for `char` and used for any `T`.
    borrowed: fn(&[T], usize, u32),
}

impl<T> Vec<T> {
    #[inline]
    #[track_caller]
    fn is_borrowed(&self) {
        if let Some(row) = &self.row {
            (row.borrowed)(&self.elements, row.number, Location::caller().line());
        }
    }
}

#[cold]
fn stop_if_told_to() {
    let puzzle = TALLY.with_borrow(|tally| tally.puzzle);
    if stop_file(puzzle).exists() {
        resume_unwind(Box::new(OverLimit));
    }
}

impl Vec<char> {
    #[inline]
    fn seen<I: Columns>(
        &self,
        columns: &I,
        line: u32,
        see: impl Fn(&mut Tally, usize, Range<usize>, &[char], u32) -> bool,
    ) {
        let Some(row) = &self.row else { return };
        let asks = TALLY.with_borrow_mut(|tally| {
            let columns = columns.of(self.elements.len().min(9));
            see(tally, row.number, columns, &self.elements, line)
        });
        if asks {
            stop_if_told_to();
        }
    }
}

/// An index into a row, and the columns it stands for.
pub trait Columns: SliceIndex<[char]> {
    /// The columns below `length`.
    fn of(&self, length: usize) -> Range<usize>;
}

impl Columns for usize {
    #[inline]
    fn of(&self, length: usize) -> Range<usize> {
        *self..length.min(self.saturating_add(1))
    }
}

macro_rules! columns_of_ranges {
    ($($range:ty),*) => { $(
        impl Columns for $range {
            fn of(&self, length: usize) -> Range<usize> {
                let start = match RangeBounds::<usize>::start_bound(self) {
                    Bound::Included(&start) => start,
                    Bound::Excluded(&start) => start.saturating_add(1),
                    Bound::Unbounded => 0,
                };
                let end = match RangeBounds::<usize>::end_bound(self) {
                    Bound::Included(&end) => end.saturating_add(1),
                    Bound::Excluded(&end) => end,
                    Bound::Unbounded => length,
                };
                start..end.min(length)
            }
        }
    )* };
}
columns_of_ranges!(
    Range<usize>,
    RangeInclusive<usize>,
    RangeFrom<usize>,
    RangeTo<usize>,
    RangeToInclusive<usize>,
    RangeFull
);

impl<I: Columns> Index<I> for Vec<char> {
    type Output = I::Output;
    #[inline]
    #[track_caller]
    fn index(&self, columns: I) -> &I::Output {
        self.seen(&columns, Location::caller().line(), Tally::read_all);
        &self.elements[columns]
    }
}

impl<I: Columns> IndexMut<I> for Vec<char> {
    #[inline]
    #[track_caller]
    fn index_mut(&mut self, columns: I) -> &mut I::Output {
        self.seen(&columns, Location::caller().line(), Tally::write_all);
        &mut self.elements[columns]
    }
}

impl<T> Deref for Vec<T> {
    type Target = StdVec<T>;
    #[inline]
    #[track_caller]
    fn deref(&self) -> &StdVec<T> {
        self.is_borrowed();
        &self.elements
    }
}

impl<T> DerefMut for Vec<T> {
    #[inline]
    #[track_caller]
    fn deref_mut(&mut self) -> &mut StdVec<T> {
        self.is_borrowed();
        &mut self.elements
    }
}

impl<T> Vec<T> {
    /// As in the standard library.
    pub const fn new() -> Self {
        Vec {
            elements: StdVec::new(),
            row: None,
        }
    }

    /// As in the standard library.
    pub fn with_capacity(capacity: usize) -> Self {
        StdVec::with_capacity(capacity).into()
    }
}

impl<T> Default for Vec<T> {
    fn default() -> Self {
        Vec::new()
    }
}

/// A copy of a row is not a row of the board.
impl<T: Clone> Clone for Vec<T> {
    fn clone(&self) -> Self {
        self.elements.clone().into()
    }
}

impl<T: Debug> Debug for Vec<T> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> FmtResult {
        self.elements.fmt(formatter)
    }
}

impl<T: PartialEq<U>, U> PartialEq<Vec<U>> for Vec<T> {
    fn eq(&self, other: &Vec<U>) -> bool {
        self.elements == other.elements
    }
}

impl<T: Eq> Eq for Vec<T> {}

impl<T> From<StdVec<T>> for Vec<T> {
    fn from(elements: StdVec<T>) -> Self {
        Vec {
            elements,
            row: None,
        }
    }
}

impl<T> From<Vec<T>> for StdVec<T> {
    fn from(vec: Vec<T>) -> Self {
        vec.elements
    }
}

impl<T: Clone> From<&[T]> for Vec<T> {
    fn from(elements: &[T]) -> Self {
        elements.to_vec().into()
    }
}

impl<T, const N: usize> From<[T; N]> for Vec<T> {
    fn from(elements: [T; N]) -> Self {
        StdVec::from(elements).into()
    }
}

impl<T, const N: usize> TryFrom<Vec<T>> for [T; N] {
    type Error = Vec<T>;
    fn try_from(vec: Vec<T>) -> Result<Self, Vec<T>> {
        vec.elements.try_into().map_err(Vec::from)
    }
}

impl<T> FromIterator<T> for Vec<T> {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        StdVec::from_iter(elements).into()
    }
}

impl<T> Extend<T> for Vec<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, elements: I) {
        self.elements.extend(elements);
    }
}

impl<'a, T: Copy + 'a> Extend<&'a T> for Vec<T> {
    fn extend<I: IntoIterator<Item = &'a T>>(&mut self, elements: I) {
        self.elements.extend(elements);
    }
}

impl<T> IntoIterator for Vec<T> {
    type Item = T;
    type IntoIter = IntoIter<T>;
    fn into_iter(self) -> IntoIter<T> {
        self.elements.into_iter()
    }
}

impl<'a, T> IntoIterator for &'a Vec<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.elements.iter()
    }
}

impl<'a, T> IntoIterator for &'a mut Vec<T> {
    type Item = &'a mut T;
    type IntoIter = std::slice::IterMut<'a, T>;
    #[track_caller]
    fn into_iter(self) -> Self::IntoIter {
        self.is_borrowed();
        self.elements.iter_mut()
    }
}

impl<T> Borrow<[T]> for Vec<T> {
    fn borrow(&self) -> &[T] {
        &self.elements
    }
}

impl<T> BorrowMut<[T]> for Vec<T> {
    #[track_caller]
    fn borrow_mut(&mut self) -> &mut [T] {
        self.is_borrowed();
        &mut self.elements
    }
}

impl<T> AsRef<[T]> for Vec<T> {
    fn as_ref(&self) -> &[T] {
        &self.elements
    }
}
