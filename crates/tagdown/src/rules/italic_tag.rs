//! A tag in italics or bold italics.
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
//! *[SPEC]*-like marks inside a sentence are not tags.
//! ```

use super::engine::{Context, Edit, FixKind, Group, Rule, Safety, Severity, canonical_tag, page_of};
use crate::document::Wrap;

pub(crate) const RULE: Rule = Rule {
    name: "italic-tag",
    group: Group::Tags,
    severity: Severity::Error,
    fix: FixKind::Safe,
    layout: true,
    why: "other tools recognise only bold tags",
    todo: "make the tag bold, not italic",
    source: page_of!("italic_tag.rs"),
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
