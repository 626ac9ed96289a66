//! A tag inside a list item, a quote or a table, where it is only text.
//!
//! ```md bad
//! 1. Start the service.
//!
//!    **[SPEC]**
//!    It listens on port 8080.
//! ```
//!
//! ```md good
//! 1. Start the service.
//!
//! **[SPEC]**
//! It listens on port 8080.
//! ```
//!
//! A list or table that names three kinds or more, each once, explains the tags and is left alone.
//!
//! ```md good
//! - **[SPEC]** facts
//! - **[NOTE]** context
//! - **[BUG]** failures
//! ```

use super::{Context, Group, Rule};
use crate::finding::Severity;
use crate::markdown::NodeKind;
use crate::tag_line::Place;

pub(super) const RULE: Rule = Rule {
    name: "nested-tag",
    group: Group::Tags,
    severity: Severity::Warning,
    why: "it opens no block: move it, with its content, out to the margin",
    todo: "move the tag to a line of its own outside the list, quote or table",
    source: include_str!("nested_tag.rs"),
    check,
    ..Rule::PLAIN
};

fn check(cx: &mut Context<'_, '_>) {
    for tag in &cx.document.tags {
        if tag.place != Place::Nested || cx.document.in_manifest(tag.span.start) {
            continue;
        }
        let container = match cx.document.markdown.top_at(tag.span.start).map(|node| node.kind) {
            Some(NodeKind::Quote) => "a quote",
            Some(NodeKind::Table) => "a table",
            Some(NodeKind::Footnote) => "a footnote",
            _ => "a list item",
        };
        cx.report(tag.span, format!("`{}` inside {container} is only text", cx.quote(tag.span)));
    }
}
