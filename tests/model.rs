//! What must be true of every parsed document, for property tests and fuzzing.

use tagdown::document::{Document, PartKind};
use tagdown::text::Span;

/// A span lies in the text, on character boundaries.
pub(crate) fn span(text: &str, span: Span) {
    assert!(span.start <= span.end && span.end <= text.len(), "{span:?} in {} bytes", text.len());
    assert!(
        text.is_char_boundary(span.start) && text.is_char_boundary(span.end),
        "{span:?} cuts a character"
    );
}

/// The parts of a document cover it without a gap, and every span in it is valid.
pub(crate) fn model(document: &Document<'_>) {
    let text = document.source.text();
    let mut at = 0;
    for part in &document.parts {
        assert_eq!(part.span.start, at, "parts leave no gap: {:?}", document.parts);
        span(text, part.span);
        at = part.span.end;
    }
    assert_eq!(at, text.len(), "parts cover the text: {:?}", document.parts);
    for block in &document.blocks {
        span(text, block.span);
        span(text, block.content);
        assert!(block.span.start <= block.content.start && block.content.end <= block.span.end, "{block:?}");
        for field in &block.fields {
            span(text, field.label);
            span(text, field.value);
            assert!(field.label.start >= block.span.start, "{field:?}");
            assert!(field.value.end <= block.span.end.max(field.label.end), "{field:?}");
        }
    }
    let blocks = document.parts.iter().filter(|part| matches!(part.kind, PartKind::Block(_))).count();
    assert_eq!(blocks, document.blocks.len());
    for tag in &document.tags {
        [Some(tag.span), tag.title, tag.inline].into_iter().flatten().for_each(|own| span(text, own));
    }
    document.sections.iter().for_each(|section| span(text, section.heading));
    document.markdown.nodes.iter().for_each(|node| span(text, node.span));
    document.suppressions.iter().for_each(|comment| span(text, comment.span));
}
