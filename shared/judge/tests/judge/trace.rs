//! The events of a counting run: what a solution did to the board, access by access.

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
