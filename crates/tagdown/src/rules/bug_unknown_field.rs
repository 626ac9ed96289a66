//! A label in a BUG that looks like a field but is not one of the five field names.
//!
//! ```md bad
//! **[BUG] Upload stops at 2 GB**
//! Symptom: the progress bar stays at 100%.
//! Cause: the size is kept in 31 bits.
//! Resolution: update to 2.1.
//! ```
//!
//! ```md fixed
//! **[BUG] Upload stops at 2 GB**
//! Symptom: the progress bar stays at 100%.
//! Cause: the size is kept in 31 bits.
//! Fix: update to 2.1.
//! ```
//!
//! The rule reports a label that is close to one of the five names in spelling or meaning, is common in descriptions
//! of failures (`Severity:`), or is bold or bulleted like the fields around it. The fix is unsafe because a person
//! must decide whether the new name fits; for example, a `Fix direction:` may not be a fix.
//!
//! ```md good
//! **[BUG] Upload stops at 2 GB**
//! Symptom: the log shows
//! Error: too large
//! Cause: the size is kept in 31 bits.
//! Fix: update to 2.1.
//! ```

use super::engine::{Context, Edit, FixKind, Group, Rule, Safety, Severity};
use crate::document::{FIELDS, Kind};

pub(crate) const RULE: Rule = Rule {
    name: "bug-unknown-field",
    group: Group::Bug,
    severity: Severity::Warning,
    fix: FixKind::Unsafe,
    why: "tools recognise only the five names and treat this as part of the field above",
    todo: "use one of the five field names, or turn it into plain text",
    source: include_str!("bug_unknown_field.rs"),
    removes_words: true,
    check,
    ..Rule::PLAIN
};

fn check(cx: &mut Context<'_, '_>) {
    for (block, _) in cx.document.blocks_of(Kind::Bug) {
        for unknown in &block.unknown_fields {
            let name = cx.text(unknown.name);
            let Some(nearest) = unknown.nearest else {
                let known = FIELDS.iter().map(|field| field.name).collect::<Vec<_>>().join(", ");
                cx.report(unknown.name, format!("`{name}:` is not a BUG field; the fields are {known}"));
                continue;
            };
            let taken = block.fields.iter().any(|field| field.spec == nearest);
            let message = format!("`{name}:` is not a BUG field; the nearest is `{}:`", nearest.name);
            let finding = cx.report(unknown.name, message);
            // The other words of a longer name say something.
            let is_one_word = name.split_whitespace().count() == 1;
            if !taken && is_one_word {
                let edit = Edit::replace(unknown.name, nearest.name);
                finding.fix(Safety::Unsafe, format!("rename it to `{}:`", nearest.name), vec![edit]);
            }
        }
    }
}
