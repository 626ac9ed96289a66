//! A title on a SPEC, NOTE or `?` tag.
//!
//! ```md bad
//! **[SPEC] Limits**
//! - Body: 4 KB
//! ```
//!
//! ```md fixed
//! **[SPEC]**
//! **Limits**
//! - Body: 4 KB
//! ```
//!
//! The rule also finds run-in titles. The fix keeps the title in bold below the tag. It is unsafe because a
//! person must decide whether the title should be a heading.
//!
//! ```md bad
//! **[NOTE] Why:** the old limit was too small.
//! ```
//!
//! ```md fixed
//! **[NOTE]**
//! **Why:** the old limit was too small.
//! ```
//!
//! ```md good
//! **[BUG] Upload stops at 2 GB**
//! Symptom: the progress bar stays at 100%.
//! ```

use super::engine::{Context, Edit, FixKind, Group, Rule, Safety, Severity};
use crate::document::Kind;

pub(crate) const RULE: Rule = Rule {
    name: "titled-tag",
    group: Group::Tags,
    severity: Severity::Error,
    fix: FixKind::Unsafe,
    why: "only a BUG has a title; other tools do not recognise this as a tag",
    todo: "move the title into the text",
    source: include_str!("titled_tag.rs"),
    check,
    ..Rule::PLAIN
};

fn check(cx: &mut Context<'_, '_>) {
    for (block, tag) in cx.document.blocks_of_format() {
        let Some(title) = tag.title else { continue };
        if block.kind == Kind::Bug || tag.is_in_heading() {
            continue;
        }
        let words = cx.text(title);
        let colon = if cx.document.source.text()[title.end..].starts_with(':') { ":" } else { "" };
        let text = format!("{}{}**{words}{colon}**", block.kind.tag_line(), cx.eol());
        let shown = cx.quote(title);
        cx.report(tag.span, format!("{} must not have a title: `{shown}`", block.kind.name())).fix(
            Safety::Unsafe,
            "move the title below the tag",
            vec![Edit::replace(tag.span, text)],
        );
    }
}
