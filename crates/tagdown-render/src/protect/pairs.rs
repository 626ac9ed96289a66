//! Which HTML tags of a document belong together. A tag without a partner is text.

use tagdown::document::{Document, PartKind};
use tagdown::markdown::{InlineKind, NodeKind};
use tagdown::text::Span;

use super::html_tags::{Found, matched};
use crate::layout::tables::bars;

/// Elements that may extend over several blocks of Markdown. All others end in the block where they start.
const LARGE: [&str; 33] = [
    "article",
    "aside",
    "audio",
    "blockquote",
    "caption",
    "center",
    "colgroup",
    "dd",
    "details",
    "div",
    "dl",
    "dt",
    "figcaption",
    "figure",
    "footer",
    "form",
    "header",
    "li",
    "main",
    "nav",
    "ol",
    "p",
    "picture",
    "pre",
    "section",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "tr",
    "ul",
];

/// Whether an element may extend over several blocks.
pub(crate) fn is_large(name: &str) -> bool {
    LARGE.binary_search(&name).is_ok()
}

/// The indices of the tags without a partner, in order. With `in_part`, a tag and its partner are in the same part of
/// the document, and in the same item or quote.
pub(crate) fn alone(document: &Document<'_>, tags: &[Found], in_part: bool) -> Vec<usize> {
    let all: Vec<usize> = (0..tags.len()).collect();
    let nodes = &document.markdown.nodes;
    let holders = holders(document, tags);
    let node = |index: usize| {
        let at = tags[index].span.start;
        (nodes.partition_point(|node| node.span.start <= at), holders[index].cell)
    };
    let (together, mut left) = grouped(tags, &all, node);
    if in_part {
        left.extend(ends(misnested(document, tags, together)));
        left.sort_unstable();
    }
    let (large, mut alone): (Vec<usize>, Vec<usize>) =
        left.into_iter().partition(|&index| is_large(&tags[index].name));
    let part = |index: usize| {
        let at = tags[index].span.start;
        if in_part { part_of(document, at) } else { 0 }
    };
    let (pairs, left) = grouped(tags, &large, part);
    alone.extend(left);
    let parted = pairs.into_iter().filter(|(open, close)| in_part && holders[*open] != holders[*close]);
    alone.extend(parted.flat_map(|(open, close)| [open, close]));
    alone.sort_unstable();
    if in_part {
        let across = ends(across(document, tags, false));
        alone.retain(|index| across.binary_search(index).is_err());
    }
    alone
}

/// Those of these pairs of tags in running text that are around one end of bold or emphasised text, or of a link. A browser
/// reads them, but a compiler does not.
fn misnested(document: &Document<'_>, tags: &[Found], pairs: Vec<(usize, usize)>) -> Vec<(usize, usize)> {
    let markdown = &document.markdown;
    let links = markdown.inlines.iter().filter(|(kind, _)| *kind == InlineKind::Link).map(|(_, span)| *span);
    let marks = markdown.strongs.iter().chain(&markdown.emphases).copied().chain(links);
    // The tags inside each mark, from the first to before the last.
    let inside = |mark: Span| {
        let place = |at: usize| tags.partition_point(|tag| tag.span.start < at);
        (place(mark.start), place(mark.end))
    };
    let marks: Vec<(usize, usize)> = marks.map(inside).filter(|(first, end)| first < end).collect();
    let is_cut = |&(open, close): &(usize, usize)| {
        marks.iter().any(|&(first, end)| (first..end).contains(&open) != (first..end).contains(&close))
    };
    pairs.into_iter().filter(is_cut).collect()
}

/// The indices of the tags in these pairs, in order.
pub(crate) fn ends(pairs: Vec<(usize, usize)>) -> Vec<usize> {
    let mut ends: Vec<usize> = pairs.into_iter().flat_map(|(open, close)| [open, close]).collect();
    ends.sort_unstable();
    ends
}

