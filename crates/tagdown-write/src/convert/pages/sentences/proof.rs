//! Proves that a conversion by sentence loses and alters nothing: every part of the source is in the result once, and
//! Markdown reads its words, code, links and emphasis as before.

use std::borrow::Cow;

use tagdown::document::Document;
use tagdown::judgement::Piece;
use tagdown::markdown::{Events, NodeKind, flat_parts};
use tagdown::text::{Slugs, Span};

use super::parts::{Part, Shape};

/// The first part whose words, code, links or emphasis Markdown reads differently in the result, or `None`. `placed` has
/// the position of every part in the output, sorted by the position in the source. An accepted wording must be read as
/// it would be in the place of its sentence.
pub(crate) fn altered(source: &Events<'_>, output: &str, placed: &[(Part, Span)]) -> Option<Span> {
    let (text, before) = reworded(source.text(), placed);
    let is_same = matches!(text, Cow::Borrowed(_));
    let flat_before = if is_same { source.flat_parts(&before) } else { flat_parts(&text, &before) };
    let mut order: Vec<usize> = (0..placed.len()).collect();
    order.sort_by_key(|&at| placed[at].1);
    let after: Vec<Span> = order.iter().map(|&at| placed[at].1).collect();
    let flat_after = flat_parts(output, &after);
    let differs = order.iter().zip(&flat_after).find(|(at, now)| flat_before[**at] != **now);
    differs.map(|(at, _)| placed[*at].0.span)
}

/// The source with the accepted wordings in the place of their sentences, and the position of every part in it.
fn reworded<'s>(source: &'s str, placed: &[(Part, Span)]) -> (Cow<'s, str>, Vec<Span>) {
    if placed.iter().all(|(part, _)| part.wording.is_none()) {
        return (source.into(), placed.iter().map(|(part, _)| part.span).collect());
    }
    let (mut text, mut at) = (String::with_capacity(source.len()), 0);
    let mut spans = Vec::with_capacity(placed.len());
    for (part, _) in placed {
        text.push_str(&source[at..part.span.start]);
        let start = text.len();
        text.push_str(part.wording.as_deref().unwrap_or(&source[part.span.range()]));
        spans.push(Span::new(start, text.len()));
        at = part.span.end;
    }
    text.push_str(&source[at..]);
    (text.into(), spans)
}

/// The first part that has other blocks in the result, or `None`.
pub(crate) fn regrouped(
    source: &Document<'_>,
    output: &Document<'_>,
    placed: &[(Part, Span)],
) -> Option<Span> {
    let is_regrouped = |(part, span): &&(Part, Span)| {
        part.shape == Shape::Whole && !keeps_nodes(source, output, part.span, *span)
    };
    placed.iter().find(is_regrouped).map(|(part, _)| part.span)
}

/// Whether the blocks of a part are the same in the output.
fn keeps_nodes(source: &Document<'_>, output: &Document<'_>, before: Span, after: Span) -> bool {
    let kinds = |document: &Document<'_>, span: Span| {
        let nodes = document.markdown.nodes_in(span).iter();
        // A paragraph may start above, at a tag or at the sentence before a lead-in. A link definition may count as
        // part of the list above it.
        let others = nodes.skip_while(|node| node.kind == NodeKind::Paragraph);
        let others = others.filter(|node| node.kind != NodeKind::Definition);
        others.map(|node| std::mem::discriminant(&node.kind)).collect::<Vec<_>>()
    };
    kinds(source, before) == kinds(output, after)
}

/// The first text of a stretch that no part contains. Markdown drops a link definition that repeats another one, so it is
/// in no piece.
pub(crate) fn dropped(source: &Document<'_>, stretch: Span, parts: &[Span]) -> Option<Span> {
    let mut at = stretch.start;
    for next in parts.iter().copied().chain([Span::at(stretch.end)]) {
        let gap = Span::new(at, next.start.max(at));
        if !source.text(gap).trim().is_empty() {
            return Some(gap);
        }
        at = at.max(next.end);
    }
    None
}

/// The first text of a piece that no part contains. `placed` is sorted by the position in the source.
pub(crate) fn lost(source: &Document<'_>, pieces: &[Piece], placed: &[(Part, Span)]) -> Option<Span> {
    let mut parts = placed.iter().map(|(part, _)| part.span).peekable();
    for piece in pieces.iter().filter(|piece| piece.tagged.is_none()) {
        let mut at = piece.span.start;
        while let Some(part) = parts.peek().filter(|part| part.start < piece.span.end) {
            if part.end <= at {
                parts.next();
                continue;
            }
            let gap = Span::new(at, part.start.max(at));
            if !source.text(gap).trim().is_empty() {
                break;
            }
            at = part.end;
            if part.end <= piece.span.end {
                parts.next();
            } else {
                break;
            }
        }
        let rest = Span::new(at.min(piece.span.end), piece.span.end);
        if at != piece.span.start && !source.text(rest).trim().is_empty() {
            return Some(rest);
        }
    }
    None
}

/// The first heading that would get a different anchor.
pub(crate) fn changed_anchor(before: &Document<'_>, after: &Document<'_>) -> Option<(String, String)> {
    let anchors = |document: &Document<'_>| {
        let mut slugs = Slugs::default();
        slugs.next("");
        document.markdown.heading_texts.iter().map(|text| slugs.next(text)).collect::<Vec<String>>()
    };
    let mut now = anchors(after).into_iter();
    let last = anchors(after).last().cloned().unwrap_or_default();
    let is_missing = |anchor: &String| !now.any(|other| other == *anchor);
    anchors(before).into_iter().find(is_missing).map(|anchor| (anchor, last))
}
