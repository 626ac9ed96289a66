//! A manifest that does not say what to read first, or what may be skipped.
//!
//! ```md bad
//! ## AI READING INSTRUCTION
//!
//! Read `[SPEC]` blocks.
//!
//! ## Limits
//!
//! **[NOTE]**
//! Disks were slow when the limits were set.
//! ```
//!
//! A document without NOTE blocks need not mention them.
//!
//! ```md good
//! ## AI READING INSTRUCTION
//!
//! Read `[SPEC]` blocks first; `[NOTE]` may be skipped.
//! ```

use super::engine::{Context, Group, Rule, Severity, page_of};
use crate::document::Kind;
use crate::text::Span;

pub(crate) const RULE: Rule = Rule {
    name: "incomplete-manifest",
    group: Group::Document,
    severity: Severity::Warning,
    why: "a model has to guess what the manifest does not say",
    todo: "state in the manifest that SPEC is read first and NOTE may be skipped",
    source: page_of!("incomplete_manifest.rs"),
    check,
    ..Rule::PLAIN
};

fn check(cx: &mut Context<'_, '_>) {
    let Some(manifest) = cx.document.manifest else { return };
    let section = &cx.document.sections[manifest.section];
    // A block in the manifest ends it, but is part of what it says.
    let text = cx.document.text(Span::new(section.heading.end, section.span.end.max(manifest.span.end)));
    let text = text.to_lowercase();
    let has_notes = cx.document.blocks_of(Kind::Note).next().is_some();
    let names = |word: &str| {
        text.split(|c: char| !c.is_alphanumeric())
            .any(|found| found == word || found.strip_suffix('s') == Some(word))
    };
    let missing = match (names("spec"), names("note") || !has_notes) {
        (true, true) => return,
        (false, true) => "what to read first (SPEC)",
        (true, false) => "what may be skipped (NOTE)",
        (false, false) => "what to read first (SPEC) or what may be skipped (NOTE)",
    };
    cx.report(section.heading, format!("the manifest does not say {missing}"));
}
