//! Offsets as JavaScript counts them. A string in JavaScript is UTF-16, so `text.slice(start, end)` is the text of a place.

use std::cell::Cell;

use serde::Serialize;
use tagdown::text::{Source, Span, Units};

/// Converts the offsets of a text.
pub(crate) struct Offsets<'s, 't> {
    source: &'s Source<'t>,
    /// The last offset, in bytes and in units. Places come in the order of the text, so little is counted twice.
    last: Cell<(usize, usize)>,
}

/// A place in the text.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Place {
    start: usize,
    end: usize,
    /// The first line, from 1.
    line: usize,
    /// The last line, from 1.
    last_line: usize,
}

impl<'s, 't> Offsets<'s, 't> {
    pub(crate) fn new(source: &'s Source<'t>) -> Self {
        Self { source, last: Cell::default() }
    }

    /// An offset.
    pub(crate) fn offset(&self, at: usize) -> usize {
        let (known, units) = self.last.get();
        let count = |from, to| Units::Utf16.count(self.source.slice(Span::new(from, to)));
        let units = if known <= at { units + count(known, at) } else { units - count(at, known) };
        self.last.set((at, units));
        units
    }

    /// A span.
    pub(crate) fn place(&self, span: Span) -> Place {
        let last = span.end.saturating_sub(1).max(span.start);
        Place {
            start: self.offset(span.start),
            end: self.offset(span.end),
            line: self.source.line_of(span.start) + 1,
            last_line: self.source.line_of(last) + 1,
        }
    }
}
