//! The wrapper that counts: the solution is compiled with this `Vec` in place of the standard one,
//! so that every `board[row][column]` is seen, with the line of the solution that made it.
//!
//! Only rows of the board count, and only accesses by index: reads through an iterator or a slice
//! are not seen, and writes through them as a difference when the cell is indexed next, or at the
//! end. A copy of the board is not the board.

use std::borrow::{Borrow, BorrowMut};
use std::cell::RefCell;
use std::fmt::{Debug, Formatter, Result as FmtResult};
use std::fs;
use std::ops::{
    Bound, Deref, DerefMut, Index, IndexMut, Range, RangeBounds, RangeFrom, RangeFull,
    RangeInclusive, RangeTo, RangeToInclusive,
};
use std::panic::{AssertUnwindSafe, Location, catch_unwind, resume_unwind};
use std::path::Path;
use std::slice::SliceIndex;
use std::vec::{IntoIter, Vec as StdVec};

use super::protocol::{self, Records, board_record, rows};

/// How many events pass until the judge is asked again whether to go on.
const EVENTS_BETWEEN_ASKING: u64 = 1 << 18;

/// The judge makes this file when the count has gone on for long enough.
const STOP: &str = "stop";

/// Solves every puzzle and writes what it took. Further arguments: how many events to keep at most,
/// and the file for the events of the last puzzle.
pub fn main(solve: fn(&mut Vec<Vec<char>>)) {
    protocol::run(move |puzzles, records, arguments| {
        let most_events = arguments[0].parse().expect("a number of events");
        for puzzle in puzzles {
            count(solve, &puzzle, most_events, records);
        }
        let trace = TALLY.with_borrow(|tally| tally.trace.clone());
        let bytes: StdVec<u8> = trace.iter().flat_map(|event| event.to_le_bytes()).collect();
        fs::write(&arguments[1], bytes).expect("the judge made the folder");
    });
}

/// What a panic carries that ends a count where the judge says stop.
struct OverLimit;

