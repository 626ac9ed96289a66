//! A tag line inside the manifest, which may mention tags but contains no blocks.
//!
//! ```md bad
//! ## AI READING INSTRUCTION
//!
//! **[SPEC]**
//! - Read SPEC blocks first; NOTE blocks may be skipped.
//! ```
//!
//! ```md good
//! ## AI READING INSTRUCTION
//!
//! Read `[SPEC]` blocks first; `[NOTE]` blocks may be skipped.
//! ```

use super::engine::{Context, Group, Rule, Severity, page_of};
use crate::document::{Place, TagLine};
use crate::markdown::NodeKind;

pub(crate) const RULE: Rule = Rule {
    name: "tag-in-manifest",
    group: Group::Document,
    severity: Severity::Error,
    why: "the manifest must not contain blocks, but other tools count one here",
    todo: "write the tag in backticks, or move the block to its own section",
    source: page_of!("tag_in_manifest.rs"),
    check,
    ..Rule::PLAIN
};

fn check(cx: &mut Context<'_, '_>) {
    let Some(manifest) = cx.document.manifest else { return };
    let section = cx.document.sections[manifest.section].span;
    let first_break = cx.document.markdown.top_in(section).find(|node| node.kind == NodeKind::Rule);
    let end = first_break.map_or(section.end, |node| node.span.start);
    let opens = |tag: &TagLine| {
        let block = cx.document.block_at(tag.span.start).and_then(|block| cx.document.tag_of(block));
        block.is_some_and(|open| open.span == tag.span)
    };
    for tag in &cx.document.tags {
        let is_line = matches!(tag.place, Place::Line | Place::Folded) && tag.kind().is_some();
        let is_here = section.contains(tag.span.start) && tag.span.start < end;
        if is_line && is_here && (tag.inline.is_none() || opens(tag)) {
            cx.report(tag.span, format!("tag `{}` inside the manifest", cx.quote(tag.span)));
        }
    }
}
