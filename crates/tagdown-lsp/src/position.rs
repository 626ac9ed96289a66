//! Positions in the words of the protocol. The conversion itself is that of `tagdown::text::Source`.

use std::cell::Cell;

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

/// A span as the editor writes it.
pub(crate) fn range_of(source: &Source<'_>, span: Span, units: Units) -> Range {
    Places::new(source, units).range(span)
}

/// Converts many spans of a text. It counts from the last place on the same line, or one line with thousands of findings
/// would be counted thousands of times.
pub(crate) struct Places<'s> {
    pub(crate) source: &'s Source<'s>,
    units: Units,
    /// The last place: its offset, line and column.
    last: Cell<(usize, usize, usize)>,
}

impl<'s> Places<'s> {
    /// The places of a text.
    pub(crate) fn new(source: &'s Source<'s>, units: Units) -> Self {
        Self { source, units, last: Cell::default() }
    }

    fn position(&self, offset: usize) -> Position {
        let text = self.source.text();
        let (known, line, column) = self.last.get();
        let is_known = known <= offset && offset < text.len() && self.source.line_of(offset) == line;
        let (line, column) = match text.get(known..offset).filter(|_| is_known) {
            Some(between) => (line, column + self.units.count(between)),
            None => self.source.editor_position(offset, self.units),
        };
        if offset < text.len() {
            self.last.set((offset, line, column));
        }
        Position { line: line as u32, character: column as u32 }
    }

    /// A span as the editor writes it.
    pub(crate) fn range(&self, span: Span) -> Range {
        Range { start: self.position(span.start), end: self.position(span.end) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_gives_the_same_places() {
        let text = "\u{feff}# T😀x\r\nä\te\u{301}\n\nlast 😀\n";
        let source = Source::new(text);
        let offsets: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        for units in [Units::Utf8, Units::Utf16, Units::Utf32] {
            for &first in &offsets {
                let places = Places::new(&source, units);
                for &second in &offsets {
                    places.position(first);
                    let (line, column) = source.editor_position(second, units);
                    let wanted = Position { line: line as u32, character: column as u32 };
                    assert_eq!(places.position(second), wanted, "{first} {second} {units:?}");
                }
            }
        }
    }
}
