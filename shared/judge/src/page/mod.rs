//! The replay page: one HTML file with everything in it, made of the files beside this one.

use base64::prelude::{BASE64_STANDARD, Engine};
use serde_json::Value;
use sha2::{Digest, Sha256};

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

/// The page with its data, which `commands/replay.rs` makes and the scripts read, and the events of
/// each panel, little-endian words.
pub fn fill(data: &Value, events: &[Vec<u8>]) -> String {
    // So that no source, name or puzzle can close the element that it stands in.
    let json = data.to_string().replace('<', "\\u003c");
    let mut data = format!("<script type=\"application/json\" id=\"replay-data\">{json}</script>");
    for (number, events) in events.iter().enumerate() {
        let events = BASE64_STANDARD.encode(events);
        let script =
            format!("\n<script type=\"text/plain\" id=\"events-{number}\">{events}</script>");
        data += &script;
    }
    // The data come last, so that nothing in them is taken for a place to fill.
    TEMPLATE
        .replace("{{style-hash}}", &content_source(STYLE))
        .replace("{{script-hashes}}", &SCRIPTS.map(content_source).join(" "))
        .replace("<!--{{style}}-->", &format!("<style>{STYLE}</style>"))
        .replace(
            "<!--{{scripts}}-->",
            &SCRIPTS
                .map(|script| format!("<script>{script}</script>"))
                .join("\n"),
        )
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
    use serde_json::json;

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
        let page = fill(&json!({ hostile: [hostile] }), &[vec![0xff; 4]]);
        // The data, one panel's events, and the page's own scripts.
        assert_eq!(page.matches("<script").count(), 2 + SCRIPTS.len());
        assert_eq!(page.matches("</script>").count(), 2 + SCRIPTS.len());
        assert_eq!(page.matches("{{style-hash}}").count(), 2);
        assert!(page.contains("id=\"events-0\">/////w==</script>"));
    }
}
