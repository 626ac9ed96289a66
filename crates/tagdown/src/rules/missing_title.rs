//! The document does not open with an H1.
//!
//! ```md bad
//! **Version 1.0.0**
//! ```
//!
//! ```md good
//! # Upload service
//! **Version 1.0.0**
//! ```
//!
//! Front matter, comments and link definitions may stand above the title.

use super::{Context, Group, Rule};
use crate::finding::Severity;
use crate::source::Span;

pub(super) const RULE: Rule = Rule {
    name: "missing-title",
    group: Group::Document,
    severity: Severity::Error,
    why: "the title is what a reader finds the document by",
    todo: "open the document with `# Title`",
    source: include_str!("missing_title.rs"),
    check,
    ..Rule::PLAIN
};

fn check(cx: &mut Context<'_, '_>) {
    if cx.document.header.title.is_some() {
        return;
    }
    let first = cx.document.markdown.top.iter().map(|&i| &cx.document.markdown.nodes[i]);
    let first = first.clone().find(|node| node.kind.is_content() || cx.text(node.span).starts_with('#'));
    let source = &cx.document.source;
    let line = first.map(|node| source.line(source.line_of(node.span.start)).clip(node.span));
    let late = cx.document.sections.iter().find(|section| section.level == 1).map(|section| section.heading);
    let span = line.unwrap_or(Span::at(0));
    match late {
        Some(heading) => {
            cx.report(span, "the document does not open with its title")
                .related(heading, "the H1 comes only here");
        }
        None => {
            cx.report(span, "the document has no title: its first block is not an H1");
        }
    }
}
