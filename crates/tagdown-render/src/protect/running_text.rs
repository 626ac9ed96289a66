//! Escapes what a renderer would read as its own syntax in running text. Code stays as it is, except for syntax that a
//! renderer also reads there.

use tagdown::document::Document;
use tagdown::markdown::{InlineKind, NodeKind};
use tagdown::text::Span;

use crate::change::Change;
use crate::dialects::{Escape, Places};

/// Finds what must be escaped in a document.
pub(crate) fn part(document: &Document<'_>, escapes: &[Escape], out: &mut Vec<Change>) {
    if escapes.is_empty() {
        return;
    }
    let text = document.source.text();
    let mut starts = [false; 256];
    for escape in escapes {
        starts[usize::from(escape.find.as_bytes()[0])] = true;
    }
    let has_code = escapes.iter().any(|escape| escape.in_code);
    let mut places = Places::new(text);
    let mut at = 0;
    for (span, is_code) in closed(document).into_iter().chain([(Span::at(text.len()), false)]) {
        if span.start > at {
            scan(&mut places, Span::new(at, span.start), escapes, &starts, out);
        }
        if is_code && has_code {
            let coded: Vec<Escape> = escapes.iter().filter(|escape| escape.in_code).copied().collect();
            scan(&mut places, span, &coded, &starts, out);
        }
        at = at.max(span.end);
    }
}

fn scan(
    places: &mut Places<'_>,
    span: Span,
    escapes: &[Escape],
    starts: &[bool; 256],
    out: &mut Vec<Change>,
) {
    let text = places.text();
    let bytes = text.as_bytes();
    let mut at = span.start;
    while at < span.end {
        // A word only matches where a word starts.
        let is_inside =
            |at: usize| at > 0 && bytes[at].is_ascii_alphabetic() && bytes[at - 1].is_ascii_alphabetic();
        if !starts[usize::from(bytes[at])] || is_inside(at) {
            at += 1;
            continue;
        }
        let (before, rest) = text.split_at(at);
        let is_escaped = || !(before.len() - before.trim_end_matches('\\').len()).is_multiple_of(2);
        let found = escapes.iter().find(|escape| {
            // Compare the first byte first, because it rules out most candidates.
            bytes[at] == escape.find.as_bytes()[0]
                && rest.starts_with(escape.find)
                && places.is_in(escape.place, at, escape.find.len())
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

/// The stretches that are not running text, in order, and whether each is code.
pub(crate) fn closed(document: &Document<'_>) -> Vec<(Span, bool)> {
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
