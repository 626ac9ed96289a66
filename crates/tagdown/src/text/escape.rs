//! The entities for characters that are markup in HTML and XML.

/// The entity for a character that would be markup in HTML or XML.
pub fn markup_entity(c: char) -> Option<&'static str> {
    match c {
        '&' => Some("&amp;"),
        '<' => Some("&lt;"),
        '>' => Some("&gt;"),
        '"' => Some("&quot;"),
        _ => None,
    }
}
