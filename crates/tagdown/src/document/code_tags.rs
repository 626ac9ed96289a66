//! Tags that are code spans: `` `[SPEC]` text ``. They are tags only in a document that writes all its tags so. Anywhere
//! else, a code span mentions a tag.

use super::kinds::Kind;
use super::mentions::is_about;
use super::read_tag::Page;
use super::tag::{Name, Place, Slips, TagLine, Wrap};
use super::tag_label::read_name;
use crate::markdown::{Markdown, NodeKind, strip_list_marker};
use crate::text::{Source, Span};

/// Adds the tags of a document that has a manifest, no bold tag, and at least two paragraphs or items that open with a
/// tag as a code span.
pub(crate) fn add(page: &Page<'_, '_>, tags: &mut Vec<TagLine>) {
    let (source, markdown) = (page.source, page.markdown);
    let text = source.text();
    if memchr::memmem::find(text.as_bytes(), b"`[").is_none() {
        return;
    }
    let is_bold = |tag: &TagLine| matches!(tag.name, Name::Known(_)) && tag.wrap == Wrap::Bold;
    let Some(manifest) = page.manifest().filter(|_| !tags.iter().any(is_bold)) else { return };
    let starts =
        markdown.nodes.iter().filter(|node| matches!(node.kind, NodeKind::Paragraph | NodeKind::Item));
    let mut found: Vec<TagLine> = starts
        .filter(|node| !manifest.contains(node.span.start))
        .filter_map(|node| tag_at(page, node.span.start))
        .filter(|tag| is_outermost(source, markdown, tag))
        .collect();
    found.sort_by_key(|tag| tag.span.start);
    found.dedup_by_key(|tag| tag.span.start);
    if found.len() > 1 {
        tags.retain(|tag| !found.iter().any(|found| found.span.start == tag.span.start));
        tags.extend(found);
        tags.sort_by_key(|tag| tag.span.start);
    }
}

/// The tag that a paragraph or item opens with.
fn tag_at(page: &Page<'_, '_>, start: usize) -> Option<TagLine> {
    let source = page.source;
    let line = source.line(source.line_of(start));
    let rest = &source.text()[start.min(line.end)..line.end];
    let words = strip_list_marker(rest.trim_start()).trim_start();
    let start = line.end - words.len();
    let (label, rest) = words.strip_prefix("`[")?.split_once(']')?;
    let (name, qualifier) = read_name(label, start + 2, page.own)?;
    let words = &rest[..rest.find('`')?];
    if !words.is_empty() && name != Name::Known(Kind::Bug) {
        return None;
    }
    let close = start + label.len() + 3;
    let title = source.trim(Span::new(close, close + words.len()));
    let end = close + words.len() + 1;
    let rest = &source.text()[end..line.end];
    if is_about(rest.trim_start_matches([':', '—', '–', ' '])) {
        return None;
    }
    let rest = rest.trim_start_matches([':', '—', '–', ' ']);
    let inline = source.trim(Span::new(line.end - rest.len(), line.end));
    Some(TagLine {
        name,
        place: Place::Line,
        span: Span::new(start, end),
        wrap: Wrap::Code,
        slips: Slips::default(),
        qualifier,
        title: (!title.is_empty()).then_some(title),
        inline: (!inline.is_empty()).then_some(inline),
    })
}

/// Whether a tag is in a paragraph or in an item of a list that is in nothing else.
fn is_outermost(source: &Source<'_>, markdown: &Markdown, tag: &TagLine) -> bool {
    let at = tag.span.start;
    let Some(node) = markdown.top_at(at) else { return false };
    match node.kind {
        NodeKind::Paragraph => true,
        NodeKind::List { .. } => markdown
            .outer_item_at(at)
            .is_some_and(|item| source.line_of(item.span.start) == source.line_of(at)),
        _ => false,
    }
}
