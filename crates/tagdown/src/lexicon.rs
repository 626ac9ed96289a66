//! Many cues, looked for in one pass over the words of a text. A word is compared with the rarest word of every cue, by
//! one number that holds its letters, and only then the words around it.

use rustc_hash::FxHashMap;

use crate::cue::Pattern;

/// Many cues, ready to be looked for. What belongs to each is the caller's.
#[derive(Debug)]
pub(crate) struct Lexicon<T> {
    patterns: Vec<(Pattern, T)>,
    /// The patterns that have a word as their anchor, and whether it is written in capitals.
    by_word: FxHashMap<Packed, Vec<(usize, bool)>>,
    /// For each first letter, a bit for every length of an anchor.
    lengths: [u32; 256],
    /// A bit for every anchor, by its letters: a cheap look before the real one.
    sieve: [u64; SIEVE / 64],
}

/// A cue found in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Match<T> {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) what: T,
}

/// The longest word that can be an anchor.
const LONGEST: usize = 16;

/// A word in small letters, in one number.
type Packed = u128;

impl<T: Copy> Lexicon<T> {
    pub(crate) fn new(cues: impl IntoIterator<Item = (&'static str, T)>) -> Self {
        let mut lexicon = Self {
            patterns: Vec::new(),
            by_word: FxHashMap::default(),
            lengths: [0; 256],
            sieve: [0; SIEVE / 64],
        };
        for (words, what) in cues {
            let pattern = Pattern::read(words);
            for word in pattern.anchors() {
                let key = pack(word.as_bytes());
                let known = lexicon.by_word.entry(key).or_default();
                known.push((lexicon.patterns.len(), is_loud(word.as_bytes())));
                lexicon.lengths[usize::from(word.as_bytes()[0] | 0x20)] |= 1 << word.len();
                let bit = sieve_bit(key);
                lexicon.sieve[bit / 64] |= 1 << (bit % 64);
            }
            lexicon.patterns.push((pattern, what));
        }
        lexicon
    }

    /// Every cue in `text` that is `wanted`, in the order of its anchor. Where several match at one anchor, each is told.
    pub(crate) fn find(&self, text: &str, wanted: impl Fn(T) -> bool, mut found: impl FnMut(Match<T>)) {
        for (start, at) in words(text) {
            let raw = &text.as_bytes()[start..at];
            if raw.len() > LONGEST || self.lengths[usize::from(raw[0] | 0x20)] >> raw.len() & 1 == 0 {
                continue;
            }
            let key = pack_at(text.as_bytes(), start, raw.len());
            let bit = sieve_bit(key);
            if self.sieve[bit / 64] >> (bit % 64) & 1 == 0 {
                continue;
            }
            let Some(known) = self.by_word.get(&key) else { continue };
            let loud = is_loud(raw);
            for &(index, is_loud) in known {
                let (pattern, what) = &self.patterns[index];
                if loud == is_loud
                    && wanted(*what)
                    && let Some((start, end)) = pattern.matches(text, start, at)
                {
                    found(Match { start, end, what: *what });
                }
            }
        }
    }
}

/// Whether a word is written in capitals.
pub(crate) fn is_loud(word: &[u8]) -> bool {
    word.len() > 1 && word.iter().all(u8::is_ascii_uppercase)
}

/// Where the words of a text start and end.
pub(crate) fn words(text: &str) -> impl Iterator<Item = (usize, usize)> {
    let bytes = text.as_bytes();
    let is_ascii = text.is_ascii();
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            while at < bytes.len() && !IS_WORD[usize::from(bytes[at])] {
                at += 1;
            }
            let start = at;
            while at < bytes.len() && IS_WORD[usize::from(bytes[at])] {
                at += 1;
            }
            if !is_ascii {
                at = start + word_length(&bytes[start..at]);
                if at == start && at < bytes.len() {
                    at += sign(&bytes[at..]).max(1);
                    continue;
                }
            }
            return (start < at).then_some((start, at));
        }
    })
}

/// The length of the word at the start.
pub(crate) fn word_length(bytes: &[u8]) -> usize {
    let mut length = bytes.iter().take_while(|byte| IS_WORD[usize::from(**byte)]).count();
    if !bytes[..length].is_ascii() {
        length = (0..length).find(|&at| sign(&bytes[at..]) > 0).unwrap_or(length);
    }
    length
}

/// The length of a dash, quotation mark, ellipsis or hard space at the start; 0 if there is none.
pub(crate) fn sign(bytes: &[u8]) -> usize {
    match bytes {
        [0xe2, 0x80, ..] => 3,
        [0xc2, 0xa0, ..] => 2,
        _ => 0,
    }
}

/// The letters of a word that is not too long, made small. The bit that parts small letters from capitals is set in all
/// digits as well, and what is no ASCII stays apart by its highest bit.
pub(crate) fn pack(word: &[u8]) -> Packed {
    let mut bytes = [0; LONGEST];
    for (to, from) in bytes.iter_mut().zip(word) {
        *to = from | 0x20;
    }
    Packed::from_le_bytes(bytes)
}

/// Like [`pack`], of the word at `start`, without looking at its letters one by one.
fn pack_at(bytes: &[u8], start: usize, length: usize) -> Packed {
    match bytes.get(start..start + LONGEST).and_then(|chunk| chunk.try_into().ok()) {
        Some(chunk) => {
            let mask = Packed::MAX >> (8 * (LONGEST - length));
            (Packed::from_le_bytes(chunk) | Packed::from_le_bytes([0x20; LONGEST])) & mask
        }
        None => pack(&bytes[start..start + length]),
    }
}

/// The size of the sieve, in bits.
const SIEVE: usize = 1 << 14;

/// The bit of a word.
fn sieve_bit(key: Packed) -> usize {
    let folded = (key as u64) ^ ((key >> 64) as u64).rotate_left(29);
    (folded.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 50) as usize
}

/// Letters and digits of any script.
pub(crate) const IS_WORD: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0_u8;
    loop {
        table[byte as usize] = byte.is_ascii_alphanumeric() || !byte.is_ascii();
        if byte == 255 {
            break;
        }
        byte += 1;
    }
    table
};
