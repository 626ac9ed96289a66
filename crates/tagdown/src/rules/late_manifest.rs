//! A manifest that comes after another section.
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
//! ```

use super::engine::{Context, Edit, FixKind, Group, Rule, Safety, Severity, page_of, to_the_end};
use crate::document::PartKind;
use crate::text::Span;

pub(crate) const RULE: Rule = Rule {
    name: "late-manifest",
    group: Group::Document,
    severity: Severity::Error,
    fix: FixKind::Sometimes,
    why: "a model that reads from the top sees other sections before it learns how to read them",
    todo: "move the manifest above all other sections",
    source: page_of!("late_manifest.rs"),
    check,
    ..Rule::PLAIN
};

fn check(cx: &mut Context<'_, '_>) {
    let document = cx.document;
    let Some(manifest) = document.manifest else { return };
    let heading = document.sections[manifest.section].heading;
    let Some(first) = document.sections[..manifest.section].iter().find(|section| section.level == 2) else {
        return;
    };
    let source = &document.source;
    let eol = cx.eol();
    let text = cx.text(source.trim(manifest.span));
    let at = source.this_line(first.heading.start);
    let crowded = source.line_of(at).checked_sub(1).is_some_and(|line| !source.is_blank(line));
    let above = if crowded { eol } else { "" };
    let edits = vec![Edit::insert(at, format!("{above}{text}{eol}{eol}")), removal(cx, manifest.span)];
    // Without an H1, the first section may be the title and contain the version.
    let holds_header = document.header.paragraph.is_some_and(|header| header.start > first.heading.start);
    // Unclosed code or HTML would swallow the text below its new position.
    let is_open = document.markdown.nodes_in(manifest.span).iter().any(|node| node.kind.is_opaque());
    let message = format!("the manifest comes after the section `{}`", first.title);
    let first = first.heading;
    let finding = cx.report(heading, message);
    finding.related(first, "the first section");
    if !holds_header && !is_open {
        finding.fix(Safety::Safe, "move the manifest above the first section", edits);
    }
}

/// Removes the manifest. Between two thematic breaks, one of them is removed too; between two lines of text, a
/// blank line takes its place.
fn removal(cx: &Context<'_, '_>, manifest: Span) -> Edit {
    let source = &cx.document.source;
    let parts = &cx.document.parts;
    let index = parts.partition_point(|part| part.span.start < manifest.start);
    let before = index.checked_sub(1).map(|index| parts[index].kind);
    let end = match parts.get(index + 1) {
        Some(next) if next.kind == PartKind::Break && before == Some(PartKind::Break) => next.span.end,
        _ => parts[index].span.end,
    };
    let crowded = source.line_of(manifest.start).checked_sub(1).is_some_and(|line| !source.is_blank(line));
    if end == source.text().len() {
        return Edit::delete(to_the_end(source, manifest.start));
    }
    Edit::replace(Span::new(manifest.start, end), if crowded { cx.eol() } else { "" })
}
