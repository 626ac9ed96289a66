//! Cuts a text into pieces, which no token crosses. Each encoding defines its pieces by a regular expression; the
//! functions here do what a regular expression does that tries the alternatives in their order.

use super::classes::{CASELESS, LETTER, LOWER, MARK, NEWLINE, NUMBER, SPACE, UPPER, WIDE, at, of_byte, run};

/// Where the piece of `cl100k_base` that starts at a byte ends.
///
/// ```text
/// (?i:'s|'t|'re|'ve|'m|'ll|'d)
/// |[^\r\n\p{L}\p{N}]?\p{L}+
/// |\p{N}{1,3}
/// | ?[^\s\p{L}\p{N}]+[\r\n]*
/// |\s*[\r\n]+|\s+(?!\S)|\s+
/// ```
pub(super) fn cl100k(text: &str, from: usize) -> usize {
    let Some((class, length)) = at(text, from) else { return from };
    if let Some(end) = contraction(text, from) {
        return end;
    }
    if class & LETTER != 0 {
        return run(text, from + length, LETTER);
    }
    if class & NUMBER != 0 {
        return number(text, from);
    }
    if class & NEWLINE == 0 && at(text, from + length).is_some_and(|(next, _)| next & LETTER != 0) {
        return run(text, from + length, LETTER);
    }
    symbols(text, from, |byte| matches!(byte, b'\r' | b'\n')).unwrap_or_else(|| space(text, from))
}

/// Where the piece of `o200k_base` that starts at a byte ends.
///
/// ```text
/// [^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?
/// |[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?
/// |\p{N}{1,3}
/// | ?[^\s\p{L}\p{N}]+[\r\n/]*
/// |\s*[\r\n]+|\s+(?!\S)|\s+
/// ```
pub(super) fn o200k(text: &str, from: usize) -> usize {
    let is_tail = |byte| matches!(byte, b'\r' | b'\n' | b'/');
    match ascii_word(text, from) {
        Word::To(end) => return contraction(text, end).unwrap_or(end),
        Word::None => return symbols(text, from, is_tail).unwrap_or_else(|| space(text, from)),
        Word::Unknown => {}
    }
    let Some((class, length)) = at(text, from) else { return from };
    if class & NUMBER != 0 {
        return number(text, from);
    }
    let word = if class & LETTER != 0 {
        let (cased, capitals) = word(text, from);
        cased.or(capitals)
    } else if class & NEWLINE != 0 {
        None
    } else {
        // The character may be in front of a word. A mark may instead be the start of one.
        let (cased, capitals) = word(text, from + length);
        cased.or_else(|| if class & MARK == 0 { capitals } else { word(text, from).0 })
    };
    if let Some(end) = word {
        return contraction(text, end).unwrap_or(end);
    }
    symbols(text, from, is_tail).unwrap_or_else(|| space(text, from))
}

/// Whether a word of `o200k_base` starts at a byte, as far as ASCII characters tell.
enum Word {
    /// It ends here.
    To(usize),
    None,
    Unknown,
}

#[inline]
fn ascii_word(text: &str, from: usize) -> Word {
    let bytes = &text.as_bytes()[from..];
    let class = |at: usize| bytes.get(at).map_or(0, |byte| of_byte(*byte));
    let first = class(0);
    if first & (NUMBER | NEWLINE | WIDE) != 0 {
        return Word::Unknown;
    }
    // The first character may be in front of a word.
    let start = usize::from(first & LETTER == 0);
    let mut end = start;
    while class(end) == UPPER {
        end += 1;
    }
    while class(end) == LOWER {
        end += 1;
    }
    match class(end) {
        WIDE => Word::Unknown,
        _ if end > start => Word::To(from + end),
        _ => Word::None,
    }
}

/// Where a word of `o200k_base` ends: with small letters at its end, and, if it has none, in capitals.
#[inline]
fn word(text: &str, from: usize) -> (Option<usize>, Option<usize>) {
    let (mut end, mut cased) = (run(text, from, UPPER), None);
    while let Some((class, length)) = at(text, end) {
        if class & LOWER != 0 {
            return (Some(run(text, end, LOWER | CASELESS | MARK)), None);
        }
        if class & (UPPER | CASELESS | MARK) == 0 {
            break;
        }
        end += length;
        // This one can also take the place of the small letters.
        if class & UPPER == 0 {
            cased = Some(end);
        }
    }
    (cased, (end > from).then_some(end))
}

/// Where `'s`, `'t`, `'re`, `'ve`, `'m`, `'ll` or `'d` ends, in any case. The long s is a small s.
#[inline]
fn contraction(text: &str, from: usize) -> Option<usize> {
    let rest = text.as_bytes()[from..].strip_prefix(b"'")?;
    let length = match *rest {
        [b's' | b'S' | b't' | b'T' | b'm' | b'M' | b'd' | b'D', ..] => 1,
        [b'r' | b'R' | b'v' | b'V', b'e' | b'E', ..] | [b'l' | b'L', b'l' | b'L', ..] => 2,
        _ if rest.starts_with("ſ".as_bytes()) => 2,
        _ => return None,
    };
    Some(from + 1 + length)
}

/// Where up to three digits end.
fn number(text: &str, mut from: usize) -> usize {
    for _ in 0..3 {
        match at(text, from) {
            Some((class, length)) if class & NUMBER != 0 => from += length,
            _ => break,
        }
    }
    from
}

/// Where symbols, with an optional space in front of them and certain bytes after them, end.
#[inline]
fn symbols(text: &str, from: usize, is_tail: fn(u8) -> bool) -> Option<usize> {
    let bytes = text.as_bytes();
    let start = from + usize::from(bytes.get(from) == Some(&b' '));
    let mut end = start;
    while let Some((class, length)) = at(text, end)
        && class & (SPACE | LETTER | NUMBER) == 0
    {
        end += length;
    }
    if end == start {
        return None;
    }
    end += bytes[end..].iter().take_while(|byte| is_tail(**byte)).count();
    Some(end)
}

/// Where white space ends: after its last line end; otherwise before its last character, if a word follows.
fn space(text: &str, from: usize) -> usize {
    let (mut end, mut last, mut after_newline) = (from, from, None);
    while let Some((class, length)) = at(text, end)
        && class & SPACE != 0
    {
        last = end;
        end += length;
        if class & NEWLINE != 0 {
            after_newline = Some(end);
        }
    }
    match after_newline {
        Some(end) => end,
        None if end < text.len() && last > from => last,
        None => end,
    }
}
