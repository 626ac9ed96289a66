//! Cuts the text of a block into passages: list items, paragraphs, fields and table rows. A block may say many things,
//! and a query asks for one of them.

use tagdown::text::{Source, Span};

/// A longer passage is cut between its lines, code sooner than text.
const LONG: usize = 1200;
const LONG_CODE: usize = 500;
/// A passage that leans on the one above it is joined with it up to this length.
const JOINED: usize = 500;

/// The lines of the head of a table, and its first row.
const HEAD: usize = 3;

/// Words with which a sentence leans on the one before.
const LEANING: &[&str] = &[
    "it",
    "they",
    "this",
    "these",
    "those",
    "that",
    "such",
    "otherwise",
    "instead",
    "then",
    "both",
    "also",
    "however",
];

/// The passages of a text, in order. Together with the white space between them they are the text.
pub(crate) fn passages(text: &str) -> Vec<Span> {
    let source = Source::new(text);
    let mut passages: Vec<Span> = Vec::new();
    let mut fence: Option<&str> = None;
    let mut was_blank = true;
    // How many lines of a table come before this one.
    let mut rows = 0;
    for index in 0..source.line_count() {
        let span = source.full_line(index);
        let line = source.slice(source.line(index));
        let bare = line.trim_start();
        let mark = fence_mark(bare);
        if let Some(open) = fence {
            let is_long = passages.last().is_some_and(|last| span.end - last.start > LONG_CODE);
            if is_long && !closes(open, bare) {
                passages.push(span);
            } else {
                extend(&mut passages, span);
            }
            fence = fence.filter(|_| !closes(open, bare));
            was_blank = false;
            continue;
        }
        if bare.trim_end().is_empty() {
            was_blank = true;
            continue;
        }
        let is_indented = line.len() > bare.len();
        rows =
            if bare.starts_with('|') && !was_blank { rows + 1 } else { usize::from(bare.starts_with('|')) };
        let starts = if mark.is_some() {
            // Code belongs to what is above it.
            passages.is_empty()
        } else if rows > 0 {
            // The head of a table stays with its first row.
            rows == 1 || rows > HEAD
        } else {
            !is_indented && (was_blank || is_item(bare))
        };
        let is_long = passages.last().is_some_and(|last| span.end - last.start > LONG);
        match passages.last() {
            Some(_) if !starts && !is_long => extend(&mut passages, span),
            _ => passages.push(span),
        }
        fence = mark;
        was_blank = false;
    }
    let trimmed = passages.iter().map(|span| source.trim(*span)).collect::<Vec<_>>();
    join(text, &passages, &trimmed)
}

fn extend(passages: &mut Vec<Span>, span: Span) {
    match passages.last_mut() {
        Some(last) => last.end = span.end,
        None => passages.push(span),
    }
}

/// Joins passages that cannot be understood alone with the one above.
fn join(text: &str, passages: &[Span], trimmed: &[Span]) -> Vec<Span> {
    let mut joined: Vec<Span> = Vec::new();
    for (span, inner) in passages.iter().zip(trimmed) {
        let leans = leans(&text[inner.range()]);
        match joined.last_mut() {
            Some(last)
                if leans && span.end - last.start <= JOINED && !text[last.range()].starts_with('|') =>
            {
                last.end = span.end;
            }
            _ => joined.push(*span),
        }
    }
    joined
}

/// Whether a line of raw text outside code starts a passage, whatever is above it, and `rows` lines of a table. Where
/// this is so, a passage of a block starts too.
pub(super) fn always_starts(line: &str, is_indented: bool, was_blank: bool, rows: usize) -> bool {
    let starts =
        if rows > 0 { rows == 1 || rows > HEAD } else { !is_indented && (was_blank || is_item(line)) };
    starts && fence_mark(line).is_none() && !leans(line)
}

fn leans(passage: &str) -> bool {
    let bare = passage.trim_start_matches(['-', '*', '+', ' ']);
    let first = bare.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    LEANING.iter().any(|word| word.eq_ignore_ascii_case(first))
}

