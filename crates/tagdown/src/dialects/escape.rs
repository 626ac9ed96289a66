//! What a renderer would take for its own syntax, in the running text of a document. Code is left alone, but for what
//! a renderer looks for even there.

use super::change::Change;
use crate::document::Document;
use crate::markdown::{InlineKind, NodeKind};
use crate::source::Span;

/// Characters that mean something to a renderer and nothing to Markdown.
#[derive(Clone, Copy, Debug)]
pub struct Escape {
    /// The characters.
    pub find: &'static str,
    /// Whether they do mean something, by the text before and behind them.
    pub when: fn(&str, &str) -> bool,
    /// What says the same and means nothing.
    pub put: &'static str,
    /// Whether that is so in code too.
    pub in_code: bool,
}

impl Escape {
    /// Everywhere in running text.
    pub const fn all(find: &'static str, put: &'static str) -> Self {
        Self { find, when: |_, _| true, put, in_code: false }
    }

    /// In running text, where a condition holds.
    pub const fn when(find: &'static str, put: &'static str, when: fn(&str, &str) -> bool) -> Self {
        Self { find, when, put, in_code: false }
    }
}

/// Whether a line starts here, perhaps inside quotes or behind a list marker.
pub(super) fn opens_line(before: &str) -> bool {
    let line = before.trim_end_matches([' ', '\t', '>', '-', '*', '+']);
    line.is_empty() || line.ends_with(['\n', '\r'])
}

/// Whether a number sign here opens a line and is no heading to Markdown.
pub(super) fn is_hashtag(before: &str, after: &str) -> bool {
    let rest = after.trim_start_matches('#');
    opens_line(before) && !rest.starts_with(char::is_whitespace) && !rest.is_empty()
}

/// Whether a line of text opens with the colon of a definition here.
pub(super) fn is_defining(before: &str, after: &str) -> bool {
    opens_line(before) && after.starts_with([' ', '\t', ':'])
}

/// Whether a line holds words, and is no row of dashes between the head and the body of a table.
pub(super) fn is_among_words(before: &str, after: &str) -> bool {
    let row = ['-', ':', '|', ' ', '\t', '>'];
    let (above, below) = (before.trim_end_matches(row), after.trim_start_matches(row));
    let is_edge = |c: char| c == '\n' || c == '\r';
    !(above.is_empty() || above.ends_with(is_edge)) || !(below.is_empty() || below.starts_with(is_edge))
}

/// No address that anybody writes is longer.
const LONGEST: usize = 2_000;

/// Whether this is the middle of an address.
pub(super) fn is_in_address(before: &str) -> bool {
    address(before).is_some()
}

/// Where the address starts that goes on behind this.
pub(super) fn address(before: &str) -> Option<usize> {
    let near = &before[before.ceil_char_boundary(before.len().saturating_sub(LONGEST))..];
    let word = near.rsplit(char::is_whitespace).next().unwrap_or_default();
    let at = word.rfind("://")?;
    // What starts with a sign is no host, and some signs end an address.
    let host = &word[at + 3..];
    let is_host = host.starts_with(|c: char| c.is_alphanumeric())
        && !host.contains(['<', '>', ')', ']', '"', '`', '|']);
    let scheme = word[..at].bytes().rev().take_while(u8::is_ascii_alphabetic).count();
    (is_host && scheme > 0).then(|| before.len() - word.len() + at - scheme)
}

/// Whether a word starts with a letter here.
pub(super) fn starts_word(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
}

/// Finds what is to be escaped in a document.
pub(super) fn part(document: &Document<'_>, escapes: &[Escape], out: &mut Vec<Change>) {
    if escapes.is_empty() {
        return;
    }
    let text = document.source.text();
    let mut starts = [false; 256];
    for escape in escapes {
        starts[usize::from(escape.find.as_bytes()[0])] = true;
    }
    let has_code = escapes.iter().any(|escape| escape.in_code);
    let mut at = 0;
    for (span, is_code) in closed(document).into_iter().chain([(Span::at(text.len()), false)]) {
        if span.start > at {
            scan(text, Span::new(at, span.start), escapes, &starts, out);
        }
        if is_code && has_code {
            let coded: Vec<Escape> = escapes.iter().filter(|escape| escape.in_code).copied().collect();
            scan(text, span, &coded, &starts, out);
        }
        at = at.max(span.end);
    }
}

fn scan(text: &str, span: Span, escapes: &[Escape], starts: &[bool; 256], out: &mut Vec<Change>) {
    let bytes = text.as_bytes();
    let mut at = span.start;
    while at < span.end {
        // A word is looked for where a word starts.
        let is_inside =
            |at: usize| at > 0 && bytes[at].is_ascii_alphabetic() && bytes[at - 1].is_ascii_alphabetic();
        if !starts[usize::from(bytes[at])] || is_inside(at) {
            at += 1;
            continue;
        }
        let (before, rest) = text.split_at(at);
        let is_escaped = || !(before.len() - before.trim_end_matches('\\').len()).is_multiple_of(2);
        let found = escapes.iter().find(|escape| {
            // Most of what starts alike ends there.
            bytes[at] == escape.find.as_bytes()[0]
                && rest.starts_with(escape.find)
                && (escape.when)(before, &rest[escape.find.len()..])
                && (escape.in_code || bytes[at] == b'\\' || !is_escaped())
        });
        match found {
            Some(escape) => {
                let end = at + escape.find.len();
                out.push(Change::new(Span::new(at, end), escape.put));
                at = end;
            }
            None => at += 1,
        }
    }
}

/// The stretches that are no running text, in order, and whether each is code.
pub(super) fn closed(document: &Document<'_>) -> Vec<(Span, bool)> {
    let (source, markdown) = (&document.source, &document.markdown);
    let mut closed: Vec<(Span, bool)> = Vec::new();
    for node in &markdown.nodes {
        match node.kind {
            NodeKind::Code { .. } => closed.push((node.span, true)),
            NodeKind::Html
            | NodeKind::Comment
            | NodeKind::FrontMatter
            | NodeKind::Definition
            | NodeKind::Rule => {
                closed.push((node.span, false));
            }
            NodeKind::Heading { setext: true, .. } => {
                closed.push((Span::new(source.this_line(node.span.end), node.span.end), false));
            }
            NodeKind::Footnote => {
                let label = document.text(node.span).find("]:").map_or(0, |end| end + 2);
                closed.push((Span::new(node.span.start, node.span.start + label), false));
            }
            NodeKind::Table => {
                let second = source.line_of(node.span.start) + 1;
                closed.push((source.line(second).clip(node.span), false));
            }
            _ => {}
        }
    }
    let inlines = markdown.inlines.iter().filter(|(kind, _)| *kind != InlineKind::Link);
    closed.extend(inlines.map(|(kind, span)| (*span, *kind == InlineKind::Code)));
    let links = markdown.inlines.iter().filter(|(kind, _)| *kind == InlineKind::Link);
    closed.extend(links.map(|(_, span)| {
        let marks = document.text(*span).find('[').map_or(0, |at| at + 1);
        (Span::new(span.start, span.start + marks.min(2)), false)
    }));
    closed.extend(markdown.targets.iter().map(|span| (*span, false)));
    closed.sort_by_key(|(span, _)| (span.start, span.end));
    closed
}
