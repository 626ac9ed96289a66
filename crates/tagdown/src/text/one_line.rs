//! Joins the lines of a text.

/// A text on one line, without line breaks and quote markers.
pub fn one_line(text: &str) -> String {
    let lines = text.lines().map(|line| line.trim_start().trim_start_matches("> ").trim_start_matches('>'));
    lines.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}
