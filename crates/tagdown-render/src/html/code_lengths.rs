//! How long the words, numbers, keys and strings of code are.

use super::languages::{Quote, QuoteKind};

pub(super) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii()
}

pub(super) fn word_length(text: &str) -> usize {
    text.bytes().take_while(|byte| is_word(*byte)).count()
}

/// The name of an element or attribute.
pub(super) fn name_length(text: &str) -> usize {
    text.bytes().take_while(|byte| is_word(*byte) || matches!(byte, b'-' | b':' | b'.' | b'@')).count()
}

pub(super) fn number_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut length = 1;
    while let Some(byte) = bytes.get(length) {
        let is_point = *byte == b'.' && bytes.get(length + 1).is_some_and(u8::is_ascii_digit);
        if !(byte.is_ascii_alphanumeric() || *byte == b'_' || is_point) {
            break;
        }
        length += 1;
    }
    length
}

/// An option such as `-v` or `--all`.
pub(super) fn option_length(text: &str) -> usize {
    text.bytes().take_while(|byte| is_word(*byte) || *byte == b'-').count()
}

/// A word of a command, up to a blank or a character with a meaning.
pub(super) fn argument_length(text: &str) -> usize {
    let ends = |byte: u8| byte.is_ascii_whitespace() || b"|;&()<>`'\"$={}\\".contains(&byte);
    text.bytes().take_while(|byte| !ends(*byte)).count().max(1)
}

/// The length of a key at the start of a line: a name before the separator, or a table in brackets.
pub(super) fn key_length(text: &str, separator: u8) -> Option<usize> {
    let line = text.lines().next()?;
    if separator == b'=' && line.starts_with('[') {
        return line.find(']').map(|at| at + 1 + usize::from(line[at + 1..].starts_with(']')));
    }
    let is_key = |byte: &u8| is_word(*byte) || matches!(byte, b'-' | b'.' | b'/' | b'$' | b'@');
    let length = line.bytes().take_while(is_key).count();
    let rest = line[length..].trim_start_matches([' ', '\t']);
    let mut rest = rest.bytes();
    let is_value = rest.next() == Some(separator)
        && (separator == b'=' || rest.next().is_none_or(|byte| byte.is_ascii_whitespace()));
    (length > 0 && is_value).then_some(length)
}

/// The length of a string at the start, where its opening mark is.
pub(super) fn string_length(quote: &Quote, text: &str) -> Option<usize> {
    let inner = &text[quote.open.len()..];
    let bytes = inner.as_bytes();
    if quote.kind == QuoteKind::Character {
        let first = inner.chars().next()?;
        // An escape such as `\u{1f600}` is the longest character.
        let from = if first == '\\' { 2 } else { first.len_utf8() };
        let most = if first == '\\' { 12 } else { from };
        let end = (from..=most).find(|at| bytes.get(*at) == Some(&b'\''));
        return end.map(|at| quote.open.len() + at + 1);
    }
    let first = *quote.close.as_bytes().first()?;
    let mut at = 0;
    while let Some(found) = memchr::memchr3(first, b'\\', b'\n', &bytes[at..]) {
        at += found;
        match bytes[at] {
            b'\\' if quote.kind != QuoteKind::Raw => {
                at += 1 + inner[at + 1..].chars().next().map_or(0, char::len_utf8);
            }
            b'\n' if quote.kind == QuoteKind::Line => return None,
            _ if inner[at..].starts_with(quote.close) => {
                return Some(quote.open.len() + at + quote.close.len());
            }
            _ => at += 1,
        }
    }
    // A string that is not closed, in a part of a program.
    (quote.kind != QuoteKind::Line && quote.open.len() > 1).then_some(text.len())
}
