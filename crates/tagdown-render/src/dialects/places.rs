//! The places in a text where an [`Escape`](super::Escape) applies. They depend on the whole line, which is read once,
//! however many escapes it has.

use tagdown::text::Span;

/// Where characters mean something to a renderer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Everywhere in running text.
    Anywhere,
    /// Where a line starts, possibly inside quotes or after list markers.
    LineStart,
    /// In a line that contains words and is not the delimiter row of a table.
    AmongWords,
    /// In an ATX heading.
    Heading,
    /// Not inside an address without brackets.
    OutsideAddress,
}

/// Characters that end an address without brackets.
const ENDS: [char; 7] = ['<', '>', ')', ']', '"', '`', '|'];

/// What the conditions need to know about a line.
#[derive(Debug)]
struct Line {
    span: Span,
    /// The end of the quote marks, list markers and white space that open it.
    marks: usize,
    /// From the first to the last character that no delimiter row contains.
    words: Span,
    /// The start of the `#` that makes it a heading.
    heading: Option<usize>,
    /// The stretches inside addresses, behind the first character of the host.
    addresses: Vec<Span>,
}

/// The places of a text. Asked in ascending order, it takes linear time.
#[derive(Debug)]
pub struct Places<'t> {
    text: &'t str,
    line: Option<Line>,
}

impl<'t> Places<'t> {
    /// The places of this text.
    pub fn new(text: &'t str) -> Self {
        Self { text, line: None }
    }

    /// The text.
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// Whether `length` bytes at this offset are in such a place.
    pub fn is_in(&mut self, place: Place, at: usize, length: usize) -> bool {
        if place == Place::Anywhere {
            return true;
        }
        let text = self.text;
        let line = match self.line.take() {
            Some(line) if line.span.start <= at && at <= line.span.end => line,
            _ => Line::at(text, at),
        };
        let is_in = match place {
            Place::Anywhere => true,
            Place::LineStart => at <= line.marks,
            Place::AmongWords => {
                !line.words.is_empty() && (line.words.start < at || line.words.end > at + length)
            }
            Place::Heading => line.heading.is_some_and(|start| start < at),
            Place::OutsideAddress => {
                let before = line.addresses.partition_point(|address| address.start <= at);
                before.checked_sub(1).is_none_or(|index| at > line.addresses[index].end)
            }
        };
        self.line = Some(line);
        is_in
    }
}

impl Line {
    fn at(text: &str, at: usize) -> Self {
        let is_end = |c: char| c == '\n' || c == '\r';
        let start = text[..at].rfind(is_end).map_or(0, |end| end + 1);
        let end = text[at..].find(is_end).map_or(text.len(), |end| at + end);
        let line = &text[start..end];
        let behind = |signs: &[char]| start + line.len() - line.trim_start_matches(signs).len();
        let row = ['-', ':', '|', ' ', '\t', '>'];
        let hash = behind(&[' ', '>']);
        Self {
            span: Span::new(start, end),
            marks: behind(&[' ', '\t', '>', '-', '*', '+']),
            words: Span::new(behind(&row), (start + line.trim_end_matches(row).len()).max(behind(&row))),
            heading: text[hash..end].starts_with('#').then_some(hash),
            addresses: addresses(line, start),
        }
    }
}

/// The stretches of a line that are inside an address, given the offset of the line.
fn addresses(line: &str, offset: usize) -> Vec<Span> {
    let mut found = Vec::new();
    let mut from = 0;
    let mut marks = line.match_indices("://").map(|(at, _)| at).peekable();
    while let Some(at) = marks.next() {
        let scheme = line[from..at].bytes().rev().take_while(u8::is_ascii_alphabetic).count();
        from = at + 3;
        // The next mark decides what follows it.
        let end = marks.peek().map_or(line.len(), |next| next + 2);
        let host = &line[from..end];
        let Some(first) = host.chars().next().filter(|c| c.is_alphanumeric() && scheme > 0) else { continue };
        let length = host.find(|c: char| c.is_whitespace() || ENDS.contains(&c)).unwrap_or(host.len());
        found.push(Span::new(offset + from + first.len_utf8(), offset + from + length));
    }
    found
}

/// The start of the address without brackets that continues at the end of this text.
pub(crate) fn address(before: &str) -> Option<usize> {
    let near = &before[before.ceil_char_boundary(before.len().saturating_sub(LONGEST))..];
    let is_stop = |c: char| c.is_whitespace() || ENDS.contains(&c);
    let stop = near.char_indices().rev().find(|(_, c)| is_stop(*c));
    let word = &near[stop.map_or(0, |(at, c)| at + c.len_utf8())..];
    let at = word.rfind("://")?;
    // A host starts with a letter or digit.
    let is_host = word[at + 3..].starts_with(char::is_alphanumeric);
    let scheme = word[..at].bytes().rev().take_while(u8::is_ascii_alphabetic).count();
    (is_host && scheme > 0).then(|| before.len() - word.len() + at - scheme)
}

/// The maximum length of an address.
const LONGEST: usize = 2_000;

#[cfg(test)]
mod tests {
    use super::{Place, Places, address};

    fn places(text: &str, place: Place) -> Vec<usize> {
        let mut places = Places::new(text);
        (0..text.len()).filter(|&at| text.is_char_boundary(at) && places.is_in(place, at, 1)).collect()
    }

    #[test]
    fn a_line_starts_behind_its_marks() {
        assert_eq!(places("> - a\n b", Place::LineStart), [0, 1, 2, 3, 4, 6, 7]);
        assert_eq!(places("ab\rc", Place::LineStart), [0, 3]);
    }

    #[test]
    fn a_delimiter_row_has_no_words() {
        assert!(places("|--|:-|", Place::AmongWords).is_empty());
        assert_eq!(places("-a-", Place::AmongWords), [0, 2]);
        assert_eq!(places("--\nb-", Place::AmongWords), [4]);
    }

    #[test]
    fn a_heading_is_known_behind_its_sign() {
        assert_eq!(places("> # a\n#", Place::Heading), [3, 4, 5]);
    }

    #[test]
    fn an_address_is_one_to_its_end() {
        let text = "a{ http://b{c}d> {e ://f{ x://[{ x://é{y://{ {";
        let inside: Vec<usize> = text.match_indices('{').map(|(at, _)| at).collect();
        let mut places = Places::new(text);
        for at in inside {
            let is_outside = places.is_in(Place::OutsideAddress, at, 1);
            assert_eq!(is_outside, address(&text[..at]).is_none(), "{}", &text[..at]);
        }
        assert_eq!(address("see http://b"), Some(4));
        assert_eq!(address("see http://"), None);
    }
}
