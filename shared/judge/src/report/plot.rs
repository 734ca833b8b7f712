//! Measurements as a picture: the placements of one solve against its time. The picture's fixed parts
//! are in plot.svg.

use std::fmt::Write;

use super::figures::{grouped, nanoseconds};
use crate::measurements::Measurements;

/// How every such picture begins, and no other file.
pub const BEGINNING: &str =
    r#"<svg xmlns="http://www.w3.org/2000/svg" data-drawn-by="cargo judge""#;

const TEMPLATE: &str = include_str!("plot.svg");

// All lengths are in pixels, from the left and the top of the picture: the plot's frame, and the
// legend to the right of it.
const LEFT: f64 = 84.0;
const RIGHT: f64 = 664.0;
const TOP: f64 = 88.0;
const BOTTOM: f64 = 488.0;
const LEGEND: f64 = 723.0;
const LEGEND_ROW: usize = 24;
const HEIGHT: usize = 592;

/// The decades are drawn with this part of one around them, so that marks stay off the frame.
const PADDING: f64 = 0.15;
/// The guides are at these powers of ten of nanoseconds a placement.
const GUIDES: [u32; 3] = [1, 2, 3];
const COUNT_UNITS: [&str; 4] = ["", "k", "M", "G"];
const TIME_UNITS: [&str; 4] = [" ns", " µs", " ms", " s"];

/// How many shapes plot.svg has, and how many colours.
const LOOKS: usize = 8;

/// As many characters of an approach's name fit into the legend.
const NAME_LENGTH: usize = 22;

/// Measurements as an SVG picture for light and dark pages: a mark for each accepted and completely
/// counted result with a placement, placements to the right and time upwards.
pub fn scatter(measurements: &Measurements) -> String {
    let approaches = measurements.approaches.iter();
    let names: Vec<&str> = approaches.map(|it| it.approach.as_str()).collect();
    let mut points = Vec::new();
    let mut all = 0;
    for case in &measurements.cases {
        for (series, result) in case.results.iter().enumerate() {
            all += 1;
            let placements = result.exact().map_or(0, |counts| counts.placements);
            if let (1.., Some(time)) = (placements, result.time_ns) {
                points.push(Point {
                    series,
                    case: &case.case,
                    placements,
                    // A time that was rounded to zero has no place on a logarithmic axis.
                    nanoseconds: time.max(1),
                });
            }
        }
    }
    // The fastest come last, on top.
    points.sort_by_key(|point| usize::MAX - point.series);
    let mut note = format!("Drawn: {} of {all} results.", points.len());
    if points.len() < all {
        note += " Not drawn: without a placement, not accepted, or not counted completely.";
    }
    let height = HEIGHT.max(136 + LEGEND_ROW * names.len());
    let mut content = String::new();
    if let Some(plot) = Plot::around(&points) {
        content += &plot.draw(&names, &points);
    }
    for (row, name) in (1..).zip(&names) {
        let (shape, colour) = look(&names, name);
        let y = TOP + f64::from(row) * 24.0;
        let _ = writeln!(
            content,
            r##"<use class="mark colour{colour}" href="#shape{shape}" x="{LEGEND}" y="{y}"/>"##
        );
        content += &text(LEGEND + 15.0, y, "beside", &shortened(name));
    }
    content += &text(
        LEFT,
        f64::from(u32::try_from(height).unwrap_or(u32::MAX)) - 24.0,
        "muted",
        &note,
    );
    TEMPLATE
        .replace("{{height}}", &height.to_string())
        .replace("{{names}}", &escaped(&names.join(", ")))
        .replace("{{note}}", &note)
        .replace("{{content}}", &content)
}

/// A result that can be drawn.
struct Point<'a> {
    /// The approach's number in the measurements.
    series: usize,
    case: &'a str,
    placements: u64,
    nanoseconds: u64,
}

/// A logarithmic axis over whole decades.
struct Axis {
    first: u32,
    last: u32,
    start: f64,
    end: f64,
}

impl Axis {
    /// The decades around positive values, at least one; none around nothing.
    fn around(values: impl Iterator<Item = u64> + Clone, start: f64, end: f64) -> Option<Self> {
        let first = values.clone().min()?.ilog10();
        let last = values.max()?.saturating_sub(1).max(1).ilog10() + 1;
        Some(Axis {
            first,
            last: last.max(first + 1),
            start,
            end,
        })
    }

    /// Where a power of ten is.
    fn at(&self, exponent: f64) -> f64 {
        let decades = f64::from(self.last - self.first);
        let part = (exponent - f64::from(self.first) + PADDING) / (decades + 2.0 * PADDING);
        self.start + part * (self.end - self.start)
    }

