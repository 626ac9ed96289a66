//! The manifest comes after another section.
//!
//! ```md bad
//! # Upload service
//! **Version 1.2.0**
//!
//! ## Limits
//!
//! **[SPEC]**
//! - Body: 4 KB
//!
//! ## AI READING INSTRUCTION
//!
//! Read `[SPEC]` first; `[NOTE]` may be skipped.
//! ```
//!
//! ```md fixed
//! # Upload service
//! **Version 1.2.0**
//!
//! ## AI READING INSTRUCTION
//!
//! Read `[SPEC]` first; `[NOTE]` may be skipped.
//!
//! ## Limits
//!
//! **[SPEC]**
//! - Body: 4 KB
//!
//! ```

use super::{Context, FixKind, Group, Rule};
use crate::document::PartKind;
use crate::finding::{Edit, Safety, Severity};
use crate::source::Span;

pub(super) const RULE: Rule = Rule {
    name: "late-manifest",
    group: Group::Document,
    severity: Severity::Error,
    fix: FixKind::Safe,
    layout: false,
    removes_words: false,
    options: &[],
    why: "a model that reads from the top has passed the section before it knows how to read",
    source: include_str!("late_manifest.rs"),
    check,
};

fn check(cx: &mut Context<'_, '_>) {
    let document = cx.document;
    let Some(manifest) = document.manifest else { return };
    let heading = document.sections[manifest.section].heading;
    let Some(first) = document.sections[..manifest.section].iter().find(|section| section.level > 1) else {
        return;
    };
    let source = &document.source;
    let eol = cx.eol();
    let text = cx.text(source.trim(manifest.span));
    let at = source.this_line(first.heading.start);
    let above = if at > 0 && !source.is_blank(source.line_of(at) - 1) { eol } else { "" };
    let edits = vec![
        Edit::insert(at, format!("{above}{text}{eol}{eol}")),
        Edit::delete(Span::new(manifest.span.start, removal_end(cx, manifest.span))),
    ];
    let message = format!("the manifest comes after the section `{}`", first.title);
    let first = first.heading;
    cx.report(heading, message).related(first, "the first section").fix(
        Safety::Safe,
        "move the manifest above the first section",
        edits,
    );
}

/// Between two thematic breaks, one goes along with the manifest.
fn removal_end(cx: &Context<'_, '_>, manifest: Span) -> usize {
    let parts = &cx.document.parts;
    let Some(index) = parts.iter().position(|part| part.kind == PartKind::Manifest) else {
        return manifest.end;
    };
    let before = index.checked_sub(1).map(|index| parts[index].kind);
    match parts.get(index + 1) {
        Some(next) if next.kind == PartKind::Break && before == Some(PartKind::Break) => next.span.end,
        _ => parts[index].span.end,
    }
}
