//! The words of a text without the punctuation around them.

use crate::text::{Span, runs};

/// The words of a text, without the punctuation around them.
pub(super) fn bare_words(text: &str) -> Vec<Span> {
    if text.is_ascii() { ascii_words(text) } else { words(text).collect() }
}

/// The words of a text in ASCII, by bytes.
fn ascii_words(text: &str) -> Vec<Span> {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len() / 5);
    let is = |at: usize, class: u8| CLASSES[usize::from(bytes[at])] & class != 0;
    for (mut start, mut end) in runs(bytes, |byte| !matches!(byte, b'\t'..=b'\r' | b' ')) {
        while start < end && is(start, LEAD) {
            start += 1;
        }
        while start < end && is(end - 1, TAIL) {
            end -= 1;
        }
        if start < end && bytes[end - 1] == b')' && !bytes[start..end].contains(&b'(') {
            while start < end && bytes[end - 1] == b')' {
                end -= 1;
            }
        }
        if start < end {
            out.push(Span::new(start, end));
        }
    }
    out
}

const LEAD: u8 = 1;
const TAIL: u8 = 2;

/// What a byte is: punctuation before a word, after one, or both.
const CLASSES: [u8; 256] = {
    let classes: [(&[u8], u8); 2] = [(b"(\"'*_", LEAD), (b".,;:!?\"'*_", TAIL)];
    let mut table = [0; 256];
    let mut class = 0;
    while class < classes.len() {
        let mut at = 0;
        while at < classes[class].0.len() {
            table[classes[class].0[at] as usize] |= classes[class].1;
            at += 1;
        }
        class += 1;
    }
    table
};

/// The same for any text, by characters.
fn words(text: &str) -> impl Iterator<Item = Span> {
    let mut at = 0;
    text.split_inclusive(char::is_whitespace).filter_map(move |raw| {
        let start = at;
        at += raw.len();
        let word = raw.trim_end();
        let lead = word.len() - word.trim_start_matches(['(', '"', '“', '\'', '*', '_']).len();
        let bare = word[lead..].trim_end_matches(['.', ',', ';', ':', '!', '?', '"', '”', '\'', '*', '_']);
        let bare = if bare.contains('(') { bare } else { bare.trim_end_matches(')') };
        (!bare.is_empty()).then(|| Span::new(start + lead, start + lead + bare.len()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_by_bytes_are_words() {
        for text in [
            "",
            " ",
            "a",
            "(a) b.",
            "f(x) (see \"y\"). **z**",
            "x):) '_a_'\tb\n\x0bc\x0c!?",
            "(( ))",
            "a()) b))",
        ] {
            assert_eq!(ascii_words(text), words(text).collect::<Vec<_>>(), "{text:?}");
        }
    }
}
