//! Token counts that are kept, for a text that changes a little at a time.

use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashMap;
use xxhash_rust::xxh3::xxh3_64;

use super::encoding::Encoding;
use super::parts::can_part;

/// With more paragraphs than this, all are forgotten.
const MOST: usize = 1 << 17;

/// The token counts of paragraphs that were counted before. Where one paragraph changes, only that one is counted again.
#[derive(Debug, Default)]
pub struct Counts {
    encoding: Encoding,
    /// By the hash of the paragraph.
    known: Mutex<FxHashMap<u64, usize>>,
}

impl Counts {
    /// The number of tokens in a text, as [`Encoding::count`] counts them.
    pub fn count(&self, text: &str) -> usize {
        self.count_all(&[text])[0]
    }

    /// The number of tokens in each of the texts.
    pub fn count_all(&self, texts: &[&str]) -> Vec<usize> {
        let pieces: Vec<Vec<(u64, &str)>> = texts.iter().map(|text| paragraphs(text)).collect();
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() > MOST {
            known.clear();
        }
        let mut new: Vec<(u64, &str)> = pieces.iter().flatten().copied().collect();
        new.retain(|(hash, _)| !known.contains_key(hash));
        let words: Vec<&str> = new.iter().map(|(_, piece)| *piece).collect();
        let counts = self.encoding.count_all(&words);
        known.extend(new.iter().map(|(hash, _)| *hash).zip(counts));
        let count = |(hash, _): &(u64, &str)| known.get(hash).copied().unwrap_or_default();
        pieces.iter().map(|pieces| pieces.iter().map(count).sum()).collect()
    }
}

/// The paragraphs of a text with their hashes. Their tokens add up to those of the text.
fn paragraphs(text: &str) -> Vec<(u64, &str)> {
    let mut pieces = Vec::new();
    let mut start = 0;
    for end in memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1) {
        let before = &text.as_bytes()[start..end - 1];
        let is_blank = before.ends_with(b"\n") || before.ends_with(b"\n\r");
        if is_blank && can_part(&text[..end], &text[end..]) {
            pieces.push(&text[start..end]);
            start = end;
        }
    }
    pieces.push(&text[start..]);
    pieces.into_iter().map(|piece| (xxh3_64(piece.as_bytes()), piece)).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn kept_counts_are_those_of_the_encoding(
            texts in prop::collection::vec("([a-zA-Z' ]{0,9}|\\PC|/|\r?\n|\n\n|  \n)*", 1..5),
        ) {
            let counts = Counts::default();
            for _ in 0..2 {
                for text in &texts {
                    prop_assert_eq!(counts.count(text), Encoding::default().count(text), "{:?}", text);
                }
            }
        }
    }

    #[test]
    fn only_what_changed_is_counted() {
        let counts = Counts::default();
        let text = "One.\n\nTwo.\r\n\r\nThree.\n";
        counts.count(text);
        counts.count(&text.replace("Two", "Zwei"));
        assert_eq!(counts.known.lock().expect("a lock").len(), 4);
        assert_eq!(counts.count_all(&["", "One.\n\n"]), [0, Encoding::default().count("One.\n\n")]);
    }
}
