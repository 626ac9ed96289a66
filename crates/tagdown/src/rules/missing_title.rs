//! A document without a title at its start.
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
//! Front matter, comments and link definitions can come before the title. A `title` in the front matter is a title too,
//! since renderers show it as one.

use super::engine::{Context, Group, Rule, Severity, page_of};
use crate::text::Span;

pub(crate) const RULE: Rule = Rule {
    name: "missing-title",
    group: Group::Document,
    severity: Severity::Error,
    why: "readers find the document by its title",
    todo: "start the document with `# Title`",
    source: page_of!("missing_title.rs"),
    check,
    ..Rule::PLAIN
};

fn check(cx: &mut Context<'_, '_>) {
    if cx.document.header.has_title() {
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
            cx.report(span, "the document does not start with its title")
                .related(heading, "the first H1 is here");
        }
        None => {
            cx.report(span, "the document has no title: its first block is not an H1");
        }
    }
}
