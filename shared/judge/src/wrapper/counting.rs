//! Counts what a solution does to the board. The solution is compiled with the judge's `Vec` (see
//! `vec.rs`), which reports every `board[row][column]` here, with the line of the solution.
//!
//! A row is a row of the board while it lies in the board: its address tells. Reads by index count;
//! reads through an iterator or a slice are not seen. A write by index is noted, and the counter looks
//! at the new value before the row is used again. Other writes are seen as differences when the row is
//! next indexed or borrowed, and at the end. Of several writes to a cell through one borrow the last
//! counts.

use std::cell::{Cell, RefCell};
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::vec::Vec as StdVec;

use super::protocol::{self, Records, board_record, rows};
use super::vec::{Columns, Vec};

/// Solves every puzzle and writes its counts. Further arguments: how many events of the last puzzle to
/// keep, and how many events of a puzzle to count at most.
pub fn main(solve: fn(&mut Vec<Vec<char>>)) {
    protocol::run(move |puzzles, records, arguments| {
        let limits = [0, 1].map(|it: usize| arguments[it].parse().expect("a number"));
        let mut events = StdVec::new();
        for puzzle in puzzles.lines() {
            events = count(solve, &rows(puzzle), limits, records);
        }
        events.iter().flat_map(|it| it.to_le_bytes()).collect()
    });
}

/// The panic that ends a count at the limit.
struct OverLimit;

fn count(
    solve: fn(&mut Vec<Vec<char>>),
    puzzle: &[StdVec<char>],
    limits: [u64; 2],
    records: &Records,
) -> StdVec<u32> {
    let row = |cells: &StdVec<char>| Vec::watched(cells.clone(), settle_row);
    let mut board = Vec::watched(puzzle.iter().map(row).collect(), settle_rows);
    let tally = Tally::start(&board, limits);
    let ended = catch_unwind(AssertUnwindSafe(|| {
        solve(&mut board);
        board.is_used();
        for row in &board {
            tally.arrive(row);
        }
    }));
    // It can pass the limit once more.
    let _ = catch_unwind(AssertUnwindSafe(|| settle_rows(&board)));
    TALLY.set(None);
    match ended {
        Ok(()) => {
            let rows: StdVec<&[char]> = board.iter().map(|row| &**row).collect();
            let (board, counts) = (board_record(&rows), tally.counts());
            let mut record = format!("answer\t0\t{board}\t{counts}");
            for note in tally.notes() {
                record += "\t";
                record += note;
            }
            records.write(&(record + "\n"));
        }
        Err(payload) if payload.is::<OverLimit>() => {
            records.write(&format!("over\t{}\n", tally.counts()));
        }
        Err(payload) => resume_unwind(payload),
    }
    tally.trace.take()
}

thread_local! {
    /// Of the puzzle that this thread solves. Never freed, so that reaching it costs little.
    static TALLY: Cell<Option<&'static Tally>> = const { Cell::new(None) };
}

/// The address of the board's rows, for every thread to see.
static ROWS: AtomicUsize = AtomicUsize::new(0);

/// Whether a thread other than the one that solves has touched the board.
static OTHER_THREAD: AtomicBool = AtomicBool::new(false);

/// The address in a row's mark. The epoch stands above it, the state below.
const ADDRESS: u64 = EPOCH - 8;
const EPOCH: u64 = 1 << 48;
/// Cells of the row were written by index since the counter looked at it.
const WRITTEN: u64 = 1;
/// The row was borrowed as a whole since the counter looked at it.
const BORROWED: u64 = 2;

/// Where and when a vector was last seen as a row of the board, and its state since; 0 for never.
/// Atomic, so that threads can share a board.
pub struct Mark(AtomicU64);

impl Mark {
    pub const fn none() -> Self {
        Mark(AtomicU64::new(0))
    }

    #[inline]
    pub fn get(&self) -> u64 {
        self.0.load(Relaxed)
    }

    #[inline]
    fn set(&self, mark: u64) {
        self.0.store(mark, Relaxed);
    }
}

impl Drop for Mark {
    #[inline]
    fn drop(&mut self) {
        let mark = self.get();
        if mark & (WRITTEN | BORROWED) != 0
            && let Some(tally) = TALLY.get()
        {
            tally.is_lost(mark);
        }
    }
}

