//! A tag written as a code span.
//!
//! ```md bad
//! # Upload service
//!
//! **Version 1.0.0**
//!
//! ## AI READING INSTRUCTION
//!
//! Read `[SPEC]` and `[BUG]` blocks first; `[NOTE]` blocks may be skipped.
//!
//! ## Limits
//!
//! `[SPEC]` The body has at most 4 KB.
//!
//! `[NOTE]` Disks were slow when this limit was set.
//! ```
//!
//! ```md fixed
//! # Upload service
//!
//! **Version 1.0.0**
//!
//! ## AI READING INSTRUCTION
//!
//! Read `[SPEC]` and `[BUG]` blocks first; `[NOTE]` blocks may be skipped.
//!
//! ## Limits
//!
//! **[SPEC]**
//! The body has at most 4 KB.
//!
//! **[NOTE]**
//! Disks were slow when this limit was set.
//! ```
//!
//! Code spans are tags only in a document with a manifest and without a bold tag, if at least two of its paragraphs or
//! list items start with one. Anywhere else, a code span mentions a tag.
//!
//! ```md good
//! A `[SPEC]` block contains facts.
//! ```

use super::engine::{Context, Edit, FixKind, Group, Rule, Safety, Severity, page_of};
use crate::document::Wrap;
use crate::text::Span;

pub(crate) const RULE: Rule = Rule {
    name: "code-span-tag",
    group: Group::Tags,
    severity: Severity::Error,
    fix: FixKind::Safe,
    why: "a code span only mentions a tag; other tools find no block here",
    todo: "write the tag in bold on its own line",
    source: page_of!("code_span_tag.rs"),
    check,
    ..Rule::PLAIN
};

fn check(cx: &mut Context<'_, '_>) {
    let source = &cx.document.source;
    let tags: Vec<_> = cx.document.blocks_of_format().filter(|(_, tag)| tag.wrap == Wrap::Code).collect();
    // One bold tag turns the other code spans into mentions, so one fix changes all of them.
    let mut edits = Vec::new();
    for (block, tag) in &tags {
        let line = source.this_line(tag.span.start);
        let marker = cx.text(Span::new(line, tag.span.start));
        let end = tag.inline.map_or(tag.span.end, |inline| inline.start);
        let eol = cx.eol();
        let above = source.line_of(line).checked_sub(1);
        let is_parted = above.is_none_or(|above| source.is_blank(above)) || is_below_heading(cx, line);
        let above = if is_parted { "" } else { eol };
        let below = if tag.inline.is_none() { String::new() } else { format!("{eol}{marker}") };
        let tag_line = match tag.title {
            Some(title) => format!("**[{}] {}**", block.kind.name(), cx.text(title)),
            None => block.kind.tag_line(),
        };
        let text = format!("{above}{tag_line}{below}");
        edits.push(Edit::replace(Span::new(line, end), text));
    }
    let Some((_, first)) = tags.first() else { return };
    let (span, more) = (first.span, tags.len() - 1);
    let what = if more == 1 { "1 more tag is".to_owned() } else { format!("{more} more tags are") };
    let finding = cx.report(span, format!("tag {} as a code span; {what} too", cx.text(span)));
    for (_, tag) in &tags[1..] {
        finding.related(tag.span, "also a code span");
    }
    finding.fix(Safety::Safe, "write the tags in bold", edits);
}

fn is_below_heading(cx: &Context<'_, '_>, line: usize) -> bool {
    let section = &cx.document.sections[cx.document.section_at(line)];
    section.level > 0 && cx.document.source.next_line(section.heading.end.saturating_sub(1)) == line
}
