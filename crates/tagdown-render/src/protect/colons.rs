//! Escapes lines of colons in the text. A matching pair with a name that the renderer knows stays a callout; any other
//! line would open or close the wrong one, or disappear.

use tagdown::document::Document;
use tagdown::text::Span;

use crate::change::Change;
use crate::dialects::{Dialect, Shape};

/// Finds the lines of colons that are plain text.
pub(crate) fn part(document: &Document<'_>, dialect: &Dialect, out: &mut Vec<Change>) {
    if dialect.shape != Shape::Colons {
        return;
    }
    let source = &document.source;
    // The offset, the number of colons, and whether the renderer has such a callout.
    let mut open: Vec<(usize, usize, bool)> = Vec::new();
    let mut alone: Vec<usize> = Vec::new();
    let mut part = 0;
    for at in memchr::memmem::find_iter(source.text().as_bytes(), ":::") {
        let start = source.this_line(at);
        let before = source.slice(Span::new(start, at));
        if document.markdown.is_opaque_at(at) {
            continue;
        }
        let marker = before.trim_matches([' ', '\t', '>']);
        if !marker.is_empty() {
            // In a list item it would contain the rest of the item.
            let sign = marker.trim_start_matches(|c: char| c.is_ascii_digit());
            if ["-", "*", "+", ".", ")"].contains(&sign) {
                alone.push(at);
            }
            continue;
        }
        // A pair is always in one block.
        let here = document.parts.partition_point(|part| part.span.start <= at);
        if here != part {
            alone.extend(open.drain(..).map(|(at, ..)| at));
            part = here;
        }
        let line = source.slice(Span::new(at, source.line(source.line_of(at)).end));
        let run = line.len() - line.trim_start_matches(':').len();
        let name = line[run..].trim_start();
        let name = &name[..name.find(|c: char| !c.is_alphanumeric() && c != '-').unwrap_or(name.len())];
        if !line[run..].trim().is_empty() {
            open.push((at, run, dialect.containers.contains(&name)));
        } else if let Some((opener, _, is_known)) = open.pop_if(|(_, opened, _)| *opened <= run) {
            alone.extend([opener, at].into_iter().filter(|_| !is_known));
        } else {
            alone.push(at);
        }
    }
    alone.extend(open.into_iter().map(|(at, ..)| at));
    out.extend(alone.into_iter().map(|at| Change::new(Span::new(at, at + 1), "\\:")));
}
