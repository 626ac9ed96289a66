//! A tag without a blank line above it, which Markdown merges into the preceding text.
//!
//! ```md bad
//! - Port: 8080
//! **[NOTE]**
//! The port was 80 once.
//! ```
//!
//! ```md fixed
//! - Port: 8080
//!
//! **[NOTE]**
//! The port was 80 once.
//! ```
//!
//! A tag below a heading, a code block or a thematic break needs no blank line.
//!
//! ```md good
//! ## Limits
//! **[SPEC]**
//! - Body: 4 KB
//! ```

use super::engine::{Context, Edit, FixKind, Group, Rule, Safety, Severity, page_of};
use crate::document::Place;
use crate::text::Span;

pub(crate) const RULE: Rule = Rule {
    name: "no-blank-before-tag",
    group: Group::Tags,
    severity: Severity::Error,
    fix: FixKind::Safe,
    layout: true,
    why: "Markdown makes the tag part of the list, table or paragraph above it",
    todo: "add a blank line above the tag",
    source: page_of!("no_blank_before_tag.rs"),
    check,
    ..Rule::PLAIN
};

fn check(cx: &mut Context<'_, '_>) {
    for (_, tag) in cx.document.blocks_of_format() {
        let source = &cx.document.source;
        let line = source.this_line(tag.span.start);
        let before = source.trim(Span::new(line, tag.span.start));
        if tag.place == Place::Folded && !before.is_empty() {
            let eol = cx.eol();
            cx.report(tag.span, format!("`{}` follows other text on the same line", cx.quote(tag.span))).fix(
                Safety::Safe,
                "move the tag to its own line",
                vec![Edit::replace(Span::new(before.end, tag.span.start), eol.repeat(2))],
            );
            continue;
        }
        let above = source.line_of(tag.span.start).checked_sub(1);
        if tag.place == Place::Folded && above.is_some_and(|line| !source.is_blank(line)) {
            let eol = cx.eol();
            cx.report(tag.span, format!("no blank line above `{}`", cx.quote(tag.span))).fix(
                Safety::Safe,
                "add a blank line above the tag",
                vec![Edit::insert(line, eol)],
            );
        }
    }
}
