//! A tag that is not bold.
//!
//! ```md bad
//! [SPEC]
//! - Port: 8080
//! ```
//!
//! ```md fixed
//! **[SPEC]**
//! - Port: 8080
//! ```
//!
//! tagdown still reads the block, in a document with a manifest even if its text follows on the tag line. A sentence
//! about the tag is plain text, and so is `[SPEC]` if the document defines a link with that name.
//!
//! ```md good
//! [NOTE] here is only the first word of a sentence.
//! ```

use super::engine::{Context, Edit, FixKind, Group, Rule, Safety, Severity, canonical_tag, page_of};
use crate::document::Wrap;

pub(crate) const RULE: Rule = Rule {
    name: "unbolded-tag",
    group: Group::Tags,
    severity: Severity::Error,
    fix: FixKind::Safe,
    layout: true,
    why: "other tools see no tag here and treat the block as untagged text",
    todo: "make the tag bold",
    source: page_of!("unbolded_tag.rs"),
    check,
    ..Rule::PLAIN
};

fn check(cx: &mut Context<'_, '_>) {
    for (block, tag) in cx.document.tagged_blocks() {
        if tag.wrap == Wrap::Plain && !tag.is_in_heading() {
            let text = canonical_tag(cx.document, tag, block.kind);
            cx.report(tag.span, format!("tag `{}` is not bold", cx.quote(tag.span))).fix(
                Safety::Safe,
                "make the tag bold",
                vec![Edit::replace(tag.span, text)],
            );
        }
    }
}
