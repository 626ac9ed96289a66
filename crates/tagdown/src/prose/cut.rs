//! Cuts a paragraph into sentences that together cover it, and recognises sentences that depend on the one before.

use std::sync::LazyLock;

use super::sentence;
use crate::document::Document;
use crate::markdown::emphasis_spans;
use crate::text::Span;

/// The sentences of a stretch of running text. Every byte belongs to one of them, except for white space between them.
/// A label such as `**Timeouts.**` belongs to the sentence after it. No cut is made inside emphasis, code or a link.
pub fn sentences(document: &Document<'_>, passage: Span) -> Vec<Span> {
    let source = &document.source;
    let passage = source.trim(passage);
    let text = document.text(passage);
    if passage.start >= passage.end {
        return Vec::new();
    }
    if sentence::most(text) < 2 {
        return vec![passage];
    }
    let mut found = Vec::new();
    sentence::split(text, passage.start, document.markdown.inlines_in(passage), &mut found);
    let is_mark = |byte: &u8| matches!(byte, b'*' | b'_' | b'~');
    let marks = (text.as_bytes().iter().position(is_mark), text.as_bytes().iter().rposition(is_mark));
    let mut emphasis: Option<Vec<Span>> = None;
    let mut is_inside = |at: usize| {
        let at = at - passage.start;
        // Emphasis around a cut has a mark on each side of it.
        if !matches!(marks, (Some(first), Some(last)) if first < at && at <= last) {
            return false;
        }
        let emphasis = emphasis.get_or_insert_with(|| emphasis_spans(text));
        let last = emphasis.partition_point(|span| span.start < at).checked_sub(1);
        last.is_some_and(|last| at < emphasis[last].end)
    };
    let ends = found.iter().map(|span| span.end).filter(|&end| !is_inside(end));
    let mut out = Vec::with_capacity(found.len() + 1);
    let mut start = passage.start;
    for end in ends.chain([passage.end]) {
        let one = source.trim(Span::new(start, end.max(start)));
        if one.start < one.end {
            out.push(one);
        }
        start = end.max(start);
    }
    out
}

/// Words that refer to the previous sentence.
const LEANING: &str = "it, its, it's, this, that, these, those, they, their, them, he, she, such, however, therefore, \
    thus, hence, but, and, or, so, also, then, otherwise, instead, consequently, additionally, furthermore, moreover, \
    nevertheless, nonetheless, similarly, likewise, conversely, alternatively, besides, both, neither, either, the \
    former, the latter, in this, in that, in these, in those, in both, in such, for this, for that, for these, because \
    of this, as such, as a result, doing so, if so, if not, here, there, yet, still, once, afterwards, meanwhile, \
    finally, first, second, third, next, again, the same, another, others, one, to do so, to do this, to do that, with \
    this, with that, with these, by doing, in other, in addition, in contrast, on the other, that's, they're, which, \
    who, where, what, why, how, use it, use them, use these";

/// Whether a sentence introduces what follows it: it ends with a colon, or without any sign.
pub fn leads_in(sentence: &str) -> bool {
    let sentence = sentence.trim_end().trim_end_matches(['*', '_', '`']);
    sentence.ends_with([':', ',']) || sentence.ends_with(char::is_alphanumeric)
}

/// The entries of [`LEANING`] by their first letter.
static BY_LETTER: LazyLock<[Vec<&str>; 26]> = LazyLock::new(|| {
    let mut table = [const { Vec::new() }; 26];
    for words in LEANING.split(", ") {
        table[usize::from(words.as_bytes()[0] - b'a')].push(words);
    }
    table
});

/// Whether a sentence can only be understood after another.
pub fn leans(sentence: &str) -> bool {
    let plain = sentence.trim_start_matches(['*', '_', '"', '(', '[', '“']);
    let first = plain.bytes().next().map(|byte| byte.to_ascii_lowercase()).filter(u8::is_ascii_lowercase);
    let Some(first) = first else { return false };
    let opens = |words: &&str| {
        let start = plain.as_bytes().get(..words.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(words.as_bytes()))
            && !plain[words.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '-' || c == '`')
    };
    BY_LETTER[usize::from(first - b'a')].iter().any(opens)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::parse;

    fn cut(text: &str) -> Vec<&str> {
        let document = parse(text);
        let spans = sentences(&document, Span::new(0, text.len()));
        spans.into_iter().map(|span| &text[span.range()]).collect()
    }

    #[test]
    fn sentences_cover_the_paragraph() {
        for (text, expected) in [
            ("One. Two.", vec!["One.", "Two."]),
            ("**Timeouts.** It waits. It stops.", vec!["**Timeouts.** It waits.", "It stops."]),
            ("**One. Two.** Three.", vec!["**One. Two.**", "Three."]),
            ("Set `a. B`. Then *stop. Go*. Done", vec!["Set `a. B`.", "Then *stop. Go*.", "Done"]),
            ("A short end. See below:", vec!["A short end.", "See below:"]),
            ("", vec![]),
        ] {
            assert_eq!(cut(text), expected, "{text}");
        }
    }

    #[test]
    fn a_sentence_that_points_back_is_recognised() {
        for text in [
            "It stops.",
            "This is why.",
            "*These* are kept.",
            "However, no.",
            "If so, wait.",
            "For this reason, no.",
        ] {
            assert!(leans(text), "{text}");
        }
        for text in [
            "Items are kept.",
            "Thistles grow.",
            "`it` is a name.",
            "If a file is there, it is read.",
            "Itself a list.",
        ] {
            assert!(!leans(text), "{text}");
        }
    }
}
