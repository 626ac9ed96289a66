//! A manifest that does not say what to read first, or what may be skipped.
//!
//! ```md bad
//! ## AI READING INSTRUCTION
//!
//! Read `[SPEC]` blocks.
//! ```
//!
//! ```md good
//! ## AI READING INSTRUCTION
//!
//! Read `[SPEC]` blocks first; `[NOTE]` may be skipped.
//! ```

use super::engine::{Context, Group, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    name: "incomplete-manifest",
    group: Group::Document,
    severity: Severity::Warning,
    why: "a model has to guess what the manifest does not say",
    todo: "state in the manifest that SPEC is read first and NOTE may be skipped",
    source: include_str!("incomplete_manifest.rs"),
    check,
    ..Rule::PLAIN
};

fn check(cx: &mut Context<'_, '_>) {
    let Some(manifest) = cx.document.manifest else { return };
    let section = &cx.document.sections[manifest.section];
    let text = cx.document.source.text()[section.heading.end..manifest.span.end].to_lowercase();
    let names = |word: &str| {
        text.split(|c: char| !c.is_alphanumeric())
            .any(|found| found == word || found.strip_suffix('s') == Some(word))
    };
    let missing = match (names("spec"), names("note")) {
        (true, true) => return,
        (false, true) => "what to read first (SPEC)",
        (true, false) => "what may be skipped (NOTE)",
        (false, false) => "what to read first (SPEC) or what may be skipped (NOTE)",
    };
    cx.report(section.heading, format!("the manifest does not say {missing}"));
}
