//! The replay page: one HTML file with everything in it, made of the files beside this one.

use base64::prelude::{BASE64_STANDARD, Engine};
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::run::Counts;

const TEMPLATE: &str = include_str!("template.html");
const STYLE: &str = include_str!("replay.css");
const SCRIPTS: [&str; 5] = [
    include_str!("events.js"),
    include_str!("chart.js"),
    include_str!("path.js"),
    include_str!("panel.js"),
    include_str!("replay.js"),
];

/// What every replay page begins with and no other file does.
pub const BEGINNING: &str = "<!doctype html>\n<!--\n  The replay page.";

/// What the page is about.
#[derive(Debug, Serialize)]
pub struct Replay {
    /// The command that made it.
    pub command: String,
    /// The case's name, if the puzzle is one.
    pub case: Option<String>,
    /// 81 cells in reading order, '.' for a blank.
    pub puzzle: String,
    /// Those that are replayed, side by side.
    pub panels: Vec<Panel>,
    /// Those that are not, and why.
    pub left_out: Vec<LeftOut>,
}

/// A solution and its run.
#[derive(Debug, Serialize)]
pub struct Panel {
    /// The approach, or the path as the user gave it.
    pub name: String,
    /// Where the file lies.
    pub file: String,
    /// Its first comment line.
    pub summary: String,
    /// The file, whole.
    pub source: String,
    /// What LeetCode would say.
    pub verdict: String,
    /// What a reader must know.
    pub notes: Vec<String>,
    /// Of the whole run, or of what was counted of it.
    pub counts: Counts,
    /// Whether the run was counted to its end.
    pub counted_to_end: bool,
    /// How many events are in the page.
    pub shown: usize,
    /// The events, little-endian words.
    #[serde(skip)]
    pub events: Vec<u8>,
}

/// A solution without a panel.
#[derive(Debug, Serialize)]
pub struct LeftOut {
    /// The approach, or the path as the user gave it.
    pub name: String,
    /// Why.
    pub reason: String,
}

/// The page.
pub fn fill(replay: &Replay) -> String {
    let json = serde_json::to_string(replay).expect("text and numbers");
    // So that no source, name or puzzle can close the element that it stands in.
    let json = json.replace('<', "\\u003c");
    let mut data = format!("<script type=\"application/json\" id=\"replay-data\">{json}</script>");
    for (number, panel) in replay.panels.iter().enumerate() {
        let events = BASE64_STANDARD.encode(&panel.events);
        let script =
            format!("\n<script type=\"text/plain\" id=\"events-{number}\">{events}</script>");
        data += &script;
    }
    let hashes: Vec<String> = SCRIPTS.into_iter().map(content_source).collect();
    let scripts: Vec<String> = SCRIPTS
        .into_iter()
        .map(|script| format!("<script>{script}</script>"))
        .collect();
    // The data come last, so that nothing in them is taken for a place to fill.
    TEMPLATE
        .replace("{{style-hash}}", &content_source(STYLE))
        .replace("{{script-hashes}}", &hashes.join(" "))
        .replace("<!--{{style}}-->", &format!("<style>{STYLE}</style>"))
        .replace("<!--{{scripts}}-->", &scripts.join("\n"))
        .replace("<!--{{data}}-->", &data)
}

/// How a Content-Security-Policy names an inlined script or style.
fn content_source(content: &str) -> String {
    format!(
        "'sha256-{}'",
        BASE64_STANDARD.encode(Sha256::digest(content))
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_template_has_every_place_once() {
        for place in [
            "{{style-hash}}",
            "{{script-hashes}}",
            "<!--{{style}}-->",
            "<!--{{scripts}}-->",
            "<!--{{data}}-->",
        ] {
            assert_eq!(TEMPLATE.matches(place).count(), 1, "{place}");
        }
        assert!(TEMPLATE.starts_with(BEGINNING));
    }

    #[test]
    fn nothing_given_closes_an_element() {
        let hostile = "</script><script>alert(1)</script><!--{{data}}-->{{style-hash}}";
        let page = fill(&Replay {
            command: hostile.to_owned(),
            case: Some(hostile.to_owned()),
            puzzle: hostile.to_owned(),
            panels: vec![Panel {
                name: hostile.to_owned(),
                file: hostile.to_owned(),
                summary: hostile.to_owned(),
                source: hostile.to_owned(),
                verdict: hostile.to_owned(),
                notes: vec![hostile.to_owned()],
                counts: Counts {
                    placements: 0,
                    backtracks: 0,
                    board_reads: 0,
                    events: 1,
                },
                counted_to_end: true,
                shown: 1,
                events: vec![0xff; 4],
            }],
            left_out: vec![LeftOut {
                name: hostile.to_owned(),
                reason: hostile.to_owned(),
            }],
        });
        // The data, one panel's events, and the page's own scripts.
        assert_eq!(page.matches("<script").count(), 2 + SCRIPTS.len());
        assert_eq!(page.matches("</script>").count(), 2 + SCRIPTS.len());
        assert_eq!(page.matches("{{style-hash}}").count(), 11);
        assert!(page.contains("id=\"events-0\">/////w==</script>"));
    }
}
