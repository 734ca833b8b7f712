//! A comparison as a picture: the placements of one solve against its time.

use std::fmt::Write;

use super::figures::{grouped, nanoseconds};
use crate::measurements::{CaseResult, Measurements};

/// What every such picture begins with and no other file does.
pub const BEGINNING: &str =
    r#"<svg xmlns="http://www.w3.org/2000/svg" data-drawn-by="cargo judge""#;

// All lengths are in pixels, from the left and the top of the picture.
const WIDTH: f64 = 912.0;
/// The least height; a long legend needs more.
const HEIGHT: f64 = 592.0;
// The plot's frame.
const LEFT: f64 = 84.0;
const RIGHT: f64 = 664.0;
const TOP: f64 = 88.0;
const BOTTOM: f64 = 488.0;
// Where lines of text stand, and where the centre of the one along the left side is.
const TITLE_LINE: f64 = 34.0;
const ABOUT_LINE: f64 = 56.0;
const TICK_LINE: f64 = BOTTOM + 20.0;
const AXIS_LINE: f64 = BOTTOM + 44.0;
const SIDE_LINE: f64 = 22.0;
/// From the frame to a label beside it.
const GAP: f64 = 8.0;
/// The middle of the legend's marks, with space before it for labels of guides.
const LEGEND: f64 = 723.0;
const NAMES: f64 = LEGEND + 15.0;
const LEGEND_ROW: f64 = 24.0;
/// As many characters of an approach's name fit beside the plot.
const NAME_LENGTH: usize = 22;

/// The decades are drawn with this part of one around them: marks stay off the frame.
const PADDING: f64 = 0.15;
/// The guides are at these powers of ten of nanoseconds a placement.
const GUIDES: [u32; 3] = [1, 2, 3];
const COUNT_UNITS: [&str; 4] = ["", "k", "M", "G"];
const TIME_UNITS: [&str; 4] = [" ns", " µs", " ms", " s"];

const TITLE: &str = "Placements and time of one solve";
const ABOUT_MARKS: &str = "Each mark is one case.";
const ABOUT_GUIDES: &str =
    "Along a dotted line every placement takes the same time, written at the line's end.";

// Why a result is not drawn.
const NO_PLACEMENT: &str = "without a placement";
const NOT_COUNTED: &str = "not counted to the end";
const NOT_ACCEPTED: &str = "not accepted";

/// How many shapes there are, and how many colours.
const LOOKS: usize = 8;

/// Marks around the origin, told apart without colour and of about the same weight: circle,
/// square, triangle, diamond, cross, plus, ring, star.
const SHAPES: &str = r#"<defs>
<path id="shape0" d="M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0z"/>
<path id="shape1" d="M-4-4h8v8h-8z"/>
<path id="shape2" d="M0-5.5l5.4 9.4h-10.8z"/>
<path id="shape3" d="M0-5.8l5.8 5.8-5.8 5.8-5.8-5.8z"/>
<path id="shape4" d="M0-1.9l3-3 1.9 1.9-3 3 3 3-1.9 1.9-3-3-3 3-1.9-1.9 3-3-3-3 1.9-1.9z"/>
<path id="shape5" d="M-1.4-5.4h2.8v4h4v2.8h-4v4h-2.8v-4h-4v-2.8h4z"/>
<path id="shape6" d="M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0zM-2.4 0a2.4 2.4 0 1 1 4.8 0a2.4 2.4 0 1 1-4.8 0z"/>
<path id="shape7" d="M0-6.4l1.6 4.2 4.5.2-3.5 2.8 1.2 4.4-3.8-2.5-3.8 2.5 1.2-4.4-3.5-2.8 4.5-.2z"/>
</defs>
"#;

