//! A closing tag. A block ends at the next tag, thematic break or heading; nothing closes it.
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
//!
//! ```
//!
//! tagdown ends the block there. Where text follows, which is a NOTE to every reader, the fix says so, so
//! that it does not slide into the block above.
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

use super::{Context, FixKind, Group, Rule, can_follow_tag, first_node};
use crate::document::{Part, PartKind};
use crate::finding::{Edit, Safety, Severity, whole_lines};
use crate::source::Span;
use crate::tags::Kind;

pub(super) const RULE: Rule = Rule {
    name: "closing-tag",
    group: Group::Tags,
    severity: Severity::Error,
    fix: FixKind::Sometimes,
    layout: false,
    removes_words: true,
    options: &[],
    why: "the format has no closing tags; other readers show it as text",
    source: include_str!("closing_tag.rs"),
    check,
};

fn check(cx: &mut Context<'_, '_>) {
    let source = &cx.document.source;
    for (index, part) in cx.document.parts.iter().enumerate() {
        let PartKind::Closing(tag) = part.kind else { continue };
        let tag = &cx.document.tags[tag];
        let line = source.line_of(tag.span.start);
        let crowded = line > 0 && !source.is_blank(line - 1);
        let untagged = match cx.document.parts.get(index + 1).map(|part| part.kind) {
            Some(PartKind::Block(block)) => {
                Some(&cx.document.blocks[block]).filter(|block| block.tag.is_none())
            }
            _ => None,
        };
        let edit = match untagged {
            Some(block) => {
                let joins =
                    first_node(cx.document, block).is_some_and(|node| can_follow_tag(cx.document, node));
                let end = if joins { source.this_line(block.content.start) } else { part.span.end };
                let lines = Span::new(source.line_start(line), end);
                let above = if crowded { cx.eol() } else { "" };
                let below = if joins { "" } else { cx.eol() };
                Edit::replace(lines, format!("{above}{}{}{below}", Kind::Note.tag_line(), cx.eol()))
            }
            None if crowded && line + 1 < source.line_count() && !source.is_blank(line + 1) => {
                Edit::delete(source.line(line))
            }
            None => Edit::delete(whole_lines(source, tag.span)),
        };
        // Without the closing tag, the block above would reach into a subsection that is not its own.
        let above_text = match (cx.document.parts.get(index + 1), cx.document.parts.get(index + 2)) {
            (
                Some(Part { kind: PartKind::Heading(section), .. }),
                Some(Part { kind: PartKind::Block(block), .. }),
            ) => cx.document.sections[*section].level > 2 && cx.document.blocks[*block].tag.is_none(),
            _ => false,
        };
        if above_text {
            cx.report(tag.span, format!("closing tag `{}`", cx.quote(tag.span)));
            continue;
        }
        let title =
            if untagged.is_some() { "tag the text below it as a NOTE" } else { "remove the closing tag" };
        cx.report(tag.span, format!("closing tag `{}`", cx.quote(tag.span))).fix(
            Safety::Safe,
            title,
            vec![edit],
        );
    }
}
