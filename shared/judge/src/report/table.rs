//! Tables: for a page, for a pipe, and for a terminal, whose width they fit.

use comfy_table::presets::{ASCII_MARKDOWN, UTF8_BORDERS_ONLY};
use comfy_table::{Attribute, Cell, CellAlignment, Color, Table};

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
    is_number: bool,
    /// Columns with a lower number are dropped first where a terminal is too narrow.
    pub keep: u8,
}

/// The text of a cell, and a shorter form for narrow terminals.
pub struct Text {
    full: String,
    short: String,
    kind: Option<Kind>,
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        Text {
            short: text.clone(),
            full: text,
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
    /// A verdict where only its initials have room.
    pub fn abbreviated(kind: Kind) -> Self {
        Text {
            full: kind.abbreviated().to_owned(),
            ..Text::from(kind)
        }
    }

    /// The same with another short form.
    pub fn or_short(full: String, short: String) -> Self {
        Text {
            full,
            short,
            kind: None,
        }
    }
}

impl Column {
    /// A column of words, to the left.
    pub fn of_words(keep: u8, title: &str, cells: impl Iterator<Item = Text>) -> Self {
        Column {
            title: title.to_owned(),
            cells: cells.collect(),
            is_number: false,
            keep,
        }
    }

    /// A column of numbers, to the right.
    pub fn of_numbers(keep: u8, title: &str, cells: impl Iterator<Item = Text>) -> Self {
        Column {
            is_number: true,
            ..Column::of_words(keep, title, cells)
        }
    }

    fn width(&self, is_short: bool) -> usize {
        let text = |cell: &Text| console::measure_text_width(shown(cell, is_short));
        let widest = self.cells.iter().map(text).max().unwrap_or(0);
        widest.max(console::measure_text_width(&self.title))
    }
}

fn shown(cell: &Text, is_short: bool) -> &str {
    if is_short { &cell.short } else { &cell.full }
}

/// Draws a table, and says in a line below it what had no room in the terminal.
pub fn draw(mut columns: Vec<Column>, form: Form) -> String {
    let mut dropped = Vec::new();
    let mut is_short = false;
    if let Form::Plain {
        width: Some(width), ..
    } = form
    {
        let room = |columns: &[Column], is_short| {
            let widths = columns.iter().map(|column| column.width(is_short) + 3);
            widths.sum::<usize>() + 1
        };
        is_short = room(&columns, false) > width;
        while is_short && room(&columns, true) > width && columns.len() > 2 {
            let keeps = columns.iter().enumerate();
            let first = keeps.min_by_key(|&(number, column)| (column.keep, usize::MAX - number));
            let (number, _) = first.expect("there are columns");
            dropped.insert(0, columns.remove(number).title);
        }
    }
    let mut table = Table::new();
    let colour = matches!(form, Form::Plain { colour: true, .. });
    table.load_preset(match form {
        Form::Markdown => ASCII_MARKDOWN,
        Form::Plain { .. } => UTF8_BORDERS_ONLY,
    });
    if colour {
        table.enforce_styling();
    } else {
        table.force_no_tty();
    }
    table.set_header(columns.iter().map(|column| &column.title));
    for row in 0..columns.first().map_or(0, |column| column.cells.len()) {
        table.add_row(columns.iter().map(|column| {
            let text = &column.cells[row];
            let cell = Cell::new(shown(text, is_short));
            let cell = match (colour, text.kind) {
                (true, Some(Kind::Accepted)) => cell.fg(Color::Green),
                (true, Some(kind)) if kind.is_failure() => {
                    cell.fg(Color::Red).add_attribute(Attribute::Bold)
                }
                (true, Some(_)) => cell.fg(Color::Yellow),
                _ => cell,
            };
            if column.is_number {
                cell.set_alignment(CellAlignment::Right)
            } else {
                cell
            }
        }));
    }
    let mut text = format!("{table}\n");
    if !dropped.is_empty() {
        let columns = dropped.join(", ");
        text += "no room in this terminal: ";
        text += &columns;
        text += " (a pipe gets the whole table)\n";
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
