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
//! The rule also finds `__[SPEC]__`, `**\[SPEC]**` (written by remark's formatter), `**[SPEC]:**`, `**[SPEC:]**`,
//! `**[SPEC]**:`, `** [SPEC] **`, `**[ SPEC ]**`, `**[SPEC]` with unclosed bold, `***[SPEC]**`, a hard line break or a
//! single full stop after the tag, and a no-break space, a soft hyphen or another invisible character before the tag or
//! in it.
//!
//! ```md bad
//! **[BUG: upload stops at 2 GB]**
//! ```
//!
//! ```md fixed
//! **[BUG] upload stops at 2 GB**
//! ```

use super::engine::{Context, Edit, FixKind, Group, Rule, Safety, Severity, canonical_tag, page_of};
use crate::document::{TagLine, Wrap};
use crate::text::{Span, is_blank_sign};

pub(crate) const RULE: Rule = Rule {
    name: "tag-spelling",
    group: Group::Tags,
    severity: Severity::Error,
    fix: FixKind::Safe,
    layout: true,
    removes_words: true,
    why: "a tool that searches for the exact tag does not find this one",
    todo: "write the tag exactly as the format defines it",
    source: page_of!("tag_spelling.rs"),
    check,
    ..Rule::PLAIN
};

fn check(cx: &mut Context<'_, '_>) {
    for (block, tag) in cx.document.tagged_blocks() {
        let mut slips = slips(tag);
        if tag.is_in_heading() || slips.is_empty() && !tag.slips.unseen {
            continue;
        }
        let unseen = tag.slips.unseen.then(|| unseen(cx, tag));
        slips.extend(unseen.as_deref());
        let text = canonical_tag(cx.document, tag, block.kind);
        let title = format!("write `{}`", text.lines().next().unwrap_or_default());
        cx.report(tag.span, format!("tag `{}` is misspelled: {}", cx.quote(tag.span), slips.join(", "))).fix(
            Safety::Safe,
            title,
            vec![Edit::replace(tag.span, text)],
        );
    }
}

/// The characters around and in the brackets that cannot be seen.
fn unseen(cx: &Context<'_, '_>, tag: &TagLine) -> String {
    let end = tag.title.map_or(tag.span.end, |title| title.start);
    let mut codes: Vec<String> = Vec::new();
    for c in cx.text(Span::new(tag.span.start, end)).chars().filter(|c| is_blank_sign(*c)) {
        let code = format!("U+{:04X}", u32::from(c));
        if !codes.contains(&code) {
            codes.push(code);
        }
    }
    format!("{} cannot be seen", codes.join(" and "))
}

fn slips<'s>(tag: &TagLine) -> Vec<&'s str> {
    let slips = &tag.slips;
    [
        (tag.wrap == Wrap::Underscores, "underscores instead of asterisks"),
        (slips.case, "not in upper case"),
        (slips.escape, "escaped bracket"),
        (slips.colon, "extra colon"),
        (slips.spaces, "extra spaces"),
        (slips.unclosed, "mismatched bold markers"),
        (slips.stray, "stray characters after it"),
    ]
    .into_iter()
    .filter_map(|(found, name)| found.then_some(name))
    .collect()
}
