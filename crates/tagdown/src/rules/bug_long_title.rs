//! A BUG title of more than 100 characters.
//!
//! ```md bad
//! **[BUG] When a client sends a file that is larger than two gigabytes the upload stops at one hundred per cent**
//! Symptom: the progress bar stays at 100 %.
//! ```
//!
//! ```md good
//! **[BUG] Upload stops at 2 GB**
//! Symptom: the progress bar stays at 100 %.
//! ```

use super::{Context, Group, Rule, RuleOption};
use crate::finding::Severity;
use crate::tags::Kind;

pub(super) const RULE: Rule = Rule {
    name: "bug-long-title",
    group: Group::Bug,
    severity: Severity::Warning,
    options: &[RuleOption { name: "max", default: 100, help: "characters that a title may have" }],
    why: "a title is for searching; the whole story belongs in `Symptom:`",
    todo: "keep the symptom in the title and move the rest into `Symptom:`",
    source: include_str!("bug_long_title.rs"),
    check,
    ..Rule::PLAIN
};

fn check(cx: &mut Context<'_, '_>) {
    let max = cx.option();
    for (_, tag) in cx.document.blocks_of(Kind::Bug) {
        let Some(title) = tag.title else { continue };
        let length = cx.text(title).chars().count();
        if length > max {
            cx.report(title, format!("the title has {length} characters, more than {max}"));
        }
    }
}
