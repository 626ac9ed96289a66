//! Escapes text for XML, for the JUnit and Checkstyle formats.

use crate::text::{drives_terminal, markup_entity};

/// Escapes text for an attribute or an element. Characters that XML 1.0 does not allow, even escaped, and those that
/// control a terminal are replaced.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            // A CI service may read `##[` in a log as a command.
            '#' if out.ends_with('#') => out.push_str("&#35;"),
            '\n' => out.push_str("&#10;"),
            '\r' => out.push_str("&#13;"),
            '\t' => out.push_str("&#9;"),
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c if drives_terminal(c) => out.push('\u{fffd}'),
            c => match markup_entity(c) {
                Some(entity) => out.push_str(entity),
                None => out.push(c),
            },
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
            escape("<a b=\"c\"> & \u{1}\u{ffff}\u{9b}\u{202e}\u{2066}\n"),
            "&lt;a b=&quot;c&quot;&gt; &amp; \u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}&#10;"
        );
    }
}