/// The pairs of tags in two parts of the document that no item, quote or element of their own part contains: their
/// element is around other blocks. With `raw`, elements of any name can be.
pub(crate) fn across(document: &Document<'_>, tags: &[Found], raw: bool) -> Vec<(usize, usize)> {
    let part = |index: usize| part_of(document, tags[index].span.start);
    let large: Vec<usize> = (0..tags.len()).filter(|&index| raw || is_large(&tags[index].name)).collect();
    let (mut pairs, mut left) = grouped(tags, &large, part);
    pairs.sort_unstable();
    let mut inner = pairs.into_iter().peekable();
    let mut covered = 0;
    left.retain(|&index| {
        while let Some((_, close)) = inner.next_if(|(open, _)| *open < index) {
            covered = covered.max(close + 1);
        }
        let place = part(index).checked_sub(1).map(|part| document.parts[part].kind);
        let is_manifest = place == Some(PartKind::Manifest);
        covered <= index && !is_manifest && (raw || is_between(document, &tags[index]))
    });
    grouped(tags, &left, |_| ()).0
}

/// The indices of the tags, in order, whose partner is in another part, if a callout is around one of them and cannot end
/// there.
pub(crate) fn cut(
    document: &Document<'_>,
    tags: &[Found],
    is_in_callout: impl Fn(&Found) -> bool,
) -> Vec<usize> {
    let all: Vec<&Found> = tags.iter().collect();
    let between = ends(across(document, tags, false));
    let part = |index: usize| part_of(document, tags[index].span.start);
    let is_cut = |(open, close): &(usize, usize)| {
        part(*open) != part(*close)
            && between.binary_search(open).is_err()
            && (is_in_callout(&tags[*open]) || is_in_callout(&tags[*close]))
    };
    ends(matched(&all).0.into_iter().filter(is_cut).collect())
}

/// Whether a tag is in a block of HTML that is in no other block.
fn is_between(document: &Document<'_>, tag: &Found) -> bool {
    document.markdown.top_at(tag.span.start).is_some_and(|node| node.kind == NodeKind::Html)
}

/// The number of parts that start at or before an offset.
fn part_of(document: &Document<'_>, at: usize) -> usize {
    document.parts.partition_point(|part| part.span.start <= at)
}

/// The pairs of tags in each group, and the tags without a partner in their group, of those with these indices.
fn grouped<G: PartialEq>(
    tags: &[Found],
    indices: &[usize],
    group: impl Fn(usize) -> G,
) -> (Vec<(usize, usize)>, Vec<usize>) {
    let (mut pairs, mut left) = (Vec::new(), Vec::new());
    for chunk in indices.chunk_by(|a, b| group(*a) == group(*b)) {
        let here: Vec<&Found> = chunk.iter().map(|&index| &tags[index]).collect();
        let (together, alone) = matched(&here);
        pairs.extend(together.into_iter().map(|(open, close)| (chunk[open], chunk[close])));
        left.extend(alone.into_iter().map(|index| chunk[index]));
    }
    left.sort_unstable();
    (pairs, left)
}

/// What an element cannot reach out of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Holder {
    /// One more than the index of the item, quote, footnote, heading or table.
    node: usize,
    /// The cell of the table.
    cell: usize,
}

/// The holder of each tag.
fn holders(document: &Document<'_>, tags: &[Found]) -> Vec<Holder> {
    let nodes = &document.markdown.nodes;
    let mut open: Vec<usize> = Vec::new();
    let mut coming = 0;
    // The ends of the cells of the table that was looked at last.
    let mut cells: (usize, Vec<usize>) = (usize::MAX, Vec::new());
    let mut found = Vec::with_capacity(tags.len());
    for at in tags.iter().map(|tag| tag.span.start) {
        while let Some(node) = nodes.get(coming).filter(|node| node.span.start <= at) {
            open.truncate(node.depth as usize);
            open.push(coming);
            coming += 1;
        }
        let inner = open.iter().rev().find(|&&index| nodes[index].span.end > at && holds(nodes[index].kind));
        found.push(inner.map_or(Holder::default(), |&index| {
            let table = nodes[index].span;
            if nodes[index].kind == NodeKind::Table && cells.0 != index {
                let text = document.text(table);
                let ends = text.match_indices('\n').map(|(end, _)| end).chain(bars(text));
                let mut ends: Vec<usize> = ends.map(|end| table.start + end).collect();
                ends.sort_unstable();
                cells = (index, ends);
            }
            let is_table = cells.0 == index;
            let cell = if is_table { cells.1.partition_point(|end| *end < at) } else { 0 };
            Holder { node: index + 1, cell }
        }));
    }
    found
}

fn holds(kind: NodeKind) -> bool {
    matches!(
        kind,
        NodeKind::Item | NodeKind::Quote | NodeKind::Footnote | NodeKind::Heading { .. } | NodeKind::Table
    )
}
