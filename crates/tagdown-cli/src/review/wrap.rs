//! Wraps text to a number of terminal columns, and removes control characters.

use std::ops::Range;

use ratatui::style::Style;
use ratatui::text::Span;
use tagdown::text::tame;
use unicode_width::UnicodeWidthStr;

/// A tab extends to the next multiple of this.
const TAB: usize = 4;

/// A line of a document, safe to show.
pub(super) fn shown(line: &str) -> String {
    let mut out = String::new();
    for part in line.split_inclusive('\t') {
        let text = part.strip_suffix('\t');
        out.push_str(text.unwrap_or(part));
        if text.is_some() {
            out.push_str(&" ".repeat(TAB - out.width() % TAB));
        }
    }
    tame(&out)
}

/// A line in rows of at most `width` columns, broken between words if possible. All rows keep its
/// indentation, unless that would leave too little room.
pub(super) fn rows(line: &str, width: usize) -> Vec<String> {
    let mut out = Vec::new();
    let indent = line.len() - line.trim_start_matches(' ').len();
    let indent = " ".repeat(if indent * 3 <= width { indent } else { 0 });
    let (mut row, mut taken) = (String::new(), 0);
    let mut gap: Option<usize> = None;
    let line = Span::raw(line);
    for piece in line.styled_graphemes(Style::default()).map(|piece| piece.symbol) {
        let is_blank = piece == " ";
        let columns = piece.width();
        if taken + columns > width && !row.is_empty() {
            let rest = gap.take().map(|at| row.split_off(at)).unwrap_or_default();
            out.push(row.trim_end().to_owned());
            row = indent.clone() + &rest;
            taken = row.width();
            if is_blank && rest.is_empty() {
                continue;
            }
        }
        row.push_str(piece);
        taken += columns;
        if is_blank && !row.trim().is_empty() {
            gap = Some(row.len());
        }
    }
    if !row.trim().is_empty() || out.is_empty() {
        out.push(row.trim_end().to_owned());
    }
    out
}

/// The same rows, each in parts: those within a range of bytes are marked.
pub(super) fn marked_rows(line: &str, width: usize, marked: &Range<usize>) -> Vec<Vec<(String, bool)>> {
    let mut at = 0;
    let cut = |row: String| {
        let mut parts: Vec<(String, bool)> = Vec::new();
        if at > 0 {
            at += line[at..].len() - line[at..].trim_start_matches(' ').len();
        }
        for c in row.chars() {
            // Blanks between rows are removed, and each row has the indent of the first.
            let is_added = !line[at..].starts_with(c);
            let is_marked = !is_added && marked.contains(&at);
            at += if is_added { 0 } else { c.len_utf8() };
            match parts.last_mut().filter(|(_, last)| *last == is_marked) {
                Some((text, _)) => text.push(c),
                None => parts.push((c.to_string(), is_marked)),
            }
        }
        parts
    };
    rows(line, width).into_iter().map(cut).collect()
}

/// The start of a text, on one row of at most `width` columns.
pub(super) fn short(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let (mut out, mut taken) = (String::new(), 0);
    let span = Span::raw(text);
    for piece in span.styled_graphemes(Style::default()).map(|piece| piece.symbol) {
        taken += piece.width();
        if taken + 1 > width {
            break;
        }
        out.push_str(piece);
    }
    if width > 0 { out + "…" } else { out }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_keep_the_measure_and_every_word() {
        let cases = [
            ("", vec![""]),
            ("one two three", vec!["one two", "three"]),
            ("  one two", vec!["  one", "  two"]),
            ("    one two", vec!["    one", "two"]),
            ("abcdefghij", vec!["abcdefgh", "ij"]),
            ("漢字漢字漢字", vec!["漢字漢字", "漢字"]),
            (
                "e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}",
                vec!["e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}"],
            ),
            ("12345678 9", vec!["12345678", "9"]),
        ];
        for (line, wanted) in cases {
            assert_eq!(rows(line, 8), wanted, "{line}");
        }
        for width in 0..12 {
            let text = "a 漢 👩‍👩‍👧 word   longer-than-all \u{200b} x";
            let all = rows(text, width);
            assert!(all.iter().all(|row| row.width() <= width.max(2)), "{width}: {all:?}");
            let words = |text: &str| text.chars().filter(|c| *c != ' ').collect::<String>();
            assert_eq!(words(&all.concat()), words(text), "{width}");
        }
    }

    #[test]
    fn the_mark_follows_the_text_over_rows() {
        let line = "  one two three four";
        let marks = |range: Range<usize>| {
            let rows = marked_rows(line, 11, &range);
            let joined = rows.iter().map(|row| row.iter().map(|(text, _)| text.as_str()).collect::<String>());
            assert_eq!(joined.collect::<Vec<_>>(), super::rows(line, 11));
            let marked = rows.concat().into_iter().filter(|(_, is_marked)| *is_marked);
            marked.map(|(text, _)| text).collect::<Vec<_>>()
        };
        assert_eq!(marks(2..5), ["one"]);
        assert_eq!(marks(6..15), ["two", "three"]);
        assert_eq!(marks(16..20), ["four"]);
        assert_eq!(marks(0..0), [""; 0]);
    }

    #[test]
    fn nothing_drives_the_terminal() {
        assert_eq!(shown("a\tb\u{1b}[31m\u{202e}"), "a   b\u{fffd}[31m\u{fffd}");
        assert_eq!(short("漢字漢字", 5), "漢字…");
        assert_eq!(short("漢字", 0), "");
    }
}
