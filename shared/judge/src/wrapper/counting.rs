//! Counts what a solution does to the board: it is compiled with the judge's `Vec` (see `vec.rs`),
//! which reports every `board[row][column]` here, with the line of the solution.
//!
//! A row is a row of the board while it lies in the board: its address tells. Reads count that are
//! made by index; reads through an iterator or a slice are not seen. A write by index is noted, and
//! its value looked at before the row is used again. Other writes are seen as differences at the next
//! index into the row, or at the end; of several writes to a cell through one borrow the last counts.

use std::cell::{Cell, RefCell};
use std::fs::File;
use std::io::Write;
use std::mem;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::vec::Vec as StdVec;

use super::protocol::{self, Records, board_record, rows};
use super::vec::{Columns, Vec};

/// Solves every puzzle and writes its counts. Further arguments: how many events to keep, how many
/// to count at most for a puzzle, and the file for the kept events of the last puzzle.
pub fn main(solve: fn(&mut Vec<Vec<char>>)) {
    protocol::run(move |puzzles, records, arguments| {
        let [kept, limit] = [0, 1].map(|it: usize| arguments[it].parse().expect("a number"));
        // Opened now: the solution may change the current folder.
        let mut file = File::options().write(true).open(&arguments[2]);
        for puzzle in puzzles {
            count(solve, &rows(&puzzle), [kept, limit], records);
        }
        let bytes: StdVec<u8> = TRACE
            .take()
            .iter()
            .flat_map(|it| it.to_le_bytes())
            .collect();
        let written = file.as_mut().map(|file| file.write_all(&bytes));
        if let Err(error) =
            written.unwrap_or_else(|error| Err(mem::replace(error, error.kind().into())))
        {
            protocol::give_up(&error);
        }
    });
}

/// The panic that ends a count at the limit.
struct OverLimit;

fn count(
    solve: fn(&mut Vec<Vec<char>>),
    puzzle: &[StdVec<char>],
    limits: [u64; 2],
    records: &Records,
) {
    TRACE.take();
    OTHER_THREAD.store(false, Relaxed);
    let row = |cells: &StdVec<char>| Vec::watched(cells.clone(), settle_row);
    let mut board = Vec::watched(puzzle.iter().map(row).collect(), settle_rows);
    TALLY.with(|tally| {
        tally.start(&board, limits);
        let ended = catch_unwind(AssertUnwindSafe(|| {
            solve(&mut board);
            tally.finish(&board);
        }));
        match ended {
            Ok(()) => {
                let rows: StdVec<&[char]> = board.iter().map(|row| &**row).collect();
                records.write(&format!("answer 0 {}", board_record(&rows)));
                for note in tally.notes() {
                    records.write(&format!("note {note}"));
                }
                records.write(&format!("counts {}", tally.counts()));
            }
            Err(payload) if payload.is::<OverLimit>() => {
                settle_rows(&board);
                records.write(&format!("over {}", tally.counts()));
            }
            Err(payload) => resume_unwind(payload),
        }
    });
}

thread_local! {
    /// Of the puzzle that this thread solves. Constant at first and without a destructor, so that
    /// reaching it costs little.
    static TALLY: Tally = const { Tally::new() };

    /// The kept events, each in 32 bits.
    static TRACE: RefCell<StdVec<u32>> = const { RefCell::new(StdVec::new()) };
}

/// The address of the board's rows, for every thread to see.
static ROWS: AtomicUsize = AtomicUsize::new(0);

/// Whether another thread than the one that solves has touched the board.
static OTHER_THREAD: AtomicBool = AtomicBool::new(false);

/// The address in a row's mark; above it stands the epoch, below it the state.
const ADDRESS: u64 = EPOCH - 8;
const EPOCH: u64 = 1 << 48;
/// Cells of the row were written by index since it was looked at.
const WRITTEN: u64 = 1;
/// Of these writes the events are known.
const WITH_EVENTS: u64 = 2;
/// The row was borrowed as a whole since it was looked at.
const BORROWED: u64 = 4;

/// Where and when a vector was last seen as a row of the board, and its state since; 0 for never.
pub struct Mark(AtomicU64);

