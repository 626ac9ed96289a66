//! Several SPEC blocks in one section, with nothing but NOTE blocks between them.
//!
//! ```md bad
//! ## Uploads
//!
//! **[SPEC]**
//! - Size: at most 2 GB.
//!
//! **[NOTE]**
//! Larger files were tried once.
//!
//! **[SPEC]**
//! - Retries: 3.
//! ```
//!
//! ```md good
//! ## Uploads
//!
//! **[SPEC]**
//! - Size: at most 2 GB.
//! - Retries: 3.
//!
//! **[NOTE]**
//! Larger files were tried once.
//! ```
//!
//! The format asks for one SPEC per logical section. The rule reports a section once. The severity is `info` because a
//! section can be long enough for several groups of facts; then a heading above each group is better. The rule ignores
//! blocks with a title or a qualifier, blocks below a thematic break, and blocks after a BUG or a `[?]`.

use super::engine::{Context, Group, Rule, Severity, page_of};
use crate::document::{Block, Kind, PartKind};
use crate::text::Span;

pub(crate) const RULE: Rule = Rule {
    name: "several-specs",
    group: Group::Spec,
    severity: Severity::Info,
    why: "a reader finds all facts of a topic in one place if its section has one SPEC",
    todo: "merge the blocks, or put a heading above each group of facts",
    source: page_of!("several_specs.rs"),
    check,
    ..Rule::PLAIN
};

fn check(cx: &mut Context<'_, '_>) {
    let document = cx.document;
    let mut run: Vec<&Block> = Vec::new();
    for part in &document.parts {
        let block = match part.kind {
            PartKind::Block(index) => &document.blocks[index],
            PartKind::Break | PartKind::Closing(_) => {
                report(cx, &mut run);
                continue;
            }
            _ => continue,
        };
        let is_plain = document
            .tag_of(block)
            .is_none_or(|tag| tag.title.is_none() && tag.qualifier.is_none() && tag.own_name().is_none());
        let is_here = run.last().is_none_or(|last| last.section == block.section);
        if !is_here
            || !matches!(block.kind, Kind::Spec | Kind::Note)
            || (block.kind == Kind::Spec && !is_plain)
        {
            report(cx, &mut run);
        }
        if block.kind == Kind::Spec && is_plain {
            run.push(block);
        }
        // Deeper headings inside a block start further sections.
        if !block.inherited.is_empty() {
            report(cx, &mut run);
        }
    }
    report(cx, &mut run);
}

/// Reports the last block of a run: an edit above it does not make another finding of it.
fn report(cx: &mut Context<'_, '_>, run: &mut Vec<&Block>) {
    let tags: Vec<Span> = run.drain(..).filter_map(|block| Some(cx.document.tag_of(block)?.span)).collect();
    if let [earlier @ .., last] = tags.as_slice()
        && !earlier.is_empty()
    {
        let finding = cx.report(*last, format!("{} SPEC blocks in one section; merge them", tags.len()));
        for span in earlier {
            finding.related(*span, "an earlier SPEC of the section");
        }
    }
}
