//! A text without the characters that show nothing, and where its parts are in the text itself.

use std::borrow::Cow;

use super::invisible::is_unseen_sign;
use super::source::Span;

/// A text without the characters that show nothing.
pub(crate) struct Plain<'t> {
    shown: &'t str,
    pub(crate) text: Cow<'t, str>,
}

impl<'t> Plain<'t> {
    pub(crate) fn new(shown: &'t str) -> Self {
        let has_unseen = !shown.is_ascii() && shown.contains(is_unseen_sign);
        let text = if has_unseen { shown.replace(is_unseen_sign, "").into() } else { shown.into() };
        Self { shown, text }
    }

    /// The span, in a document in which the text starts at `at`, of a part that is not empty.
    pub(crate) fn place(&self, part: Span, at: usize) -> Span {
        if self.text.len() == self.shown.len() {
            return Span::new(at + part.start, at + part.end);
        }
        let mut place = Span::new(at + self.shown.len(), at + self.shown.len());
        let mut read = 0;
        for (index, c) in self.shown.char_indices().filter(|(_, c)| !is_unseen_sign(*c)) {
            if read == part.start {
                place.start = at + index;
            }
            read += c.len_utf8();
            if read == part.end {
                place.end = at + index + c.len_utf8();
            }
        }
        place
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_keep_their_place() {
        let shown = "\u{200b}SP\u{ad}EC — v\u{2060}2\u{200e}";
        let plain = Plain::new(shown);
        assert_eq!(plain.text, "SPEC — v2");
        let start = plain.text.find("v2").expect("a qualifier");
        let place = plain.place(Span::new(start, start + 2), 10);
        assert_eq!(&shown[place.start - 10..place.end - 10], "v\u{2060}2");
        assert_eq!(Plain::new("SPEC").place(Span::new(1, 3), 5), Span::new(6, 8));
    }
}
