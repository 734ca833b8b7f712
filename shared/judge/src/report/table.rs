//! Tables: for a page, for a pipe, and for a terminal, whose width they fit.

use std::fmt::Write;

use console::{Alignment, measure_text_width, pad_str};

use crate::verdict::Kind;

/// Where a table goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A page, as Markdown.
    Markdown,
    /// A terminal, or a pipe, which has no width.
    Plain {
        /// Whether verdicts are coloured.
        colour: bool,
        /// The columns of the terminal.
        width: Option<usize>,
    },
}

/// One column of a table.
pub struct Column {
    title: String,
    cells: Vec<Text>,
    alignment: Alignment,
    /// Columns with a lower number are dropped first where a terminal is too narrow.
    keep: u8,
}

/// The text of a cell.
pub struct Text {
    /// Where there is room.
    pub full: String,
    /// In narrow terminals.
    pub short: String,
    /// It has the colour of this verdict.
    pub kind: Option<Kind>,
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        Text {
            full: text.clone(),
            short: text,
            kind: None,
        }
    }
}

impl From<Kind> for Text {
    fn from(kind: Kind) -> Self {
        Text {
            full: kind.to_string(),
            short: kind.abbreviated().to_owned(),
            kind: Some(kind),
        }
    }
}

impl Text {
    fn shown(&self, is_short: bool) -> &str {
        if is_short { &self.short } else { &self.full }
    }
}

impl Column {
    /// A column of words, to the left.
    pub fn of_words<T: Into<Text>>(keep: u8, title: &str, cells: impl Iterator<Item = T>) -> Self {
        Column {
            title: title.to_owned(),
            cells: cells.map(Into::into).collect(),
            alignment: Alignment::Left,
            keep,
        }
    }

    /// A column of numbers, to the right.
    pub fn of_numbers<T: Into<Text>>(
        keep: u8,
        title: &str,
        cells: impl Iterator<Item = T>,
    ) -> Self {
        Column {
            alignment: Alignment::Right,
            ..Column::of_words(keep, title, cells)
        }
    }

    fn width(&self, is_short: bool) -> usize {
        let texts = self.cells.iter().map(|cell| cell.shown(is_short));
        let widths = texts.chain([&*self.title]).map(measure_text_width);
        widths.max().unwrap_or(0)
    }
}

/// Draws a table, and says in a line below it what had no room in the terminal.
pub fn draw(mut columns: Vec<Column>, form: Form) -> String {
    let room = |columns: &[Column], is_short| {
        let widths = columns.iter().map(|column| column.width(is_short) + 3);
        widths.sum::<usize>() + 1
    };
    let (colour, most) = match form {
        Form::Plain { colour, width } => (colour, width.unwrap_or(usize::MAX)),
        Form::Markdown => (false, usize::MAX),
    };
    let is_short = room(&columns, false) > most;
    let mut dropped = Vec::new();
    while is_short && room(&columns, true) > most && columns.len() > 2 {
        let keeps = columns.iter().enumerate();
        let first = keeps.min_by_key(|&(number, column)| (column.keep, usize::MAX - number));
        let (number, _) = first.expect("there are columns");
        dropped.insert(0, columns.remove(number).title);
    }
    let rows = columns.first().map_or(0, |column| column.cells.len());
    let titles = columns.iter().map(|column| {
        let width = column.width(is_short);
        pad_str(&column.title, width, Alignment::Left, None).into_owned()
    });
    let mut lines: Vec<Vec<String>> = vec![titles.collect()];
    for row in 0..rows {
        let cells = columns.iter().map(|column| {
            let cell = &column.cells[row];
            let text = cell.shown(is_short);
            let text = pad_str(text, column.width(is_short), column.alignment, None);
            match cell.kind {
                Some(kind) => painted(kind, &text, colour),
                None => text.into_owned(),
            }
        });
        lines.push(cells.collect());
    }
    let mut text = match form {
        Form::Markdown => {
            let rule = columns
                .iter()
                .map(|column| "-".repeat(column.width(false) + 2));
            let rule = format!("|{}|", rule.collect::<Vec<_>>().join("|"));
            let mut lines: Vec<String> = lines
                .iter()
                .map(|cells| format!("| {} |", cells.join(" | ")))
                .collect();
            lines.insert(1, rule);
            lines.join("\n") + "\n"
        }
        Form::Plain { .. } => {
            let width = room(&columns, is_short) - 2;
            let mut lines = lines
                .iter()
                .map(|cells| format!("│ {} │\n", cells.join("   ")));
            let titles = lines.next().unwrap_or_default();
            let [top, middle, bottom] = ["─", "═", "─"].map(|line| line.repeat(width));
            let rows: String = lines.collect();
            format!("┌{top}┐\n{titles}╞{middle}╡\n{rows}└{bottom}┘\n")
        }
    };
    if !dropped.is_empty() {
        let columns = dropped.join(", ");
        let _ = writeln!(
            text,
            "no room in this terminal: {columns} (a pipe gets the whole table)"
        );
    }
    text
}

/// Text in the colour of its verdict.
pub fn painted(kind: Kind, text: &str, colour: bool) -> String {
    let code = match kind {
        Kind::Accepted => 32,
        kind if kind.is_failure() => 31,
        _ => 33,
    };
    if colour {
        format!("\x1b[{code}m{text}\x1b[0m")
    } else {
        text.to_owned()
    }
}
