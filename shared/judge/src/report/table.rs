//! Tables: for a page, for a pipe, and for a terminal, whose width they fit.

use std::collections::BTreeSet;

use console::{Alignment, measure_text_width, pad_str};

use crate::verdict::Kind;

/// One column of a table.
pub struct Column {
    title: String,
    cells: Vec<Cell>,
    alignment: Alignment,
    /// Columns with a lower number are dropped first where a terminal is too narrow.
    keep: u8,
}

/// A cell of a table.
pub struct Cell {
    /// The text of the cell.
    pub text: String,
    /// It has the colour of this verdict, and in narrow terminals its initials.
    pub kind: Option<Kind>,
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Cell { text, kind: None }
    }
}

impl From<Kind> for Cell {
    fn from(kind: Kind) -> Self {
        Cell {
            text: kind.to_string(),
            kind: Some(kind),
        }
    }
}

impl Column {
    /// A column of words, to the left.
    pub fn of_words<T: Into<Cell>>(keep: u8, title: &str, cells: impl Iterator<Item = T>) -> Self {
        Column {
            title: title.to_owned(),
            cells: cells.map(Into::into).collect(),
            alignment: Alignment::Left,
            keep,
        }
    }

    /// A column of numbers, to the right.
    pub fn of_numbers<T: Into<Cell>>(
        keep: u8,
        title: &str,
        cells: impl Iterator<Item = T>,
    ) -> Self {
        Column {
            alignment: Alignment::Right,
            ..Column::of_words(keep, title, cells)
        }
    }

    fn width(&self) -> usize {
        let texts = self.cells.iter().map(|cell| &cell.text);
        let widths = texts.chain([&self.title]).map(|it| measure_text_width(it));
        widths.max().unwrap_or(0)
    }
}

/// Draws a table for a page in Markdown, or for a pipe or a terminal, whose width it fits. A line below
/// it says what had no room.
pub fn draw(
    mut columns: Vec<Column>,
    is_markdown: bool,
    colour: bool,
    width: Option<usize>,
) -> String {
    let room = |columns: &[Column]| columns.iter().map(|it| it.width() + 3).sum::<usize>() + 1;
    let width = width.filter(|_| !is_markdown);
    let most = width.unwrap_or(usize::MAX);
    let mut legend = BTreeSet::new();
    if room(&columns) > most {
        for cell in columns.iter_mut().flat_map(|column| &mut column.cells) {
            if let Some(kind) = cell.kind {
                cell.text = kind.initials();
                legend.insert(format!("{}: {kind}", cell.text));
            }
        }
    }
    let mut dropped = Vec::new();
    while room(&columns) > most && columns.len() > 2 {
        let keeps = columns.iter().enumerate();
        let first = keeps.min_by_key(|&(number, column)| (column.keep, usize::MAX - number));
        let (number, _) = first.expect("there are columns");
        dropped.insert(0, columns.remove(number).title);
    }
    let (bar, gap) = if is_markdown {
        ("|", " | ")
    } else {
        ("│", "   ")
    };
    let line = |cells: Vec<String>| format!("{bar} {} {bar}", cells.join(gap));
    let padded = |text: &str, column: &Column, alignment| {
        pad_str(text, column.width(), alignment, None).into_owned()
    };
    let titles = columns.iter();
    let titles = titles.map(|column| padded(&column.title, column, Alignment::Left));
    let mut lines = vec![line(titles.collect())];
    for row in 0..columns[0].cells.len() {
        let cells = columns.iter().map(|column| {
            let Cell { text, kind } = &column.cells[row];
            let text = padded(text, column, column.alignment);
            kind.map_or(text.clone(), |kind| painted(kind, &text, colour))
        });
        lines.push(line(cells.collect()));
    }
    if is_markdown {
        let rules = columns.iter().map(|column| "-".repeat(column.width() + 2));
        lines.insert(1, format!("|{}|", rules.collect::<Vec<_>>().join("|")));
    } else {
        let width = room(&columns) - 2;
        lines.insert(1, format!("╞{}╡", "═".repeat(width)));
        lines.insert(0, format!("┌{}┐", "─".repeat(width)));
        lines.push(format!("└{}┘", "─".repeat(width)));
    }
    if !legend.is_empty() {
        lines.push(legend.into_iter().collect::<Vec<_>>().join(", "));
    }
    if !dropped.is_empty() {
        let columns = dropped.join(", ");
        lines.push(format!(
            "no room in this terminal: {columns} (a pipe gets the whole table)"
        ));
    }
    lines.join("\n") + "\n"
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
        draw(columns, is_markdown, false, width)
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
│ é      A          1 │
│ b      WA        23 │
└─────────────────────┘
A: Accepted, WA: Wrong Answer
";
        assert_eq!(drawn(false, Some(27)), abbreviated);
        assert_eq!(drawn(false, Some(23)), abbreviated);
        let fewer = "\
┌────────────────┐
│ name   verdict │
╞════════════════╡
│ é      A       │
│ b      WA      │
└────────────────┘
A: Accepted, WA: Wrong Answer
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
