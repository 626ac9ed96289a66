//! Which facts some texts state: the keys of all their words and numbers, as far as somebody asked for them.

use rustc_hash::FxHashMap;

use super::facts::{
    Fact, LETTERS, TailKey, bare_key, bytes_key, is_part, last_letter, number_key, number_starts,
    quantity_key, trim,
};
use super::units;
use crate::text::{Bits, Span, is_one_of};

/// The keys that occur in some texts. Only keys that were requested first are stored.
#[derive(Debug, Default)]
pub(crate) struct Known {
    keys: FxHashMap<u64, bool>,
    /// How many of them did not occur yet.
    left: usize,
    /// The last letters of the names among them, a bit each. Most words end in another letter.
    letters: u32,
}

impl Known {
    /// Requests the keys of a fact.
    pub(crate) fn ask(&mut self, fact: &Fact) {
        for &key in fact.ways.iter().flatten() {
            self.left += usize::from(self.keys.insert(key, false) != Some(false));
            self.letters |= 1 << (key & LETTERS);
        }
    }

    /// Records the requested keys that occur in a text.
    pub(crate) fn learn(&mut self, text: &str) {
        let (keys, left, letters) = (&mut self.keys, &mut self.left, self.letters);
        let mut note = |key: u64| {
            if let Some(known) = keys.get_mut(&key).filter(|known| !**known) {
                *known = true;
                *left -= 1;
            }
        };
        each_signed_token(text, |token| {
            let word = &text[token.range()];
            if word.bytes().any(|byte| byte.is_ascii_digit()) {
                number_keys(text, token, &mut note);
            }
            word_keys(word, letters, &mut note);
        });
    }

    /// Whether all requested keys have occurred, so that no text can add one.
    pub(crate) fn is_complete(&self) -> bool {
        self.left == 0
    }

    /// Whether a requested fact occurs in the recorded texts.
    pub(crate) fn has(&self, fact: &Fact) -> bool {
        let is_known = |key: &u64| self.keys.get(key).copied().unwrap_or(false);
        fact.ways.iter().any(|way| way.iter().all(is_known))
    }
}

/// Takes the [`tokens`](super::facts::tokens) of a text that have a digit, a capital or a sign.
fn each_signed_token(text: &str, mut take: impl FnMut(Span)) {
    let bytes = text.as_bytes();
    let signs = Bits::of(bytes, is_sign);
    let mut parts = Bits::of(bytes, is_part);
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    // A comma between digits separates thousands.
    memchr::memchr_iter(b',', bytes)
        .filter(|&at| at > 0 && is_digit(at - 1) && is_digit(at + 1))
        .for_each(|at| parts.remove(at));
    let mut at = 0;
    while let Some(sign) = signs.next(at) {
        let start = parts.last_before(sign).map_or(0, |part| part + 1);
        at = parts.next(sign).unwrap_or(bytes.len());
        take(Span::new(start, at));
    }
}

/// Whether a byte is a digit, a capital or a sign, which give a word a meaning.
#[inline]
fn is_sign(byte: u8) -> bool {
    byte.is_ascii_digit() | byte.is_ascii_uppercase() | is_one_of(byte, b"_/.-=:@$")
}

/// The keys of a word and of its parts, if their last letters are among `letters`.
fn word_keys(word: &str, letters: u32, note: &mut impl FnMut(u64)) {
    let word = trim(word).as_bytes();
    let may_be_known = |name: &[u8]| letters >> (last_letter(name) & LETTERS) & 1 == 1;
    // The tails of a path or address are names as well.
    if !word.is_empty() && may_be_known(word) {
        let mut tail = TailKey::default();
        let mut tails = 0..memchr::memchr_iter(b'/', word).count();
        for byte in word.iter().rev() {
            if *byte == b'/' && tails.next_back().is_some_and(|index| index < MOST_TAILS) {
                note(tail.key());
            }
            tail.add(*byte);
        }
        note(tail.key());
    }
    // The pieces between equal signs and colons, the smaller ones between slashes, the smallest between full stops.
    let has = word.iter().fold(0, |has, byte| has | JOINTS[usize::from(*byte)]);
    for (parts, new) in [(PAIR, PAIR), (PAIR | SLASH, SLASH), (PAIR | SLASH | STOP, STOP)] {
        let pieces = || {
            let pieces = word.split(|byte| JOINTS[usize::from(*byte)] & parts != 0);
            pieces.filter(|piece| !piece.is_empty())
        };
        if has & new != 0 && pieces().nth(1).is_some() {
            pieces().filter(|piece| may_be_known(piece)).for_each(|piece| note(bytes_key(piece)));
        }
    }
}

