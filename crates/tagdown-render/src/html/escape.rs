//! Escapes text for HTML.

use tagdown::text::markup_entity;

/// Text for use between tags or in an attribute.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    escape_to(text, &mut out);
    out
}

/// The same, added to a text.
pub(crate) fn escape_to(text: &str, out: &mut String) {
    let mut written = 0;
    for (at, byte) in text.bytes().enumerate() {
        if !IS_ESCAPED[usize::from(byte)] {
            continue;
        }
        let entity = if byte == b'\'' { Some("&#39;") } else { markup_entity(char::from(byte)) };
        if let Some(entity) = entity {
            out.push_str(&text[written..at]);
            out.push_str(entity);
            written = at + 1;
        }
    }
    out.push_str(&text[written..]);
}

/// The bytes of characters that are escaped.
const IS_ESCAPED: [bool; 256] = {
    let mut table = [false; 256];
    table[b'&' as usize] = true;
    table[b'<' as usize] = true;
    table[b'>' as usize] = true;
    table[b'"' as usize] = true;
    table[b'\'' as usize] = true;
    table
};
