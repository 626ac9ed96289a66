//! Finds facts in running text by their form: quantities, limits, flags, environment variables, paths, endpoints,
//! status codes, identifiers. Each fact has keys that identify the same fact elsewhere, even in another spelling.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use super::units::{self, Dimension};
use crate::text::{Span, is_one_of};

/// A fact in a text.
#[derive(Clone, Debug)]
pub(crate) struct Fact {
    /// Its position in the searched text.
    pub(crate) span: Span,
    /// Whether it matters only in a sentence about a limit, default or status.
    pub(crate) needs_cue: bool,
    /// Whether it is a number without a unit.
    pub(crate) is_bare: bool,
    /// Alternative sets of keys. The fact is known if all keys of one set are known.
    pub(super) ways: Vec<Vec<u64>>,
}

/// Runs of characters without white space, quotation marks, brackets and similar delimiters.
pub(super) fn tokens(text: &str) -> impl Iterator<Item = Span> {
    let bytes = text.as_bytes();
    let parts = |byte: u8| PARTS[usize::from(byte)];
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < bytes.len() && parts(bytes[at]) {
            at += 1;
        }
        let start = at;
        // A comma between digits separates thousands.
        let groups = |at: usize| bytes[at] == b',' && bytes.get(at + 1).is_some_and(u8::is_ascii_digit);
        while at < bytes.len()
            && (!parts(bytes[at]) || (at > start && bytes[at - 1].is_ascii_digit() && groups(at)))
        {
            at += 1;
        }
        (start < at).then_some(Span::new(start, at))
    })
}

/// Whether a byte separates tokens.
#[inline]
pub(super) const fn is_part(byte: u8) -> bool {
    is_one_of(byte, b" \t\n\x0c\r`\"'()[]{}<>|,;*")
}

/// The same as a table, for single bytes.
const PARTS: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = is_part(byte as u8);
        byte += 1;
    }
    table
};

fn hash(kind: u8, value: impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    kind.hash(&mut hasher);
    value.hash(&mut hasher);
    hasher.finish()
}

pub(super) fn word_key(word: &str) -> u64 {
    bytes_key(word.as_bytes())
}

pub(super) fn bytes_key(word: &[u8]) -> u64 {
    // `maxSize`, `max_size` and `--max-size` are the same name.
    let mut key = TailKey::default();
    word.iter().rev().for_each(|byte| key.add(*byte));
    key.key()
}

/// The last letter of a name, as its key has it; 0 if it has none.
pub(super) fn last_letter(name: &[u8]) -> u64 {
    name.iter()
        .rev()
        .map(|byte| u64::from(NAMES[usize::from(*byte)]))
        .find(|letter| *letter != 0)
        .unwrap_or(0)
}

/// The bits of the key of a name that tell its last letter.
pub(super) const LETTERS: u64 = 31;

/// The key of a name, read from its end, so that the keys of all tails of a path are found on the way.
#[derive(Default)]
pub(super) struct TailKey {
    /// The key of what was read, without slashes and full stops at its start.
    key: u64,
    /// The same with them.
    all: u64,
    /// The last letter of the name.
    last: u64,
}

impl TailKey {
    /// The key of what was read.
    pub(super) fn key(&self) -> u64 {
        self.key & !LETTERS | self.last & LETTERS
    }

    /// Adds the byte before what was read.
    pub(super) fn add(&mut self, byte: u8) {
        let letter = NAMES[usize::from(byte)];
        if letter != 0 {
            if self.last == 0 {
                self.last = u64::from(letter);
            }
            self.all = (self.all.rotate_left(5) ^ u64::from(letter)).wrapping_mul(0x517c_c1b7_2722_0a95);
        }
        if !matches!(byte, b'/' | b'.') {
            self.key = self.all;
        }
    }
}

/// The bytes of names in lower case; 0 for what joins their words.
const NAMES: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = (byte as u8).to_ascii_lowercase();
        byte += 1;
    }
    table[b'_' as usize] = 0;
    table[b'-' as usize] = 0;
    table
};

/// The key of a number without a unit.
pub(super) fn bare_key(value: f64) -> u64 {
    hash(1, value.to_bits())
}

/// The key of a number, regardless of its unit.
pub(super) fn number_key(value: f64) -> u64 {
    hash(3, value.to_bits())
}

