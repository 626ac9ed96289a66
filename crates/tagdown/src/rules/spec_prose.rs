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
//! The rule counts the sentences of all paragraphs in the block. It ignores lists, tables, code, quotes, lines such as
//! `**Port:** 8080`, a single sentence that ends with a colon or without punctuation and introduces a list, a table,
//! code or a quote, and text inside containers such as `<Tabs>`, `:::tip` and `{{< tabs >}}`.

use super::engine::{Context, Group, Rule, RuleOption, Severity, page_of};
use crate::document::{Kind, containers as containers_of};
use crate::markdown::{Node, NodeKind};
use crate::prose::cut::leads_in;
use crate::prose::sentence;
use crate::text::Span;

pub(crate) const RULE: Rule = Rule {
    name: "spec-prose",
    group: Group::Spec,
    severity: Severity::Error,
    options: &[RuleOption { name: "max", default: 2, help: "maximum number of prose sentences in a SPEC" }],
    why: "facts get lost in prose: list them, and move the narrative to a NOTE",
    todo: "turn the facts into bullets and move the rest to a NOTE",
    source: page_of!("spec_prose.rs"),
    check,
    ..Rule::PLAIN
};

fn check(cx: &mut Context<'_, '_>) {
    let max = cx.option();
    let document = cx.document;
    let mut containers = None;
    for (block, tag) in document.blocks_of(Kind::Spec) {
        let nodes: Vec<&Node> = document.content_nodes(block).collect();
        let paragraphs = nodes.iter().enumerate().filter(|(_, node)| node.kind == NodeKind::Paragraph);
        let spans: Vec<Span> = paragraphs
            .map(|(at, node)| (document.source.trim(node.span.clip(block.content)), nodes.get(at + 1)))
            .filter(|(span, next)| !next.is_some_and(|next| introduces(document.text(*span), next)))
            .map(|(span, _)| span)
            .collect();
        if spans.iter().map(|span| sentence::most(document.text(*span))).sum::<usize>() <= max {
            continue;
        }
        // Found only when needed, once per document.
        let containers = containers.get_or_insert_with(|| containers_of(document));
        let is_contained = |span: &Span| {
            let next = containers.partition_point(|container| container.end <= span.start);
            containers.get(next).is_some_and(|container| container.start < span.end)
        };
        let mut sentences = Vec::new();
        for span in spans.into_iter().filter(|span| !is_contained(span)) {
            sentence::split(
                document.text(span),
                span.start,
                document.markdown.inlines_in(span),
                &mut sentences,
            );
        }
        if let Some(&first_over) = sentences.get(max) {
            let count = sentences.len();
            cx.report(first_over, format!("SPEC with {count} sentences of prose; the maximum is {max}"))
                .related(tag.span, "in this block");
        }
    }
}

/// Whether a paragraph is one sentence that introduces the node below it.
fn introduces(paragraph: &str, next: &Node) -> bool {
    let is_block = matches!(
        next.kind,
        NodeKind::List { .. } | NodeKind::Table | NodeKind::Code { .. } | NodeKind::Quote | NodeKind::Html
    );
    if !is_block || !leads_in(paragraph) {
        return false;
    }
    if sentence::most(paragraph) < 2 {
        return true;
    }
    let mut sentences = Vec::new();
    sentence::split(paragraph, 0, &[], &mut sentences);
    sentences.len() < 2
}
