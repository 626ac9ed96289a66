//! A BUG title of more than 100 characters.
//!
//! ```md bad
//! **[BUG] When a client sends a file that is larger than two gigabytes the upload stops at one hundred per cent**
//! Symptom: the progress bar stays at 100%.
//! ```
//!
//! ```md good
//! **[BUG] Upload stops at 2 GB**
//! Symptom: the progress bar stays at 100%.
//! ```

use super::engine::{Context, Group, Rule, RuleOption, Severity, page_of};
use crate::document::Kind;

pub(crate) const RULE: Rule = Rule {
    name: "bug-long-title",
    group: Group::Bug,
    severity: Severity::Warning,
    options: &[RuleOption { name: "max", default: 100, help: "maximum number of characters in a title" }],
    why: "a title is for searching; the details belong in `Symptom:`",
    todo: "keep the symptom in the title and move the rest to `Symptom:`",
    source: page_of!("bug_long_title.rs"),
    check,
    ..Rule::PLAIN
};

fn check(cx: &mut Context<'_, '_>) {
    let max = cx.option();
    for (_, tag) in cx.document.blocks_of(Kind::Bug) {
        let Some(title) = tag.title else { continue };
        let length = cx.text(title).chars().count();
        if length > max {
            cx.report(title, format!("the title has {length} characters, more than the maximum of {max}"));
        }
    }
}
