//! A tag with nothing under it.
//!
//! ```md bad
//! **[SPEC]**
//!
//! ## Next section
//! ```
//!
//! ```md good
//! **[SPEC]**
//! - Port: 8080
//!
//! ## Next section
//! ```
//!
//! Comments alone do not fill a block. A tag directly above a deeper heading holds what stands under that
//! heading: see `inherited-subsection`.

use super::{Context, Group, Rule};
use crate::finding::Severity;

pub(super) const RULE: Rule = Rule {
    name: "empty-block",
    group: Group::Tags,
    severity: Severity::Error,
    why: "the fact it should hold is missing, or stands where the tag does not reach",
    todo: "write the content below the tag, or remove the tag",
    source: include_str!("empty_block.rs"),
    check,
    ..Rule::PLAIN
};

fn check(cx: &mut Context<'_, '_>) {
    let (source, markdown) = (&cx.document.source, &cx.document.markdown);
    for (block, tag) in cx.document.tagged_blocks() {
        if !markdown.has_content(source, block.content) {
            cx.report(tag.span, format!("`{}` has nothing under it", cx.quote(tag.span)));
        }
    }
}
