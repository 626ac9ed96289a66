//! Tags at the end of a heading: `### Retries **[?]**`.

use super::read_tag::{Page, lex, part_marks};
use super::tag::{Name, Place, TagLine, Wrap};
use crate::markdown::NodeKind;
use crate::text::Span;

/// Words before a bracket in a heading that is about a tag, such as "How to write a [SPEC]".
const ABOUT: &[&str] = &[
    "a", "about", "an", "and", "between", "block", "blocks", "by", "each", "every", "for", "from", "in",
    "into", "is", "of", "only", "or", "tag", "tags", "the", "to", "use", "using", "versus", "vs", "with",
    "write", "writing", "your",
];

/// First words of a heading that asks about a tag.
const ASKS: &[&str] = &["how", "what", "when", "where", "which", "why"];

/// Adds tags at the end of a heading. Other words in brackets there, such as `**[BETA]**`, are a status unless the project
/// declares them.
pub(crate) fn add(page: &Page<'_, '_>, tags: &mut Vec<TagLine>) {
    let markdown = page.markdown;
    let mut found = Vec::new();
    for node in markdown.top.iter().map(|&index| &markdown.nodes[index]) {
        if let NodeKind::Heading { level, setext, .. } = node.kind
            && let Some(tag) = at_end(page, node.span)
            && !(setext && is_text(page, &tag, node.span))
        {
            found.push(TagLine { place: Place::HeadingEnd(level), ..tag });
        }
    }
    found.retain(|tag| !tags.iter().any(|other| other.span.contains(tag.span.start)));
    if !found.is_empty() {
        tags.extend(found);
        tags.sort_by_key(|tag| tag.span.start);
    }
}

/// The tag at the end of a heading, with the words of the heading as its title.
fn at_end(page: &Page<'_, '_>, heading: Span) -> Option<TagLine> {
    let source = page.source;
    let line = source.line(source.line_of(heading.start));
    let mut words = source.slice(line).trim_end().trim_end_matches('#').trim_end();
    // An anchor of its own may follow.
    if let Some((before, _)) = words.strip_suffix('}').and_then(|words| words.rsplit_once(" {")) {
        words = before.trim_end();
    }
    let bracket = words.rfind('[')?;
    let (before, marks) = part_marks(&words[..bracket]);
    let is_plain = !marks.contains(['*', '_']);
    let title = before.trim_start().trim_start_matches('#').trim();
    if title.is_empty() || !before.ends_with([' ', '\t']) || page.markdown.is_opaque_at(line.start + bracket)
    {
        return None;
    }
    let span = Span::new(line.start + before.len(), line.start + words.len());
    let lexed = lex(page, span, marks, line.start + bracket)?;
    let tag = lexed.judge(page, Place::Line)?;
    let is_meant =
        matches!(tag.name, Name::Known(_) | Name::Own(..)) && tag.title.is_none() && tag.inline.is_none();
    let is_sure = !is_plain || page.manifest().is_some() && tag.wrap == Wrap::Plain && !tag.slips.case;
    if !is_meant || !is_sure || is_plain && tag.qualifier.is_none() && is_about(title) {
        return None;
    }
    let start = line.start + words.find(title)?;
    Some(TagLine { title: Some(Span::new(start, start + title.len())), ..tag })
}

/// Whether the paragraph above a line of dashes is rarely meant as a heading: several lines, or a sentence.
fn is_text(page: &Page<'_, '_>, tag: &TagLine, heading: Span) -> bool {
    let source = page.source;
    let underline = source.line_of(heading.end.saturating_sub(1));
    let words = tag.title.map_or("", |title| source.slice(title));
    underline != source.line_of(heading.start) + 1
        || words.split_whitespace().count() > 8
        || words.ends_with(['.', ',', ';', ':', '!'])
}

fn is_about(title: &str) -> bool {
    let title = title.to_lowercase();
    let mut words = title.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let first = words.next().unwrap_or_default();
    let last = words.next_back().unwrap_or(first);
    ASKS.contains(&first) || ABOUT.contains(&last)
}