impl Mark {
    #[allow(
        clippy::declare_interior_mutable_const,
        reason = "each vector starts with a copy of its own"
    )]
    pub const NONE: Self = Mark(AtomicU64::new(0));

    #[inline]
    fn get(&self) -> u64 {
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
        if self.get() & (WRITTEN | BORROWED) != 0 {
            TALLY.with(|tally| tally.is_lost(self.get()));
        }
    }
}

/// What has been seen of the board so far.
struct Tally {
    /// Where the board itself is.
    board: Cell<usize>,
    /// Where its first row is.
    rows: Cell<usize>,
    /// Counts how often a vector came to lie in the board that was not the one seen there last. Only
    /// marks of the current epoch can be trusted without a look.
    epoch: Cell<u64>,
    /// How many events may pass until there is something to do but count; none while events are kept.
    left: Cell<u64>,
    /// How many events there will be when none is left.
    until: Cell<u64>,
    kept: Cell<u64>,
    limit: Cell<u64>,
    writes: Cell<u64>,
    placements: Cell<u64>,
    backtracks: Cell<u64>,
    /// Whether there may be written cells that have not been looked at.
    has_unseen: Cell<bool>,
    seen: [Seen; 9],
    blanks: Cell<u64>,
    was_full: Cell<bool>,
    /// The board reads when the first cell changed.
    reads_before: Cell<Option<u64>>,
    last_row: Cell<usize>,
    has_lost: Cell<bool>,
    is_in_order: Cell<bool>,
    /// Cells written in rows that are not in the board.
    elsewhere: Cell<u64>,
}

/// What has been seen of a row of the board.
struct Seen {
    cells: [Cell<char>; 9],
    given: Cell<u32>,
    /// The written cells whose new value has not been looked at yet: a bit a column.
    unseen: Cell<u32>,
    /// The event of each such write.
    writes: [Cell<Event>; 9],
    /// The epoch in which the row there was marked.
    epoch: Cell<u64>,
    /// The line that borrowed the row as a whole.
    line: Cell<u32>,
}

