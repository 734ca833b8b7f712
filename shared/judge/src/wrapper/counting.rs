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
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::vec::Vec as StdVec;

use super::protocol::{self, Records, board_record, rows};
use super::vec::{Mark, Vec};

/// Solves every puzzle and writes its counts. Arguments: how many events of the last puzzle to
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
        tally.look_at_board(&board);
    }));
    // It can pass the limit once more.
    let _ = catch_unwind(AssertUnwindSafe(|| settle_rows(&board)));
    TALLY.set(None);
    match ended {
        Ok(()) => {
            let rows: StdVec<&[char]> = board.iter().map(Vec::as_slice).collect();
            let (board, counts) = (board_record(&rows), tally.counts());
            let notes: StdVec<&str> = tally.notes().collect();
            records.write(format!("answer\t0\t{board}\t{counts}\t{notes:?}\n"));
        }
        Err(payload) if payload.is::<OverLimit>() => {
            records.write(format!("over\t{}\n", tally.counts()));
        }
        Err(payload) => resume_unwind(payload),
    }
    tally.trace.take()
}

thread_local! {
    /// Of the puzzle that this thread solves. Never freed, so that reaching it costs little.
    static TALLY: Cell<Option<&'static Tally>> = const { Cell::new(None) };
}

/// Whether a thread other than the one that solves has touched a row.
static OTHER_THREAD: AtomicBool = AtomicBool::new(false);

/// The address in a row's mark. The epoch stands above it, [`UNSEEN`] below.
const ADDRESS: u64 = EPOCH - 8;
const EPOCH: u64 = 1 << 48;
/// The row was written or borrowed since the counter looked at it.
const UNSEEN: u64 = 1;

