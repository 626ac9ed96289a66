//! A document with more than one H1.
//!
//! ```md bad
//! # Upload service
//!
//! # Limits
//! ```
//!
//! ```md good
//! # Upload service
//!
//! ## Limits
//! ```

use super::engine::{Context, Group, Rule, Severity, page_of};

pub(crate) const RULE: Rule = Rule {
    name: "several-titles",
    group: Group::Document,
    severity: Severity::Warning,
    why: "a document has one title; sections are H2",
    todo: "make the later H1 an H2",
    source: page_of!("several_titles.rs"),
    check,
    ..Rule::PLAIN
};

fn check(cx: &mut Context<'_, '_>) {
    let mut titles = cx.document.sections.iter().filter(|section| section.level == 1);
    let Some(first) = titles.next() else { return };
    for title in titles {
        cx.report(title.heading, format!("a second title: `{}`", title.title))
            .related(first.heading, "the first title");
    }
}