/// An access to a cell: its number among all events, and the line of the solution.
#[derive(Clone, Copy)]
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
    const fn new() -> Self {
        #[allow(
            clippy::declare_interior_mutable_const,
            reason = "each row starts with a copy of its own"
        )]
        const SEEN: Seen = Seen {
            cells: [const { Cell::new('.') }; 9],
            given: Cell::new(0),
            unseen: Cell::new(0),
            writes: [const { Cell::new(Event { number: 0, line: 0 }) }; 9],
            epoch: Cell::new(0),
            line: Cell::new(0),
        };
        Tally {
            board: Cell::new(0),
            rows: Cell::new(0),
            epoch: Cell::new(0),
            left: Cell::new(0),
            until: Cell::new(0),
            kept: Cell::new(0),
            limit: Cell::new(0),
            writes: Cell::new(0),
            placements: Cell::new(0),
            backtracks: Cell::new(0),
            has_unseen: Cell::new(false),
            seen: [const { SEEN }; 9],
            blanks: Cell::new(0),
            was_full: Cell::new(false),
            reads_before: Cell::new(None),
            last_row: Cell::new(0),
            has_lost: Cell::new(false),
            is_in_order: Cell::new(true),
            elsewhere: Cell::new(0),
        }
    }

    fn start(&self, board: &Vec<Vec<char>>, [kept, limit]: [u64; 2]) {
        for zero in [
            &self.left,
            &self.until,
            &self.writes,
            &self.placements,
            &self.backtracks,
            &self.elsewhere,
        ] {
            zero.set(0);
        }
        self.kept.set(kept.min(limit));
        self.limit.set(limit);
        if kept == 0 {
            self.count_up_to_limit();
        }
        self.reads_before.set(None);
        self.was_full.set(false);
        self.is_in_order.set(true);
        self.has_lost.set(false);
        self.last_row.set(0);
        self.board.set(ptr::from_ref(board).addr());
        self.rows_are_at(board.as_ptr().addr());
        self.has_unseen.set(false);
        let mut blanks = 0;
        for (row, seen) in board.iter().zip(&self.seen) {
            seen.given.set(0);
            seen.unseen.set(0);
            for (column, (cell, &value)) in seen.cells.iter().zip(row.iter()).enumerate() {
                cell.set(value);
                seen.given
                    .set(seen.given.get() | u32::from(is_digit(value)) << column);
                blanks += u64::from(!is_digit(value));
            }
            seen.epoch.set(self.epoch.get());
            row.mark.set(row.address() | self.epoch.get());
        }
        self.blanks.set(blanks);
    }

    fn finish(&self, board: &Vec<Vec<char>>) {
        board.is_used();
        for row in board {
            self.arrive(row);
        }
        self.board.set(0);
    }

    /// The board's rows have moved.
    #[cold]
    fn rows_are_at(&self, address: usize) {
        self.rows.set(address);
        ROWS.store(address, Relaxed);
        self.next_epoch();
    }

    fn next_epoch(&self) {
        self.epoch
            .set(self.epoch.get().wrapping_add(EPOCH).max(EPOCH));
    }

    /// The number of the row at an address, if that lies in the board.
    #[inline]
    fn number(&self, address: u64) -> Option<usize> {
        number(address, self.rows.get())
    }

    /// Looks at whatever was written in a row, and returns its number if it lies in the board.
    #[inline]
    fn arrive(&self, row: &Vec<char>) -> Option<usize> {
        settle_row(row);
        if row.mark.get() == row.address() | self.epoch.get() {
            self.number(row.address())
        } else {
            self.arrive_anew(row)
        }
    }

    #[inline(never)]
    fn arrive_anew(&self, row: &Vec<char>) -> Option<usize> {
        let address = row.address();
        let Some(number) = self.number(address) else {
            note_other_thread(address);
            return None;
        };
        let (seen, mark) = (&self.seen[number], row.mark.get());
        let is_known = mark & !BORROWED == address | seen.epoch.get();
        if !is_known {
            self.settle(number, row);
            seen.line.set(0);
            self.next_epoch();
        }
        seen.epoch.set(self.epoch.get());
        // The columns of a longer row need care each time.
        let is_long = row.elements.len() > 9;
        row.mark.set(if is_long {
            0
        } else {
            address | self.epoch.get()
        });
        if mark & BORROWED != 0 || !is_known {
            for (column, &cell) in row.elements.iter().enumerate().take(9) {
                if cell != seen.cells[column].get() {
                    let event = self.next_event(seen.line.get());
                    add(&self.writes, 1);
                    self.written(event, number, column, cell);
                }
            }
        }
        Some(number)
    }

    #[inline]
    fn seen_of(&self, address: u64) -> Option<&Seen> {
        self.seen.get(self.number(address)?)
    }

    /// Looks at the cells of a row that were written by index, of which no event is kept.
    #[inline]
    fn look_at_writes(&self, seen: &Seen, row: &Vec<char>) {
        let mut unseen = seen.unseen.take();
        while unseen != 0 {
            let column = unseen.trailing_zeros() as usize;
            unseen &= unseen - 1;
            self.changed(seen, column, row.elements[column]);
        }
    }

    /// Looks at the cells of a row that were written by index.
    fn settle(&self, number: usize, row: &Vec<char>) {
        let seen = &self.seen[number];
        let mut unseen = seen.unseen.take();
        while unseen != 0 {
            let column = unseen.trailing_zeros() as usize;
            unseen &= unseen - 1;
            if let Some(&cell) = row.elements.get(column) {
                self.written(seen.writes[column].get(), number, column, cell);
            }
        }
    }

    fn written(&self, event: Event, row: usize, column: usize, new: char) {
        let old = self.changed(&self.seen[row], column, new);
        self.keep(event, row, column, true, old, new);
    }

    /// A cell holds another value, or the same again; returns what it held before.
    #[inline]
    fn changed(&self, seen: &Seen, column: usize, new: char) -> char {
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
        self.placements.get() - self.backtracks.get() == self.blanks.get()
    }

    #[cold]
    fn is_lost(&self, mark: u64) {
        if let Some(number) = self.number(mark & ADDRESS) {
            let seen = &self.seen[number];
            let is_current = seen.epoch.get() == mark & !(EPOCH - 1);
            let is_unseen = seen.unseen.get() != 0 || mark & BORROWED != 0;
            self.has_lost
                .set(self.has_lost.get() || is_current && is_unseen);
        }
    }

    #[inline(never)]
    fn read(&self, row: &Vec<char>, columns: Range<usize>, line: u32) {
        let here = row.address() | self.epoch.get();
        if row.mark.get() == here | WRITTEN
            && self.left.get() >= columns.len() as u64
            && let Some(seen) = self.seen_of(row.address())
        {
            self.look_at_writes(seen, row);
            row.mark.set(here);
            self.left.set(self.left.get() - columns.len() as u64);
            return;
        }
        self.read_with_care(row, columns, line);
    }

    #[inline(never)]
    fn read_with_care(&self, row: &Vec<char>, columns: Range<usize>, line: u32) {
        if let Some(number) = self.arrive(row) {
            for column in columns {
                let (event, value) = (self.next_event(line), row.elements[column]);
                self.keep(event, number, column, false, value, value);
            }
        }
    }

    #[inline(never)]
    fn write_cell(&self, row: &Vec<char>, column: usize, line: u32) {
        let (here, left) = (row.address() | self.epoch.get(), self.left.get());
        if row.mark.get() & !WRITTEN == here
            && left > 0
            && column < 9
            && let Some(seen) = self.seen_of(row.address())
        {
            self.look_at_writes(seen, row);
            seen.unseen.set(1 << column);
            self.has_unseen.set(true);
            self.left.set(left - 1);
            add(&self.writes, 1);
            row.mark.set(here | WRITTEN);
            return;
        }
        self.write(row, column.of(row.elements.len().min(9)), line);
    }

    #[inline(never)]
    fn write(&self, row: &Vec<char>, columns: Range<usize>, line: u32) {
        let Some(number) = self.arrive(row) else {
            row.mark.set(0);
            add(&self.elsewhere, 1);
            return;
        };
        self.look_at_order(number);
        let seen = &self.seen[number];
        for column in columns {
            let (event, value) = (self.next_event(line), row.elements[column]);
            add(&self.writes, 1);
            self.keep(event, number, column, true, value, value);
            seen.unseen.set(seen.unseen.get() | 1 << column);
            seen.writes[column].set(event);
        }
        self.has_unseen.set(true);
        let with_events = if self.kept.get() > 0 { WITH_EVENTS } else { 0 };
        row.mark
            .set(row.address() | self.epoch.get() | WRITTEN | with_events);
    }

    fn events(&self) -> u64 {
        self.until.get() - self.left.get()
    }

    #[inline]
    fn next_event(&self, line: u32) -> Event {
        let number = self.events();
        if self.left.get() > 0 {
            self.left.set(self.left.get() - 1);
        } else {
            self.pass_limit();
        }
        Event { number, line }
    }

    #[cold]
    fn pass_limit(&self) {
        if self.until.get() == self.limit.get() {
            resume_unwind(Box::new(OverLimit));
        }
        add(&self.until, 1);
        if self.until.get() == self.kept.get() {
            self.count_up_to_limit();
        }
    }

    fn count_up_to_limit(&self) {
        self.left.set(self.limit.get() - self.until.get());
        self.until.set(self.limit.get());
    }

    /// Keeps an event in 32 bits, from the lowest: cell (7), write (1), old value (4), new value (4),
    /// line (16). A value is 0 for a blank, 1 to 9, or 10 for any other character.
    #[inline]
    fn keep(&self, event: Event, row: usize, column: usize, write: bool, old: char, new: char) {
        if event.number < self.kept.get() {
            keep(event, row * 9 + column, write, old, new);
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
        let changes = [self.placements.get(), self.backtracks.get()];
        let is_sweep = self.reads_before.get().is_none_or(|before| before == reads)
            && self.blanks.get() > 0
            && changes == [self.blanks.get(), 0];
        let notes = [
            ("thread", OTHER_THREAD.load(Relaxed)),
            ("lost", self.has_lost.get()),
            ("copy", self.elsewhere.get() > self.placements.get()),
            ("sweep", is_sweep && self.is_in_order.get()),
            ("undone", self.was_full.get() && !self.is_full()),
        ];
        notes
            .into_iter()
            .filter(|(_, holds)| *holds)
            .map(|(note, _)| note)
    }

    /// A row is written for the first time in a while.
    fn look_at_order(&self, row: usize) {
        if self.reads_before.get().is_none() {
            self.reads_before
                .set(Some(self.events() - self.writes.get()));
        }
        let is_in_order = row >= self.last_row.replace(row);
        self.is_in_order.set(self.is_in_order.get() && is_in_order);
    }
}

