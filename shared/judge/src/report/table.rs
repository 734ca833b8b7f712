//! Tables: for a page, for a pipe, and for a terminal, whose width they fit.

use std::collections::BTreeSet;
use std::fmt::{Display, Write};

use console::{Alignment, Style, measure_text_width, pad_str};

use crate::verdict::Kind;

/// A cell of a table: a text or a verdict.
pub type Cell = Result<String, Kind>;

/// One column of a table.
pub struct Column {
    title: String,
    cells: Vec<Cell>,
    alignment: Alignment,
}

impl Column {
    /// A column with its cells to the left or to the right.
    pub fn new(alignment: Alignment, title: &str, cells: impl Iterator<Item = Cell>) -> Self {
        Column {
            title: title.to_owned(),
            cells: cells.collect(),
            alignment,
        }
    }

    fn width(&self) -> usize {
        let widths = self
            .cells
            .iter()
            .map(|cell| measure_text_width(&text(cell)));
        widths.fold(measure_text_width(&self.title), usize::max)
    }
}

fn text(cell: &Cell) -> String {
    cell.clone().unwrap_or_else(|kind| painted(kind, kind))
}

/// Draws a table in Markdown. Where it is wider than `most`, verdicts are abbreviated, then the last
/// columns are left out. A line below it says so.
pub fn draw(mut columns: Vec<Column>, most: usize) -> String {
    let room = |columns: &[Column]| columns.iter().map(|it| it.width() + 3).sum::<usize>() + 1;
    let mut legend = BTreeSet::new();
    if room(&columns) > most {
        for cell in columns.iter_mut().flat_map(|column| &mut column.cells) {
            if let Err(kind) = *cell {
                legend.insert(format!("{}: {kind}", kind.initials()));
                *cell = Ok(painted(kind, kind.initials()));
            }
        }
    }
    let mut dropped = Vec::new();
    while room(&columns) > most && columns.len() > 2 {
        dropped.extend(columns.pop().map(|column| column.title));
    }
    let mut table = String::new();
    let mut add_line = |cell: &dyn Fn(&Column) -> String| {
        let cells = columns.iter().map(|column| {
            let alignment = column.alignment;
            pad_str(&cell(column), column.width(), alignment, None).into_owned()
        });
        let cells: Vec<String> = cells.collect();
        let _ = writeln!(table, "| {} |", cells.join(" | "));
    };
    add_line(&|column| column.title.clone());
    add_line(&|column| "-".repeat(column.width()));
    for row in 0..columns[0].cells.len() {
        add_line(&|column| text(&column.cells[row]));
    }
    if !legend.is_empty() {
        table += &(Vec::from_iter(legend).join(", ") + "\n");
    }
    if !dropped.is_empty() {
        dropped.reverse();
        let columns = dropped.join(", ");
        let _ = writeln!(
            table,
            "no room in this terminal: {columns} (a pipe gets the whole table)"
        );
    }
    table
}

/// The colour of a verdict.
fn style(kind: Kind) -> Style {
    match kind {
        Kind::Accepted => Style::new().green(),
        kind if kind.is_failure() => Style::new().red(),
        _ => Style::new().yellow(),
    }
}

/// Text in the colour of its verdict, where the terminal shows colours.
pub fn painted(kind: Kind, text: impl Display) -> String {
    style(kind).apply_to(text).to_string()
}

#[cfg(test)]
mod tests {
    use console::Alignment::{Left, Right};
    use pretty_assertions::assert_eq;

    use super::*;

    fn drawn(most: usize) -> String {
        let words = |words: [&str; 2]| words.map(|it| Ok(it.to_owned())).into_iter();
        let verdicts = [Kind::Accepted, Kind::WrongAnswer].map(Err);
        let columns = vec![
            Column::new(Left, "name", words(["é", "b"])),
            Column::new(Left, "verdict", verdicts.into_iter()),
            Column::new(Right, "n", words(["1", "23"])),
        ];
        draw(columns, most)
    }

    #[test]
    fn columns_are_aligned() {
        let whole = "\
| name | verdict      |  n |
| ---- | ------------ | -- |
| é    | Accepted     |  1 |
| b    | Wrong Answer | 23 |
";
        assert_eq!(drawn(usize::MAX), whole);
        assert_eq!(drawn(28), whole);
    }

    #[test]
    fn narrow_terminals_get_abbreviations_and_then_fewer_columns() {
        let abbreviated = "\
| name | verdict |  n |
| ---- | ------- | -- |
| é    | A       |  1 |
| b    | WA      | 23 |
A: Accepted, WA: Wrong Answer
";
        assert_eq!(drawn(27), abbreviated);
        assert_eq!(drawn(23), abbreviated);
        let fewer = "\
| name | verdict |
| ---- | ------- |
| é    | A       |
| b    | WA      |
A: Accepted, WA: Wrong Answer
no room in this terminal: n (a pipe gets the whole table)
";
        assert_eq!(drawn(22), fewer);
    }

    #[test]
    fn verdicts_have_colours() {
        assert_eq!(style(Kind::Accepted), Style::new().green());
        assert_eq!(style(Kind::RuntimeError), Style::new().red());
        assert_eq!(style(Kind::TimeLimitExceeded), Style::new().yellow());
    }
}
