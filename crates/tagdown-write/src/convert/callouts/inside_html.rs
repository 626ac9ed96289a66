//! Finds the parts of a document between the tags of an HTML element or a component.

use tagdown::document::Document;
use tagdown::markdown::{InlineKind, NodeKind, is_void_element};
use tagdown::text::Span;

/// The text between an opening tag and its closing tag, ordered by start; outermost elements only.
pub(crate) fn elements(document: &Document<'_>) -> Vec<Span> {
    let blocks = document.markdown.nodes.iter().filter(|node| node.kind == NodeKind::Html);
    let inlines = document.markdown.inlines.iter().filter(|(kind, _)| *kind == InlineKind::Html);
    let mut pieces: Vec<Span> = blocks.map(|node| node.span).chain(inlines.map(|(_, span)| *span)).collect();
    pieces.sort_unstable();
    let mut open: Vec<(String, usize)> = Vec::new();
    let mut spans: Vec<Span> = Vec::new();
    for piece in pieces {
        for (at, name, is_closing) in tags(document.text(piece)) {
            let at = piece.start + at;
            if !is_closing {
                open.push((name, at));
            } else if let Some(index) =
                open.iter().rposition(|(other, _)| *other == name).filter(|_| open.len() < DEEPEST)
            {
                spans.push(Span::new(open[index].1, at));
                open.truncate(index);
            } else if open.len() >= DEEPEST {
                open.clear();
            }
        }
    }
    spans.sort_unstable_by_key(|span| (span.start, std::cmp::Reverse(span.end)));
    let mut end = 0;
    spans.retain(|span| {
        let is_outer = span.end > end;
        end = end.max(span.end);
        is_outer
    });
    spans
}

/// More unclosed elements than this are not a structure.
const DEEPEST: usize = 200;

/// The tags in some HTML: where each starts, its name, and whether it closes.
fn tags(html: &str) -> Vec<(usize, String, bool)> {
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(found) = html[at..].find('<') {
        let start = at + found;
        let rest = &html[start + 1..];
        if rest.starts_with("!--") {
            at = rest.find("-->").map_or(html.len(), |end| start + 1 + end);
            continue;
        }
        let is_closing = rest.starts_with('/');
        let name: String = rest[usize::from(is_closing)..]
            .chars()
            .take_while(|c| c.is_alphanumeric() || "-.".contains(*c))
            .collect();
        let end = rest.find('>').unwrap_or(rest.len());
        let is_whole = rest[..end].ends_with('/') || is_void_element(&name);
        if !name.is_empty() && (is_closing || !is_whole) {
            out.push((start, name, is_closing));
        }
        at = start + 1;
    }
    out
}
