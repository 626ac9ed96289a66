//! A tag without content.
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
//! Comments do not count as content. A tag directly above a deeper heading applies to the text under that
//! heading; see `inherited-subsection`.

use super::engine::{Context, Group, Rule, Severity, page_of};
use crate::document::Place;

pub(crate) const RULE: Rule = Rule {
    name: "empty-block",
    group: Group::Tags,
    severity: Severity::Error,
    why: "the content is missing, or the tag does not cover it",
    todo: "add content below the tag, or remove the tag",
    source: page_of!("empty_block.rs"),
    check,
    ..Rule::PLAIN
};

fn check(cx: &mut Context<'_, '_>) {
    let (source, markdown) = (&cx.document.source, &cx.document.markdown);
    for (block, tag) in cx.document.blocks_of_format() {
        // `tag-as-heading` reports a tag at the end of a heading.
        if !matches!(tag.place, Place::HeadingEnd(_)) && !markdown.has_content(source, block.content) {
            cx.report(tag.span, format!("`{}` has no content", cx.quote(tag.span)));
        }
    }
}
