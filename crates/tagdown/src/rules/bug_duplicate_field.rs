//! A field that appears twice in a BUG.
//!
//! ```md bad
//! **[BUG] Upload stops at 2 GB**
//! Symptom: the progress bar stays at 100%.
//! Symptom: the server logs nothing.
//! ```
//!
//! ```md good
//! **[BUG] Upload stops at 2 GB**
//! Symptom: the progress bar stays at 100%, and the server logs nothing.
//! ```

use super::engine::{Context, Group, Rule, Severity, page_of};
use crate::document::Kind;

pub(crate) const RULE: Rule = Rule {
    name: "bug-duplicate-field",
    group: Group::Bug,
    severity: Severity::Error,
    why: "a tool that uses only the first one ignores the second",
    todo: "merge the two fields, or split the block into two BUG blocks",
    source: page_of!("bug_duplicate_field.rs"),
    check,
    ..Rule::PLAIN
};

fn check(cx: &mut Context<'_, '_>) {
    for (block, _) in cx.document.blocks_of(Kind::Bug) {
        for (index, field) in block.fields.iter().enumerate() {
            let first = block.fields[..index.min(5)].iter().find(|other| other.spec == field.spec);
            if let Some(first) = first {
                let name = field.spec.name;
                cx.report(field.label, format!("duplicate field `{name}:`"))
                    .related(first.label, format!("first `{name}:` here"));
            }
        }
    }
}
