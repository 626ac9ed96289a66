//! Raw HTML in a document. Elements that a page may have stay; everything else that looks like one is shown as text. If
//! a `<T>` or a `<script>` disappeared, facts would disappear with it.

use std::cell::Cell;

use rustc_hash::FxHashSet;

/// Elements that are passed on. `sanitize.rs` decides which of them stay; the content of the others is kept.
const KNOWN: &[&str] = &[
    "abbr",
    "article",
    "aside",
    "b",
    "bdi",
    "bdo",
    "big",
    "blockquote",
    "br",
    "caption",
    "center",
    "cite",
    "code",
    "col",
    "colgroup",
    "dd",
    "del",
    "details",
    "dfn",
    "div",
    "dl",
    "dt",
    "em",
    "figcaption",
    "figure",
    "font",
    "footer",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hr",
    "i",
    "img",
    "ins",
    "kbd",
    "li",
    "main",
    "mark",
    "nav",
    "ol",
    "p",
    "picture",
    "pre",
    "q",
    "rp",
    "rt",
    "ruby",
    "s",
    "samp",
    "section",
    "small",
    "source",
    "span",
    "strike",
    "strong",
    "sub",
    "summary",
    "sup",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "tr",
    "tt",
    "u",
    "ul",
    "a",
    "var",
    "wbr",
];

/// Elements that are just as likely a placeholder (`Vec<a>`, `--level <var>`) if nothing closes them.
const PAIRED: &[&str] = &[
    "a", "abbr", "b", "bdi", "bdo", "big", "cite", "code", "del", "dfn", "em", "font", "i", "ins", "kbd",
    "mark", "q", "rp", "rt", "ruby", "s", "samp", "small", "span", "strike", "strong", "sub", "sup", "tt",
    "u", "var", "summary", "caption", "header", "footer", "main", "section", "picture", "pre", "article",
];

/// Elements that contain no others, or are closed by the next one of their kind.
const LEAVES: &[&str] = &["br", "col", "dd", "dt", "hr", "img", "li", "p", "source", "td", "th", "tr", "wbr"];

/// Elements nested deeper are shown as text, because a tree of thousands of levels takes minutes.
const DEEPEST: usize = 200;

/// The elements that a piece of Markdown opens and closes.
#[derive(Default)]
pub(crate) struct Pairs<'p> {
    opened: FxHashSet<&'p str>,
    closed: FxHashSet<&'p str>,
    /// How many elements are open.
    depth: Cell<usize>,
}

impl<'p> Pairs<'p> {
    pub(super) fn of(piece: &'p str) -> Self {
        let mut pairs = Self::default();
        for (at, _) in piece.match_indices('<') {
            let rest = &piece[at + 1..];
            let (set, rest) = match rest.strip_prefix('/') {
                Some(rest) => (&mut pairs.closed, rest),
                None => (&mut pairs.opened, rest),
            };
            set.insert(name(rest));
        }
        pairs
    }

    /// Raw HTML without comments, with everything escaped that is not a known element.
    pub(super) fn filter(&self, raw: &str) -> String {
        let mut out = String::with_capacity(raw.len());
        let mut rest = raw;
        while let Some(at) = rest.find('<') {
            out.push_str(&rest[..at]);
            rest = &rest[at..];
            if let Some(comment) = rest.strip_prefix("<!--") {
                // An unclosed comment extends to the last byte for every Markdown renderer.
                rest = comment.find("-->").map_or("", |end| &comment[end + 3..]);
                continue;
            }
            if let Some(length) = self.element(rest) {
                out.push_str(&rest[..length]);
                rest = &rest[length..];
            } else {
                out.push_str("&lt;");
                rest = &rest[1..];
            }
        }
        out.push_str(rest);
        out
    }

    /// The length of the tag at the start of the text, if it is a known element.
    fn element(&self, text: &str) -> Option<usize> {
        let is_closing = text.starts_with("</");
        let word = name(&text[if is_closing { 2 } else { 1 }..]);
        // `<Button>` is a component, `<B>` a parameter of a type; `<BR>` is old HTML.
        let is_cased = word.starts_with(|c: char| c.is_ascii_uppercase())
            && (word.len() == 1 || word.contains(|c: char| c.is_ascii_lowercase()));
        let lower = word.to_ascii_lowercase();
        if is_cased || !KNOWN.contains(&&*lower) {
            return None;
        }
        let other = if is_closing { &self.opened } else { &self.closed };
        if PAIRED.contains(&&*lower) && !other.contains(word) {
            return None;
        }
        let depth = self.depth.get();
        if depth >= DEEPEST && !is_closing {
            return None;
        }
        let after = text.get(1 + usize::from(is_closing) + word.len()..)?;
        after.starts_with(|c: char| c.is_ascii_whitespace() || "/>".contains(c)).then_some(())?;
        let end = tag_end(after)?;
        let holds_nothing = LEAVES.contains(&&*lower);
        match (is_closing, holds_nothing) {
            (true, _) => self.depth.set(depth.saturating_sub(1)),
            (false, true) => {}
            (false, false) => self.depth.set(depth + 1),
        }
        Some(text.len() - after.len() + end)
    }
}

/// The name at the start of a tag.
fn name(text: &str) -> &str {
    let end = text.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | ':' | '.' | '_')));
    &text[..end.unwrap_or(text.len())]
}

/// The position after the `>` that ends a tag; a `>` in quotes does not end it.
fn tag_end(text: &str) -> Option<usize> {
    let mut quote = None;
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '"' | '\'') => quote = Some(c),
            (None, '>') => return Some(at + 1),
            (None, '<') => return None,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_known_elements_stay() {
        for (raw, kept) in [
            ("<T>", "&lt;T>"),
            ("<br>", "<br>"),
            ("<BR/>", "<BR/>"),
            ("<B>", "&lt;B>"),
            ("<Button>x</Button>", "&lt;Button>x&lt;/Button>"),
            ("<kbd>x</kbd>", "<kbd>x</kbd>"),
            ("<var>", "&lt;var>"),
            ("</var>", "&lt;/var>"),
            ("<script>alert(1)</script>", "&lt;script>alert(1)&lt;/script>"),
            ("<!-- a --> b", " b"),
            ("<?php a > b ?>", "&lt;?php a > b ?>"),
            ("<![CDATA[x]]>", "&lt;![CDATA[x]]>"),
            ("<img alt='a > b' src=x>", "<img alt='a > b' src=x>"),
            ("<div", "&lt;div"),
            ("<details><summary>a</summary>", "<details><summary>a</summary>"),
            ("a < b", "a &lt; b"),
        ] {
            assert_eq!(Pairs::of(raw).filter(raw), kept, "{raw}");
        }
    }
}
