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
//! The rule ignores lists and tables that name three or more kinds, each once, because they explain the tags.
//!
//! ```md good
//! - **[SPEC]** facts
//! - **[NOTE]** context
//! - **[BUG]** failures
//! ```

use super::engine::{Context, Group, Rule, Severity, page_of};
use crate::document::Place;
use crate::markdown::NodeKind;

pub(crate) const RULE: Rule = Rule {
    name: "nested-tag",
    group: Group::Tags,
    severity: Severity::Warning,
    why: "only a tag at the left margin opens a block",
    todo: "move the tag to its own line outside the list, quote or table",
    source: page_of!("nested_tag.rs"),
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
