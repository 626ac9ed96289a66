//! A list, a table, a code block or an entire section without a tag.
//!
//! ```md bad
//! ## Limits
//!
//! - Body: 4 KB
//! - File: 2 GB
//! ```
//!
//! ```md good
//! ## Limits
//!
//! **[SPEC]**
//! - Body: 4 KB
//! - File: 2 GB
//! ```
//!
//! A paragraph without a tag is fine, but lists, tables and code usually contain facts. A section without any tag is
//! reported once, at its heading. The rule ignores lists of links, lists of header metadata below the title, and
//! sections about the document itself, such as a changelog, sources, related pages or a licence.
//!
//! ```md good
//! - [Limits](#limits)
//! - [Errors](#errors)
//! ```
//!
//! ```md good
//! ## 7. Revision history
//!
//! - 1.1.0: limits added.
//! - 1.0.0: first version.
//! ```

use super::engine::{Context, Group, Rule, Severity, page_of};
use crate::document::{Block, Document, Section};
use crate::markdown::{InlineKind, Node, NodeKind};
use crate::prose::{is_back_matter, is_metadata};
use crate::text::Span;

pub(crate) const RULE: Rule = Rule {
    name: "untagged-content",
    group: Group::Document,
    severity: Severity::Warning,
    why: "without a tag it counts as a NOTE, which an AI reader may skip",
    todo: "add a tag above it: SPEC for facts, NOTE for context",
    source: page_of!("untagged_content.rs"),
    check,
    ..Rule::PLAIN
};

fn check(cx: &mut Context<'_, '_>) {
    let document = cx.document;
    let about = about_document(document);
    let whole = untagged_sections(cx, &about);
    for &section in &whole {
        let Section { heading, title, .. } = &document.sections[section];
        cx.report(*heading, format!("the section `{title}` has no tag"));
    }
    let covered = |block: &Block| {
        let next =
            whole.partition_point(|&section| document.sections[section].span.start <= block.span.start);
        next > 0 && document.sections[whole[next - 1]].span.contains(block.span.start)
    };
    let untagged = document.blocks.iter().filter(|block| block.tag.is_none() && !covered(block));
    for block in untagged.filter(|block| !about[block.section]) {
        for node in document.content_nodes(block).filter(|node| tells(document, node)) {
            // A node that starts above the block was folded into it; only nodes that start inside it count.
            let node = if node.span.start >= block.content.start {
                Some(node)
            } else {
                document.markdown.nodes_in(block.content).iter().find(|node| node.kind == NodeKind::Item)
            };
            let Some(node) = node.filter(|node| !is_header(document, node)) else { continue };
            let what = match node.kind {
                NodeKind::Item | NodeKind::List { .. } => "list",
                NodeKind::Table => "table",
                NodeKind::Code { .. } => "code block",
                _ => continue,
            };
            let line = document.source.line(document.source.line_of(node.span.start));
            cx.report(document.source.trim(line.clip(node.span)), format!("this {what} has no tag"));
        }
    }
}

/// The outermost sections that have content but no tag at all.
fn untagged_sections(cx: &Context<'_, '_>, about: &[bool]) -> Vec<usize> {
    let document = cx.document;
    let mut found: Vec<usize> = Vec::new();
    for (index, section) in document.sections.iter().enumerate() {
        let inside =
            found.last().is_some_and(|&last| document.sections[last].span.contains(section.heading.start));
        if section.level < 2 || inside || about[index] || document.in_manifest(section.heading.start) {
            continue;
        }
        let first = document.blocks.partition_point(|block| block.span.end <= section.span.start);
        let blocks = document.blocks[first..].iter().take_while(|block| block.span.start < section.span.end);
        let mut has_tag = false;
        let mut has_content = false;
        for block in blocks {
            if block.tag.is_some() {
                has_tag = true;
                break;
            }
            has_content |= document.content_nodes(block).any(|node| tells(document, node));
        }
        // A comment inside the section allows one of its lists, not the section.
        let allowed = document.suppressions.iter().any(|comment| {
            !comment.whole_file
                && section.span.contains(comment.span.start)
                && cx.rule_names(comment).iter().any(|name| document.text(*name) == RULE.name)
        });
        if has_content && !has_tag && !allowed {
            found.push(index);
        }
    }
    found
}

/// Whether each section, or one that contains it, is about the document itself.
fn about_document(document: &Document<'_>) -> Vec<bool> {
    let mut about: Vec<bool> = Vec::with_capacity(document.sections.len());
    for section in &document.sections {
        let inherits = section.parent.is_some_and(|parent| about[parent]);
        about.push(inherits || section.level > 1 && is_back_matter(&section.title));
    }
    about
}

/// Whether a list or table above the first section describes the document: its author, status, date.
fn is_header(document: &Document<'_>, node: &Node) -> bool {
    let first = document.sections.iter().find(|section| section.level > 1);
    if first.is_some_and(|first| first.heading.start <= node.span.start) {
        return false;
    }
    let lines = document.text(node.span).lines().filter(|line| line.contains(char::is_alphabetic));
    let (known, all) =
        lines.fold((0, 0), |(known, all), line| (known + usize::from(is_metadata(line)), all + 1));
    known * 2 > all
}

/// Whether a node contains more than links.
fn tells(document: &Document<'_>, node: &Node) -> bool {
    match node.kind {
        NodeKind::List { .. } => !is_link_list(document, node.span),
        NodeKind::Footnote => false,
        kind => kind.is_content(),
    }
}

/// Whether every line of a list contains only links.
fn is_link_list(document: &Document<'_>, list: Span) -> bool {
    let source = &document.source;
    let mut links =
        document.markdown.inlines_in(list).iter().filter(|(kind, _)| *kind == InlineKind::Link).peekable();
    if links.peek().is_none() {
        return false;
    }
    (source.line_of(list.start)..=source.line_of(list.end.saturating_sub(1))).all(|index| {
        let line = source.line(index);
        let mut plain = 0;
        let mut at = line.start;
        let mut has_link = false;
        while let Some((_, span)) = links.next_if(|(_, span)| span.start < line.end) {
            plain += words(&source.text()[at.min(span.start)..span.start]);
            at = span.end.min(line.end).max(at);
            has_link = true;
        }
        plain += words(&source.text()[at..line.end]);
        source.is_blank(index) || (has_link && plain == 0)
    })
}

/// The number of words in a text, without the numbers of list items.
fn words(text: &str) -> usize {
    text.split_whitespace().filter(|word| word.chars().any(char::is_alphabetic)).count()
}