/// What has been seen of the board so far.
#[derive(Default)]
struct Tally {
    /// Where the board is.
    board: usize,
    /// Where its first row is.
    rows: Cell<usize>,
    /// Counts how often a vector came to lie in the board that was not seen there last. A mark of the
    /// current epoch can be trusted without a look.
    epoch: Cell<u64>,
    /// How many events may pass until there is something to do but count; none while events are kept.
    left: Cell<u64>,
    /// How many events there will be when none is left.
    until: Cell<u64>,
    kept: u64,
    limit: u64,
    writes: Cell<u64>,
    placements: Cell<u64>,
    backtracks: Cell<u64>,
    blanks: u64,
    seen: [Seen; 9],
    /// Whether rows may have been written that the counter has not looked at.
    has_unseen: Cell<bool>,
    /// Whether such a row was dropped.
    has_lost: Cell<bool>,
    was_full: Cell<bool>,
    /// The board reads before the first write by index.
    reads_before: Cell<Option<u64>>,
    last_row: Cell<usize>,
    is_out_of_order: Cell<bool>,
    /// Writes to rows that are not in the board.
    elsewhere: Cell<u64>,
    /// The kept events, each in 32 bits.
    trace: RefCell<StdVec<u32>>,
}

/// What has been seen of a row of the board. A power of two in size, which is found faster.
#[derive(Default)]
#[repr(align(256))]
struct Seen {
    cells: [Cell<char>; 9],
    given: Cell<u32>,
    /// The written cells whose new value has not been looked at: a bit a column.
    unseen: Cell<u32>,
    /// The event of each such write, while events are kept.
    writes: [Cell<Event>; 9],
    /// The epoch in which the row there was marked.
    epoch: Cell<u64>,
    /// The line that borrowed the row as a whole.
    line: Cell<u32>,
}

/// An access to a cell: its number among all events, and the line of the solution.
#[derive(Clone, Copy, Default)]
struct Event {
    number: u64,
    line: u32,
}

/// A digit is 1 to 9; everything else is a blank.
fn is_digit(cell: char) -> bool {
    matches!(cell, '1'..='9')
}

fn add(to: &Cell<u64>, number: u64) {
    to.set(to.get() + number);
}

