//! Something set like a field of a BUG whose name is none of the five.
//!
//! ```md bad
//! **[BUG] Upload stops at 2 GB**
//! Symptom: the progress bar stays at 100 %.
//! Cause: the size is kept in 31 bits.
//! Resolution: update to 2.1.
//! ```
//!
//! ```md fixed
//! **[BUG] Upload stops at 2 GB**
//! Symptom: the progress bar stays at 100 %.
//! Cause: the size is kept in 31 bits.
//! Fix: update to 2.1.
//! ```
//!
//! A name counts if it is near one of the five in spelling or meaning, is often used for failures
//! (`Severity:`), or is set in bold or as a bullet like the fields beside it. The fix is unsafe: whether a
//! `Fix direction:` is a fix is for a person to say.
//!
//! ```md good
//! **[BUG] Upload stops at 2 GB**
//! Symptom: the log shows
//! Error: too large
//! Cause: the size is kept in 31 bits.
//! Fix: update to 2.1.
//! ```

use super::{Context, FixKind, Group, Rule};
use crate::finding::{Edit, Safety, Severity};
use crate::tags::{FIELDS, Kind};

pub(super) const RULE: Rule = Rule {
    name: "bug-unknown-field",
    group: Group::Bug,
    severity: Severity::Warning,
    fix: FixKind::Unsafe,
    why: "readers look for the five names, and take this for part of the field above",
    todo: "use one of the five field names, or make it text",
    source: include_str!("bug_unknown_field.rs"),
    check,
    ..Rule::PLAIN
};

fn check(cx: &mut Context<'_, '_>) {
    for (block, _) in cx.document.blocks_of(Kind::Bug) {
        for unknown in &block.unknown_fields {
            let name = cx.text(unknown.name);
            let Some(nearest) = unknown.nearest else {
                let known = FIELDS.iter().map(|field| field.name).collect::<Vec<_>>().join(", ");
                cx.report(unknown.name, format!("`{name}:` is no field of a BUG; known: {known}"));
                continue;
            };
            let taken = block.fields.iter().any(|field| field.spec == nearest);
            let message = format!("`{name}:` is no field of a BUG; the nearest is `{}:`", nearest.name);
            let finding = cx.report(unknown.name, message);
            if !taken {
                let edit = Edit::replace(unknown.name, nearest.name);
                finding.fix(Safety::Unsafe, format!("rename it to `{}:`", nearest.name), vec![edit]);
            }
        }
    }
}
