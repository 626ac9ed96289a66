//! Where code may be written as running text: a test that is much cheaper than the search, because most text has no sign or
//! word with which code starts. It knows what `syntax` looks for, and lets all of it through.

use super::commands;
use super::syntax::{METHODS, STATEMENTS};
use super::word_filter::{WordFilter, WordMark};
use crate::text::{Bits, Span, is_one_of};

/// Where [`find`](super::syntax::find) may find something in a document. Most text has no such place, and is then not cut into words.
pub(crate) struct Screen<'t> {
    text: &'t str,
    signs: Bits,
}

impl<'t> Screen<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self { text, signs: Bits::of(text.as_bytes(), |byte| is_one_of(byte, b"%={$<(-:")) }
    }

    /// Whether a part of the text may have code that starts there. `words` are the places of all words that
    /// [`may_be_first`] lets through, in order.
    pub(crate) fn lets(&self, part: Span, words: &[usize]) -> bool {
        let next = words.partition_point(|at| *at < part.start);
        if words.get(next).is_some_and(|at| *at < part.end) {
            return true;
        }
        let bytes = self.text.as_bytes();
        let byte = |at: usize| bytes.get(at).copied().unwrap_or(b' ');
        let mut at = part.start;
        while let Some(sign) = self.signs.next(at).filter(|sign| *sign < part.end) {
            let before = if sign > 0 { bytes[sign - 1] } else { b' ' };
            let counts = match bytes[sign] {
                // A bracket around words is no call.
                b'(' => !before.is_ascii_whitespace(),
                b'-' => byte(sign + 1) == b'-',
                b':' => before == b'/',
                _ => true,
            };
            if counts {
                return true;
            }
            at = sign + 1;
        }
        false
    }
}

/// Whether a word without signs may be the first of a command, statement or request, or a format of a date.
#[inline]
pub(crate) fn may_be_first(word: &[u8], mark: WordMark) -> bool {
    static LOUD: WordFilter = {
        let mut filter = WordFilter::EMPTY.with(METHODS);
        let mut at = 0;
        while at < STATEMENTS.len() {
            filter = filter.with(&[STATEMENTS[at].0]);
            at += 1;
        }
        filter
    };
    let [first, second, ..] = word else { return false };
    commands::STARTS.has(mark)
        || second.is_ascii_uppercase() && LOUD.has(mark)
        || first == second && b"YyMDdHhmSs".contains(first)
}
