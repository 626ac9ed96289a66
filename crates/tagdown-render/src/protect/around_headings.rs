//! Elements around headings, for a renderer that puts each section into an element of its own.

use tagdown::document::{Document, Part, PartKind};

use super::html_tags::Found;
use super::pairs::across;
use crate::change::Change;

/// Leaves out the tags of these elements; what is in them stays.
pub(crate) fn part(document: &Document<'_>, tags: &[Found], out: &mut Vec<Change>) {
    let is_heading = |part: &&Part| matches!(part.kind, PartKind::Heading(_));
    let headings: Vec<usize> = document.parts.iter().filter(is_heading).map(|part| part.span.start).collect();
    let above = |tag: &Found| headings.partition_point(|heading| *heading < tag.span.start);
    for (open, close) in across(document, tags, false) {
        if above(&tags[open]) < above(&tags[close]) {
            out.extend([open, close].map(|index| Change::new(tags[index].span, "")));
        }
    }
}
