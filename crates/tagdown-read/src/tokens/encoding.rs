//! The encodings, and the token counts of whole texts.

#[cfg(feature = "tokens")]
use std::cell::RefCell;

use rayon::prelude::*;
use serde::Serialize;

use super::parts::can_part;
#[cfg(feature = "tokens")]
use super::{lines::Lines, merge::Counter, split, vocabulary};

/// How text is split into tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub enum Encoding {
    /// `o200k_base`.
    #[cfg(feature = "tokens")]
    #[cfg_attr(feature = "tokens", default)]
    #[serde(rename = "o200k_base")]
    O200k,
    /// `cl100k_base`.
    #[cfg(feature = "tokens")]
    #[serde(rename = "cl100k_base")]
    Cl100k,
    /// One token per byte. No byte-level tokenizer produces more.
    #[cfg_attr(not(feature = "tokens"), default)]
    #[serde(rename = "bytes")]
    Bytes,
}

/// One row of [`ENCODINGS`].
#[derive(Debug)]
pub struct EncodingInfo {
    /// The encoding.
    pub encoding: Encoding,
    /// Its name.
    pub name: &'static str,
    /// Which models use it.
    pub help: &'static str,
}

/// The encodings, the default first.
pub const ENCODINGS: &[EncodingInfo] = &[
    #[cfg(feature = "tokens")]
    EncodingInfo { encoding: Encoding::O200k, name: "o200k_base", help: "GPT-4o and later, exact" },
    #[cfg(feature = "tokens")]
    EncodingInfo { encoding: Encoding::Cl100k, name: "cl100k_base", help: "GPT-4 and GPT-3.5, exact" },
    EncodingInfo {
        encoding: Encoding::Bytes,
        name: "bytes",
        help: "one token per byte; an upper bound for any byte-level tokenizer",
    },
];

/// Texts longer than this are counted in pieces, in parallel.
const LONG: usize = 1 << 16;

impl Encoding {
    /// The name in [`ENCODINGS`].
    pub fn name(self) -> &'static str {
        ENCODINGS.iter().find(|row| row.encoding == self).map_or("", |row| row.name)
    }

    /// The encoding with this name; the suffix `_base` is optional.
    pub fn from_name(name: &str) -> Option<Encoding> {
        let row = |row: &&EncodingInfo| row.name == name || row.name.strip_suffix("_base") == Some(name);
        ENCODINGS.iter().find(row).map(|row| row.encoding)
    }

    /// The number of tokens in a text. Names of special tokens are ordinary text.
    ///
    /// ```
    /// use tagdown_read::Encoding;
    /// assert_eq!(Encoding::Cl100k.count("Request body: 4 KB"), 6);
    /// assert_eq!(Encoding::Bytes.count("Request body: 4 KB"), 18);
    /// ```
    pub fn count(self, text: &str) -> usize {
        if self == Encoding::Bytes {
            return text.len();
        }
        if text.len() <= LONG {
            return self.count_piece(text);
        }
        pieces(text).par_iter().map(|piece| self.count_piece(piece)).sum()
    }

    /// The number of tokens in each of the texts.
    pub fn count_all(self, texts: &[&str]) -> Vec<usize> {
        if texts.iter().map(|text| text.len()).sum::<usize>() <= LONG {
            return texts.iter().map(|text| self.count(text)).collect();
        }
        texts.par_iter().map(|text| self.count(text)).collect()
    }

    fn count_piece(self, text: &str) -> usize {
        match self {
            #[cfg(feature = "tokens")]
            Encoding::O200k => O200K.with_borrow_mut(|known| count(text, known, split::o200k)),
            #[cfg(feature = "tokens")]
            Encoding::Cl100k => CL100K.with_borrow_mut(|known| count(text, known, split::cl100k)),
            Encoding::Bytes => text.len(),
        }
    }
}

#[cfg(feature = "tokens")]
thread_local! {
    static O200K: RefCell<(Lines, Counter)> =
        const { RefCell::new((Lines::new(), Counter::new(&vocabulary::O200K))) };
    static CL100K: RefCell<(Lines, Counter)> =
        const { RefCell::new((Lines::new(), Counter::new(&vocabulary::CL100K))) };
}

/// The number of tokens in a text, with the function that tells where a piece ends.
#[cfg(feature = "tokens")]
fn count(text: &str, known: &mut (Lines, Counter), end: impl Fn(&str, usize) -> usize) -> usize {
    let (lines, counter) = known;
    lines.count(text, |line, at| {
        let end = end(line, at);
        (end, counter.count(&line.as_bytes()[at..end]))
    })
}

/// Splits a long text into pieces whose tokens add up to those of the text.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while rest.len() > LONG {
        let from = rest.floor_char_boundary(LONG);
        let ends = memchr::memchr_iter(b'\n', &rest.as_bytes()[from..]).map(|at| from + at + 1);
        let Some(cut) = ends.into_iter().find(|&cut| can_part(&rest[..cut], &rest[cut..])) else { break };
        pieces.push(&rest[..cut]);
        rest = &rest[cut..];
    }
    pieces.push(rest);
    pieces
}
