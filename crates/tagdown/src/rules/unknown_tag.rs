//! A tag other than SPEC, NOTE, BUG and `?`.
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
//! A fact under such a tag may be lost. The message names the nearest tag. The fix is unsafe because a person must
//! decide whether that tag fits. Bold links are not tags.
//!
//! ```md good
//! **[uv](https://example.org)** installs the tools.
//! ```

use super::engine::{Context, Edit, FixKind, Group, Rule, Safety, Severity};
use crate::document::{Kind, Name, Place, TAGS};
use crate::text::Span;

pub(crate) const RULE: Rule = Rule {
    name: "unknown-tag",
    group: Group::Tags,
    severity: Severity::Warning,
    fix: FixKind::Unsafe,
    why: "it does not open a block, so its text belongs to the block above, whatever its kind",
    todo: "use SPEC, NOTE, BUG or ?",
    source: include_str!("unknown_tag.rs"),
    removes_words: true,
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
