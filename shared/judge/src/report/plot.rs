//! Measurements as a picture: the placements of one solve against its time. The picture's fixed parts
//! are in plot.svg.

use std::fmt::Write;

use crate::figures::{grouped, nanoseconds};
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

/// The decades are drawn with this part of one around them, so that marks stay off the frame.
const PADDING: f64 = 0.15;
/// The guides are at these powers of ten of nanoseconds a placement.
const GUIDES: [u32; 3] = [1, 2, 3];
const COUNT_UNITS: [&str; 4] = ["", "k", "M", "G"];
const TIME_UNITS: [&str; 4] = [" ns", " µs", " ms", " s"];

/// How many shapes plot.svg has, and how many colours.
const LOOKS: usize = 8;

/// Measurements as an SVG picture for light and dark pages: a mark for each accepted and completely
/// counted result with a placement, placements to the right and time upwards.
pub fn scatter(measurements: &Measurements) -> String {
    let approaches = measurements.approaches.iter();
    let names: Vec<&str> = approaches.clone().map(|it| it.approach.as_str()).collect();
    // The fastest come last, on top.
    let results = approaches.rev().flat_map(|approach| {
        let results = approach.cases.iter();
        results.map(|result| (approach.approach.as_str(), result))
    });
    let all = results.clone().count();
    let points = results.filter_map(|(name, result)| {
        let placements = result.counted.exact()?.placements;
        Some(Point {
            name,
            case: &result.case,
            placements: (placements > 0).then_some(placements)?,
            // A time that was rounded to zero has no place on a logarithmic axis.
            nanoseconds: result.time_ns?.max(1),
        })
    });
    let points: Vec<Point> = points.collect();
    let mut note = format!("Drawn: {} of {all} results.", points.len());
    if points.len() < all {
        note += " Not drawn: without a placement, not accepted, or not counted completely.";
    }
    let mut content = plot(&names, &points);
    for (row, name) in (1..).zip(&names) {
        let y = TOP + f64::from(row) * 24.0;
        let look = look(&names, name);
        let _ = writeln!(content, r#"<use {look} x="{LEGEND}" y="{y}"/>"#);
        content += &text(LEGEND + 15.0, y, "beside", name);
    }
    TEMPLATE
        .replace("{{names}}", &escaped(&names.join(", ")))
        .replace("{{note}}", &note)
        .replace("{{content}}", &content)
}

/// A result that can be drawn.
struct Point<'a> {
    name: &'a str,
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
    /// The decades around positive values, at least one.
    fn around(values: impl Iterator<Item = u64> + Clone, start: f64, end: f64) -> Self {
        let first = values.clone().min().unwrap_or(1).ilog10();
        let last = values.max().unwrap_or(1).saturating_sub(1).max(1).ilog10() + 1;
        Axis {
            first,
            last: last.max(first + 1),
            start,
            end,
        }
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
}

/// Axes, guides and marks.
fn plot(names: &[&str], points: &[Point]) -> String {
    let x = Axis::around(points.iter().map(|it| it.placements), LEFT, RIGHT);
    let y = Axis::around(points.iter().map(|it| it.nanoseconds), BOTTOM, TOP);
    let mut svg = String::new();
    for exponent in x.first..=x.last {
        let x = x.at(exponent.into());
        svg += &line((x, TOP), (x, BOTTOM), "grid");
        svg += &text(x, BOTTOM + 20.0, "middle", &power(exponent, COUNT_UNITS));
    }
    for exponent in y.first..=y.last {
        let y = y.at(exponent.into());
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
            svg += &text(end.0 + 8.0, end.1 - 8.0, "beside muted", &label);
        }
    }
    for point in points {
        let _ = writeln!(
            svg,
            r#"<use {} x="{:.1}" y="{:.1}"><title>{} on {}: {} placements, {}</title></use>"#,
            look(names, point.name),
            x.position(point.placements),
            y.position(point.nanoseconds),
            escaped(point.name),
            escaped(point.case),
            grouped(point.placements),
            nanoseconds(point.nanoseconds),
        );
    }
    svg
}

