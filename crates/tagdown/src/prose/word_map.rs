//! Which bytes of a text are in words, one bit each. A document is read once, and the words of any part of it are then
//! read from the bits.

use super::words::sign;
use crate::text::{Span, bits_of};

/// The bytes of a text that are in words.
#[derive(Debug)]
pub(crate) struct WordMap {
    bits: Vec<u64>,
}

impl WordMap {
    /// Reads a text.
    pub(crate) fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut bits = bits_of(bytes, |byte| byte.is_ascii_alphanumeric() || !byte.is_ascii());
        if !text.is_ascii() {
            for at in memchr::memchr2_iter(0xe2, 0xc2, bytes) {
                for byte in at..at + sign(&bytes[at..]) {
                    bits[byte / BITS] &= !(1 << (byte % BITS));
                }
            }
        }
        Self { bits }
    }

    /// The words of a part of the text, as [`words`](super::words::words) finds them: their starts and ends in that part.
    #[inline]
    pub(crate) fn words(&self, part: Span) -> impl Iterator<Item = (usize, usize)> {
        let bits = self.bits.get(..part.end.div_ceil(BITS)).unwrap_or(&self.bits);
        let mut index = part.start / BITS;
        let mut left = bits.get(index).map_or(0, |bits| bits & (u64::MAX << (part.start % BITS)));
        std::iter::from_fn(move || {
            while left == 0 {
                index += 1;
                left = *bits.get(index)?;
            }
            let first = left.trailing_zeros() as usize;
            let start = index * BITS + first;
            if start >= part.end {
                return None;
            }
            let mut end = first + (!(left >> first)).trailing_zeros() as usize;
            while end >= BITS {
                index += 1;
                left = bits.get(index).copied().unwrap_or(0);
                end = (!left).trailing_zeros() as usize;
            }
            left &= u64::MAX << end;
            Some((start - part.start, (index * BITS + end).min(part.end) - part.start))
        })
    }
}

const BITS: usize = u64::BITS as usize;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prose::words::words;

    #[test]
    fn the_words_of_every_part_are_the_words_of_its_text() {
        let text =
            format!("One — two’s “three” größe {} x\u{a0}y 日本語。…{} end", "a".repeat(70), "b".repeat(200));
        let map = WordMap::new(&text);
        let places: Vec<usize> = (0..=text.len()).filter(|at| text.is_char_boundary(*at)).collect();
        for (index, &start) in places.iter().enumerate() {
            for &end in &places[index..] {
                let fast: Vec<_> = map.words(Span::new(start, end)).collect();
                assert_eq!(fast, words(&text[start..end]).collect::<Vec<_>>(), "{}", &text[start..end]);
            }
        }
    }
}
