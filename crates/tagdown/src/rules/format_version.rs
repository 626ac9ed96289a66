//! A header that names a major version of the format other than 1.
//!
//! ```md bad
//! # Upload service
//! **Version 1.2.0** · HADS 2.0.0
//! ```
//!
//! ```md good
//! # Upload service
//! **Version 1.2.0** · HADS 1.0.0
//! ```
//!
//! tagdown reads a later 1.x version as 1.0.0 and prints a notice.

use super::engine::{Context, Group, Rule, Severity, page_of};

pub(crate) const RULE: Rule = Rule {
    name: "format-version",
    group: Group::Document,
    severity: Severity::Error,
    why: "the meaning of a tag can differ between major versions",
    todo: "if the document follows HADS 1.0.0, write that version",
    source: page_of!("format_version.rs"),
    check,
    ..Rule::PLAIN
};

fn check(cx: &mut Context<'_, '_>) {
    let Some(span) = cx.document.header.format_version else { return };
    let version = cx.text(span);
    if version.split('.').next() != Some("1") {
        cx.report(span, format!("the document names HADS {version}; tagdown supports HADS 1"));
    }
}
