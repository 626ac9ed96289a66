//! A BUG without a Symptom, Cause or Fix field.
//!
//! ```md bad
//! **[BUG] Upload stops at 2 GB**
//! Symptom: the progress bar stays at 100%.
//! ```
//!
//! ```md good
//! **[BUG] Upload stops at 2 GB**
//! Symptom: the progress bar stays at 100%.
//! Cause: the size is kept in 31 bits.
//! Fix: update to 2.1, which keeps it in 63.
//! ```

use super::engine::{Context, Group, Rule, Severity, page_of};
use crate::document::{FIELDS, Kind};

pub(crate) const RULE: Rule = Rule {
    name: "bug-missing-field",
    group: Group::Bug,
    severity: Severity::Error,
    why: "a BUG must be confirmed and have a known fix; otherwise it is a `[?]`",
    todo: "add the field, or change the block to a `[?]`",
    source: page_of!("bug_missing_field.rs"),
    check,
    ..Rule::PLAIN
};

fn check(cx: &mut Context<'_, '_>) {
    for (block, tag) in cx.document.blocks_of(Kind::Bug) {
        let has = |name: &str| block.fields.iter().any(|field| field.spec.name == name);
        let missing = FIELDS.iter().filter(|field| field.required && !has(field.name));
        let missing: Vec<String> = missing.map(|field| format!("`{}:`", field.name)).collect();
        if let Some((last, first)) = missing.split_last() {
            let and = if first.is_empty() { "" } else { " and " };
            cx.report(tag.span, format!("BUG without {}{and}{last}", first.join(", ")));
        }
    }
}
