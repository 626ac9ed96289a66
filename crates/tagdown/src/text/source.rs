//! The text of a document and byte spans into it. Only this file computes lines, columns and UTF-16 units.

use std::ops::Range;

/// A half-open range of bytes. Spans that this crate creates lie on character boundaries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The first byte.
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

    /// Whether the span is empty.
    pub fn len(self) -> usize {
        self.end - self.start
    }

    /// Whether it has no bytes.
    pub fn is_empty(self) -> bool {
        self.start >= self.end
    }

    /// Whether the span contains the byte at `offset`.
    pub fn contains(self, offset: usize) -> bool {
        self.start <= offset && offset < self.end
    }

    /// Whether the two spans share a byte.
    pub fn overlaps(self, other: Span) -> bool {
        self.start < other.end && other.start < self.end
    }

    /// The bytes that both spans share; empty if there are none.
    #[must_use]
    pub fn clip(self, other: Span) -> Span {
        let start = self.start.max(other.start);
        Span::new(start, self.end.min(other.end).max(start))
    }

    /// The span as a range, for slicing.
    pub fn range(self) -> Range<usize> {
        self.start..self.end
    }
}

/// A position in the form that people and editors use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// Counted from 1.
    pub line: usize,
    /// Counted from 1, in characters; a byte order mark does not count.
    pub column: usize,
    /// Counted from 0.
    pub byte: usize,
}

/// The unit in which an editor counts the columns of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Units {
    /// Bytes.
    Utf8,
    /// Units of UTF-16, of which an emoji has two.
    #[default]
    Utf16,
    /// Characters.
    Utf32,
}

impl Units {
    /// How many units a text has.
    pub fn count(self, text: &str) -> usize {
        let starts = |byte: &&u8| (**byte).cast_signed() >= -64;
        match self {
            Self::Utf8 => text.len(),
            Self::Utf32 => text.as_bytes().iter().filter(starts).count(),
            Self::Utf16 => {
                let bytes = text.as_bytes();
                bytes.iter().filter(starts).count() + bytes.iter().filter(|byte| **byte >= 0xf0).count()
            }
        }
    }

    /// How many bytes of a text the first units are; up to its end if it has fewer. A unit inside a character counts as
    /// the start of the character.
    fn bytes(self, text: &str, units: usize) -> usize {
        let mut left = units;
        for (at, c) in text.char_indices() {
            let width = match self {
                Self::Utf8 => c.len_utf8(),
                Self::Utf16 => c.len_utf16(),
                Self::Utf32 => 1,
            };
            if left < width {
                return at;
            }
            left -= width;
        }
        text.len()
    }
}

/// A text with a line index. As in `CommonMark`, a line ends at LF, CRLF or a single CR.
#[derive(Clone, Debug)]
pub struct Source<'t> {
    text: &'t str,
    /// The start of every line, ascending. The first line starts after a byte order mark. A line ending at the end of
    /// the text does not start another line.
    starts: Vec<usize>,
    /// For each stretch of [`STRETCH`] bytes, the number of lines that start before its second byte, so that a line is found
    /// without a search through all of them.
    lines_to: Vec<usize>,
    /// If true, a column is a difference of byte offsets, which is fast on long lines.
    is_ascii: bool,
}

/// The characters that a blank line may contain.
pub const BLANKS: [char; 4] = [' ', '\t', '\n', '\r'];

/// Whether a byte is one of [`BLANKS`].
fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

/// Few lines start in so many bytes.
const STRETCH: usize = 128;

const BOM: char = '\u{feff}';

impl<'t> Source<'t> {
    /// Indexes the lines of `text`.
    pub fn new(text: &'t str) -> Self {
        let bytes = text.as_bytes();
        let mut starts = Vec::with_capacity(bytes.len() / 40 + 1);
        starts.push(if text.starts_with(BOM) { BOM.len_utf8() } else { 0 });
        let mut add = |at: usize| {
            if at < bytes.len() {
                starts.push(at);
            }
        };
        if memchr::memchr(b'\r', bytes).is_none() {
            memchr::memchr_iter(b'\n', bytes).for_each(|at| add(at + 1));
        } else {
            for at in memchr::memchr2_iter(b'\n', b'\r', bytes) {
                let crlf = bytes[at] == b'\r' && bytes.get(at + 1) == Some(&b'\n');
                if !crlf {
                    add(at + 1);
                }
            }
        }
        let mut lines_to = Vec::with_capacity(bytes.len() / STRETCH + 1);
        for (line, start) in starts.iter().enumerate() {
            let first = start.div_ceil(STRETCH);
            lines_to.resize(first.max(lines_to.len()), line);
        }
        lines_to.resize(bytes.len() / STRETCH + 1, starts.len());
        Self { text, starts, lines_to, is_ascii: text.is_ascii() }
    }

