//! An empty field in a BUG.
//!
//! ```md bad
//! **[BUG] Upload stops at 2 GB**
//! Symptom: the progress bar stays at 100%.
//! Cause:
//! Fix: update to 2.1.
//! ```
//!
//! ```md good
//! **[BUG] Upload stops at 2 GB**
//! Symptom: the progress bar stays at 100%.
//! Cause:
//! - the size is kept in 31 bits
//! Fix: update to 2.1.
//! ```

use super::engine::{Context, Group, Rule, Severity, page_of};
use crate::document::Kind;

pub(crate) const RULE: Rule = Rule {
    name: "bug-empty-field",
    group: Group::Bug,
    severity: Severity::Error,
    why: "an empty field tells a reader no more than a missing one",
    todo: "fill in the field, or change the block to a `[?]`",
    source: page_of!("bug_empty_field.rs"),
    check,
    ..Rule::PLAIN
};

fn check(cx: &mut Context<'_, '_>) {
    for (block, _) in cx.document.blocks_of(Kind::Bug) {
        for field in &block.fields {
            if !is_empty(cx.text(field.value)) {
                continue;
            }
            cx.report(field.label, format!("`{}:` is empty", field.spec.name));
        }
    }
}

/// Whether the value contains only comments.
fn is_empty(value: &str) -> bool {
    let mut rest = value.trim();
    while let Some(comment) = rest.strip_prefix("<!--") {
        rest = comment.split_once("-->").map_or("", |(_, rest)| rest).trim_start();
    }
    rest.is_empty()
}
