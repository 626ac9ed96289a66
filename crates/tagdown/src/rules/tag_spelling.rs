//! A tag that is misspelt in a way that leaves no doubt: case, underscores, escapes, colons, spaces.
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
//! Also found: `__[SPEC]__`, `**\[SPEC]**` (what remark's formatter makes of a tag), `**[SPEC]:**`,
//! `**[SPEC:]**`, `**[SPEC]**:`, `** [SPEC] **`, `**[ SPEC ]**`, `**[SPEC]` with the bold left open,
//! `***[SPEC]**`, and a hard line break or a lone full stop behind the tag.
//!
//! ```md bad
//! **[BUG: upload stops at 2 GB]**
//! ```
//!
//! ```md fixed
//! **[BUG] upload stops at 2 GB**
//! ```

use super::{Context, FixKind, Group, Rule, canonical_tag};
use crate::finding::{Edit, Safety, Severity};
use crate::tag_line::{Place, TagLine, Wrap};

pub(super) const RULE: Rule = Rule {
    name: "tag-spelling",
    group: Group::Tags,
    severity: Severity::Error,
    fix: FixKind::Safe,
    layout: true,
    removes_words: true,
    why: "a tool that searches for the exact tag does not find this one",
    todo: "write the tag as the format spells it",
    source: include_str!("tag_spelling.rs"),
    check,
    ..Rule::PLAIN
};

fn check(cx: &mut Context<'_, '_>) {
    for (block, tag) in cx.document.tagged_blocks() {
        let slips = slips(tag);
        if slips.is_empty() || matches!(tag.place, Place::Heading(_)) {
            continue;
        }
        let text = canonical_tag(cx.document, tag, block.kind);
        let title = format!("write `{}`", text.lines().next().unwrap_or_default());
        cx.report(tag.span, format!("tag `{}` is misspelt: {}", cx.quote(tag.span), slips.join(", "))).fix(
            Safety::Safe,
            title,
            vec![Edit::replace(tag.span, text)],
        );
    }
}

fn slips(tag: &TagLine) -> Vec<&'static str> {
    let slips = &tag.slips;
    [
        (tag.wrap == Wrap::Underscores, "underscores for stars"),
        (slips.case, "not in capitals"),
        (slips.escape, "escaped bracket"),
        (slips.colon, "a colon"),
        (slips.spaces, "spaces inside"),
        (slips.unclosed, "the bold is not closed as it was opened"),
        (slips.stray, "stray characters behind it"),
    ]
    .into_iter()
    .filter_map(|(found, name)| found.then_some(name))
    .collect()
}
