//! The title of a BUG that follows its tag without emphasis: `**[BUG]** title`, with the fields below it.

use super::fields;
use super::model::{Block, Document};
use super::tag::Wrap;
use crate::text::Span;

/// Moves the title from the content of a block to its tag. It is the text between an untitled tag and the first field,
/// which is on the tag line or opens the next line with text.
pub(super) fn take(document: &mut Document<'_>, block: &mut Block) {
    let Some((index, title)) = outside_title(document, block) else { return };
    let source = &document.source;
    let text = source.slice(title);
    let bold =
        text.strip_prefix("**").and_then(|text| text.strip_suffix("**")).filter(|text| !text.is_empty());
    let marks = if bold.is_some() { 2 } else { 0 };
    let words = source.trim(Span::new(title.start + marks, title.end - marks));
    let tag = &mut document.tags[index];
    let Some(inline) = tag.inline else { return };
    let rest = source.trim(Span::new(title.end, inline.end));
    tag.title = Some(words);
    tag.slips.outside = true;
    tag.span.end = title.end;
    tag.inline = (!rest.is_empty()).then_some(rest);
    block.content = source.trim(Span::new(title.end, block.content.end));
}

/// The tag of a block and the text after it that is the title.
fn outside_title(document: &Document<'_>, block: &Block) -> Option<(usize, Span)> {
    let source = &document.source;
    let index = block.tag?;
    let tag = &document.tags[index];
    let inline = tag.inline.filter(|_| tag.title.is_none() && tag.wrap != Wrap::Code)?;
    let below = source.line_of(inline.start) + 1;
    let next = (below..source.line_count()).find(|&line| !source.is_blank(line));
    let first = block.fields.first().map(|field| field.label.start)?;
    let title = source.trim(Span::new(inline.start, first.clamp(inline.start, inline.end)));
    let follows =
        first <= inline.end || next.is_some_and(|line| fields::starts_field(source.slice(source.line(line))));
    let text = source.slice(title);
    let bold = text.strip_prefix("**").and_then(|text| text.strip_suffix("**"));
    let is_plain = !bold.unwrap_or(text).contains("**");
    (follows && !title.is_empty() && is_plain).then_some((index, title))
}
