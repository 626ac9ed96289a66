//! Text inside XML: what JUnit and Checkstyle share.

/// Text for an attribute or an element. Characters that XML 1.0 cannot hold, not even escaped, are replaced.
pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push_str("&#10;"),
            '\r' => out.push_str("&#13;"),
            '\t' => out.push_str("&#9;"),
            '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::escape;

    #[test]
    fn markup_and_controls_are_only_text() {
        assert_eq!(
            escape("<a b=\"c\"> & \u{1}\u{ffff}\n"),
            "&lt;a b=&quot;c&quot;&gt; &amp; \u{fffd}\u{fffd}&#10;"
        );
    }
}