/// An approach's shape and colour. They depend on its name, so that they stay the same where two
/// approaches have changed places.
fn look(names: &[&str], name: &str) -> String {
    let place = names.iter().filter(|other| **other < name).count();
    let (shape, colour) = (place % LOOKS, (place + place / LOOKS) % LOOKS);
    format!(r##"class="mark colour{colour}" href="#shape{shape}""##)
}

fn line(from: (f64, f64), to: (f64, f64), class: &str) -> String {
    format!(
        "<line class=\"{class}\" x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\"/>\n",
        from.0, from.1, to.0, to.1
    )
}

fn text(x: f64, y: f64, class: &str, words: &str) -> String {
    let words = escaped(words);
    format!("<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{words}</text>\n")
}

/// A power of ten with the unit that fits, each unit a thousand of the one before.
fn power(exponent: u32, units: [&str; 4]) -> String {
    let unit = (exponent as usize / 3).min(units.len() - 1);
    let zeros = exponent as usize - 3 * unit;
    format!("1{}{}", "0".repeat(zeros), units[unit])
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::measurements::{Approach, CaseResult, Counted};
    use crate::run::Counts;
    use crate::tasks::Task;
    use crate::verdict::Kind;

    fn result(placements: u64, time: u64) -> CaseResult {
        let example = Task::example();
        CaseResult {
            time_ns: Some(time),
            counted: Counted {
                counts: Some(Counts {
                    placements,
                    ..Counts::default()
                }),
                ..Counted::default()
            },
            ..CaseResult::judged(&example, Kind::Accepted)
        }
    }

    /// The results of each approach.
    fn drawn(approaches: &[(&str, Vec<CaseResult>)]) -> String {
        let approach = |(name, cases): &(&str, Vec<CaseResult>)| Approach {
            approach: (*name).to_owned(),
            cases: cases.clone(),
            ..Approach::default()
        };
        scatter(&Measurements {
            approaches: approaches.iter().map(approach).collect(),
            ..Measurements::default()
        })
    }

    #[test]
    fn ticks_and_marks_are_where_they_belong() {
        let times = [(100, 1_000), (1_000, 10_000), (10_000, 100_000)];
        let results = times.map(|(placements, time)| result(placements, time));
        let svg = drawn(&[("bitmask", results.into())]);
        assert!(svg.starts_with(BEGINNING));
        // 2.3 decades over 580 and 400 pixels; the first is 0.15 of one from the corner. All marks are
        // on the line of 10 ns a placement, from corner to corner.
        for part in [
            r#"<text class="middle" x="121.8" y="508.0">100</text>"#,
            r#"<text class="middle" x="374.0" y="508.0">1k</text>"#,
            r#"<text class="middle" x="626.2" y="508.0">10k</text>"#,
            r#"<text class="beside end" x="76.0" y="461.9">1 µs</text>"#,
            r#"<text class="beside end" x="76.0" y="288.0">10 µs</text>"#,
            r#"<text class="beside end" x="76.0" y="114.1">100 µs</text>"#,
            r##"href="#shape0" x="374.0" y="288.0"><title>bitmask on leetcode_example: 1,000 placements, 10.0 µs</title></use>"##,
            r#"<line class="guide" x1="84.0" y1="488.0" x2="664.0" y2="88.0"/>"#,
            "Drawn: 3 of 3 results.</text>",
        ] {
            assert!(svg.contains(part), "no {part} in {svg}");
        }
    }

    #[test]
    fn results_that_are_not_drawn_are_noted() {
        let mut late = result(5, 5);
        late.time_ns = None;
        let mut over = result(5, 5);
        over.counted.over_limit = true;
        let svg = drawn(&[
            ("one", vec![result(5, 0), over]),
            ("two", vec![late, result(0, 5)]),
        ]);
        let note = "Drawn: 1 of 4 results. Not drawn: without a placement, not accepted, or not counted completely.</text>";
        assert!(svg.contains(note), "{svg}");
        assert_eq!(svg.matches("<title>").count(), 1);
        assert!(svg.contains(">two</text>"), "{svg}");
        assert!(drawn(&[]).contains("Drawn: 0 of 0 results.</text>"));
    }

    #[test]
    fn names_are_escaped() {
        let svg = drawn(&[("<a> & <b>", vec![result(1, 1)])]);
        let escaped = "&lt;a> &amp; &lt;b>";
        for part in [
            format!("<title>{escaped} on leetcode_example: 1 placement"),
            format!(">{escaped}</text>"),
        ] {
            assert!(svg.contains(&part), "no {part} in {svg}");
        }
    }

    #[rstest]
    #[case(&[], 0, 1)]
    #[case(&[1], 0, 1)]
    #[case(&[10], 1, 2)]
    #[case(&[9, 1_000], 0, 3)]
    #[case(&[1_001, 10], 1, 4)]
    #[case(&[u64::MAX], 19, 20)]
    fn an_axis_has_whole_decades(#[case] values: &[u64], #[case] first: u32, #[case] last: u32) {
        let axis = Axis::around(values.iter().copied(), 0.0, 1.0);
        assert_eq!((axis.first, axis.last), (first, last));
    }

    #[rstest]
    #[case(0, "1", "1 ns")]
    #[case(2, "100", "100 ns")]
    #[case(7, "10M", "10 ms")]
    #[case(12, "1000G", "1000 s")]
    fn powers_have_units(#[case] exponent: u32, #[case] count: &str, #[case] time: &str) {
        assert_eq!(power(exponent, COUNT_UNITS), count);
        assert_eq!(power(exponent, TIME_UNITS), time);
    }

    #[test]
    fn looks_go_by_name_and_each_is_defined_for_light_and_dark_pages() {
        assert_eq!(look(&["b", "a", "c"], "c"), look(&["c", "b", "a"], "c"));
        let names: Vec<String> = ('a'..='z').map(String::from).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let mut looks: Vec<_> = names.iter().map(|name| look(&names, name)).collect();
        looks.sort_unstable();
        looks.dedup();
        assert_eq!(looks.len(), names.len(), "none repeats");
        for number in 0..LOOKS {
            assert_eq!(
                TEMPLATE.matches(&format!("id=\"shape{number}\"")).count(),
                1
            );
            assert_eq!(
                TEMPLATE
                    .matches(&format!(".colour{number} {{ fill: #"))
                    .count(),
                2
            );
        }
    }
}