impl Tally {
    /// Starts to count what happens to a board on this thread.
    fn start(board: &Vec<Vec<char>>, [kept, limit]: [u64; 2]) -> &'static Self {
        let mut tally = Tally {
            board: board.place(),
            kept: kept.min(limit),
            limit,
            ..Tally::default()
        };
        for (row, seen) in board.iter().zip(&tally.seen) {
            for (column, (cell, &value)) in seen.cells.iter().zip(row.iter()).enumerate() {
                cell.set(value);
                let given = u32::from(is_digit(value)) << column;
                seen.given.set(seen.given.get() | given);
                tally.blanks += u64::from(!is_digit(value));
            }
        }
        let tally = Box::leak(Box::new(tally));
        if tally.kept == 0 {
            tally.count_up_to_limit();
        }
        tally.rows_are_at(board.elements.as_ptr().addr());
        OTHER_THREAD.store(false, Relaxed);
        TALLY.set(Some(tally));
        for (row, seen) in board.iter().zip(&tally.seen) {
            seen.epoch.set(tally.epoch.get());
            row.mark.set(tally.mark_of(row));
        }
        tally
    }

    /// The board's rows have moved.
    #[cold]
    fn rows_are_at(&self, place: usize) {
        self.rows.set(place);
        ROWS.store(place, Relaxed);
        self.next_epoch();
    }

    fn next_epoch(&self) {
        let next = self.epoch.get().wrapping_add(EPOCH);
        self.epoch.set(next.max(EPOCH));
    }

    /// The mark of a row of the board that was looked at.
    #[inline]
    fn mark_of(&self, row: &Vec<char>) -> u64 {
        row.place() as u64 | self.epoch.get()
    }

    /// The row of the board at an address: its number, and what was seen of it.
    #[inline]
    fn row_at(&self, place: usize) -> Option<(usize, &Seen)> {
        let number = number(place, self.rows.get());
        Some((number, self.seen.get(number)?))
    }

    /// Looks at what was written in a row, and finds out whether it lies in the board.
    fn arrive(&self, row: &Vec<char>) -> Option<(usize, &Seen)> {
        settle_row(row);
        let Some((number, seen)) = self.row_at(row.place()) else {
            note_other_thread(row.place());
            return None;
        };
        if row.mark.get() != self.mark_of(row) {
            let is_known = row.mark.get() == row.place() as u64 | seen.epoch.get();
            if !is_known {
                self.settle_with_events(number, seen, row);
                seen.line.set(0);
                self.next_epoch();
                self.look_at_all(number, seen, row);
            }
            seen.epoch.set(self.epoch.get());
            // The columns of a longer row need care each time.
            let is_long = row.elements.len() > 9;
            row.mark.set(if is_long { 0 } else { self.mark_of(row) });
        }
        Some((number, seen))
    }

    fn look_at_all(&self, number: usize, seen: &Seen, row: &Vec<char>) {
        for (column, (&cell, old)) in row.elements.iter().zip(&seen.cells).enumerate() {
            if cell != old.get() {
                let event = self.next_event(seen.line.get());
                add(&self.writes, 1);
                let old = self.look_at(seen, column, cell);
                self.keep(event, number, column, true, old, cell);
            }
        }
    }

    /// Looks at the cells of a row that were written by index, and hands over what each held before.
    #[inline]
    fn settle(&self, seen: &Seen, row: &Vec<char>, each: impl Fn(usize, char, char)) {
        let mut unseen = seen.unseen.take();
        while unseen != 0 {
            let column = unseen.trailing_zeros() as usize;
            unseen &= unseen - 1;
            if let Some(&new) = row.elements.get(column) {
                each(column, self.look_at(seen, column, new), new);
            }
        }
    }

    fn settle_with_events(&self, number: usize, seen: &Seen, row: &Vec<char>) {
        self.settle(seen, row, |column, old, new| {
            let event = seen.writes[column].get();
            self.keep(event, number, column, true, old, new);
        });
    }

    /// Looks at a cell that was written; returns what it held before.
    #[inline]
    fn look_at(&self, seen: &Seen, column: usize, new: char) -> char {
        let old = seen.cells[column].replace(new);
        if old != new {
            let was_placed = is_digit(old) & (seen.given.get() >> column & 1 == 0);
            add(&self.placements, u64::from(is_digit(new)));
            add(&self.backtracks, u64::from(was_placed));
            if self.is_full() {
                self.was_full.set(true);
            }
        }
        old
    }

    #[inline]
    fn is_full(&self) -> bool {
        self.placements.get() - self.backtracks.get() == self.blanks
    }

    /// A row is dropped that was written or borrowed since the counter looked at it.
    #[cold]
    fn is_lost(&self, mark: u64) {
        if let Some((_, seen)) = self.row_at((mark & ADDRESS) as usize) {
            let is_current = seen.epoch.get() == mark & !(EPOCH - 1);
            let is_unseen = seen.unseen.get() != 0 || mark & BORROWED != 0;
            self.has_lost
                .set(self.has_lost.get() || is_current && is_unseen);
        }
    }

    #[inline(never)]
    fn read(&self, row: &Vec<char>, columns: Range<usize>, line: u32) {
        let (count, left) = (columns.len() as u64, self.left.get());
        if row.mark.get() == self.mark_of(row) | WRITTEN
            && left >= count
            && self.kept == 0
            && let Some((_, seen)) = self.row_at(row.place())
        {
            self.settle(seen, row, |_, _, _| ());
            row.mark.set(self.mark_of(row));
            self.left.set(left - count);
            return;
        }
        self.read_with_care(row, columns, line);
    }

    #[inline(never)]
    fn read_with_care(&self, row: &Vec<char>, columns: Range<usize>, line: u32) {
        if let Some((number, _)) = self.arrive(row) {
            for column in columns {
                let (event, value) = (self.next_event(line), row.elements[column]);
                self.keep(event, number, column, false, value, value);
            }
        }
    }

    #[inline(never)]
    fn write(&self, row: &Vec<char>, column: usize, line: u32) {
        let (mark, left) = (self.mark_of(row), self.left.get());
        if row.mark.get() & !WRITTEN == mark
            && left > 0
            && self.kept == 0
            && column < 9
            && let Some((_, seen)) = self.row_at(row.place())
        {
            self.settle(seen, row, |_, _, _| ());
            seen.unseen.set(1 << column);
            self.has_unseen.set(true);
            self.left.set(left - 1);
            add(&self.writes, 1);
            row.mark.set(mark | WRITTEN);
            return;
        }
        self.write_with_care(row, column.of(row.elements.len().min(9)), line);
    }

    #[inline(never)]
    fn write_with_care(&self, row: &Vec<char>, columns: Range<usize>, line: u32) {
        let Some((number, seen)) = self.arrive(row) else {
            row.mark.set(0);
            add(&self.elsewhere, 1);
            return;
        };
        if self.reads_before.get().is_none() {
            let reads = self.events() - self.writes.get();
            self.reads_before.set(Some(reads));
        }
        if number < self.last_row.replace(number) {
            self.is_out_of_order.set(true);
        }
        for column in columns {
            let (event, value) = (self.next_event(line), row.elements[column]);
            add(&self.writes, 1);
            self.keep(event, number, column, true, value, value);
            seen.unseen.set(seen.unseen.get() | 1 << column);
            seen.writes[column].set(event);
        }
        self.has_unseen.set(true);
        row.mark.set(self.mark_of(row) | WRITTEN);
    }

    fn events(&self) -> u64 {
        self.until.get() - self.left.get()
    }

    fn next_event(&self, line: u32) -> Event {
        let number = self.events();
        if self.left.get() > 0 {
            self.left.set(self.left.get() - 1);
        } else if number == self.limit {
            resume_unwind(Box::new(OverLimit));
        } else {
            add(&self.until, 1);
            if self.until.get() == self.kept {
                self.count_up_to_limit();
            }
        }
        Event { number, line }
    }

    fn count_up_to_limit(&self) {
        self.left.set(self.limit - self.until.get());
        self.until.set(self.limit);
    }

    /// Keeps an event in 32 bits, from the lowest: cell (7), write (1), old value (4), new value (4),
    /// line (16). A value is 0 for a point, 1 to 9, or 10 for any other character.
    fn keep(&self, event: Event, row: usize, column: usize, write: bool, old: char, new: char) {
        let (Ok(place), Ok(cell)) = (
            usize::try_from(event.number),
            u32::try_from(row * 9 + column),
        ) else {
            return;
        };
        if event.number < self.kept {
            let values = value(old) << 8 | value(new) << 12;
            let word = cell | u32::from(write) << 7 | values | event.line.min(0xffff) << 16;
            let mut trace = self.trace.borrow_mut();
            if place < trace.len() {
                trace[place] = word;
            } else {
                trace.push(word);
            }
        }
    }

    fn counts(&self) -> String {
        let (events, writes) = (self.events(), self.writes.get());
        let (placements, backtracks) = (self.placements.get(), self.backtracks.get());
        format!("{placements} {backtracks} {} {events}", events - writes)
    }

    /// What a reader of the counts must know.
    fn notes(&self) -> impl Iterator<Item = &'static str> {
        let reads = self.events() - self.writes.get();
        let (placements, backtracks) = (self.placements.get(), self.backtracks.get());
        let is_sweep = placements == self.blanks
            && placements > 0
            && backtracks == 0
            && !self.is_out_of_order.get()
            && self.reads_before.get().is_none_or(|it| it == reads);
        let notes = [
            ("thread", OTHER_THREAD.load(Relaxed)),
            ("lost", self.has_lost.get()),
            ("copy", self.elsewhere.get() > placements),
            ("sweep", is_sweep),
            ("undone", self.was_full.get() && !self.is_full()),
        ];
        notes
            .into_iter()
            .filter_map(|(note, holds)| holds.then_some(note))
    }
}

