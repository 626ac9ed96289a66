//! Counts tokens: exactly, for the encodings that are public, without a network. The vocabularies are part of the
//! binary, compressed, and unpacked at the first count.

use rayon::prelude::*;
use serde::Serialize;

/// How text is cut into tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub enum Encoding {
    /// `o200k_base`.
    #[default]
    #[serde(rename = "o200k_base")]
    O200k,
    /// `cl100k_base`.
    #[serde(rename = "cl100k_base")]
    Cl100k,
    /// A token a byte: no tokenizer that works on bytes makes more.
    #[serde(rename = "bytes")]
    Bytes,
}

/// One row of [`ENCODINGS`].
#[derive(Debug)]
pub struct EncodingInfo {
    /// The encoding that the row is about.
    pub encoding: Encoding,
    /// Its name.
    pub name: &'static str,
    /// Which models use it.
    pub help: &'static str,
}

/// The encodings, the default first.
pub const ENCODINGS: &[EncodingInfo] = &[
    EncodingInfo { encoding: Encoding::O200k, name: "o200k_base", help: "GPT-4o and later, exact" },
    EncodingInfo { encoding: Encoding::Cl100k, name: "cl100k_base", help: "GPT-4 and GPT-3.5, exact" },
    EncodingInfo {
        encoding: Encoding::Bytes,
        name: "bytes",
        help: "bytes, which no byte-level tokenizer exceeds",
    },
];

/// Texts longer than this are counted in pieces, several at once.
const LONG: usize = 1 << 16;

impl Encoding {
    /// The name that [`ENCODINGS`] gives it.
    pub fn name(self) -> &'static str {
        ENCODINGS.iter().find(|row| row.encoding == self).map_or("", |row| row.name)
    }

    /// The encoding with this name; `o200k` will do for `o200k_base`.
    pub fn from_name(name: &str) -> Option<Encoding> {
        let row = |row: &&EncodingInfo| row.name == name || row.name.strip_suffix("_base") == Some(name);
        ENCODINGS.iter().find(row).map(|row| row.encoding)
    }

    /// How many tokens a text has. Names of special tokens are ordinary text.
    ///
    /// ```
    /// use tagdown::tokens::Encoding;
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

    /// How many tokens each of the texts has.
    pub fn count_all(self, texts: &[&str]) -> Vec<usize> {
        if texts.iter().map(|text| text.len()).sum::<usize>() <= LONG {
            return texts.iter().map(|text| self.count(text)).collect();
        }
        texts.par_iter().map(|text| self.count(text)).collect()
    }

    fn count_piece(self, text: &str) -> usize {
        // An encoding whose vocabulary is missing would be counted as bytes, which is never too few.
        tiktoken::get_encoding(self.name()).map_or(text.len(), |encoding| encoding.count(text))
    }
}

/// Whether the tokens of `before` and `after` are those of both together. Both encodings first split a text by a
/// pattern that never reaches from a line end into what follows it, white space and (for `o200k_base`) a slash aside.
fn can_part(before: &str, after: &str) -> bool {
    before.ends_with('\n') && after.starts_with(|c: char| !c.is_whitespace() && c != '/')
}

/// A long text in pieces whose tokens add up to its own.
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
