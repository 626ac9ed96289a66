//! A BUG without a title.
//!
//! ```md bad
//! **[BUG]**
//! Symptom: the upload stops at 2 GB.
//! ```
//!
//! ```md good
//! **[BUG] Upload stops at 2 GB**
//! Symptom: the progress bar stays at 100%.
//! ```

use super::engine::{Context, Group, Rule, Severity, page_of};
use crate::document::Kind;

pub(crate) const RULE: Rule = Rule {
    name: "bug-without-title",
    group: Group::Bug,
    severity: Severity::Error,
    why: "people who see the symptom find the BUG by its title",
    source: page_of!("bug_without_title.rs"),
    check,
    ..Rule::PLAIN
};

fn check(cx: &mut Context<'_, '_>) {
    for (_, tag) in cx.document.blocks_of(Kind::Bug) {
        if tag.title.is_none() {
            cx.report(tag.span, "BUG without a title; state the symptom in a few words: `**[BUG] title**`");
        }
    }
}
