//! Decides where a tag is needed after a callout. Text without a tag becomes a NOTE, as it was read before, and a block
//! that a callout interrupted is opened again.

use std::collections::BTreeMap;

use tagdown::document::TagLine;
use tagdown::document::{Document, Kind, Place, keeps_heading};
use tagdown::markdown::NodeKind;

use super::write::Made;

/// The elements of a document that matter for where a block ends.
enum Event {
    Heading(u8),
    /// A thematic break, a header or a closing tag.
    Border,
    Tag(Kind, u8),
    Callout(Kind, Option<u8>),
    Content,
}

/// The block that is open at a point of the output.
#[derive(Clone, Copy)]
struct Open {
    kind: Kind,
    /// The level of the section that contains its tag.
    level: u8,
    is_callout: bool,
}

/// The lines of a document, without its callouts, that need a tag above them. `made` are the callouts in order.
pub(crate) fn tags(before: &Document<'_>, made: &[Made]) -> BTreeMap<usize, Kind> {
    let mut tags = BTreeMap::new();
    let mut open: Option<Open> = None;
    let mut level = 0;
    for (at, event) in events(before, made) {
        match event {
            Event::Heading(own) => {
                level = own;
                open = open.filter(|open| open.kind.tag().is_stretch && own > 2 && own > open.level);
            }
            Event::Border => open = None,
            Event::Tag(kind, own) => open = Some(Open { kind, level: level.max(own), is_callout: false }),
            Event::Callout(kind, inner) => {
                open = Some(Open { kind, level, is_callout: true });
                level = inner.unwrap_or(level);
            }
            Event::Content => {
                let Some(block) = before.block_at(at) else { continue };
                let is_right = match open {
                    None => block.tag.is_none(),
                    Some(open) => !open.is_callout && open.kind == block.kind,
                };
                if !is_right {
                    tags.insert(before.source.line_of(at), block.kind);
                    open = Some(Open { kind: block.kind, level, is_callout: false });
                }
            }
        }
    }
    tags
}

fn events(before: &Document<'_>, made: &[Made]) -> Vec<(usize, Event)> {
    let mut events = Vec::new();
    for tag in before.tags.iter().filter(|tag| tag.place != Place::Nested) {
        let own = if let Place::Heading(level) | Place::HeadingEnd(level) = tag.place { level } else { 0 };
        match tag.kind() {
            Some(kind) => events.push((tag.span.start, Event::Tag(kind, own))),
            None => events.push((tag.span.start, Event::Border)),
        }
    }
    let only_tag = |at: usize| {
        let is_here = |tag: &&TagLine| tag.span.start == at && tag.is_in_heading();
        let first = before.tags.partition_point(|tag| tag.span.start < at);
        before.tags[first..].first().filter(is_here).is_some_and(|tag| !keeps_heading(tag))
    };
    for &index in &before.markdown.top {
        let node = &before.markdown.nodes[index];
        let at = node.span.start;
        let event = match node.kind {
            NodeKind::Heading { .. } if only_tag(at) => continue,
            NodeKind::Heading { level, .. } => Event::Heading(level),
            NodeKind::Rule => Event::Border,
            _ if before.header.paragraph == Some(node.span) => Event::Border,
            // These have no content for a reader in this place.
            NodeKind::FrontMatter | NodeKind::Comment | NodeKind::Definition | NodeKind::Footnote => continue,
            _ if before.in_manifest(at) => continue,
            _ => Event::Content,
        };
        events.push((at, event));
    }
    let callouts = made.iter().map(|made| {
        (before.source.line_start(made.lines.start), Event::Callout(made.kind, made.inner_level))
    });
    events.extend(callouts);
    let rank = |event: &Event| match event {
        Event::Heading(_) => 0,
        Event::Tag(..) => 1,
        _ => 2,
    };
    events.sort_by_key(|(at, event)| (*at, rank(event)));
    events
}
