//! A tag that is neither one of the four nor declared by the project.
//!
//! ```md bad
//! **[ADR]**
//! Orders go through a queue.
//! ```
//!
//! The tag ends the block above it, and its text is read as unverified, under its own name. There is no fix: only a
//! person knows whether the text is a fact. Use one of the four tags, or declare the tag with the kind that it is read
//! as:
//!
//! ```toml
//! [tags]
//! ADR = "NOTE"
//! ```
//!
//! The name of a tag has 2 to 16 capitals, digits, `_` or `-`. Bold links are not tags.
//!
//! ```md good
//! **[uv](https://example.org)** installs the tools.
//! ```

use super::engine::{Context, Group, Rule, Severity, page_of};
use crate::document::{Name, Place};

pub(crate) const RULE: Rule = Rule {
    name: "unknown-tag",
    group: Group::Tags,
    severity: Severity::Warning,
    why: "other tools do not know the tag, and tagdown reads its text as unverified",
    todo: "use SPEC, NOTE, BUG or ?; or declare the tag in tagdown.toml under `[tags]`",
    source: page_of!("unknown_tag.rs"),
    check,
    ..Rule::PLAIN
};

fn check(cx: &mut Context<'_, '_>) {
    for tag in cx.document.tags.iter().filter(|tag| tag.place != Place::Nested) {
        let Name::Unknown(name) = &tag.name else { continue };
        if !cx.document.in_manifest(tag.span.start) {
            cx.report(tag.span, format!("unknown tag `[{name}]`, read as `?`"));
        }
    }
}
