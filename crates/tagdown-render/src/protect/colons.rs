//! Escapes lines of colons in the text, which would open or close a callout, or disappear.

use tagdown::document::Document;
use tagdown::text::Span;

use crate::change::Change;
use crate::dialects::{Dialect, Shape};

/// Finds the lines of colons.
pub(crate) fn part(document: &Document<'_>, dialect: &Dialect, out: &mut Vec<Change>) {
    if dialect.shape != Shape::Colons {
        return;
    }
    let source = &document.source;
    for at in memchr::memmem::find_iter(source.text().as_bytes(), ":::") {
        let before = source.slice(Span::new(source.this_line(at), at));
        let marker = before.trim_matches([' ', '\t', '>']).trim_start_matches(|c: char| c.is_ascii_digit());
        if ["", "-", "*", "+", ".", ")"].contains(&marker) && !document.markdown.is_opaque_at(at) {
            out.push(Change::new(Span::new(at, at + 1), "\\:"));
        }
    }
}