impl Drop for Mark {
    #[inline]
    fn drop(&mut self) {
        if self.get() & UNSEEN != 0
            && let Some(tally) = TALLY.get()
        {
            tally.has_lost.set(true);
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
    /// Writes to rows that are not in the board.
    elsewhere: Cell<u64>,
    /// The kept events, each in 32 bits. From the lowest: cell (7), write (1), old value (4), new
    /// value (4), line (16).
    trace: RefCell<StdVec<u32>>,
}

/// No column.
const NONE: usize = usize::MAX;

/// What has been seen of a row of the board. A power of two in size, which is found faster.
#[derive(Default)]
#[repr(align(256))]
struct Seen {
    cells: [Cell<char>; 9],
    given: [bool; 9],
    /// The column that was written by index and has not been looked at, or [`NONE`].
    written: Cell<usize>,
    /// The place of that write in the trace, if it is kept.
    place: Cell<Option<usize>>,
    /// The line that borrowed the row as a whole since the counter looked at it.
    borrowed: Cell<Option<u32>>,
    /// The epoch in which the row there was marked.
    epoch: Cell<u64>,
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
        for (row, seen) in board.iter().zip(&mut tally.seen) {
            seen.written.set(NONE);
            for (column, &value) in row.iter().enumerate() {
                seen.cells[column].set(value);
                seen.given[column] = is_digit(value);
                tally.blanks += u64::from(!is_digit(value));
            }
        }
        let tally = Box::leak(Box::new(tally));
        OTHER_THREAD.store(false, Relaxed);
        TALLY.set(Some(tally));
        tally.look_at_board(board);
        tally
    }

    /// Looks at every row of the board.
    fn look_at_board(&self, board: &Vec<Vec<char>>) {
        for row in board {
            self.arrive(row);
        }
    }

    /// The board's rows have moved.
    #[cold]
    fn rows_are_at(&self, place: usize) {
        self.rows.set(place);
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
        let number = place.wrapping_sub(self.rows.get()) / size_of::<Vec<char>>();
        Some((number, self.seen.get(number)?))
    }

    /// The row of the board whose vector has this mark.
    #[inline]
    fn row_of(&self, mark: u64) -> Option<(usize, &Seen)> {
        let row = self.row_at((mark & ADDRESS) as usize)?;
        (row.1.epoch.get() == mark & !(EPOCH - 1)).then_some(row)
    }

    /// Looks at what was written in a row, and finds out whether it lies in the board.
    #[allow(clippy::inline_always, reason = "makes a write a tenth faster")]
    #[inline(always)]
    fn arrive(&self, row: &Vec<char>) -> Option<(usize, &Seen)> {
        let (mark, expected) = (row.mark.get(), self.mark_of(row));
        if mark & !UNSEEN != expected {
            return self.arrive_anew(row);
        }
        let (number, seen) = self.row_at(row.place())?;
        if mark & UNSEEN != 0 {
            row.mark.set(expected);
            self.settle(number, seen, row);
        }
        Some((number, seen))
    }

    /// Another row than before may lie in the board here.
    #[cold]
    fn arrive_anew(&self, row: &Vec<char>) -> Option<(usize, &Seen)> {
        settle_row(row);
        let (number, seen) = self.row_at(row.place())?;
        let is_known = row.mark.get() == row.place() as u64 | seen.epoch.get();
        if !is_known {
            seen.borrowed.set(Some(0));
            self.settle(number, seen, row);
            self.next_epoch();
        }
        seen.epoch.set(self.epoch.get());
        row.mark.set(self.mark_of(row));
        Some((number, seen))
    }

    /// Looks at what was written in a row.
    #[inline]
    fn settle(&self, number: usize, seen: &Seen, row: &Vec<char>) {
        let column = seen.written.replace(NONE);
        if let Some(&new) = row.elements.get(column) {
            self.look_at(seen.place.get(), seen, column, new);
        }
        if seen.borrowed.get().is_some() {
            self.look_at_all(number, seen, row);
        }
    }

    #[cold]
    fn look_at_all(&self, number: usize, seen: &Seen, row: &Vec<char>) {
        let line = seen.borrowed.take().unwrap_or_default();
        for (column, (&new, old)) in row.elements.iter().zip(&seen.cells).enumerate() {
            if new != old.get() {
                let place = self.next_event(number * 9 + column, true, line);
                self.look_at(place, seen, column, new);
            }
        }
    }

    /// Looks at a cell that was written in this event.
    #[inline]
    fn look_at(&self, place: Option<usize>, seen: &Seen, column: usize, new: char) {
        let old = seen.cells[column].replace(new);
        if old != new {
            let was_placed = is_digit(old) && !seen.given[column];
            add(&self.placements, u64::from(is_digit(new)));
            add(&self.backtracks, u64::from(was_placed));
            if self.is_full() {
                self.was_full.set(true);
            }
        }
        if let Some(place) = place {
            self.keep_values(place, old, new);
        }
    }

    #[inline]
    fn is_full(&self) -> bool {
        self.placements.get() - self.backtracks.get() == self.blanks
    }

    /// Reads or writes a cell of a row by index.
    #[inline(never)]
    fn access(&self, row: &Vec<char>, column: usize, is_write: bool, line: u32) {
        let Some((number, seen)) = self.arrive(row) else {
            if is_write {
                row.mark.set(0);
                add(&self.elsewhere, 1);
            }
            return;
        };
        let place = self.next_event(number * 9 + column, is_write, line);
        if is_write {
            seen.written.set(column);
            seen.place.set(place);
            self.has_unseen.set(true);
            row.mark.set(self.mark_of(row) | UNSEEN);
        } else if let Some(place) = place {
            let value = row.elements[column];
            self.keep_values(place, value, value);
        }
    }

    fn events(&self) -> u64 {
        self.until.get() - self.left.get()
    }

    /// Counts an access. Returns its place in the trace, if it is kept.
    #[inline]
    fn next_event(&self, cell: usize, is_write: bool, line: u32) -> Option<usize> {
        add(&self.writes, u64::from(is_write));
        match self.left.get() {
            0 => self.event_with_care(cell, is_write, line),
            left => {
                self.left.set(left - 1);
                None
            }
        }
    }

    #[cold]
    fn event_with_care(&self, cell: usize, is_write: bool, line: u32) -> Option<usize> {
        let events = self.until.get();
        if events == self.limit {
            resume_unwind(Box::new(OverLimit));
        }
        if events >= self.kept {
            self.until.set(self.limit);
            self.left.set(self.limit - events - 1);
            return None;
        }
        self.until.set(events + 1);
        let mut trace = self.trace.borrow_mut();
        trace.push(cell as u32 | u32::from(is_write) << 7 | line.min(0xffff) << 16);
        Some(trace.len() - 1)
    }

    /// Tells a kept event what its cell held before and after.
    #[cold]
    fn keep_values(&self, place: usize, old: char, new: char) {
        self.trace.borrow_mut()[place] |= value(old) << 8 | value(new) << 12;
    }

    fn counts(&self) -> String {
        let (events, writes) = (self.events(), self.writes.get());
        let (placements, backtracks) = (self.placements.get(), self.backtracks.get());
        format!("{:?}", [placements, backtracks, events - writes, events])
    }

    /// What a reader of the counts must know.
    fn notes(&self) -> impl Iterator<Item = &'static str> {
        let (placements, backtracks) = (self.placements.get(), self.backtracks.get());
        let notes = [
            ("thread", OTHER_THREAD.load(Relaxed)),
            ("lost", self.has_lost.get()),
            ("copy", self.elsewhere.get() > placements),
            ("sweep", placements == self.blanks && backtracks == 0),
            ("undone", self.was_full.get() && !self.is_full()),
        ];
        notes.into_iter().filter(|it| it.1).map(|it| it.0)
    }
}

