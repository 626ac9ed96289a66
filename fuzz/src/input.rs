//! An input: a text, as it would be in a file, and optional bytes behind it that choose options.

use std::borrow::Cow;

use crate::choices::Choices;

/// Separates the text from the options. No UTF-8 text contains this byte.
pub const END: u8 = 0xff;

/// A text and the options to run it with.
#[derive(Clone, Debug)]
pub struct Input<'i> {
    /// The text; bytes that are not UTF-8 are replaced.
    pub text: Cow<'i, str>,
    options: &'i [u8],
}

impl<'i> Input<'i> {
    /// The input in these bytes.
    pub fn new(bytes: &'i [u8]) -> Self {
        let (text, options) = split(bytes);
        Self { text: String::from_utf8_lossy(text), options }
    }

    /// The option at a place, as a number below `limit`. An input without options has zeros.
    pub fn option(&self, place: usize, limit: usize) -> usize {
        usize::from(self.options.get(place).copied().unwrap_or(0)) % limit
    }

    /// Whether the option at a place is set.
    pub fn is_set(&self, place: usize) -> bool {
        self.option(place, 2) == 1
    }

    /// Random choices that depend on all options.
    pub fn choices(&self) -> Choices {
        Choices::new(self.options.iter().fold(0, |seed, byte| seed * 31 % 0xff_ffff + u64::from(*byte)))
    }
}

/// The text and the options of an input.
pub fn split(bytes: &[u8]) -> (&[u8], &[u8]) {
    match bytes.iter().rposition(|byte| *byte == END) {
        Some(at) => (&bytes[..at], &bytes[at + 1..]),
        None => (bytes, &[]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_come_after_the_text() {
        let input = Input::new(b"a\n\xff\x05\x01");
        assert_eq!((input.text.as_ref(), input.option(0, 3), input.is_set(1)), ("a\n", 2, true));
        let plain = Input::new(b"a\n");
        assert_eq!((plain.text.as_ref(), plain.option(0, 3), plain.is_set(1)), ("a\n", 0, false));
    }
}
