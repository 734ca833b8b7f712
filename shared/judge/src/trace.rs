//! The events of a counting run: what a solution did to the board, access by access.

use sudoku::Board;

/// One access to a cell of the board, in the 32 bits that the counting wrapper keeps of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event(u32);

impl Event {
    /// The events of a run, from little-endian words; a word cut off is left out.
    pub fn decode(bytes: &[u8]) -> Vec<Self> {
        let word = |bytes: &[u8]| bytes.try_into().ok().map(u32::from_le_bytes);
        bytes.chunks_exact(4).filter_map(word).map(Event).collect()
    }

    /// The cell's number in reading order, 0 to 80.
    pub fn cell(self) -> usize {
        (self.0 & 0x7f) as usize
    }

    /// Whether the cell was written; otherwise it was read.
    pub fn is_write(self) -> bool {
        self.0 & 0x80 != 0
    }

    /// What the cell held before: '1' to '9', '.', or '?' for any other character.
    pub fn before(self) -> char {
        character(self.0 >> 8 & 0xf)
    }

    /// What it held afterwards.
    pub fn after(self) -> char {
        character(self.0 >> 12 & 0xf)
    }

    /// The line of the solution file; 0 for a write that was found out only at the end.
    pub fn line(self) -> u32 {
        self.0 >> 16
    }

    /// Whether the cell holds another value afterwards.
    pub fn is_change(self) -> bool {
        self.is_write() && self.before() != self.after()
    }
}

fn character(value: u32) -> char {
    match value {
        0 => '.',
        1..=9 => char::from_digit(value, 10).unwrap_or('?'),
        _ => '?',
    }
}

/// Whether the events look like a solution that searched elsewhere and then wrote its answer: in
/// one sweep row by row, looking at nothing and taking nothing back. Where a puzzle needs no search,
/// a search on the board can look like this too.
pub fn is_one_sweep(puzzle: &Board, events: &[Event]) -> bool {
    let Some(first) = events.iter().position(|event| event.is_change()) else {
        return false;
    };
    let blanks = puzzle.iter().flatten().filter(|&&cell| cell == '.').count();
    let sweep: Vec<&Event> = events[first..]
        .iter()
        .filter(|event| event.is_change())
        .collect();
    sweep.len() == blanks
        && sweep.iter().all(|event| event.before() == '.')
        && events[first..].iter().all(|event| event.is_write())
        && sweep
            .windows(2)
            .all(|pair| pair[0].cell() / 9 <= pair[1].cell() / 9)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    const READ: u32 = 0;
    const WRITE: u32 = 1 << 7;

    fn event(kind: u32, cell: u32, before: u32, after: u32) -> Event {
        Event(cell | kind | before << 8 | after << 12 | 7 << 16)
    }

    #[test]
    fn an_event_is_what_its_bits_say() {
        let [placed, read] = [event(WRITE, 80, 0, 9), event(READ, 3, 10, 10)];
        let decoded = Event::decode(&[0xd0, 0x90, 7, 0, 3, 0xaa, 7, 0, 1]);
        assert_eq!(decoded, [placed, read], "and the cut word is left out");
        assert_eq!(
            (placed.cell(), placed.before(), placed.after()),
            (80, '.', '9')
        );
        assert_eq!((read.cell(), read.before(), read.line()), (3, '?', 7));
        assert!(placed.is_write() && placed.is_change());
        assert!(!read.is_write() && !read.is_change());
    }

    /// On a board whose first two cells, and the first of the second row, are blank.
    #[rstest]
    #[case::row_by_row(&[event(READ, 5, 1, 1), event(WRITE, 1, 0, 2), event(WRITE, 0, 0, 1), event(WRITE, 9, 0, 3)], true)]
    #[case::givens_written_too(&[event(WRITE, 0, 0, 1), event(WRITE, 1, 0, 2), event(WRITE, 2, 3, 3), event(WRITE, 9, 0, 3)], true)]
    #[case::back_to_an_earlier_row(&[event(WRITE, 9, 0, 3), event(WRITE, 0, 0, 1), event(WRITE, 1, 0, 2)], false)]
    #[case::taken_back(&[event(WRITE, 0, 0, 1), event(WRITE, 0, 1, 0), event(WRITE, 0, 0, 2)], false)]
    #[case::looked_on_the_way(&[event(WRITE, 0, 0, 1), event(READ, 1, 0, 0), event(WRITE, 1, 0, 2), event(WRITE, 9, 0, 3)], false)]
    #[case::not_all(&[event(WRITE, 0, 0, 1)], false)]
    #[case::nothing(&[], false)]
    fn a_sweep_writes_every_blank_once(#[case] events: &[Event], #[case] expected: bool) {
        let mut board = vec![vec!['1'; 9]; 9];
        (board[0][0], board[0][1], board[1][0]) = ('.', '.', '.');
        assert_eq!(is_one_sweep(&board, events), expected);
    }
}
