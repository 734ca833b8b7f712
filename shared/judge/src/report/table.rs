//! Tables: for a page, for a pipe, and for a terminal, whose width they fit.

use std::fmt::{Display, Write};

use console::{Alignment, Style, measure_text_width, pad_str};

use crate::verdict::Kind;

/// One column of a table.
pub struct Column {
    title: String,
    cells: Vec<String>,
    alignment: Alignment,
}

impl Column {
    /// A column with its cells to the left or to the right.
    pub fn new(alignment: Alignment, title: &str, cells: impl Iterator<Item = String>) -> Self {
        Column {
            title: title.to_owned(),
            cells: cells.collect(),
            alignment,
        }
    }

    fn width(&self) -> usize {
        let texts = self.cells.iter().chain([&self.title]);
        texts
            .map(|text| measure_text_width(text))
            .max()
            .unwrap_or(0)
    }
}

/// Draws a table in Markdown. Where it is wider than `most`, the last columns are left out, and a line
/// below it says so.
pub fn draw(mut columns: Vec<Column>, most: usize) -> String {
    let room = |columns: &[Column]| columns.iter().map(|it| it.width() + 3).sum::<usize>() + 1;
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
        add_line(&|column| column.cells[row].clone());
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
        let words = |words: [&str; 2]| words.map(str::to_owned).into_iter();
        let columns = vec![
            Column::new(Left, "name", words(["é", "b"])),
            Column::new(Left, "verdict", words(["Accepted", "Wrong Answer"])),
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
    fn narrow_terminals_get_fewer_columns() {
        let fewer = "\
| name | verdict      |
| ---- | ------------ |
| é    | Accepted     |
| b    | Wrong Answer |
no room in this terminal: n (a pipe gets the whole table)
";
        assert_eq!(drawn(27), fewer);
        assert_eq!(drawn(10), fewer);
    }

    #[test]
    fn verdicts_have_colours() {
        assert_eq!(style(Kind::Accepted), Style::new().green());
        assert_eq!(style(Kind::RuntimeError), Style::new().red());
        assert_eq!(style(Kind::TimeLimitExceeded), Style::new().yellow());
    }
}