fn number(address: u64, rows: usize) -> Option<usize> {
    let number = (address as usize).wrapping_sub(rows) / size_of::<Vec<char>>();
    (number < 9).then_some(number)
}

/// Finds out whether a row that is not in the board of this thread is in another thread's.
fn note_other_thread(address: u64) {
    if number(address, ROWS.load(Relaxed)).is_some() {
        OTHER_THREAD.store(true, Relaxed);
    }
}

#[cold]
fn keep(event: Event, cell: usize, write: bool, old: char, new: char) {
    let (Ok(place), Ok(cell)) = (usize::try_from(event.number), u32::try_from(cell)) else {
        return;
    };
    let values = value(old) << 8 | value(new) << 12;
    let word = cell | u32::from(write) << 7 | values | event.line.min(0xffff) << 16;
    TRACE.with_borrow_mut(|trace| {
        if place < trace.len() {
            trace[place] = word;
        } else {
            trace.push(word);
        }
    });
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
    fn address(&self) -> u64 {
        ptr::from_ref(self).addr() as u64
    }

    /// Where this may be the board, learns where its rows are now.
    #[inline]
    pub(super) fn is_used(&self) {
        if size_of::<T>() == size_of::<Vec<char>>() {
            TALLY.with(|tally| {
                let rows = self.elements.as_ptr().addr();
                if tally.board.get() == ptr::from_ref(self).addr() && tally.rows.get() != rows {
                    tally.rows_are_at(rows);
                }
            });
        }
    }

    /// Looks at what was written by index, before this is changed otherwise or moved.
    #[inline]
    pub(super) fn settle(&self) {
        if let Some(settle) = self.settle {
            settle(self);
        }
    }

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
        let (here, mark) = (self.address(), self.mark.get());
        TALLY.with(|tally| match tally.number(here) {
            Some(number) if mark & ADDRESS == here => {
                tally.seen[number].line.set(line);
                tally.has_unseen.set(true);
                // What an earlier borrow wrote cannot be looked at here, for any `T`.
                if mark & BORROWED != 0 {
                    tally.has_lost.set(true);
                }
                self.mark.set(mark | BORROWED);
            }
            _ => {
                note_other_thread(here);
                self.mark.set(0);
            }
        });
    }
}

