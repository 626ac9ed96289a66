//! A blank line between a tag and its content.
//!
//! ```md bad
//! **[SPEC]**
//!
//! - Port: 8080
//! ```
//!
//! ```md fixed
//! **[SPEC]**
//! - Port: 8080
//! ```
//!
//! Formatters such as prettier, biome and mdformat add this blank line. If your project runs one of them, set
//! `tag-spacing = "either"` to disable this rule. The rule also allows the blank line where it is needed:
//! before indented code, inline HTML, a link definition, or a list that does not start at 1. Without the blank line,
//! they would become part of the tag's paragraph. `tagdown check` reports a document with more than three such blank
//! lines once, with all places.
//!
//! ```md good
//! **[SPEC]**
//!
//! 3. The third step.
//! ```

use super::engine::{Context, Edit, FixKind, Group, Rule, Safety, Severity, page_of};
use crate::document::{can_follow_tag, first_node};
use crate::text::Span;

pub(crate) const RULE: Rule = Rule {
    name: "blank-after-tag",
    group: Group::Tags,
    severity: Severity::Error,
    fix: FixKind::Safe,
    layout: true,
    gathered: Some(|count| {
        format!(
            "blank line between tag and content in {count} places; \
             if a formatter adds it, set `tag-spacing = \"either\"`"
        )
    }),
    why: "a tag must be directly followed by its content",
    todo: "remove the blank line below the tag",
    source: page_of!("blank_after_tag.rs"),
    check,
    ..Rule::PLAIN
};

fn check(cx: &mut Context<'_, '_>) {
    if cx.allows_blank_after_tag() {
        return;
    }
    let source = &cx.document.source;
    for (block, tag) in cx.document.blocks_of_format() {
        let after = source.next_line(tag.span.end.saturating_sub(1));
        let blank = after < block.content.start && source.is_blank(source.line_of(after));
        let above_heading = block
            .inherited
            .first()
            .is_some_and(|&section| cx.document.sections[section].heading.start <= block.content.start);
        if !blank || tag.inline.is_some() || above_heading || tag.is_in_heading() {
            continue;
        }
        if !cx.document.markdown.has_content(source, block.content) {
            continue;
        }
        if first_node(cx.document, block).is_some_and(|node| can_follow_tag(cx.document, node)) {
            let lines = Span::new(after, source.this_line(block.content.start));
            cx.report(tag.span, format!("blank line between `{}` and its content", cx.quote(tag.span))).fix(
                Safety::Safe,
                "remove the blank line",
                vec![Edit::delete(lines)],
            );
        }
    }
}
