//! A BUG whose fix is not known. Then it is a `[?]`.
//!
//! ```md bad
//! **[BUG] Upload stops at 2 GB**
//! Symptom: the progress bar stays at 100 %.
//! Cause: the size is kept in 31 bits.
//! Fix: under investigation.
//! ```
//!
//! ```md fixed
//! **[?]**
//! **Upload stops at 2 GB**
//! Symptom: the progress bar stays at 100 %.
//! Cause: the size is kept in 31 bits.
//! Fix: under investigation.
//! ```
//!
//! The fix keeps title and fields as what is known. It is unsafe: perhaps the fix is known by now.
//!
//! ```md good
//! **[BUG] Upload stops at 2 GB**
//! Symptom: the progress bar stays at 100 %.
//! Cause: the size is kept in 31 bits.
//! Fix: none of the clients below 2.1 works; update.
//! ```

use super::{Context, FixKind, Group, Rule};
use crate::finding::{Edit, Safety, Severity};
use crate::tag_line::Place;
use crate::tags::Kind;

pub(super) const RULE: Rule = Rule {
    name: "bug-unknown-fix",
    group: Group::Bug,
    severity: Severity::Error,
    fix: FixKind::Unsafe,
    why: "a BUG has a known fix; what has none is unverified, a `[?]`",
    source: include_str!("bug_unknown_fix.rs"),
    check,
    ..Rule::PLAIN
};

/// What a whole first sentence of a fix says when there is none.
const WHOLE: &[&str] = &[
    "?",
    "??",
    "???",
    "-",
    "—",
    "n/a",
    "na",
    "none",
    "none yet",
    "none known",
    "none available",
    "no",
    "no fix",
    "no fix yet",
    "nothing",
    "nothing yet",
    "open",
    "pending",
    "tba",
    "tbc",
    "tbd",
    "todo",
    "unclear",
    "unknown",
    "unresolved",
    "unfixed",
    "still open",
    "unknown yet",
    "unknown so far",
    "still unknown",
    "wip",
    "not available",
    "not determined",
    "not fixed",
    "not fixed yet",
    "not found",
    "not known",
    "not resolved",
    "not yet",
    "investigating",
    "in progress",
    "work in progress",
    "to do",
    "wontfix",
    "won't fix",
];

/// How a sentence opens that says there is no fix, whatever follows.
const OPENINGS: &[&str] = &[
    "unknown",
    "tbd",
    "to be determined",
    "to be decided",
    "to be investigated",
    "to be confirmed",
    "to be found",
    "under investigation",
    "being investigated",
    "still being investigated",
    "still under investigation",
    "still investigating",
    "we are still investigating",
    "we are investigating",
    "currently unknown",
    "currently under investigation",
    "no known fix",
    "no fix known",
    "no fix is known",
    "no fix available",
    "no fix is available",
    "no fix has been found",
    "no fix found",
    "no confirmed fix",
    "no fix exists",
    "there is no fix",
    "there is no known fix",
    "none known",
    "none yet",
    "none so far",
    "none at this time",
    "none at the moment",
    "not yet known",
    "not known yet",
    "not yet fixed",
    "not yet found",
    "not yet available",
    "not yet determined",
    "not fixed yet",
    "fix unknown",
    "fix pending",
    "we do not know",
    "we don't know",
    "awaiting a fix",
    "will be fixed in a future",
    "to be fixed",
    "waiting for a fix",
    "nobody knows",
];

/// How such a sentence goes on.
const GOES_ON: &[&str] = &[
    "the",
    "as",
    "at",
    "by",
    "currently",
    "for",
    "in",
    "now",
    "release",
    "right",
    "see",
    "since",
    "so",
    "still",
    "this",
    "until",
    "upstream",
    "version",
    "with",
    "yet",
];

fn check(cx: &mut Context<'_, '_>) {
    for (block, tag) in cx.document.blocks_of(Kind::Bug) {
        let Some(field) = block.fields.iter().find(|field| field.spec.name == "Fix") else { continue };
        if field.value.is_empty() || !is_unknown(cx.text(field.value)) {
            continue;
        }
        let first: String =
            cx.text(field.value).lines().next().unwrap_or_default().chars().take(60).collect();
        let title = tag.title.map(|title| format!("{}**{}**", cx.eol(), cx.text(title))).unwrap_or_default();
        let edit = Edit::replace(tag.span, format!("{}{title}", Kind::Unverified.tag_line()));
        let movable = !matches!(tag.place, Place::Heading(_)) && tag.inline.is_none();
        let finding = cx.report(field.value, format!("the fix is not known: `{first}`"));
        finding.related(tag.span, "so this is no BUG");
        if movable {
            finding.fix(Safety::Unsafe, "make it a `[?]`, fields kept", vec![edit]);
        }
    }
}

fn is_unknown(value: &str) -> bool {
    let lower = value.to_lowercase();
    let lower = lower.trim_matches(|c: char| c.is_whitespace() || "*_()[]".contains(c));
    let end = lower.find(['.', ';', ',', '!', '\n', '(', '—', '–', ':']).unwrap_or(lower.len());
    let first = lower[..end].trim().trim_matches(['*', '_']);
    // What a colon follows is a label, and the fix comes behind it.
    if lower[end..].starts_with(':') {
        return false;
    }
    let opens = |phrase: &&str| {
        let rest = first.strip_prefix(*phrase).filter(|rest| rest.is_empty() || rest.starts_with(' '));
        rest.is_some_and(|rest| rest.split_whitespace().next().is_none_or(|word| GOES_ON.contains(&word)))
    };
    WHOLE.contains(&first) || WHOLE.contains(&lower) || OPENINGS.iter().any(opens)
}

#[cfg(test)]
mod tests {
    use super::is_unknown;

    #[test]
    fn wordings() {
        for value in [
            "TBD",
            "Unknown at this time.",
            "We are still investigating the cause.",
            "unknown.",
            "Under investigation since May.",
            "None yet",
            "N/A",
            "No known fix; retry",
        ] {
            assert!(is_unknown(value), "{value}");
        }
        for value in [
            "none of the above works, so update",
            "set `unknown = false`",
            "Pending requests are dropped: raise the limit",
            "open the port",
            "no restart is needed: set `x`",
            "unknown-tag must be off",
            "Unknown fields are rejected since 2.1; upgrade",
            "To be determined by size: use len(x)",
            "Under investigation mode, set x",
            "`None`",
        ] {
            assert!(!is_unknown(value), "{value}");
        }
    }
}