/// Looks at the cells that were written by index, wherever the row is now, and at all cells if the
/// row was borrowed.
fn settle_row(row: &Vec<char>) {
    let mark = row.mark.get();
    TALLY.with(|tally| {
        if mark & WRITTEN != 0 {
            row.mark.set(mark & !(WRITTEN | WITH_EVENTS));
            if let Some(number) = tally.number(mark & ADDRESS)
                && tally.seen[number].epoch.get() == mark & !(EPOCH - 1)
            {
                tally.settle(number, row);
            }
        }
        if mark & BORROWED != 0 {
            tally.arrive_anew(row);
        }
    });
}

fn settle_rows(board: &Vec<Vec<char>>) {
    board.elements.iter().for_each(settle_row);
}

impl Vec<Vec<char>> {
    #[inline]
    pub(super) fn rows_are_borrowed(&mut self) {
        self.settle = Some(settle_rows);
        self.is_used();
        let address = ptr::from_ref(self).addr();
        if TALLY.with(|tally| tally.board.get() == address && tally.has_unseen.take()) {
            settle_rows(self);
        }
    }
}

impl Vec<char> {
    /// An index expression reads cells.
    #[inline]
    pub(super) fn is_read<I: Columns>(&self, columns: I, count: usize, line: u32) {
        TALLY.with(|tally| {
            let (count, left) = (count as u64, tally.left.get());
            let is_settled = self.mark.get() == self.address() | tally.epoch.get();
            // Nearly all that ever happens.
            if is_settled && left >= count {
                tally.left.set(left - count);
            } else {
                tally.read(self, columns.of(self.elements.len().min(9)), line);
            }
        });
    }

    /// An index expression is about to write cells.
    #[inline]
    pub(super) fn is_written<I: Columns>(&mut self, columns: I, line: u32) {
        self.settle = Some(settle_row);
        TALLY.with(|tally| match columns.column() {
            Some(column) => tally.write_cell(self, column, line),
            None => tally.write(self, columns.of(self.elements.len().min(9)), line),
        });
    }
}
