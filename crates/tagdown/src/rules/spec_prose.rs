//! More than two sentences of prose in a SPEC.
//!
//! ```md bad
//! **[SPEC]**
//! The service keeps uploads for 30 days. It then deletes them. A deleted upload cannot be restored.
//! ```
//!
//! ```md good
//! **[SPEC]**
//! - Uploads are kept for 30 days, then deleted.
//! - A deleted upload cannot be restored.
//! ```
//!
//! Paragraphs count, over the whole block. Lists, tables, code, quotes and lines such as
//! `**Port:** 8080` do not. Longer narrative belongs in a NOTE.

use super::{Context, Group, Rule, RuleOption};
use crate::finding::Severity;
use crate::markdown::NodeKind;
use crate::sentence;
use crate::source::Span;
use crate::tags::Kind;

pub(super) const RULE: Rule = Rule {
    name: "spec-prose",
    group: Group::Spec,
    severity: Severity::Error,
    options: &[RuleOption { name: "max", default: 2, help: "sentences of prose that a SPEC may hold" }],
    why: "facts hide in prose: make them a list, and move the story to a NOTE",
    todo: "make bullets of the facts and move the rest into a NOTE",
    source: include_str!("spec_prose.rs"),
    check,
    ..Rule::PLAIN
};

fn check(cx: &mut Context<'_, '_>) {
    let max = cx.option();
    let document = cx.document;
    for (block, tag) in document.blocks_of(Kind::Spec) {
        let paragraphs = document.content_nodes(block).filter(|node| node.kind == NodeKind::Paragraph);
        let spans: Vec<Span> =
            paragraphs.map(|node| document.source.trim(node.span.clip(block.content))).collect();
        if spans.iter().map(|span| sentence::most(document.text(*span))).sum::<usize>() <= max {
            continue;
        }
        let mut sentences = Vec::new();
        for span in spans {
            sentence::split(
                document.text(span),
                span.start,
                document.markdown.inlines_in(span),
                &mut sentences,
            );
        }
        if let Some(&first_over) = sentences.get(max) {
            let count = sentences.len();
            cx.report(first_over, format!("SPEC with {count} sentences of prose; {max} at most"))
                .related(tag.span, "in this block");
        }
    }
}
