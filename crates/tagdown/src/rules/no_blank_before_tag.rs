//! A tag that Markdown folds into the text above it, since no blank line stands between them.
//!
//! ```md bad
//! - Port: 8080
//! **[NOTE]**
//! The port was 80 once.
//! ```
//!
//! ```md fixed
//! - Port: 8080
//!
//! **[NOTE]**
//! The port was 80 once.
//! ```
//!
//! Below a heading, a code block or a thematic break no blank line is needed.
//!
//! ```md good
//! ## Limits
//! **[SPEC]**
//! - Body: 4 KB
//! ```

use super::{Context, FixKind, Group, Rule};
use crate::finding::{Edit, Safety, Severity};
use crate::tag_line::Place;

pub(super) const RULE: Rule = Rule {
    name: "no-blank-before-tag",
    group: Group::Tags,
    severity: Severity::Error,
    fix: FixKind::Safe,
    layout: true,
    why: "Markdown makes the tag part of the list, table or paragraph above it",
    todo: "put a blank line above the tag",
    source: include_str!("no_blank_before_tag.rs"),
    check,
    ..Rule::PLAIN
};

fn check(cx: &mut Context<'_, '_>) {
    for (_, tag) in cx.document.tagged_blocks() {
        if tag.place == Place::Folded {
            let at = cx.document.source.this_line(tag.span.start);
            let eol = cx.eol();
            cx.report(tag.span, format!("no blank line above `{}`", cx.quote(tag.span))).fix(
                Safety::Safe,
                "put a blank line above the tag",
                vec![Edit::insert(at, eol)],
            );
        }
    }
}