fn count(solve: fn(&mut Vec<Vec<char>>), puzzle: &str, most_events: usize, records: &Records) {
    let rows = rows(puzzle);
    TALLY.set(Tally::new(&rows, most_events));
    let mut board: Vec<Vec<char>> = (0..)
        .zip(rows)
        .map(|(number, cells)| Vec {
            elements: cells,
            board_row: Some(number),
        })
        .collect();
    let ended = catch_unwind(AssertUnwindSafe(|| solve(&mut board)));
    let over = ended.is_err();
    if let Err(payload) = ended {
        if !payload.is::<OverLimit>() {
            resume_unwind(payload);
        }
    }
    let counts = TALLY.with_borrow_mut(|tally| {
        for row in &board.elements {
            tally.see_end(row);
        }
        let Counts {
            placements,
            backtracks,
            reads,
        } = tally.counts;
        format!("{placements} {backtracks} {reads} {}", tally.events)
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
    /// Of the puzzle that is being solved.
    static TALLY: RefCell<Tally> = RefCell::new(Tally::new(&[], 0));
}

#[derive(Clone, Copy, Default)]
struct Counts {
    placements: u64,
    backtracks: u64,
    reads: u64,
}

/// What has been seen of the board so far.
struct Tally {
    /// What each cell held when it was last looked at.
    cells: [[char; 9]; 9],
    given: [[bool; 9]; 9],
    /// The written cells whose new value has not been looked at yet: a bit a column.
    unseen: [u16; 9],
    /// The event of each such write.
    writes: [[Event; 9]; 9],
    counts: Counts,
    events: u64,
    trace: StdVec<u32>,
    most_events: usize,
}

/// An access to a cell: its number among all events, and the line of the solution.
#[derive(Clone, Copy)]
struct Event {
    number: u64,
    line: u32,
}

impl Tally {
    fn new(rows: &[StdVec<char>], most_events: usize) -> Self {
        let mut cells = [['.'; 9]; 9];
        for (cells, row) in cells.iter_mut().zip(rows) {
            cells.copy_from_slice(row);
        }
        Tally {
            cells,
            given: cells.map(|row| row.map(|cell| cell != '.')),
            unseen: [0; 9],
            writes: [[Event { number: 0, line: 0 }; 9]; 9],
            counts: Counts::default(),
            events: 0,
            trace: StdVec::new(),
            most_events,
        }
    }

    /// An index expression reads a cell of the board.
    fn read(&mut self, row: usize, column: usize, cells: &[char], line: u32) {
        self.look_at(row, column, cells, line);
        let value = cells[column];
        let event = self.next_event(line);
        self.keep(event, row, column, false, value, value);
        self.counts.reads += 1;
    }

    /// An index expression is about to write a cell of the board; what, is not known yet.
    fn write(&mut self, row: usize, column: usize, cells: &[char], line: u32) {
        self.look_at(row, column, cells, line);
        let event = self.next_event(line);
        self.keep(event, row, column, true, cells[column], cells[column]);
        self.unseen[row] |= 1 << column;
        self.writes[row][column] = event;
    }

    /// Settles the row's writes by index, and finds out whether the cell was written otherwise.
    fn look_at(&mut self, row: usize, column: usize, cells: &[char], line: u32) {
        if self.unseen[row] != 0 {
            self.settle(row, cells);
        }
        if cells[column] != self.cells[row][column] {
            let event = self.next_event(line);
            self.written(event, row, column, cells[column]);
        }
    }

    fn settle(&mut self, row: usize, cells: &[char]) {
        let mut unseen = std::mem::take(&mut self.unseen[row]);
        while unseen != 0 {
            let column = unseen.trailing_zeros() as usize;
            unseen &= unseen - 1;
            self.written(self.writes[row][column], row, column, cells[column]);
        }
    }

    fn written(&mut self, event: Event, row: usize, column: usize, new: char) {
        let old = std::mem::replace(&mut self.cells[row][column], new);
        self.keep(event, row, column, true, old, new);
        if old != new {
            self.counts.placements += u64::from(new.is_ascii_digit());
            let placed = old.is_ascii_digit() && !self.given[row][column];
            self.counts.backtracks += u64::from(placed);
        }
    }

    /// Looks at a row for the last time.
    fn see_end(&mut self, row: &Vec<char>) {
        if let (Some(number), 9) = (row.board_row, row.elements.len()) {
            for column in 0..9 {
                self.look_at(number, column, &row.elements, 0);
            }
        }
    }

    fn next_event(&mut self, line: u32) -> Event {
        let number = self.events;
        self.events += 1;
        Event { number, line }
    }

    fn is_time_to_ask(&self) -> bool {
        self.events % EVENTS_BETWEEN_ASKING == 0
    }

    /// Keeps an event in 32 bits, from the lowest: cell (7), write (1), old value (4), new value
    /// (4), line (16). A value is 0 for a blank, 1 to 9, or 10 for any other character.
    fn keep(&mut self, event: Event, row: usize, column: usize, write: bool, old: char, new: char) {
        let Ok(place) = usize::try_from(event.number) else {
            return;
        };
        if place >= self.most_events {
            return;
        }
        let cell = u32::try_from(row * 9 + column).unwrap_or_default();
        let word = cell
            | u32::from(write) << 7
            | value(old) << 8
            | value(new) << 12
            | event.line.min(0xffff) << 16;
        if place < self.trace.len() {
            self.trace[place] = word;
        } else {
            self.trace.push(word);
        }
    }
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
    /// Which row of the board this is, if it is one.
    board_row: Option<usize>,
}

impl Vec<char> {
    fn seen<I: Columns>(
        &self,
        columns: &I,
        line: u32,
        see: fn(&mut Tally, usize, usize, &[char], u32),
    ) {
        let Some(row) = self.board_row else { return };
        let length = self.elements.len().min(9);
        let ask = TALLY.with_borrow_mut(|tally| {
            for column in columns.of(length) {
                see(tally, row, column, &self.elements, line);
            }
            tally.is_time_to_ask()
        });
        if ask && Path::new(STOP).exists() {
            resume_unwind(Box::new(OverLimit));
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
        self.seen(&columns, Location::caller().line(), Tally::read);
        &self.elements[columns]
    }
}

impl<I: Columns> IndexMut<I> for Vec<char> {
    #[inline]
    #[track_caller]
    fn index_mut(&mut self, columns: I) -> &mut I::Output {
        self.seen(&columns, Location::caller().line(), Tally::write);
        &mut self.elements[columns]
    }
}

impl<T> Deref for Vec<T> {
    type Target = StdVec<T>;
    fn deref(&self) -> &StdVec<T> {
        &self.elements
    }
}

impl<T> DerefMut for Vec<T> {
    fn deref_mut(&mut self) -> &mut StdVec<T> {
        &mut self.elements
    }
}

impl<T> Vec<T> {
    /// As in the standard library.
    #[must_use]
    pub const fn new() -> Self {
        Vec {
            elements: StdVec::new(),
            board_row: None,
        }
    }

    /// As in the standard library.
    #[must_use]
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
            board_row: None,
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
    fn into_iter(self) -> Self::IntoIter {
        self.elements.iter_mut()
    }
}

impl<T> Borrow<[T]> for Vec<T> {
    fn borrow(&self) -> &[T] {
        &self.elements
    }
}

impl<T> BorrowMut<[T]> for Vec<T> {
    fn borrow_mut(&mut self) -> &mut [T] {
        &mut self.elements
    }
}

impl<T> AsRef<[T]> for Vec<T> {
    fn as_ref(&self) -> &[T] {
        &self.elements
    }
}
