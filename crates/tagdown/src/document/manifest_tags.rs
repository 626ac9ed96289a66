//! Tags inside the manifest: most explain the tags, some open a block of their own.

use super::kinds::Kind;
use super::mentions::explains;
use super::model::Document;
use super::tag::{Place, TagLine};
use crate::markdown::NodeKind;
use crate::text::Span;

/// Whether the tags in the manifest that starts at `start` are a legend: each kind once, at least three of them, or two
/// with an explanation.
pub(crate) fn is_legend(document: &Document<'_>, start: usize) -> bool {
    let span = Span::new(start, end(document, start));
    let is_here = |tag: &&TagLine| {
        span.contains(tag.span.start)
            && matches!(tag.place, Place::Line | Place::Folded)
            && tag.kind().is_some()
    };
    let here: Vec<&TagLine> = document.tags.iter().filter(is_here).collect();
    let mut kinds: Vec<Kind> = here.iter().filter_map(|tag| tag.kind()).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let is_each_once = kinds.len() == here.len();
    is_each_once
        && (kinds.len() > 2 || (kinds.len() == 2 && here.iter().all(|tag| is_explained(document, tag))))
}

/// Where the manifest ends at the latest.
fn end(document: &Document<'_>, start: usize) -> usize {
    let ends = |kind: NodeKind| matches!(kind, NodeKind::Rule | NodeKind::Heading { level: 1 | 2, .. });
    let rest = Span::new(start, document.source.text().len());
    let mut below = document.markdown.top_in(rest).filter(|node| node.span.start > start);
    below.find(|node| ends(node.kind)).map_or(rest.end, |node| node.span.start)
}

/// Whether the text on the line of a tag explains the tag.
fn is_explained(document: &Document<'_>, tag: &TagLine) -> bool {
    let Some(inline) = tag.inline else { return false };
    explains(document.text(inline))
}

/// Whether a sentence about a tag starts with it: `**[SPEC]** — facts`, `**[SPEC]** blocks are facts`.
pub(crate) fn is_mentioned(document: &Document<'_>, tag: &TagLine) -> bool {
    let Some(inline) = tag.inline else { return false };
    let text = document.text(inline);
    text.starts_with(['—', '–', '-', '=', '→', ':', ',', '.', '/', '(', '|'])
        || tag.slips.colon
        || (text.starts_with(char::is_lowercase) && is_explained(document, tag))
}
