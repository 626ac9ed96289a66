//! A misspelled tag: wrong case, underscores, an escape, a colon or extra spaces.
//!
//! ```md bad
//! **[Spec]**
//! - Port: 8080
//! ```
//!
//! ```md fixed
//! **[SPEC]**
//! - Port: 8080
//! ```
//!
//! The rule also finds `__[SPEC]__`, `**\[SPEC]**` (written by remark's formatter), `**[SPEC]:**`,
//! `**[SPEC:]**`, `**[SPEC]**:`, `** [SPEC] **`, `**[ SPEC ]**`, `**[SPEC]` with unclosed bold,
//! `***[SPEC]**`, a hard line break or a single full stop after the tag, and a no-break space, a soft hyphen or another
//! character that shows nothing, before the tag or in it.
//!
//! ```md bad
//! **[BUG: upload stops at 2 GB]**
//! ```
//!
//! ```md fixed
//! **[BUG] upload stops at 2 GB**
//! ```

use super::engine::{Context, Edit, FixKind, Group, Rule, Safety, Severity, canonical_tag};
use crate::document::{TagLine, Wrap};

pub(crate) const RULE: Rule = Rule {
    name: "tag-spelling",
    group: Group::Tags,
    severity: Severity::Error,
    fix: FixKind::Safe,
    layout: true,
    removes_words: true,
    why: "a tool that searches for the exact tag does not find this one",
    todo: "write the tag exactly as the format defines it",
    source: include_str!("tag_spelling.rs"),
    check,
    ..Rule::PLAIN
};

fn check(cx: &mut Context<'_, '_>) {
    for (block, tag) in cx.document.tagged_blocks() {
        let slips = slips(tag);
        if slips.is_empty() || tag.is_in_heading() {
            continue;
        }
        let text = canonical_tag(cx.document, tag, block.kind);
        let title = format!("write `{}`", text.lines().next().unwrap_or_default());
        cx.report(tag.span, format!("tag `{}` is misspelled: {}", cx.quote(tag.span), slips.join(", "))).fix(
            Safety::Safe,
            title,
            vec![Edit::replace(tag.span, text)],
        );
    }
}

fn slips(tag: &TagLine) -> Vec<&'static str> {
    let slips = &tag.slips;
    [
        (tag.wrap == Wrap::Underscores, "underscores instead of asterisks"),
        (slips.case, "not in upper case"),
        (slips.escape, "escaped bracket"),
        (slips.colon, "extra colon"),
        (slips.spaces, "extra spaces"),
        (slips.unseen, "characters that cannot be seen"),
        (slips.unclosed, "mismatched bold markers"),
        (slips.stray, "stray characters after it"),
    ]
    .into_iter()
    .filter_map(|(found, name)| found.then_some(name))
    .collect()
}
