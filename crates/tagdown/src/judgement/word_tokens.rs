//! Splits running text into tokens for the judge and the labeller: lower-case words, and placeholders for code, links,
//! numbers and the ends of sentences.

use super::hashed::{Hashed, push};
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

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    Word,
    Code,
    Link,
    Image,
    Number,
    Address,
    /// One of the signs that tokens are made of.
    Sign,
}

#[derive(Clone, Copy, Debug)]
struct Token {
    kind: TokenKind,
    /// A word: its position in the buffer. A sign: its index in [`SIGNS`].
    start: usize,
    end: usize,
    hash: u64,
}

/// The tokens of a stretch of text. Reading another stretch reuses the memory.
#[derive(Debug, Default)]
pub(super) struct Tokens {
    words: String,
    list: Vec<Token>,
}

/// The signs that become tokens. An opening bracket always does, the others only at the end of a word.
const SIGNS: [Hashed<'static>; 7] = [
    Hashed::new("?"),
    Hashed::new("!"),
    Hashed::new(":"),
    Hashed::new(";"),
    Hashed::new("("),
    Hashed::new("."),
    Hashed::new(","),
];

impl Tokens {
    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// The tokens in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = (TokenKind, Hashed<'_>)> {
        self.list.iter().map(|token| (token.kind, self.text(token)))
    }

    /// The text of the token at `index`.
    pub(super) fn get(&self, index: usize) -> Option<Hashed<'_>> {
        self.list.get(index).map(|token| self.text(token))
    }

    /// The number of tokens of a kind.
    pub(super) fn count(&self, kind: TokenKind) -> usize {
        self.list.iter().filter(|token| token.kind == kind).count()
    }

    #[inline]
    fn text(&self, token: &Token) -> Hashed<'_> {
        const HASHED: [Hashed<'static>; 5] = [
            Hashed::new(CODE),
            Hashed::new(LINK),
            Hashed::new(IMAGE),
            Hashed::new(NUMBER),
            Hashed::new(ADDRESS),
        ];
        match token.kind {
            TokenKind::Word => Hashed::known(&self.words[token.start..token.end], token.hash),
            TokenKind::Code => HASHED[0],
            TokenKind::Link => HASHED[1],
            TokenKind::Image => HASHED[2],
            TokenKind::Number => HASHED[3],
            TokenKind::Address => HASHED[4],
            TokenKind::Sign => SIGNS[token.start],
        }
    }

    /// Reads the tokens of a stretch of text.
    pub(super) fn read(&mut self, document: &Document<'_>, span: Span) {
        self.words.clear();
        self.list.clear();
        let text = document.source.text();
        let bytes = text.as_bytes();
        let mut inlines = document.markdown.inlines_in(span).iter().peekable();
        // For each link whose words are being read: the end of the words and the end of the link.
        let mut links: Vec<(usize, usize)> = Vec::new();
        let mut at = span.start;
        while at < span.end {
            if bytes[at] == b' ' && links.is_empty() {
                at += 1;
                continue;
            }
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
                        self.add(TokenKind::Code);
                        at = inline.end;
                    }
                    InlineKind::Html => at = inline.end,
                    InlineKind::Link if raw.starts_with("![") => {
                        self.add(TokenKind::Image);
                        at = inline.end;
                    }
                    InlineKind::Link => {
                        self.add(TokenKind::Link);
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
            at += self.one(&text[at..span.end], bytes[at]);
        }
    }

    fn add(&mut self, kind: TokenKind) {
        self.list.push(Token { kind, start: 0, end: 0, hash: 0 });
    }

    /// Reads a word, number, address or sign at the start of `rest`; returns its length.
    fn one(&mut self, rest: &str, first: u8) -> usize {
        if first.is_ascii_digit() {
            self.add(TokenKind::Number);
            return rest
                .bytes()
                .take_while(|byte| byte.is_ascii_alphanumeric() || b".,_%".contains(byte))
                .count()
                .max(1);
        }
        if first == b'h' && (rest.starts_with("http://") || rest.starts_with("https://")) {
            self.add(TokenKind::Address);
            return rest.find(|c: char| c.is_whitespace() || c == ')' || c == '>').unwrap_or(rest.len());
        }
        let length = self.word(rest);
        if length > 0 {
            return length;
        }
        let sign = rest.chars().next().map_or(1, char::len_utf8);
        if let Some(index) = b"?!:;(.,".iter().position(|known| *known == first) {
            let ends = rest[sign..].chars().next().is_none_or(|c| !c.is_alphanumeric());
            if ends || first == b'(' {
                self.list.push(Token { kind: TokenKind::Sign, start: index, end: index, hash: 0 });
            }
        }
        sign
    }

    /// Reads a word; returns its length.
    fn word(&mut self, rest: &str) -> usize {
        let start = self.words.len();
        let bytes = rest.as_bytes();
        let is_inside = |at: usize| bytes[at].is_ascii_alphabetic() || (at > 0 && bytes[at] == b'\'');
        let mut length = 0;
        while length < bytes.len() && is_inside(length) {
            length += 1;
        }
        if bytes.get(length).is_none_or(u8::is_ascii) {
            self.words.push_str(rest[..length].trim_end_matches('\''));
            self.words[start..].make_ascii_lowercase();
        } else {
            length = rest
                .char_indices()
                .take_while(|(at, c)| c.is_alphabetic() || (*at > 0 && "'’".contains(*c)))
                .map(|(_, c)| c.len_utf8())
                .sum();
            let word = rest[..length].trim_end_matches(['\'', '’']);
            self.words.push_str(&word.to_lowercase().replace('’', "'"));
        }
        if length > 0 {
            let hash = self.words.as_bytes()[start..].iter().fold(0, |hash, byte| push(hash, *byte));
            self.list.push(Token { kind: TokenKind::Word, start, end: self.words.len(), hash });
        }
        length
    }
}

/// The length of `[words` in a link.
fn label_length(link: &str) -> Option<usize> {
    if !link.starts_with('[') {
        return None;
    }
    link.rfind("](").or_else(|| link.rfind("][")).or_else(|| link.rfind(']'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::parse;

    /// The tokens of a stretch of text, each as its text.
    fn tokens(document: &Document<'_>, span: Span) -> Vec<String> {
        let mut tokens = Tokens::default();
        tokens.read(document, span);
        tokens.iter().map(|(_, token)| token.text.to_owned()).collect()
    }

    #[test]
    fn words_signs_and_placeholders() {
        for (text, expected) in [
            ("Don't set `a` to 5.5!", "don't set ‹code› to ‹number› !"),
            ("It’s Über (a.b, c).", "it's über ( a b , c ."),
            (
                "See [the docs](x.md), https://a.b/c or ![i](i.png).",
                "see ‹link› the docs , ‹url› or ‹image› .",
            ),
            ("'quoted' users' ÉCOLE'", "quoted users école"),
        ] {
            let document = parse(text);
            assert_eq!(tokens(&document, Span::new(0, text.len())).join(" "), expected, "{text}");
        }
    }

    #[test]
    fn a_token_knows_its_hash() {
        let text = "The Größe isn't [here](a) (5).";
        let document = parse(text);
        let mut tokens = Tokens::default();
        tokens.read(&document, Span::new(0, text.len()));
        for (_, token) in tokens.iter() {
            assert_eq!(
                super::super::hashed::join(&[token]),
                super::super::hashed::join(&[Hashed::new(token.text)])
            );
        }
    }
}
