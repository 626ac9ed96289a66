//! Which parts of a document stand between the tags of an HTML element or a component.

use crate::document::Document;
use crate::markdown::{InlineKind, NodeKind};
use crate::source::Span;

/// Elements that nothing closes.
const VOID: &[&str] =
    &["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"];

/// What lies between an opening tag and the one that closes it, in order of the start; outermost elements only.
pub(super) fn elements(document: &Document<'_>) -> Vec<Span> {
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

/// So many elements that nobody closes are no structure any more.
const DEEPEST: usize = 200;

/// The tags of a piece of HTML: where each starts, its name, and whether it closes.
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
        let is_whole = rest[..end].ends_with('/') || VOID.contains(&name.to_ascii_lowercase().as_str());
        if !name.is_empty() && (is_closing || !is_whole) {
            out.push((start, name, is_closing));
        }
        at = start + 1;
    }
    out
}
