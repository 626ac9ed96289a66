//! A tag that is none of the four.
//!
//! ```md bad
//! **[WARN]**
//! Restart the service after a change.
//! ```
//!
//! ```md fixed
//! **[NOTE]**
//! Restart the service after a change.
//! ```
//!
//! Its text is read as part of what it stands in, so a fact under it may be lost. The nearest tag is named;
//! whether it fits is for a person to say, so the fix is unsafe. Bold links are no tags.
//!
//! ```md good
//! **[uv](https://example.org)** installs the tools.
//! ```

use super::{Context, FixKind, Group, Rule};
use crate::finding::{Edit, Safety, Severity};
use crate::source::Span;
use crate::tag_line::{Name, Place};
use crate::tags::{Kind, TAGS};

pub(super) const RULE: Rule = Rule {
    name: "unknown-tag",
    group: Group::Tags,
    severity: Severity::Warning,
    fix: FixKind::Unsafe,
    why: "it opens no block: its text belongs to the block above, whatever that is",
    todo: "use one of SPEC, NOTE, BUG and ?",
    source: include_str!("unknown_tag.rs"),
    check,
    ..Rule::PLAIN
};

fn check(cx: &mut Context<'_, '_>) {
    for tag in &cx.document.tags {
        let Name::Unknown(name) = &tag.name else { continue };
        if tag.place == Place::Nested || cx.document.in_manifest(tag.span.start) {
            continue;
        }
        let (nearest, _) = Kind::nearest(name);
        let known = TAGS.iter().map(|tag| tag.name).collect::<Vec<_>>().join(", ");
        let message = format!("unknown tag `[{name}]`; the nearest of {known} is {}", nearest.name());
        let at = tag.span.start + cx.text(tag.span).find(name.as_str()).unwrap_or(0);
        let edit = Edit::replace(Span::new(at, at + name.len()), nearest.name());
        let title = format!("write `[{}]`", nearest.name());
        cx.report(tag.span, message).fix(Safety::Unsafe, title, vec![edit]);
    }
}