/// Against the paper, text has a contrast of at least 4.5 to 1 and a mark of at least 3 to 1. The
/// marks' hues are those of Okabe and Ito ("Color Universal Design", 2008), moved until no two
/// meet under any colour vision deficiency.
const STYLE: &str = "<style>
text { font: 13px system-ui, sans-serif; fill: #1f2328; }
.title { font-size: 18px; font-weight: 600; }
.muted { font-size: 12px; fill: #59636e; }
.middle { text-anchor: middle; }
.end { text-anchor: end; }
.beside { dominant-baseline: central; }
.paper { fill: #ffffff; }
.grid { stroke: #e4e8ec; }
.axis, .guide { stroke: #59636e; }
.guide { stroke-dasharray: 2 4; stroke-opacity: 0.7; }
.mark { stroke: #ffffff; stroke-width: 0.7; }
.colour0 { fill: #0168d5; }
.colour1 { fill: #d55e00; }
.colour2 { fill: #176a5e; }
.colour3 { fill: #c13295; }
.colour4 { fill: #a08d7f; }
.colour5 { fill: #359ad8; }
.colour6 { fill: #874900; }
.colour7 { fill: #1f2328; }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3; }
.muted { fill: #9198a1; }
.paper { fill: #0d1117; }
.grid { stroke: #262c34; }
.axis, .guide { stroke: #9198a1; }
.mark { stroke: #0d1117; }
.colour0 { fill: #4989d3; }
.colour1 { fill: #ea742c; }
.colour2 { fill: #0eaf75; }
.colour3 { fill: #d795ba; }
.colour4 { fill: #eab112; }
.colour5 { fill: #7fceff; }
.colour6 { fill: #eee749; }
.colour7 { fill: #e6edf3; }
}
</style>
";

/// A comparison as an SVG picture for light and dark pages: a mark for each accepted and fully
/// counted result, placements to the right and time upwards, both on logarithmic axes.
#[must_use]
pub fn scatter(measurements: &Measurements) -> String {
    let approaches = measurements.approaches.iter();
    let names: Vec<&str> = approaches.map(|it| it.approach.as_str()).collect();
    let (points, note) = points(measurements);
    let (legend, legend_end) = legend(&names, &points);
    let height = HEIGHT.max(legend_end + 2.0 * LEGEND_ROW);
    let mut svg = format!(
        r#"{BEGINNING} viewBox="0 0 {WIDTH:.0} {height:.0}" width="{WIDTH:.0}" height="{height:.0}" role="img" aria-labelledby="title description">
<title id="title">{TITLE}</title>
<desc id="description">A scatter plot on logarithmic axes: digits placed against the median time of one solve, a mark for each case of an approach. The approaches, the fastest first: {}. {note}</desc>
{STYLE}{SHAPES}<rect class="paper" width="{WIDTH:.0}" height="{height:.0}" rx="8"/>
"#,
        escaped(&names.join(", ")),
    );
    svg += &text(LEFT, TITLE_LINE, "title", TITLE);
    if let Some(plot) = Plot::around(&points) {
        svg += &plot.draw(&names, &points);
    }
    svg += &legend;
    svg += &text(LEFT, height - LEGEND_ROW, "muted", &note);
    svg + "</svg>\n"
}

/// A result that can be drawn.
struct Point<'a> {
    /// The approach's number in the measurements.
    series: usize,
    case: &'a str,
    placements: u64,
    nanoseconds: u64,
}

/// What can be drawn, and a sentence on how much that is and why not more.
fn points(measurements: &Measurements) -> (Vec<Point<'_>>, String) {
    let mut points = Vec::new();
    let mut reasons = Vec::new();
    for case in &measurements.cases {
        for (series, result) in case.results.iter().enumerate() {
            match point(series, &case.case, result) {
                Ok(point) => points.push(point),
                Err(reason) => reasons.push(reason),
            }
        }
    }
    let (drawn, cases) = (points.len(), measurements.cases.len());
    let all = drawn + reasons.len();
    let mut note = format!("Drawn: {drawn} of {all} results (cases: {cases}).");
    let mut before = " Not drawn: ";
    for reason in [NO_PLACEMENT, NOT_COUNTED, NOT_ACCEPTED] {
        let number = reasons.iter().filter(|it| **it == reason).count();
        if number > 0 {
            let _ = write!(note, "{before}{number} {reason}");
            before = ", ";
        }
    }
    if !reasons.is_empty() {
        note.push('.');
    }
    (points, note)
}

/// The result as a point, or why it is none.
fn point<'a>(series: usize, case: &'a str, result: &CaseResult) -> Result<Point<'a>, &'static str> {
    let time = result.time_ns.ok_or(NOT_ACCEPTED)?;
    match result.exact().ok_or(NOT_COUNTED)?.placements {
        0 => Err(NO_PLACEMENT),
        placements => Ok(Point {
            series,
            case,
            placements,
            // A time that was rounded to zero has no place on a logarithmic axis.
            nanoseconds: time.max(1),
        }),
    }
}

/// A logarithmic axis over whole decades.
struct Axis {
    first: u32,
    last: u32,
    start: f64,
    end: f64,
}

impl Axis {
    /// The decades around positive values, at least one; nothing around nothing.
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

struct Plot {
    /// Placements.
    x: Axis,
    /// Nanoseconds.
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
        let guides = self.guides();
        let about = if guides.is_empty() {
            ABOUT_MARKS.to_owned()
        } else {
            format!("{ABOUT_MARKS} {ABOUT_GUIDES}")
        };
        let about = text(LEFT, ABOUT_LINE, "muted", &about);
        [about, self.grid(), guides, self.marks(names, points)].concat()
    }

    fn grid(&self) -> String {
        let mut svg = String::new();
        for (exponent, x) in self.x.ticks() {
            svg += &line((x, TOP), (x, BOTTOM), "grid");
            svg += &text(x, TICK_LINE, "middle", &power(exponent, COUNT_UNITS));
        }
        for (exponent, y) in self.y.ticks() {
            svg += &line((LEFT, y), (RIGHT, y), "grid");
            let label = power(exponent, TIME_UNITS);
            svg += &text(LEFT - GAP, y, "beside end", &label);
        }
        svg += &line((LEFT, BOTTOM), (RIGHT, BOTTOM), "axis");
        svg += &line((LEFT, TOP), (LEFT, BOTTOM), "axis");
        let (middle, centre) = (f64::midpoint(LEFT, RIGHT), f64::midpoint(TOP, BOTTOM));
        svg += &text(middle, AXIS_LINE, "middle", "placements");
        let _ = writeln!(
            svg,
            r#"<text class="middle" transform="translate({SIDE_LINE:.1} {centre:.1}) rotate(-90)">time of one solve</text>"#
        );
        svg
    }

    /// Lines of the same time a placement: one decade up for each to the right.
    fn guides(&self) -> String {
        let Plot { x, y } = self;
        let mut svg = String::new();
        for cost in GUIDES {
            let first = x.first.max(y.first.saturating_sub(cost));
            let last = x.last.min(y.last.saturating_sub(cost));
            if first >= last {
                continue;
            }
            let at = |exponent: f64| (x.at(exponent), y.at(exponent + f64::from(cost)));
            let from = at(f64::from(first) - PADDING);
            let to = at(f64::from(last) + PADDING);
            svg += &line(from, to, "guide");
            let label = power(cost, TIME_UNITS);
            svg += &if last + cost == y.last {
                text(to.0, TOP - GAP, "middle muted", &label)
            } else {
                text(RIGHT + GAP, to.1, "beside muted", &label)
            };
        }
        svg
    }

    fn marks(&self, names: &[&str], points: &[Point]) -> String {
        let mut svg = String::new();
        // The fastest come last, on top.
        for (series, name) in names.iter().enumerate().rev() {
            let (shape, colour) = look(names, name);
            let _ = writeln!(svg, r#"<g class="mark colour{colour}">"#);
            for point in points.iter().filter(|point| point.series == series) {
                let placements = match point.placements {
                    1 => "1 placement".to_owned(),
                    more => format!("{} placements", grouped(more)),
                };
                let _ = writeln!(
                    svg,
                    r##"<use href="#shape{shape}" x="{:.1}" y="{:.1}"><title>{} on {}: {placements}, {}</title></use>"##,
                    self.x.position(point.placements),
                    self.y.position(point.nanoseconds),
                    escaped(name),
                    escaped(point.case),
                    nanoseconds(point.nanoseconds),
                );
            }
            svg += "</g>\n";
        }
        svg
    }
}

/// The approaches' marks and names, and where they end.
fn legend(names: &[&str], points: &[Point]) -> (String, f64) {
    let mut y = TOP;
    let mut svg = text(NAMES, y, "beside muted", "fastest first");
    for (series, name) in names.iter().enumerate() {
        y += LEGEND_ROW;
        let (shape, colour) = look(names, name);
        let _ = writeln!(
            svg,
            r##"<use class="mark colour{colour}" href="#shape{shape}" x="{LEGEND:.1}" y="{y:.1}"/>"##
        );
        let drawn = points.iter().any(|point| point.series == series);
        let class = if drawn { "beside" } else { "beside muted" };
        svg += &text(NAMES, y, class, &shortened(name));
    }
    (svg, y)
}

/// An approach's shape and colour. They go by its name, so that a picture that is drawn again
/// keeps them where two approaches have changed places.
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

/// Text as XML has it; what XML cannot hold becomes a replacement character.
fn escaped(text: &str) -> String {
    let mut xml = String::new();
    for character in text.chars() {
        match character {
            '&' => xml += "&amp;",
            '<' => xml += "&lt;",
            '>' => xml += "&gt;",
            '"' => xml += "&quot;",
            '\'' => xml += "&#39;",
            '\u{fffe}' | '\u{ffff}' => xml.push('\u{fffd}'),
            control if control.is_control() => xml.push('\u{fffd}'),
            plain => xml.push(plain),
        }
    }
    xml
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;
    use rstest::rstest;

    use super::*;
    use crate::comparison::{Approach, Case};

    fn approach(name: &str) -> Approach {
        Approach {
            approach: name.to_owned(),
            verdict: "Accepted".to_owned(),
            accepted: 1,
            median_ns: None,
            total_ns: None,
            ratio: None,
            placements: None,
            board_reads: None,
            lines_of_code: 1,
            remark: None,
        }
    }

    fn result(placements: u64, time: u64) -> CaseResult {
        CaseResult {
            approach: String::new(),
            verdict: "Accepted".to_owned(),
            reason: None,
            time_ns: Some(time),
            placements: Some(placements),
            backtracks: None,
            board_reads: None,
            over_limit: false,
        }
    }

    /// A case for each row of results.
    fn comparison(names: &[&str], rows: Vec<Vec<CaseResult>>) -> Comparison {
        let case = |(number, results)| Case {
            case: format!("case {number}"),
            spread: None,
            results,
        };
        Comparison {
            approaches: names.iter().copied().map(approach).collect(),
            cases: rows.into_iter().enumerate().map(case).collect(),
            not_finished_by_all: Vec::new(),
            not_counted_for_all: Vec::new(),
            time_limit_seconds: 3.0,
        }
    }

    /// Whether every element ends where it should and nothing else has a meaning in XML.
    fn is_well_formed(svg: &str) -> bool {
        let mut open = Vec::new();
        let mut pieces = svg.split('<');
        let nothing_before = pieces.next() == Some("");
        let balanced = pieces.all(|piece| {
            let Some((tag, text)) = piece.split_once('>') else {
                return false;
            };
            let references = piece.split('&').skip(1).all(|after| {
                ["amp;", "lt;", "gt;", "quot;", "#39;"]
                    .iter()
                    .any(|name| after.starts_with(name))
            });
            let sound = references && !text.contains('>') && tag.matches('"').count() % 2 == 0;
            sound
                && match tag.strip_prefix('/') {
                    Some(name) => open.pop() == Some(name),
                    None if tag.ends_with('/') => true,
                    None => {
                        open.push(tag.split(' ').next().unwrap_or_default());
                        true
                    }
                }
        });
        nothing_before && balanced && open.is_empty()
    }

    #[test]
    fn ticks_and_a_mark_are_where_they_belong() {
        let rows = vec![
            vec![result(100, 1_000)],
            vec![result(1_000, 10_000)],
            vec![result(10_000, 100_000)],
        ];
        let svg = scatter(&comparison(&["bitmask"], rows));
        assert!(is_well_formed(&svg), "{svg}");
        // 2.3 decades over 580 and 400 pixels; the first is 0.15 of one from the corner.
        for tick in [
            r#"<text class="middle" x="121.8" y="508.0">100</text>"#,
            r#"<text class="middle" x="374.0" y="508.0">1k</text>"#,
            r#"<text class="middle" x="626.2" y="508.0">10k</text>"#,
            r#"<text class="beside end" x="76.0" y="461.9">1 µs</text>"#,
            r#"<text class="beside end" x="76.0" y="288.0">10 µs</text>"#,
            r#"<text class="beside end" x="76.0" y="114.1">100 µs</text>"#,
        ] {
            assert!(svg.contains(tick), "no {tick} in {svg}");
        }
        let mark = r##"<use href="#shape0" x="374.0" y="288.0"><title>bitmask on case 1: 1,000 placements, 10.0 µs</title></use>"##;
        assert!(svg.contains(mark), "no {mark} in {svg}");
        // All three marks are on the line of 10 ns a placement, from corner to corner.
        let guide = r#"<line class="guide" x1="84.0" y1="488.0" x2="664.0" y2="88.0"/>"#;
        assert!(svg.contains(guide), "no {guide} in {svg}");
        assert!(svg.contains("Drawn: 3 of 3 results (cases: 3).</text>"));
    }

    #[test]
    fn what_is_not_drawn_is_told() {
        let mut wrong = result(5, 5);
        wrong.verdict = "Wrong Answer".to_owned();
        let mut over = result(5, 5);
        over.over_limit = true;
        let mut uncounted = result(5, 5);
        uncounted.placements = None;
        let rows = vec![
            vec![result(5, 5), wrong],
            vec![over, uncounted],
            vec![result(0, 5), result(0, 5)],
        ];
        let svg = scatter(&comparison(&["one", "two"], rows));
        assert!(svg.contains(
            "Drawn: 1 of 6 results (cases: 3). Not drawn: 2 without a placement, \
             2 not counted to the end, 1 not accepted.</text>"
        ));
        assert_eq!(svg.matches("<title>").count(), 1);
        assert!(svg.contains(">two</text>"));
    }

    #[test]
    fn an_empty_comparison_is_a_picture_with_a_note() {
        let svg = scatter(&comparison(&[], Vec::new()));
        assert!(is_well_formed(&svg), "{svg}");
        assert!(svg.contains("Drawn: 0 of 0 results (cases: 0).</text>"));
        assert!(!svg.contains("<line") && !svg.contains("<use"), "{svg}");
    }

    #[test]
    fn names_are_escaped() {
        let name = "<a> & \"b\" 'c'\u{1}";
        let svg = scatter(&comparison(&[name], vec![vec![result(1, 0)]]));
        assert!(is_well_formed(&svg), "{svg}");
        let escaped = "&lt;a&gt; &amp; &quot;b&quot; &#39;c&#39;\u{fffd}";
        assert!(svg.contains(&format!(">{escaped} on case 0: 1 placement, 1 ns</title>")));
        assert!(svg.contains(&format!(">{escaped}</text>")));
    }

    #[rstest]
    #[case("<a><b></a></b>")]
    #[case("<a>")]
    #[case("<a b=\"></a>")]
    #[case("<a>&</a>")]
    #[case("<a>></a>")]
    fn the_check_of_the_form_finds_faults(#[case] xml: &str) {
        assert!(!is_well_formed(xml));
    }

    #[rstest]
    #[case(&[1], 0, 1)]
    #[case(&[10], 1, 2)]
    #[case(&[11], 1, 2)]
    #[case(&[9, 1_000], 0, 3)]
    #[case(&[1_001, 10], 1, 4)]
    #[case(&[u64::MAX], 19, 20)]
    fn an_axis_has_whole_decades(#[case] values: &[u64], #[case] first: u32, #[case] last: u32) {
        let axis = Axis::around(values.iter().copied(), 0.0, 1.0).expect("there are values");
        assert_eq!((axis.first, axis.last), (first, last));
    }

    #[rstest]
    #[case(0, "1", "1 ns")]
    #[case(2, "100", "100 ns")]
    #[case(3, "1k", "1 µs")]
    #[case(7, "10M", "10 ms")]
    #[case(9, "1G", "1 s")]
    #[case(12, "1000G", "1000 s")]
    fn powers_have_units(#[case] exponent: u32, #[case] count: &str, #[case] time: &str) {
        assert_eq!(power(exponent, COUNT_UNITS), count);
        assert_eq!(power(exponent, TIME_UNITS), time);
    }

    #[test]
    fn looks_go_by_name_and_never_repeat() {
        assert_eq!(look(&["b", "a", "c"], "c"), (2, 2));
        assert_eq!(look(&["c", "b", "a"], "c"), (2, 2));
        let names: Vec<String> = ('a'..='z').map(String::from).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        assert_eq!(look(&names, "i"), (0, 1));
        let mut looks: Vec<_> = names.iter().map(|name| look(&names, name)).collect();
        looks.sort_unstable();
        looks.dedup();
        assert_eq!(looks.len(), names.len());
    }

    #[test]
    fn every_look_is_defined_in_both_schemes() {
        for number in 0..LOOKS {
            let shape = format!("id=\"shape{number}\"");
            assert_eq!(SHAPES.matches(&shape).count(), 1, "{shape}");
            let colour = format!(".colour{number} {{ fill: #");
            assert_eq!(STYLE.matches(&colour).count(), 2, "{colour}");
        }
    }

    #[test]
    fn long_names_keep_their_end() {
        assert_eq!(
            shortened("constraint-propagation"),
            "constraint-propagation"
        );
        assert_eq!(
            shortened("/home/me/ideas/two/solution.rs"),
            "…ideas/two/solution.rs"
        );
    }
}