    fn position(&self, value: u64) -> f64 {
        #[allow(clippy::cast_precision_loss, reason = "a tenth of a pixel is shown")]
        self.at((value as f64).log10())
    }

    fn ticks(&self) -> impl Iterator<Item = (u32, f64)> {
        (self.first..=self.last).map(|exponent| (exponent, self.at(exponent.into())))
    }
}

/// The axes of placements and of nanoseconds.
struct Plot {
    x: Axis,
    y: Axis,
}

impl Plot {
    fn around(points: &[Point]) -> Option<Self> {
        Some(Plot {
            x: Axis::around(points.iter().map(|point| point.placements), LEFT, RIGHT)?,
            y: Axis::around(points.iter().map(|point| point.nanoseconds), BOTTOM, TOP)?,
        })
    }

    fn draw(&self, names: &[&str], points: &[Point]) -> String {
        let Plot { x, y } = self;
        let mut svg = String::new();
        for (exponent, x) in x.ticks() {
            svg += &line((x, TOP), (x, BOTTOM), "grid");
            svg += &text(x, BOTTOM + 20.0, "middle", &power(exponent, COUNT_UNITS));
        }
        for (exponent, y) in y.ticks() {
            svg += &line((LEFT, y), (RIGHT, y), "grid");
            svg += &text(LEFT - 8.0, y, "beside end", &power(exponent, TIME_UNITS));
        }
        svg += &line((LEFT, BOTTOM), (RIGHT, BOTTOM), "axis");
        svg += &line((LEFT, TOP), (LEFT, BOTTOM), "axis");
        // One decade up for each to the right.
        for cost in GUIDES {
            let first = x.first.max(y.first.saturating_sub(cost));
            let last = x.last.min(y.last.saturating_sub(cost));
            if first < last {
                let at = |exponent: f64| (x.at(exponent), y.at(exponent + f64::from(cost)));
                let end = at(f64::from(last) + PADDING);
                svg += &line(at(f64::from(first) - PADDING), end, "guide");
                let label = power(cost, TIME_UNITS);
                svg += &if last + cost == y.last {
                    text(end.0, TOP - 8.0, "middle muted", &label)
                } else {
                    text(RIGHT + 8.0, end.1, "beside muted", &label)
                };
            }
        }
        for point in points {
            let name = names[point.series];
            let (shape, colour) = look(names, name);
            let _ = writeln!(
                svg,
                r##"<use class="mark colour{colour}" href="#shape{shape}" x="{:.1}" y="{:.1}"><title>{} on {}: {} placements, {}</title></use>"##,
                x.position(point.placements),
                y.position(point.nanoseconds),
                escaped(name),
                escaped(point.case),
                grouped(point.placements),
                nanoseconds(point.nanoseconds),
            );
        }
        svg
    }
}

/// An approach's shape and colour. They depend on its name, so that they stay the same where two
/// approaches have changed places.
fn look(names: &[&str], name: &str) -> (usize, usize) {
    let place = names.iter().filter(|other| **other < name).count();
    (place % LOOKS, (place + place / LOOKS) % LOOKS)
}

fn line(from: (f64, f64), to: (f64, f64), class: &str) -> String {
    format!(
        r#"<line class="{class}" x1="{:.1}" y1="{:.1}" x2="{:.1}" y2="{:.1}"/>"#,
        from.0, from.1, to.0, to.1
    ) + "\n"
}

fn text(x: f64, y: f64, class: &str, words: &str) -> String {
    let words = escaped(words);
    format!(r#"<text class="{class}" x="{x:.1}" y="{y:.1}">{words}</text>"#) + "\n"
}

/// A power of ten with the unit that fits, each unit a thousand of the one before.
fn power(exponent: u32, units: [&str; 4]) -> String {
    let unit = (exponent as usize / 3).min(units.len() - 1);
    let zeros = exponent as usize - 3 * unit;
    format!("1{}{}", "0".repeat(zeros), units[unit])
}

/// A path's end says more than its start.
fn shortened(name: &str) -> String {
    let length = name.chars().count();
    if length <= NAME_LENGTH {
        return name.to_owned();
    }
    let end = name.chars().skip(length - NAME_LENGTH + 1);
    "…".chars().chain(end).collect()
}

/// Text for XML, which cannot hold control characters.
fn escaped(text: &str) -> String {
    let text = text.replace(
        |c: char| c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}'),
        "\u{fffd}",
    );
    let text = text
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;");
    text.replace('"', "&quot;").replace('\'', "&#39;")
}
