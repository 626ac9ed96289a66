//! Finds paragraphs that the line below them turns into headings by mistake.

use super::kinds::Kind;
use super::tag::{Place, TagLine};
use super::{fields, header};
use crate::markdown::{Markdown, NodeKind, Trap};
use crate::text::{Source, Span};

/// Finds accidental headings. A row of dashes or equal signs below a paragraph makes it a heading. This is a mistake if
/// the paragraph contains a tag or the version. A row of dashes is also a mistake if the paragraph is a sentence, or if
/// a section follows directly, so the heading would have no content.
pub(crate) fn find(source: &Source<'_>, markdown: &Markdown, tags: &[TagLine]) -> Vec<Trap> {
    let headings = || {
        markdown.top.iter().filter_map(|&index| match markdown.nodes[index].kind {
            NodeKind::Heading { level, setext, .. } => Some((markdown.nodes[index].span, level, setext)),
            _ => None,
        })
    };
    let atx_sections = headings().any(|(_, level, setext)| level == 2 && !setext);
    let mut in_header = true;
    let mut traps = Vec::new();
    for (span, level, setext) in headings() {
        let line = source.line_of(span.end.saturating_sub(1));
        if !setext || source.line_start(line) <= span.start {
            in_header &= level == 1;
            continue;
        }
        let underline = source.trim(source.line(line));
        let paragraph = source.trim(Span::new(span.start, source.line_start(line)));
        let words = source.slice(paragraph);
        let first_tag = tags.partition_point(|tag| tag.span.end <= paragraph.start);
        let tag = tags.get(first_tag).filter(|tag| tag.span.start < paragraph.end);
        let has_tag = tag.is_some();
        // A tag at the end of the words is meant for a section.
        if tag.is_some_and(|tag| matches!(tag.place, Place::HeadingEnd(_))) {
            in_header &= level == 1;
            continue;
        }
        let is_version = in_header && header::holds_version(source, paragraph);
        let is_long = words.lines().count() > 1 && words.lines().map(str::len).sum::<usize>() > 60;
        let is_wordy = source.slice(underline) == "---" && words.split_whitespace().count() > 8;
        // A row of dashes as long as the words is an underline.
        let length = underline.end - underline.start;
        let is_underline = words.chars().count() == length && length > 3;
        let is_sentence = (words.ends_with(['.', ',', ';', ':']) || is_long || is_wordy) && !is_underline;
        let is_separator =
            atx_sections && source.slice(underline) == "---" && is_followed_by_section(source, line);
        // A row of dashes between a BUG and its fields underlines the title.
        let next = (line + 1..source.line_count()).find(|&line| !source.is_blank(line));
        let is_decoration = tags.get(first_tag).is_some_and(|tag| has_tag && tag.kind() == Some(Kind::Bug))
            && next.is_some_and(|line| fields::starts_field(source.slice(source.line(line))));
        let is_break = level == 2 && underline.end - underline.start >= 3 && !is_decoration;
        if has_tag || is_version || (is_break && (is_sentence || is_separator)) {
            traps.push(Trap { paragraph, underline, is_break, is_decoration });
        } else {
            in_header &= level == 1;
        }
    }
    traps
}

fn is_followed_by_section(source: &Source<'_>, underline: usize) -> bool {
    let next = (underline + 1..source.line_count()).find(|&line| !source.is_blank(line));
    next.is_none_or(|line| {
        let text = source.slice(source.line(line));
        text.starts_with("# ") || text.starts_with("## ")
    })
}
