//! A field that a BUG has twice.
//!
//! ```md bad
//! **[BUG] Upload stops at 2 GB**
//! Symptom: the progress bar stays at 100 %.
//! Symptom: the server logs nothing.
//! ```
//!
//! ```md good
//! **[BUG] Upload stops at 2 GB**
//! Symptom: the progress bar stays at 100 %, and the server logs nothing.
//! ```

use super::{Context, Group, Rule};
use crate::finding::Severity;
use crate::tags::Kind;

pub(super) const RULE: Rule = Rule {
    name: "bug-duplicate-field",
    group: Group::Bug,
    severity: Severity::Error,
    why: "a reader that takes the first one never sees the second",
    todo: "join the two fields, or make two BUG blocks of them",
    source: include_str!("bug_duplicate_field.rs"),
    check,
    ..Rule::PLAIN
};

fn check(cx: &mut Context<'_, '_>) {
    for (block, _) in cx.document.blocks_of(Kind::Bug) {
        for (index, field) in block.fields.iter().enumerate() {
            let first = block.fields[..index.min(5)].iter().find(|other| other.spec == field.spec);
            if let Some(first) = first {
                let name = field.spec.name;
                cx.report(field.label, format!("`{name}:` a second time"))
                    .related(first.label, format!("first `{name}:` here"));
            }
        }
    }
}