/// A cell's value in the trace: 0 for a point, 1 to 9, or 10 for any other character.
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
        let mark = self.mark.get();
        let Some(tally) = TALLY.get() else {
            return OTHER_THREAD.store(true, Relaxed);
        };
        match tally.row_at(self.place()) {
            Some((_, seen)) if mark & ADDRESS == self.place() as u64 => {
                // An earlier borrow cannot be looked at here, where `T` is unknown.
                if seen.borrowed.replace(Some(line)).is_some() {
                    tally.has_lost.set(true);
                }
                tally.has_unseen.set(true);
                self.mark.set(mark | UNSEEN);
            }
            _ => self.mark.set(0),
        }
    }
}

/// Looks at what was written in a row, wherever it is now.
#[inline]
fn settle_row(row: &Vec<char>) {
    let mark = row.mark.get();
    if mark & UNSEEN == 0 {
        return;
    }
    row.mark.set(mark & !UNSEEN);
    if let Some(tally) = TALLY.get()
        && let Some((number, seen)) = tally.row_of(mark)
    {
        tally.settle(number, seen, row);
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
    /// The columns of a part of this row, as far as a row of the board goes.
    #[inline]
    pub(super) fn columns<C: ?Sized>(&self, cells: &C) -> Range<usize> {
        let first = ptr::from_ref(cells).cast::<char>().addr() - self.elements.as_ptr().addr();
        let end = first + size_of_val(cells);
        let [first, end] = [first, end].map(|bytes| (bytes / size_of::<char>()).min(9));
        first..end
    }

    /// An index expression reads cells.
    #[inline]
    pub(super) fn is_read<C: ?Sized>(&self, cells: &C, line: u32) {
        let Some(tally) = TALLY.get() else {
            return OTHER_THREAD.store(true, Relaxed);
        };
        let count = (size_of_val(cells) / size_of::<char>()) as u64;
        let left = tally.left.get();
        // Nearly all that ever happens.
        if self.mark.get() == tally.mark_of(self) && left >= count {
            tally.left.set(left - count);
        } else {
            for column in self.columns(cells) {
                tally.access(self, column, false, line);
            }
        }
    }

    /// An index expression is about to write cells.
    #[inline]
    pub(super) fn is_written(&mut self, columns: Range<usize>, line: u32) {
        self.settle = Some(settle_row);
        let Some(tally) = TALLY.get() else {
            return OTHER_THREAD.store(true, Relaxed);
        };
        if columns.len() == 1 {
            tally.access(self, columns.start, true, line);
        } else {
            self.is_borrowed(line);
        }
    }
}
