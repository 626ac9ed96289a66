//! Escapes text for HTML.

use tagdown::text::markup_entity;

/// Text for use between tags or in an attribute.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\'' => out.push_str("&#39;"),
            c => match markup_entity(c) {
                Some(entity) => out.push_str(entity),
                None => out.push(c),
            },
        }
    }
    out
}
