//! Offsets in characters, as Python and most tables count them.

use std::cell::Cell;

use tagdown::text::{Span, Units};

/// A span of characters, from 0.
pub type Chars = (usize, usize);

/// Converts the byte offsets of a text.
#[derive(Debug)]
pub struct Offsets<'t> {
    text: &'t str,
    is_ascii: bool,
    /// The last offset, in bytes and in characters. Most spans come in the order of the text, so little is counted twice.
    last: Cell<(usize, usize)>,
}

impl<'t> Offsets<'t> {
    /// Counts in this text.
    pub fn new(text: &'t str) -> Self {
        Self { text, is_ascii: text.is_ascii(), last: Cell::default() }
    }

    /// An offset.
    pub fn char(&self, at: usize) -> usize {
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
    pub fn span(&self, span: Span) -> Chars {
        (self.char(span.start), self.char(span.end))
    }
}
