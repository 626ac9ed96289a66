//! Offsets as Python counts them: a `str` is a sequence of characters, so `text[start:end]` is the text of a span.

use std::cell::Cell;

use tagdown::text::{Span, Units};

/// A span of characters, from 0.
pub(crate) type Chars = (usize, usize);

/// Converts the byte offsets of a text.
pub(crate) struct Offsets<'t> {
    text: &'t str,
    is_ascii: bool,
    /// The last offset, in bytes and in characters. Most spans come in the order of the text, so little is counted twice.
    last: Cell<(usize, usize)>,
}

impl<'t> Offsets<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self { text, is_ascii: text.is_ascii(), last: Cell::default() }
    }

    /// An offset.
    pub(crate) fn char(&self, at: usize) -> usize {
        if self.is_ascii {
            return at;
        }
        let (known, chars) = self.last.get();
        let count = |from: usize, to: usize| Units::Utf32.count(&self.text[from..to]);
        let chars = if known <= at { chars + count(known, at) } else { chars - count(at, known) };
        self.last.set((at, chars));
        chars
    }

    /// A span.
    pub(crate) fn span(&self, span: Span) -> Chars {
        (self.char(span.start), self.char(span.end))
    }
}