#[inline]
fn number(place: usize, rows: usize) -> usize {
    place.wrapping_sub(rows) / size_of::<Vec<char>>()
}

/// Finds out whether a row that is not in a board of this thread is in another thread's.
fn note_other_thread(place: usize) {
    if number(place, ROWS.load(Relaxed)) < 9 {
        OTHER_THREAD.store(true, Relaxed);
    }
}

fn value(cell: char) -> u32 {
    match cell {
        '.' => 0,
        _ if is_digit(cell) => u32::from(cell) - u32::from('0'),
        _ => 10,
    }
}

impl<T> Vec<T> {
    #[inline]
    fn place(&self) -> usize {
        ptr::from_ref(self).addr()
    }

    /// Learns where the board's rows are now, if this is the board.
    #[inline]
    pub(super) fn is_used(&self) {
        if size_of::<T>() == size_of::<Vec<char>>()
            && let Some(tally) = TALLY.get()
        {
            let rows = self.elements.as_ptr().addr();
            if tally.board == self.place() && tally.rows.get() != rows {
                tally.rows_are_at(rows);
            }
        }
    }

    /// Looks at what was written, before this is changed otherwise or moved.
    #[inline]
    pub(super) fn settle(&self) {
        if let Some(settle) = self.settle {
            settle(self);
        }
    }

