//! The stretches of a document that are not running text: code, HTML, addresses and marks.

use tagdown::document::Document;
use tagdown::markdown::{InlineKind, NodeKind};
use tagdown::text::Span;

/// The images of a document, from `!` to the end of the address.
pub(crate) fn images(document: &Document<'_>) -> impl Iterator<Item = Span> {
    let links = document.markdown.inlines.iter().filter(|(kind, _)| *kind == InlineKind::Link);
    links.map(|(_, span)| *span).filter(|span| document.text(*span).starts_with('!'))
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
