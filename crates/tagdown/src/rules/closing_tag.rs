//! A closing tag, which is not part of the format.
//!
//! ```md bad
//! **[SPEC]**
//! - Port: 8080
//!
//! **[/SPEC]**
//! ```
//!
//! ```md fixed
//! **[SPEC]**
//! - Port: 8080
//! ```
//!
//! A block ends at the next tag, thematic break or section. tagdown also ends it at a closing tag, and untagged
//! text after the closing tag counts as a NOTE. For such text, the fix adds a NOTE tag, which keeps it out of the block
//! above.
//!
//! ```md bad
//! **[SPEC]**
//! - Port: 8080
//!
//! **[/SPEC]**
//!
//! The port was 80 once.
//! ```
//!
//! ```md fixed
//! **[SPEC]**
//! - Port: 8080
//!
//! **[NOTE]**
//! The port was 80 once.
//! ```

use super::engine::{
    Context, Edit, FixKind, Group, Rule, Safety, Severity, page_of, to_the_end, whole_lines,
};
use crate::document::{Block, Document, Kind, PartKind, TagLine, first_node};
use crate::text::Span;

pub(crate) const RULE: Rule = Rule {
    name: "closing-tag",
    group: Group::Tags,
    severity: Severity::Error,
    fix: FixKind::Sometimes,
    removes_words: true,
    why: "the format has no closing tags; other tools show this one as text",
    todo: "remove the closing tag",
    source: page_of!("closing_tag.rs"),
    check,
    ..Rule::PLAIN
};

fn check(cx: &mut Context<'_, '_>) {
    for (index, part) in cx.document.parts.iter().enumerate() {
        let PartKind::Closing(tag) = part.kind else { continue };
        let tag = &cx.document.tags[tag];
        let message = format!("closing tag `{}`", cx.quote(tag.span));
        let untagged = match cx.document.parts.get(index + 1).map(|part| part.kind) {
            Some(PartKind::Block(block)) => {
                Some(&cx.document.blocks[block]).filter(|block| block.tag.is_none())
            }
            _ => None,
        };
        if untagged.is_none() && stops_a_subsection(cx.document, index) {
            cx.report(tag.span, message);
            continue;
        }
        let (title, edit) = match untagged {
            Some(block) => ("tag the text below as a NOTE", note(cx, tag, block)),
            None => ("remove the closing tag", removal(cx.document, tag)),
        };
        cx.report(tag.span, message).fix(Safety::Safe, title, vec![edit]);
    }
}

/// Whether, without the closing tag, the block above would extend into a subsection that is not part of it.
fn stops_a_subsection(document: &Document<'_>, index: usize) -> bool {
    let kind = |offset: usize| document.parts.get(index + offset).map(|part| part.kind);
    match (kind(1), kind(2)) {
        (Some(PartKind::Heading(section)), Some(PartKind::Block(block))) => {
            document.sections[section].level > 2 && document.blocks[block].tag.is_none()
        }
        _ => false,
    }
}

/// Replaces the closing tag with a NOTE tag directly above the untagged text.
fn note(cx: &Context<'_, '_>, tag: &TagLine, block: &Block) -> Edit {
    let document = cx.document;
    let source = &document.source;
    let eol = source.eol();
    let line = source.line_of(tag.span.start);
    let before = Span::new(source.line_start(line), tag.span.start);
    let behind_text = !document.text(before).trim().is_empty();
    let crowded = line > 0 && !source.is_blank(line - 1);
    let start = if behind_text { source.trim(before).end } else { before.start };
    let above = match (behind_text, crowded) {
        (true, _) => eol.repeat(2),
        (false, true) => eol.to_owned(),
        (false, false) => String::new(),
    };
    let below = format!("{eol}{}", cx.gap_below_tag(first_node(document, block)));
    let on_line = source.line_of(block.content.start) == line;
    let end = if on_line { block.content.start } else { source.this_line(block.content.start) };
    Edit::replace(Span::new(start, end), format!("{above}{}{below}", Kind::Note.tag_line()))
}

/// Removes the closing tag and one of the blank lines around it. Between two lines of text, a blank line
/// remains.
fn removal(document: &Document<'_>, tag: &TagLine) -> Edit {
    let source = &document.source;
    let line = source.line_of(tag.span.start);
    let before = Span::new(source.line_start(line), tag.span.start);
    if !document.text(before).trim().is_empty() {
        return Edit::delete(Span::new(source.trim(before).end, source.line(line).end));
    }
    let is_text =
        |line: Option<usize>| line.is_some_and(|line| line < source.line_count() && !source.is_blank(line));
    let lines = whole_lines(source, tag.span);
    if document.text(Span::new(lines.end, source.text().len())).trim().is_empty() {
        return Edit::delete(to_the_end(source, lines.start));
    }
    match (is_text(line.checked_sub(1)), is_text(Some(line + 1))) {
        (true, true) => Edit::delete(source.line(line)),
        (false, false) if line > 0 => Edit::delete(Span::new(lines.start, source.line_start(line + 2))),
        _ => Edit::delete(lines),
    }
}
