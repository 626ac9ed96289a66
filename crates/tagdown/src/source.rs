//! The text of a document, byte spans into it, and the only place where lines, columns and UTF-16
//! units exist.

use std::ops::Range;

/// A half-open range of bytes. Spans made by this crate lie on character boundaries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl Span {
    /// The bytes from `start` up to `end`.
    pub fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// An empty span at `at`.
    pub fn at(at: usize) -> Self {
        Self { start: at, end: at }
    }

    /// Whether nothing lies in it.
    pub fn is_empty(self) -> bool {
        self.start >= self.end
    }

    /// Whether the byte at `offset` lies in it.
    pub fn contains(self, offset: usize) -> bool {
        self.start <= offset && offset < self.end
    }

    /// Whether the two share a byte.
    pub fn overlaps(self, other: Span) -> bool {
        self.start < other.end && other.start < self.end
    }

    /// The part that both share; empty where they share none.
    #[must_use]
    pub fn clip(self, other: Span) -> Span {
        let start = self.start.max(other.start);
        Span::new(start, self.end.min(other.end).max(start))
    }

    /// As a range for slicing.
    pub fn range(self) -> Range<usize> {
        self.start..self.end
    }
}

/// A place as people and editors name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// Counted from 1.
    pub line: usize,
    /// Counted from 1, in characters; a byte order mark is no column.
    pub column: usize,
    /// Counted from 0.
    pub byte: usize,
}

/// A text with its line index. A line ends at LF, CRLF or a lone CR, as in `CommonMark`.
#[derive(Clone, Debug)]
pub struct Source<'t> {
    text: &'t str,
    /// Start of every line, ascending; the first line starts behind a byte order mark. A text that ends in
    /// a line end has no further, empty line.
    starts: Vec<usize>,
    /// Then a column is a difference of bytes, however long the line.
    is_ascii: bool,
}

/// What a blank line may hold.
pub(crate) const BLANKS: [char; 4] = [' ', '\t', '\n', '\r'];

const BOM: char = '\u{feff}';

impl<'t> Source<'t> {
    /// Indexes the lines of `text`.
    pub fn new(text: &'t str) -> Self {
        let bytes = text.as_bytes();
        let mut starts = Vec::with_capacity(bytes.len() / 40 + 1);
        starts.push(if text.starts_with(BOM) { BOM.len_utf8() } else { 0 });
        for at in memchr::memchr2_iter(b'\n', b'\r', bytes) {
            let crlf = bytes[at] == b'\r' && bytes.get(at + 1) == Some(&b'\n');
            if !crlf && at + 1 < bytes.len() {
                starts.push(at + 1);
            }
        }
        Self { text, starts, is_ascii: text.is_ascii() }
    }

    /// The whole text.
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// The text of a span.
    pub fn slice(&self, span: Span) -> &'t str {
        &self.text[span.range()]
    }

    /// How many lines there are; an empty text has one.
    pub fn line_count(&self) -> usize {
        self.starts.len()
    }

    /// The index, from 0, of the line that holds `offset`.
    pub fn line_of(&self, offset: usize) -> usize {
        self.starts.partition_point(|&start| start <= offset).saturating_sub(1)
    }

    /// Where line `index` starts; past the last line, the end of the text.
    pub fn line_start(&self, index: usize) -> usize {
        self.starts.get(index).copied().unwrap_or(self.text.len())
    }

    /// Line `index` with its line end.
    pub fn full_line(&self, index: usize) -> Span {
        Span::new(self.line_start(index), self.line_start(index + 1))
    }

    /// Line `index` without its line end.
    pub fn line(&self, index: usize) -> Span {
        let full = self.full_line(index);
        let kept = self.slice(full).trim_end_matches(['\n', '\r']).len();
        Span::new(full.start, full.start + kept)
    }

    /// Where the line after the one holding `offset` starts.
    pub fn next_line(&self, offset: usize) -> usize {
        self.line_start(self.line_of(offset) + 1)
    }

    /// Where the line holding `offset` starts.
    pub fn this_line(&self, offset: usize) -> usize {
        self.line_start(self.line_of(offset))
    }

    /// Whether line `index` holds nothing but white space.
    pub fn is_blank(&self, index: usize) -> bool {
        self.slice(self.line(index)).trim_matches([' ', '\t']).is_empty()
    }

    /// The span without the spaces, tabs and line ends at either end. Other white space is text to Markdown.
    pub fn trim(&self, span: Span) -> Span {
        let text = self.slice(span);
        let is_blank =
            |byte: Option<&u8>| byte.is_some_and(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r'));
        if !is_blank(text.as_bytes().first()) && !is_blank(text.as_bytes().last()) {
            return span;
        }
        let start = span.start + (text.len() - text.trim_start_matches(BLANKS).len());
        Span::new(start, start + text.trim_matches(BLANKS).len())
    }

    /// Line and column of a byte offset.
    pub fn position(&self, offset: usize) -> Position {
        let offset = self.text.floor_char_boundary(offset);
        let line = self.line_of(offset);
        let before = &self.text[self.line_start(line).min(offset)..offset];
        let column = 1 + if self.is_ascii { before.len() } else { before.chars().count() };
        Position { line: line + 1, column, byte: offset }
    }

    /// Line and column of an offset, both from 1, the column in bytes.
    pub fn byte_position(&self, offset: usize) -> (usize, usize) {
        let line = self.line_of(offset);
        (line + 1, offset - self.line_start(line) + 1)
    }

    /// Line (from 0) and UTF-16 column (from 0) of a byte offset, as editors count them.
    pub fn utf16_position(&self, offset: usize) -> (usize, usize) {
        let offset = self.text.floor_char_boundary(offset);
        let line = self.line_of(offset);
        let before = &self.text[self.line_start(line).min(offset)..offset];
        (line, before.chars().map(char::len_utf16).sum())
    }

    /// The line end that the text uses first, for text that is put in.
    pub fn eol(&self) -> &'static str {
        match memchr::memchr2(b'\n', b'\r', self.text.as_bytes()) {
            Some(at) if self.text.as_bytes()[at] == b'\r' => {
                if self.text.as_bytes().get(at + 1) == Some(&b'\n') { "\r\n" } else { "\r" }
            }
            _ => "\n",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_for_every_line_end() {
        let source = Source::new("a\r\nbä\rc\n\nd");
        let lines: Vec<_> = (0..source.line_count()).map(|i| source.slice(source.line(i))).collect();
        assert_eq!(lines, ["a", "bä", "c", "", "d"]);
        assert_eq!(source.position(6), Position { line: 2, column: 3, byte: 6 });
        assert_eq!(source.eol(), "\r\n");
    }

    #[test]
    fn a_byte_order_mark_is_no_column() {
        let source = Source::new("\u{feff}# T😀x\n");
        assert_eq!(source.position(3), Position { line: 1, column: 1, byte: 3 });
        assert_eq!(source.utf16_position(10), (0, 5));
        assert_eq!(source.line_count(), 1);
    }
}
