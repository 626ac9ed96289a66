//! Joins the lines of a text.

/// A text on one line, without line breaks and quote markers.
pub fn one_line(text: &str) -> String {
    let lines = text.lines().map(|line| line.trim_start().trim_start_matches("> ").trim_start_matches('>'));
    let mut out = String::with_capacity(text.len());
    for word in lines.flat_map(str::split_whitespace) {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}
