//! A tag in italics, or in bold and italics at once.
//!
//! ```md bad
//! *[SPEC]*
//! - Port: 8080
//! ```
//!
//! ```md fixed
//! **[SPEC]**
//! - Port: 8080
//! ```
//!
//! ```md good
//! *[SPEC]*-like marks inside a sentence are no tags.
//! ```

use super::{Context, FixKind, Group, Rule, canonical_tag};
use crate::finding::{Edit, Safety, Severity};
use crate::tag_line::Wrap;

pub(super) const RULE: Rule = Rule {
    name: "italic-tag",
    group: Group::Tags,
    severity: Severity::Error,
    fix: FixKind::Safe,
    layout: true,
    why: "only bold tags are tags to other readers",
    todo: "make the tag bold and not italic",
    source: include_str!("italic_tag.rs"),
    check,
    ..Rule::PLAIN
};

fn check(cx: &mut Context<'_, '_>) {
    for (block, tag) in cx.document.tagged_blocks() {
        if tag.wrap == Wrap::Italic {
            let text = canonical_tag(cx.document, tag, block.kind);
            cx.report(tag.span, format!("tag `{}` is italic, not bold", cx.quote(tag.span))).fix(
                Safety::Safe,
                "make the tag bold",
                vec![Edit::replace(tag.span, text)],
            );
        }
    }
}