/// How many tails of a path are looked at, the longest first.
const MOST_TAILS: usize = 8;

const PAIR: u8 = 1;
const SLASH: u8 = 2;
const STOP: u8 = 4;

/// What joins the parts of a word.
const JOINTS: [u8; 256] = {
    let mut table = [0; 256];
    table[b'=' as usize] = PAIR;
    table[b':' as usize] = PAIR;
    table[b'/' as usize] = SLASH;
    table[b'.' as usize] = STOP;
    table
};

/// The keys of the numbers in a token, with the unit after each.
fn number_keys(text: &str, token: Span, note: &mut impl FnMut(u64)) {
    let word = &text[token.range()];
    for start in number_starts(word) {
        let at = token.start + start;
        let Some(number) = units::number(&text[at..]) else { continue };
        note(number_key(number.value));
        match units::unit_behind(&text[at + number.len..]) {
            Some((_, dimension, factor)) => note(quantity_key(dimension, number.value * factor)),
            None => note(bare_key(number.value)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prose::facts::find;
    use crate::text::Span;

    /// The facts in `note` that are not in `spec`. Backticks mark code spans.
    fn outside(note: &str, spec: &str) -> Vec<String> {
        let ticks: Vec<usize> = note.match_indices('`').map(|(at, _)| at).collect();
        let code: Vec<Span> = ticks.chunks_exact(2).map(|pair| Span::new(pair[0], pair[1] + 1)).collect();
        let facts = find(note, &code);
        let mut known = Known::default();
        for fact in &facts {
            known.ask(fact);
        }
        known.learn(spec);
        let unknown = facts.iter().filter(|fact| !known.has(fact));
        unknown.map(|fact| note[fact.span.range()].to_owned()).collect()
    }

    #[test]
    fn a_fact_is_known_in_any_spelling() {
        for (note, spec) in [
            ("a 60-second window", "window: 60 s"),
            ("a window of 1 minute", "window: 60 s"),
            ("at most 10MB", "| size | 10 MB |"),
            ("at most 4 KB", "4096 bytes"),
            ("1,000 requests", "limit 1000"),
            ("set `--max-size=5`", "- `--max-size`: bytes"),
            ("`GET /auth/jwks`", "| GET | `/auth/jwks` |"),
            ("MAX_SIZE holds it", "`MAX_SIZE`"),
            ("in `/etc/app/config.toml`", "the file `/etc/app/config.toml`."),
            ("`404`", "status 404:"),
            ("run `orion migrate-config`", "orion migrate-config"),
            ("`user.name`", "user.name = string"),
            ("version `1.2.3` of it", ""),
            ("plain `word` and `NULL`", ""),
            ("see `docs/a.md`", ""),
        ] {
            assert_eq!(outside(note, spec), Vec::<String>::new(), "{note}");
        }
        for (note, spec, fact) in [
            ("a 60-second window", "60 requests", "60-second"),
            ("at most 10MB", "5 MB", "10MB"),
            ("set `--max-size=5`", "`--min-size`", "`--max-size=5`"),
            ("MAX_SIZE holds it", "", "MAX_SIZE"),
            ("`GET /auth/jwks`", "/auth", "`GET /auth/jwks`"),
            ("byte 0x1F", "0x1E", "0x1F"),
            ("run `orion migrate-config`", "orion", "`orion migrate-config`"),
        ] {
            assert_eq!(outside(note, spec), [fact], "{note}");
        }
    }
}