/// A line of raw text.
pub(super) enum Line<'t> {
    /// A heading, without its indentation.
    Heading(&'t str),
    Text(&'t str),
    Code(&'t str),
}

/// Calls `take` with each line of a raw text, except those of blocks that an agent added and nobody has reviewed.
pub(super) fn each_line<'t>(text: &'t str, take: &mut impl FnMut(Line<'t>)) {
    let mut fence: Option<&str> = None;
    let mut hiding = Hiding::default();
    for line in text.lines() {
        let bare = line.trim_start();
        match fence {
            Some(open) => {
                if !hiding.is_on {
                    take(Line::Code(line));
                }
                fence = fence.filter(|_| !closes(open, bare));
            }
            None if bare.starts_with('#') && line.len() - bare.len() < 4 => {
                hiding = Hiding::default();
                take(Line::Heading(bare));
            }
            None => {
                hiding.read(line, take);
                fence = fence_mark(bare);
            }
        }
    }
}

/// Finds the lines of blocks that no reader sees. Where it is not certain, a line counts as seen.
#[derive(Default)]
struct Hiding<'t> {
    is_on: bool,
    /// Whether the line before may be a tag `[?]`.
    was_open: bool,
    /// The lines of the current paragraph that are hidden. An underline makes a heading of them.
    paragraph: Vec<&'t str>,
}

impl<'t> Hiding<'t> {
    const RECORD: &'static str = "<!-- tagdown: by agent ";

    fn read(&mut self, line: &'t str, take: &mut impl FnMut(Line<'t>)) {
        let bare = line.trim();
        let may_be_tag = bare.trim_start_matches(|c: char| !c.is_alphabetic() && c != '[').starts_with('[');
        let is_underline = !bare.is_empty() && bare.trim_start_matches(['=', '-']).is_empty();
        if self.is_on && is_underline {
            self.paragraph.drain(..).for_each(|line| take(Line::Text(line)));
        }
        self.is_on = if self.is_on {
            !may_be_tag && !is_underline
        } else {
            self.was_open && bare.starts_with(Self::RECORD)
        };
        self.was_open = may_be_tag && bare.contains("[?]");
        if !self.is_on {
            self.paragraph.clear();
            take(Line::Text(line));
        } else if bare.is_empty() {
            self.paragraph.clear();
        } else {
            self.paragraph.push(line);
        }
    }
}

/// The signs that open a fence at the start of a line.
fn fence_mark(line: &str) -> Option<&str> {
    let sign = line.chars().next().filter(|sign| *sign == '`' || *sign == '~')?;
    let length = line.len() - line.trim_start_matches(sign).len();
    (length >= 3).then(|| &line[..length])
}

/// Whether a line closes a fence.
fn closes(open: &str, line: &str) -> bool {
    let bare = line.trim_end();
    bare.starts_with(open) && fence_mark(bare) == Some(bare)
}

fn is_item(line: &str) -> bool {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let mark = &line[digits..];
    let is_mark = if digits > 0 { mark.starts_with(['.', ')']) } else { mark.starts_with(['-', '*', '+']) };
    is_mark && mark[1..].starts_with([' ', '\t'])
}

#[cfg(test)]
mod tests {
    use super::passages;

    fn cut(text: &str) -> Vec<&str> {
        passages(text).iter().map(|span| text[span.range()].trim_end()).collect()
    }

    #[test]
    fn items_paragraphs_rows_and_code() {
        assert_eq!(
            cut("- One fact.\n- Two facts.\n  - Nested.\n\nText\nmore.\n\nNext.\n"),
            ["- One fact.", "- Two facts.\n  - Nested.", "Text\nmore.", "Next."]
        );
        assert_eq!(
            cut("Run:\n\n```sh\na\n\n- b\n```\n\nThen done.\n\nEnd.\n"),
            ["Run:\n\n```sh\na\n\n- b\n```\n\nThen done.", "End."]
        );
        assert_eq!(
            cut("Values:\n\n| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n"),
            ["Values:", "| a | b |\n|---|---|\n| 1 | 2 |", "| 3 | 4 |"]
        );
        assert_eq!(cut(""), Vec::<&str>::new());
    }

    #[test]
    fn long_text_is_cut_between_lines() {
        let text = "a line of text that goes on\n".repeat(100);
        assert!(cut(&text).iter().all(|passage| passage.len() <= 1200));
        assert_eq!(passages(&text).iter().map(|span| span.len()).sum::<usize>(), text.len());
    }
}
