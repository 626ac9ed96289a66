//! Splits the running text of a piece into tokens for the labeller: lower-case words, and placeholders for code, links,
//! numbers and the ends of sentences.

use crate::document::Document;
use crate::markdown::InlineKind;
use crate::text::Span;

/// Replaces a code span.
pub(crate) const CODE: &str = "‹code›";
/// Precedes the words of a link.
pub(crate) const LINK: &str = "‹link›";
/// Replaces an image.
pub(crate) const IMAGE: &str = "‹image›";
/// Replaces a number.
pub(crate) const NUMBER: &str = "‹number›";
/// Replaces a web address.
pub(crate) const ADDRESS: &str = "‹url›";

/// The tokens of a stretch of text.
pub(crate) fn tokens(document: &Document<'_>, span: Span) -> Vec<String> {
    let text = document.source.text();
    let bytes = text.as_bytes();
    let mut out = Vec::new();
    let mut inlines = document.markdown.inlines_in(span).iter().peekable();
    // For each link whose words are being read: the end of the words and the end of the link.
    let mut links: Vec<(usize, usize)> = Vec::new();
    let mut at = span.start;
    while at < span.end {
        if let Some(&(words_end, end)) = links.last()
            && at >= words_end
        {
            links.pop();
            at = at.max(end);
            continue;
        }
        while inlines.next_if(|(_, inline)| inline.start < at).is_some() {}
        if let Some((kind, inline)) = inlines.next_if(|(_, inline)| inline.start == at) {
            let raw = document.text(inline.clip(span));
            match kind {
                InlineKind::Code => {
                    out.push(CODE.to_owned());
                    at = inline.end;
                }
                InlineKind::Html => at = inline.end,
                InlineKind::Link if raw.starts_with("![") => {
                    out.push(IMAGE.to_owned());
                    at = inline.end;
                }
                InlineKind::Link => {
                    out.push(LINK.to_owned());
                    match label_length(raw) {
                        Some(length) => {
                            links.push((at + length, inline.end));
                            at += 1;
                        }
                        None => at = inline.end,
                    }
                }
            }
            continue;
        }
        at += read_one(&text[at..span.end], bytes[at], &mut out);
    }
    out
}

/// The length of `[words` in a link.
fn label_length(link: &str) -> Option<usize> {
    if !link.starts_with('[') {
        return None;
    }
    link.rfind("](").or_else(|| link.rfind("][")).or_else(|| link.rfind(']'))
}

/// Reads a word, number, address or sign at the start of `rest`; returns its length.
fn read_one(rest: &str, first: u8, out: &mut Vec<String>) -> usize {
    if first.is_ascii_digit() {
        out.push(NUMBER.to_owned());
        return rest
            .bytes()
            .take_while(|byte| byte.is_ascii_alphanumeric() || b".,_%".contains(byte))
            .count()
            .max(1);
    }
    if rest.starts_with("http://") || rest.starts_with("https://") {
        out.push(ADDRESS.to_owned());
        return rest.find(|c: char| c.is_whitespace() || c == ')' || c == '>').unwrap_or(rest.len());
    }
    let length: usize = rest
        .char_indices()
        .take_while(|(at, c)| c.is_alphabetic() || (*at > 0 && "'’".contains(*c)))
        .map(|(_, c)| c.len_utf8())
        .sum();
    if length > 0 {
        let word = rest[..length].trim_end_matches(['\'', '’']);
        out.push(word.to_lowercase().replace('’', "'"));
        return length;
    }
    let sign = rest.chars().next().map_or(1, char::len_utf8);
    if matches!(first, b'?' | b'!' | b':' | b';' | b'(' | b'.' | b',') {
        let ends = rest[sign..].chars().next().is_none_or(|c| !c.is_alphanumeric());
        if ends || first == b'(' {
            out.push(rest[..sign].to_owned());
        }
    }
    sign
}
