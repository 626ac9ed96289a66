//! Which HTML tags of a document belong together. A tag without a partner is text.

use tagdown::document::Document;

use super::html_tags::{Found, unbalanced};

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
/// the document.
pub(crate) fn alone(document: &Document<'_>, tags: &[Found], in_part: bool) -> Vec<usize> {
    let all: Vec<usize> = (0..tags.len()).collect();
    let nodes = &document.markdown.nodes;
    let node = |at: usize| nodes.partition_point(|node| node.span.start <= at);
    let left = grouped(tags, &all, node);
    let (large, mut alone): (Vec<usize>, Vec<usize>) =
        left.into_iter().partition(|&index| is_large(&tags[index].name));
    let part = |at: usize| document.parts.partition_point(|part| part.span.start <= at);
    alone.extend(if in_part { grouped(tags, &large, part) } else { grouped(tags, &large, |_| 0) });
    alone.sort_unstable();
    alone
}

/// The tags without a partner in their group, of those with these indices.
fn grouped(tags: &[Found], indices: &[usize], group: impl Fn(usize) -> usize) -> Vec<usize> {
    let chunks = indices.chunk_by(|a, b| group(tags[*a].span.start) == group(tags[*b].span.start));
    let mut left: Vec<usize> = chunks
        .flat_map(|chunk| {
            let here: Vec<&Found> = chunk.iter().map(|&index| &tags[index]).collect();
            unbalanced(&here).into_iter().map(|index| chunk[index])
        })
        .collect();
    left.sort_unstable();
    left
}