    /// This is borrowed as a whole, to be changed.
    #[inline]
    pub(super) fn is_borrowed(&mut self, line: u32) {
        self.is_used();
        self.settle();
        if self.mark.get() != 0 {
            self.row_is_borrowed(line);
        }
    }

    #[cold]
    fn row_is_borrowed(&mut self, line: u32) {
        let (place, mark) = (self.place(), self.mark.get());
        let tally = TALLY.get();
        match tally.and_then(|tally| Some((tally, tally.row_at(place)?))) {
            Some((tally, (_, seen))) if mark & ADDRESS == place as u64 => {
                seen.line.set(line);
                tally.has_unseen.set(true);
                // An earlier borrow cannot be looked at here, where `T` is unknown.
                tally
                    .has_lost
                    .set(tally.has_lost.get() || mark & BORROWED != 0);
                self.mark.set(mark | BORROWED);
            }
            _ => {
                note_other_thread(place);
                self.mark.set(0);
            }
        }
    }
}

/// Looks at what was written in a row, wherever it is now.
fn settle_row(row: &Vec<char>) {
    let mark = row.mark.get();
    if mark & (WRITTEN | BORROWED) == 0 {
        return;
    }
    row.mark.set(mark & !(WRITTEN | BORROWED));
    let Some(tally) = TALLY.get() else { return };
    if let Some((number, seen)) = tally.row_at((mark & ADDRESS) as usize)
        && seen.epoch.get() == mark & !(EPOCH - 1)
    {
        tally.settle_with_events(number, seen, row);
        if mark & BORROWED != 0 {
            tally.look_at_all(number, seen, row);
        }
    }
}

fn settle_rows(board: &Vec<Vec<char>>) {
    board.elements.iter().for_each(settle_row);
}

impl Vec<Vec<char>> {
    #[inline]
    pub(super) fn rows_are_borrowed(&mut self) {
        self.settle = Some(settle_rows);
        self.is_used();
        let place = self.place();
        if TALLY
            .get()
            .is_some_and(|it| it.board == place && it.has_unseen.take())
        {
            settle_rows(self);
        }
    }
}

impl Vec<char> {
    /// An index expression reads cells.
    #[inline]
    pub(super) fn is_read<I: Columns>(&self, columns: I, count: usize, line: u32) {
        let Some(tally) = TALLY.get() else {
            return note_other_thread(self.place());
        };
        let (count, left) = (count as u64, tally.left.get());
        // Nearly all that ever happens.
        if self.mark.get() == tally.mark_of(self) && left >= count {
            tally.left.set(left - count);
        } else {
            tally.read(self, columns.of(self.elements.len().min(9)), line);
        }
    }

    /// An index expression is about to write cells.
    #[inline]
    pub(super) fn is_written<I: Columns>(&mut self, columns: I, line: u32) {
        self.settle = Some(settle_row);
        let Some(tally) = TALLY.get() else {
            return note_other_thread(self.place());
        };
        match columns.column() {
            Some(column) => tally.write(self, column, line),
            None => tally.write_with_care(self, columns.of(self.elements.len().min(9)), line),
        }
    }
}
