//! Tags that follow a sentence on the line of another tag: `**[SPEC]** Ten. **[NOTE]** It was five.`

use super::kinds::Kind;
use super::mentions::is_about;
use super::read_tag::{Page, lex};
use super::tag::{Name, Place, Slips, TagLine, Wrap};
use crate::text::Span;

/// Adds these tags, and ends the content of the tag before each of them.
pub(crate) fn add(page: &Page<'_, '_>, tags: &mut Vec<TagLine>) {
    let mut all = Vec::with_capacity(tags.len());
    for mut tag in tags.drain(..) {
        while let Some((before, next)) = inner(page, &tag) {
            tag.inline = Some(before);
            all.push(std::mem::replace(&mut tag, next));
        }
        all.push(tag);
    }
    *tags = all;
}

/// The first tag in the content on the line of another tag, and the content before it.
fn inner(page: &Page<'_, '_>, tag: &TagLine) -> Option<(Span, TagLine)> {
    let source = page.source;
    let is_line = matches!(tag.place, Place::Line | Place::Folded) && tag.wrap == Wrap::Bold;
    let inline = tag.inline.filter(|_| is_line && tag.kind().is_some())?;
    let text = source.slice(inline);
    memchr::memmem::find_iter(text.as_bytes(), "**[").find_map(|at| {
        let before = text[..at].trim_end();
        let ends = before.ends_with(['.', '!', '?', ';', '`', ')', '”']) && before.len() < at;
        let start = inline.start + at;
        if !ends || page.markdown.is_opaque_at(start) {
            return None;
        }
        let tag = lex(page, Span::new(start, inline.end), "**", start + 2)?.judge(page, Place::Folded)?;
        let is_titled = tag.title.is_some() && tag.kind() != Some(Kind::Bug);
        let is_exact = matches!(tag.name, Name::Known(_)) && tag.slips == Slips::default() && !is_titled;
        let words = source.slice(tag.inline.filter(|words| words.end <= inline.end)?);
        (is_exact && !is_about(words)).then_some((source.trim(Span::new(inline.start, start)), tag))
    })
}
