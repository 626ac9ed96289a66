//! Adds blank lines around tags that stay, so no renderer merges them with the text.

use tagdown::document::{Document, PartKind};
use tagdown::text::Span;

use crate::change::Change;

/// Adds a blank line above and below every tag line.
pub(crate) fn part(document: &Document<'_>, out: &mut Vec<Change>) {
    let source = &document.source;
    let closings = document.parts.iter().filter(|part| matches!(part.kind, PartKind::Closing(_)));
    for line in closings.map(|part| source.line_of(part.span.start)) {
        let is_alone = source.slice(source.line(line)).trim().starts_with(['*', '[', '_']);
        if is_alone && line > 0 && !source.is_blank(line - 1) {
            out.push(Change::insert(source.line_start(line), source.eol()));
        }
        if is_alone && line + 1 < source.line_count() && !source.is_blank(line + 1) {
            out.push(Change::insert(source.line_start(line + 1), source.eol()));
        }
    }
    for (block, tag) in document.tagged_blocks() {
        if tag.is_in_heading() {
            continue;
        }
        let line = source.line_of(tag.span.start);
        let before = source.trim(Span::new(source.line_start(line), tag.span.start));
        if !before.is_empty() {
            out.push(Change::new(Span::new(before.end, tag.span.start), source.eol().repeat(2)));
        } else if line > 0 && !source.is_blank(line - 1) {
            out.push(Change::insert(source.line_start(line), source.eol()));
        }
        // Text that looks like a definition would become one.
        let is_definition = |line: &str| line.trim_start().starts_with('[') && line.contains("]:");
        let next = source.line_of(tag.span.end.saturating_sub(1)) + 1;
        if tag.inline.is_none()
            && next < source.line_count()
            && !source.is_blank(next)
            && !is_definition(source.slice(source.line(next)))
            && block.content.start >= source.line_start(next)
        {
            out.push(Change::insert(source.line_start(next), source.eol()));
        }
    }
}
