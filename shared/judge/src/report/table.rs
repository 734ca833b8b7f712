//! Tables: for a page, for a pipe, and for a terminal, whose width they fit.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::iter;

use console::{Alignment, measure_text_width, pad_str};

use crate::verdict::Kind;

/// Where a table goes.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    /// Onto a page, as Markdown.
    pub is_markdown: bool,
    /// Whether verdicts are coloured.
    pub colour: bool,
    /// The columns of the terminal, where it goes to one.
    pub width: Option<usize>,
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
    let most = form.width.unwrap_or(usize::MAX);
    let is_short = room(&columns, false) > most;
    let mut dropped = Vec::new();
    while is_short && room(&columns, true) > most && columns.len() > 2 {
        let keeps = columns.iter().enumerate();
        let first = keeps.min_by_key(|&(number, column)| (column.keep, usize::MAX - number));
        let (number, _) = first.expect("there are columns");
        dropped.insert(0, columns.remove(number).title);
    }
    let drawn = columns.iter().map(|column| {
        let padded = |text, alignment| pad_str(text, column.width(is_short), alignment, None);
        let cells = column.cells.iter().map(|cell| {
            let text = padded(cell.shown(is_short), column.alignment);
            match cell.kind {
                Some(kind) => painted(kind, &text, form.colour),
                None => text.into_owned(),
            }
        });
        let title = padded(&column.title, Alignment::Left).into_owned();
        iter::once(title).chain(cells).collect()
    });
    let drawn: Vec<Vec<String>> = drawn.collect();
    let (bar, gap) = if form.is_markdown {
        ("|", " | ")
    } else {
        ("│", "   ")
    };
    let mut lines = Vec::new();
    for row in 0..drawn[0].len() {
        let cells: Vec<&str> = drawn.iter().map(|column| column[row].as_str()).collect();
        lines.push(format!("{bar} {} {bar}", cells.join(gap)));
    }
    if form.is_markdown {
        let rules = columns.iter();
        let rules = rules.map(|column| "-".repeat(column.width(is_short) + 2));
        lines.insert(1, format!("|{}|", rules.collect::<Vec<_>>().join("|")));
    } else {
        let width = room(&columns, is_short) - 2;
        lines.insert(1, format!("╞{}╡", "═".repeat(width)));
        lines.insert(0, format!("┌{}┐", "─".repeat(width)));
        lines.push(format!("└{}┘", "─".repeat(width)));
    }
    let mut text = lines.join("\n") + "\n";
    let cells = columns.iter().flat_map(|column| &column.cells);
    let kinds: BTreeSet<Kind> = cells.filter_map(|cell| cell.kind).collect();
    if is_short && !kinds.is_empty() {
        let legend = kinds.iter().map(|it| format!("{}: {it}", it.abbreviated()));
        let _ = writeln!(text, "{}", legend.collect::<Vec<_>>().join(", "));
    }
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

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    fn drawn(is_markdown: bool, width: Option<usize>) -> String {
        let columns = vec![
            Column::of_words(3, "name", ["é".to_owned(), "b".to_owned()].into_iter()),
            Column::of_words(
                2,
                "verdict",
                [Kind::Accepted, Kind::WrongAnswer].into_iter(),
            ),
            Column::of_numbers(1, "n", ["1".to_owned(), "23".to_owned()].into_iter()),
        ];
        let form = Form {
            is_markdown,
            colour: false,
            width,
        };
        draw(columns, form)
    }

    #[test]
    fn columns_are_aligned() {
        let plain = "\
┌──────────────────────────┐
│ name   verdict        n  │
╞══════════════════════════╡
│ é      Accepted        1 │
│ b      Wrong Answer   23 │
└──────────────────────────┘
";
        assert_eq!(drawn(false, None), plain);
        assert_eq!(drawn(false, Some(28)), plain);
        let markdown = "\
| name | verdict      | n  |
|------|--------------|----|
| é    | Accepted     |  1 |
| b    | Wrong Answer | 23 |
";
        assert_eq!(drawn(true, None), markdown);
    }

    #[test]
    fn narrow_terminals_get_abbreviations_and_then_fewer_columns() {
        let abbreviated = "\
┌─────────────────────┐
│ name   verdict   n  │
╞═════════════════════╡
│ é      AC         1 │
│ b      WA        23 │
└─────────────────────┘
AC: Accepted, WA: Wrong Answer
";
        assert_eq!(drawn(false, Some(27)), abbreviated);
        assert_eq!(drawn(false, Some(23)), abbreviated);
        let fewer = "\
┌────────────────┐
│ name   verdict │
╞════════════════╡
│ é      AC      │
│ b      WA      │
└────────────────┘
AC: Accepted, WA: Wrong Answer
no room in this terminal: n (a pipe gets the whole table)
";
        assert_eq!(drawn(false, Some(22)), fewer);
    }

    #[test]
    fn verdicts_have_colours() {
        assert_eq!(painted(Kind::Accepted, "x", true), "\x1b[32mx\x1b[0m");
        assert_eq!(painted(Kind::RuntimeError, "x", true), "\x1b[31mx\x1b[0m");
        assert_eq!(
            painted(Kind::TimeLimitExceeded, "x", true),
            "\x1b[33mx\x1b[0m"
        );
        assert_eq!(painted(Kind::Accepted, "x", false), "x");
    }
}