pub(super) fn quantity_key(dimension: Dimension, value: f64) -> u64 {
    hash(2, (dimension, rounded(value)))
}

/// The power of ten and the first seven digits of a value. Rounding hides inexact factors, and nobody writes that many
/// digits.
fn rounded(value: f64) -> (i32, i64) {
    const LEAST: f64 = 1e6;
    if value == 0.0 || !value.is_finite() {
        return (0, value as i64);
    }
    let power = value.abs().log10().floor();
    let digits = (value / 10_f64.powf(power - 6.0)).round();
    if digits.abs() >= 10.0 * LEAST {
        (power as i32 + 1, (digits / 10.0) as i64)
    } else {
        (power as i32, digits as i64)
    }
}

pub(super) fn trim(word: &str) -> &str {
    word.trim_end_matches(['.', ':', '!', '?', '_', '…']).trim_end_matches('/')
}

/// Where numbers start in a token: at its start, and after a sign or dash.
pub(super) fn number_starts(word: &str) -> impl Iterator<Item = usize> {
    let bytes = word.as_bytes();
    let starts = |at: &usize| {
        bytes[*at].is_ascii_digit()
            && (*at == 0 || !(bytes[at - 1].is_ascii_alphanumeric() || b"._,".contains(&bytes[at - 1])))
    };
    (0..bytes.len()).filter(starts)
}

/// The facts in a passage of running text; `code` lists the code spans within it.
pub(crate) fn find(text: &str, code: &[Span]) -> Vec<Fact> {
    let mut facts = Vec::new();
    each(text, code, &mut |sight, ways| {
        let Sight { span, needs_cue, is_bare } = sight;
        facts.push(Fact { span, needs_cue, is_bare, ways: ways() });
    });
    facts
}

/// A cheap test: whether a passage has a sign that every fact has.
pub(crate) fn may_have(text: &str) -> bool {
    let mut before = 0;
    text.bytes().any(|byte| {
        let is_sign = matches!(byte, b'0'..=b'9' | b'`' | b'_') || byte == b'-' && before == b'-';
        before = byte;
        is_sign
    })
}

/// The number of facts in a passage that need no cue.
pub(crate) fn count(text: &str, code: &[Span]) -> usize {
    let mut count = 0;
    each(text, code, &mut |sight, _| count += usize::from(!sight.needs_cue));
    count
}

/// A fact without its keys, which cost more than finding it.
struct Sight {
    span: Span,
    needs_cue: bool,
    is_bare: bool,
}

/// Takes a fact, and what computes its keys.
type Found<'f> = dyn FnMut(Sight, &dyn Fn() -> Vec<Vec<u64>>) + 'f;

fn each(text: &str, code: &[Span], found: &mut Found<'_>) {
    let mut code = code.iter().peekable();
    let mut covered = 0;
    for token in tokens(text) {
        while let Some(span) = code.next_if(|span| span.start <= token.start) {
            in_code(text, *span, found);
            covered = span.end;
        }
        if token.start >= covered {
            plain(text, token, found);
        }
    }
    code.for_each(|span| in_code(text, *span, found));
}

/// A fact in plain text: a quantity, a time of day, a flag, a variable, a path, a hexadecimal number.
fn plain(text: &str, token: Span, found: &mut Found<'_>) {
    let word = &text[token.range()];
    if !word.bytes().any(|byte| byte.is_ascii_digit() || byte == b'_') && !word.starts_with("--") {
        return;
    }
    let is_exact = is_hex(trim(word)) || units::is_clock(&text[..token.start], trim(word));
    // Signs that may directly precede a number.
    let signs = ['≤', '≥', '~', '±', '–', '-', '$', '€'];
    let mut numbers = number_starts(word).filter(|&start| start == 0 || word[..start].ends_with(signs));
    if let Some(start) = numbers.next().filter(|_| !is_exact) {
        let at = token.start + start;
        quantity(text, at, &mut |sight, ways| found(sight, ways));
        return;
    }
    let word = trim(word);
    let span = Span::new(token.start, token.start + word.len());
    let is_flag =
        word.strip_prefix("--").is_some_and(|flag| flag.starts_with(|c: char| c.is_ascii_lowercase()));
    if is_flag || is_variable(word) || is_exact {
        let ways = || vec![vec![word_key(word.split('=').next().unwrap_or(word))]];
        found(Sight { span, needs_cue: false, is_bare: false }, &ways);
    }
}

