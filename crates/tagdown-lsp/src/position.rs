//! Positions in the words of the protocol. The conversion itself is that of `tagdown::text::Source`.

use gen_lsp_types::{Position, Range};
use tagdown::text::{Source, Span, Units};

/// The bytes of a range. A range that is the wrong way round is empty.
pub(crate) fn span_of(source: &Source<'_>, range: &Range, units: Units) -> Span {
    let offset = |position: &Position| {
        source.editor_offset(position.line as usize, position.character as usize, units)
    };
    let start = offset(&range.start);
    Span::new(start, offset(&range.end).max(start))
}

/// A position as the editor writes it.
pub(crate) fn position_of(source: &Source<'_>, offset: usize, units: Units) -> Position {
    let (line, column) = source.editor_position(offset, units);
    Position { line: line as u32, character: column as u32 }
}

/// A span as the editor writes it.
pub(crate) fn range_of(source: &Source<'_>, span: Span, units: Units) -> Range {
    Range { start: position_of(source, span.start, units), end: position_of(source, span.end, units) }
}
