//! Raw HTML in a document. Elements that a page may have stay; everything else that looks like one is shown as text. If
//! a `<T>` or a `<script>` disappeared, facts would disappear with it.

use std::cell::{Cell, OnceCell};

use tagdown::document::parse;
use tagdown::markdown::Piece;

use crate::protect::html_tags::{attributes, is_component};
use crate::protect::pairs::is_large;
use crate::protect::raw_html;

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
    "time",
    "tr",
    "tt",
    "u",
    "ul",
    "a",
    "var",
    "wbr",
];

/// Elements that contain no others, or are closed by the next one of their kind.
const LEAVES: &[&str] = &["br", "col", "dd", "dt", "hr", "img", "li", "p", "source", "td", "th", "tr", "wbr"];

/// Elements nested deeper are shown as text, because a tree of thousands of levels takes minutes.
const DEEPEST: usize = 200;

/// The tags without a partner: in the document, and in a piece of it.
pub(crate) struct Alone<'d> {
    /// And whether each is a word.
    whole: &'d [(usize, bool)],
    text: &'d str,
    /// Those in the piece, found when they are first needed: most pieces have no HTML.
    piece: OnceCell<Vec<usize>>,
    /// The offset of the piece.
    at: usize,
    /// How many elements are open.
    depth: Cell<usize>,
}

impl<'d> Alone<'d> {
    /// `whole` are the offsets in the document.
    pub(super) fn new(whole: &'d [(usize, bool)], piece: &Piece<'d>) -> Self {
        Self { whole, text: piece.text, piece: OnceCell::new(), at: piece.at, depth: Cell::new(0) }
    }

    /// Whether the tag at an offset has no partner in the piece.
    fn is_alone_in_piece(&self, at: usize) -> bool {
        let found = self.piece.get_or_init(|| {
            let found = raw_html::alone(&parse(self.text));
            found.into_iter().map(|(at, _)| at).collect()
        });
        found.binary_search(&at.wrapping_sub(self.at)).is_ok()
    }

    /// Raw HTML at an offset, without comments, with everything escaped that is not a known element.
    pub(super) fn filter(&self, raw: &str, at: usize) -> String {
        let mut out = String::with_capacity(raw.len());
        let mut rest = raw;
        while let Some(next) = rest.find('<') {
            out.push_str(&rest[..next]);
            rest = &rest[next..];
            if let Some(comment) = rest.strip_prefix("<!--") {
                // An unclosed comment extends to the last byte for every Markdown renderer.
                rest = comment.find("-->").map_or("", |end| &comment[end + 3..]);
                continue;
            }
            let place = at + raw.len() - rest.len();
            if let Some((length, link)) = self.media(rest, place) {
                out.push_str(&link);
                rest = &rest[length..];
            } else if let Some(length) = self.element(rest, place) {
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

    /// The length of the tag at the start of the text and the link that replaces it, if it belongs to a video or a
    /// sound, which a page does not load.
    fn media(&self, text: &str, at: usize) -> Option<(usize, String)> {
        let is_closing = text.starts_with("</");
        let word = name(&text[if is_closing { 2 } else { 1 }..]);
        let after = text.get(1 + usize::from(is_closing) + word.len()..)?;
        let is_source = word.eq_ignore_ascii_case("source");
        if !is_source && !["video", "audio"].iter().any(|media| word.eq_ignore_ascii_case(media))
            || self.is_alone_in_piece(at)
        {
            return None;
        }
        let end = tag_end(after)?;
        let found = attributes(after[..end - 1].trim_end_matches('/'));
        let source =
            found.into_iter().find(|(name, _)| name.eq_ignore_ascii_case("src")).and_then(|(_, src)| src);
        let escaped = source.map(|src| src.replace('"', "&quot;").replace('<', "&lt;").replace('>', "&gt;"));
        let link = escaped.map(|src| format!("<a href=\"{src}\">{src}</a> "));
        let length = text.len() - after.len() + end;
        // The other sources are those of a picture.
        (link.is_some() || !is_source).then(|| (length, link.unwrap_or_default()))
    }

    /// The length of the tag at the start of the text, if it is a known element.
    fn element(&self, text: &str, at: usize) -> Option<usize> {
        let is_closing = text.starts_with("</");
        let word = name(&text[if is_closing { 2 } else { 1 }..]);
        let lower = word.to_ascii_lowercase();
        let holds_nothing = LEAVES.contains(&&*lower);
        // Large elements may extend over several pieces.
        let found = self.whole.binary_search_by_key(&at, |(at, _)| *at);
        let is_word = found.is_ok_and(|index| self.whole[index].1);
        let is_alone = found.is_ok() || !is_large(&lower) && self.is_alone_in_piece(at);
        if is_component(word)
            || !KNOWN.contains(&&*lower)
            || is_alone && (is_closing || is_word || !holds_nothing)
        {
            return None;
        }
        let open = self.depth.get();
        if open >= DEEPEST && !is_closing {
            return None;
        }
        let after = text.get(1 + usize::from(is_closing) + word.len()..)?;
        after.starts_with(|c: char| c.is_ascii_whitespace() || "/>".contains(c)).then_some(())?;
        let end = tag_end(after)?;
        match (is_closing, holds_nothing) {
            (true, _) => self.depth.set(open.saturating_sub(1)),
            (false, true) => {}
            (false, false) => self.depth.set(open + 1),
        }
        Some(text.len() - after.len() + end)
    }
}

/// Whether HTML has no element but line breaks.
pub(crate) fn is_simple(html: &str) -> bool {
    let is_break = |rest: &str| ["br>", "br/>", "br />"].iter().any(|tag| rest.starts_with(tag));
    html.split('<').skip(1).all(is_break)
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
    use tagdown::markdown::Start;

    use super::*;

    #[test]
    fn only_known_elements_stay() {
        for (raw, kept) in [
            ("<T>", "&lt;T>"),
            ("<br>", "<br>"),
            ("<BR/>", "<BR/>"),
            ("a <B>", "a &lt;B>"),
            ("a <B>b</B>", "a <B>b</B>"),
            ("a </s> and <s> open", "a &lt;/s> and &lt;s> open"),
            ("a <s>b</s> c </s>", "a <s>b</s> c &lt;/s>"),
            ("<pad> a </div> <|x|> <unk/>", "&lt;pad> a &lt;/div> &lt;|x|> &lt;unk/>"),
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
            ("<details><summary>a</summary></details>", "<details><summary>a</summary></details>"),
            ("<li>a<li>b", "<li>a<li>b"),
            ("a < b", "a &lt; b"),
            ("<video src=\"a.mp4\" controls></video>", "<a href=\"a.mp4\">a.mp4</a> "),
            (
                "<audio><source src='a.ogg'><source src=b.mp3></audio>",
                "<a href=\"a.ogg\">a.ogg</a> <a href=\"b.mp3\">b.mp3</a> ",
            ),
            ("<video>", "&lt;video>"),
        ] {
            let whole = raw_html::alone(&parse(raw));
            let piece = Piece { text: raw, at: 0, start: Start::Block };
            assert_eq!(Alone::new(&whole, &piece).filter(raw, 0), kept, "{raw}");
        }
    }
}