/// A number with its unit, or a bare number, which is a fact only with a cue. Returns whether it is a fact.
fn quantity(text: &str, at: usize, found: &mut Found<'_>) -> bool {
    let Some(number) = units::number(&text[at..]) else { return false };
    let behind = at + number.len;
    let Some((unit, dimension, factor)) = units::unit_behind(&text[behind..]) else {
        let joined = text[behind..].starts_with(|c: char| c.is_alphanumeric() || c == '_');
        if !joined {
            let sight = Sight { span: Span::new(at, behind), needs_cue: true, is_bare: true };
            found(sight, &|| vec![vec![number_key(number.value)]]);
        }
        return !joined;
    };
    let ways = || {
        let mut ways = vec![vec![bare_key(number.value)]];
        ways.push(vec![quantity_key(dimension, number.value * factor)]);
        if dimension == Dimension::Size {
            // The same unit can mean 1000 or 1024.
            let power = (factor.log10() / 3.0).round().max(0.0) as i32;
            ways.push(vec![quantity_key(dimension, number.value * 1024_f64.powi(power))]);
            ways.push(vec![quantity_key(dimension, number.value * 1000_f64.powi(power))]);
        }
        ways
    };
    let needs_cue = matches!(dimension, Dimension::Count(_));
    found(Sight { span: Span::new(at, behind + unit), needs_cue, is_bare: false }, &ways);
    true
}

/// The fact that a code span names, if its form indicates one.
fn in_code(text: &str, span: Span, found: &mut Found<'_>) {
    let inner = text[span.range()].trim_matches(['`', ' ']);
    let number = units::number(inner);
    if let Some(number) = number.as_ref().filter(|number| number.len == inner.len()) {
        let ways = || vec![vec![number_key(number.value)]];
        found(Sight { span, needs_cue: true, is_bare: true }, &ways);
        return;
    }
    if number.is_some() && quantity(inner, 0, &mut |sight, ways| found(Sight { span, ..sight }, ways)) {
        return;
    }
    if inner.starts_with('<') {
        return;
    }
    let words = || tokens(inner).map(|token| &inner[token.range()]);
    let is_command = words().nth(1).is_some();
    let telling = || words().map(trim).filter(|word| is_telling(word, is_command));
    let is_page = |word: &str| {
        word.split('#').next().is_some_and(|path| path.to_lowercase().ends_with(".md"))
            || word.contains("://")
    };
    if telling().next().is_none() || words().any(is_page) {
        return;
    }
    let ways = || vec![telling().map(|word| word_key(head(word))).collect(), vec![word_key(inner)]];
    found(Sight { span, needs_cue: false, is_bare: false }, &ways);
}

/// Whether a word of code is impossible to guess: neither a plain word nor a version.
fn is_telling(word: &str, is_command: bool) -> bool {
    let has = |c: char| word.contains(c);
    let is_camel = word.chars().zip(word.chars().skip(1)).any(|(a, b)| a.is_lowercase() && b.is_uppercase());
    let letters = word.chars().filter(|c| c.is_alphabetic()).count();
    let is_extension = word.starts_with('.') && word.len() < 7 && word.matches('.').count() == 1;
    let is_version = word.trim_start_matches('v').starts_with(|c: char| c.is_ascii_digit());
    letters > 1
        && !is_version
        && !is_extension
        && (word.starts_with('-')
            || is_variable(word)
            || is_hex(word)
            || is_camel
            || has('_')
            || has('/')
            || (has('=') && !word.starts_with('='))
            || (has('.') && !word.starts_with("..") && !word.ends_with('.'))
            || (has('-') && (is_command || word.contains(char::is_uppercase))))
}

/// The name in `--flag=value`, `key=value`, `call()`.
fn head(word: &str) -> &str {
    word.split(['=', '(']).next().filter(|head| !head.is_empty()).unwrap_or(word)
}

/// Whether a word has the form of `MAX_SIZE`.
fn is_variable(word: &str) -> bool {
    word.contains('_')
        && word.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_')
        && word.starts_with(|c: char| c.is_ascii_uppercase())
}

/// Whether a word has the form of `0x1F`.
fn is_hex(word: &str) -> bool {
    let digits = word.strip_prefix("0x").or_else(|| word.strip_prefix("0X"));
    digits.is_some_and(|digits| {
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'_')
    })
}