    /// The complete text.
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// The text of a span.
    pub fn slice(&self, span: Span) -> &'t str {
        &self.text[span.range()]
    }

    /// The number of lines; an empty text has one.
    pub fn line_count(&self) -> usize {
        self.starts.len()
    }

    /// The index, from 0, of the line that contains `offset`.
    pub fn line_of(&self, offset: usize) -> usize {
        let stretch = (offset / STRETCH).min(self.lines_to.len() - 1);
        let mut next = self.lines_to[stretch];
        while self.starts.get(next).is_some_and(|&start| start <= offset) {
            next += 1;
        }
        next.saturating_sub(1)
    }

    /// Where line `index` starts; the end of the text if there is no such line.
    pub fn line_start(&self, index: usize) -> usize {
        self.starts.get(index).copied().unwrap_or(self.text.len())
    }

    /// Line `index` with its line ending.
    pub fn full_line(&self, index: usize) -> Span {
        Span::new(self.line_start(index), self.line_start(index + 1))
    }

    /// Line `index` without its line ending.
    pub fn line(&self, index: usize) -> Span {
        let full = self.full_line(index);
        let bytes = &self.text.as_bytes()[full.range()];
        let is_end = |byte: &&u8| matches!(byte, b'\n' | b'\r');
        Span::new(full.start, full.end - bytes.iter().rev().take_while(is_end).count())
    }

    /// Where the line after the one that contains `offset` starts.
    pub fn next_line(&self, offset: usize) -> usize {
        self.line_start(self.line_of(offset) + 1)
    }

    /// Where the line that contains `offset` starts.
    pub fn this_line(&self, offset: usize) -> usize {
        self.line_start(self.line_of(offset))
    }

    /// Whether line `index` contains only spaces and tabs.
    pub fn is_blank(&self, index: usize) -> bool {
        self.text.as_bytes()[self.full_line(index).range()].iter().copied().all(is_blank)
    }

    /// The span without leading and trailing spaces, tabs and line endings. Markdown treats other white space as text.
    pub fn trim(&self, span: Span) -> Span {
        let bytes = &self.text.as_bytes()[span.range()];
        let after = bytes.iter().rev().take_while(|byte| is_blank(**byte)).count();
        if after == bytes.len() {
            return Span::at(span.end);
        }
        let before = bytes.iter().take_while(|byte| is_blank(**byte)).count();
        Span::new(span.start + before, span.end - after)
    }

    /// The line and column of a byte offset.
    pub fn position(&self, offset: usize) -> Position {
        let offset = self.text.floor_char_boundary(offset);
        let line = self.line_of(offset);
        let before = &self.text[self.line_start(line).min(offset)..offset];
        let column = 1 + if self.is_ascii { before.len() } else { before.chars().count() };
        Position { line: line + 1, column, byte: offset }
    }

    /// The line and column of an offset, both from 1, with the column in bytes.
    pub fn byte_position(&self, offset: usize) -> (usize, usize) {
        let line = self.line_of(offset);
        // A byte order mark comes before the first line.
        (line + 1, offset.saturating_sub(self.line_start(line)) + 1)
    }

    /// The line (from 0) and UTF-16 column (from 0) of a byte offset, as editors count them.
    pub fn utf16_position(&self, offset: usize) -> (usize, usize) {
        let offset = self.text.floor_char_boundary(offset);
        let line = self.line_of(offset);
        let before = &self.text[self.line_start(line).min(offset)..offset];
        (line, before.chars().map(char::len_utf16).sum())
    }

    /// The line and column of an offset, both from 0, as an editor counts them: a byte order mark is a character, and a
    /// line ending at the end of the text starts another line.
    pub fn editor_position(&self, offset: usize, units: Units) -> (usize, usize) {
        let offset = self.text.floor_char_boundary(offset);
        if offset == self.text.len() && self.text.ends_with(['\n', '\r']) {
            return (self.line_count(), 0);
        }
        let line = self.line_of(offset);
        let before = &self.text[self.editor_line(line).start..offset];
        (line, if self.is_ascii { before.len() } else { units.count(before) })
    }

    /// The offset of a line and column, both from 0, as an editor counts them. A column past the end of a line is the
    /// end of that line, and a line past the last one is the end of the text.
    pub fn editor_offset(&self, line: usize, column: usize, units: Units) -> usize {
        if line >= self.line_count() {
            return self.text.len();
        }
        let span = self.editor_line(line);
        let text = self.slice(span);
        span.start + if self.is_ascii { column.min(text.len()) } else { units.bytes(text, column) }
    }

    /// Line `index` as an editor has it, without its line ending.
    fn editor_line(&self, index: usize) -> Span {
        let line = self.line(index);
        Span::new(if index == 0 { 0 } else { line.start }, line.end)
    }

    /// The first line ending in the text, for text that is inserted.
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
    fn an_editor_finds_every_character_again() {
        for text in
            ["", "a", "\u{feff}# T😀x\n", "a\r\nbä\rc\n\nd", "e\u{301}\t👩‍👩‍👧\r\n", "\n", "\r\n\r\n", "\u{feff}"]
        {
            let source = Source::new(text);
            for units in [Units::Utf8, Units::Utf16, Units::Utf32] {
                for (offset, _) in text.char_indices().chain([(text.len(), 'x')]) {
                    let is_inside_crlf = text[..offset].ends_with('\r') && text[offset..].starts_with('\n');
                    let (line, column) = source.editor_position(offset, units);
                    let found = source.editor_offset(line, column, units);
                    assert_eq!(found, if is_inside_crlf { offset - 1 } else { offset }, "{text:?} {units:?}");
                }
            }
        }
        let source = Source::new("\u{feff}😀ä\nb");
        let all = |offset: usize| {
            [Units::Utf8, Units::Utf16, Units::Utf32].map(|units| source.editor_position(offset, units).1)
        };
        assert_eq!(all(9), [9, 4, 3]);
        assert_eq!(source.editor_offset(0, 99, Units::Utf16), 9);
        assert_eq!(source.editor_offset(0, 2, Units::Utf16), 3, "the middle of a character is its start");
        assert_eq!(source.editor_offset(9, 0, Units::Utf16), source.text().len());
    }

    #[test]
    fn a_byte_order_mark_is_no_column() {
        let source = Source::new("\u{feff}# T😀x\n");
        assert_eq!(source.position(3), Position { line: 1, column: 1, byte: 3 });
        assert_eq!(source.utf16_position(10), (0, 5));
        assert_eq!(source.line_count(), 1);
        assert_eq!(Source::new("\u{feff}").byte_position(0), (1, 1));
    }
}
