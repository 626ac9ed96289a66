//! The header names a version of the format with another major number.
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
//! A later 1.x is read as 1.0.0, and a notice says so.

use super::{Context, Group, Rule};
use crate::finding::Severity;

pub(super) const RULE: Rule = Rule {
    name: "format-version",
    group: Group::Document,
    severity: Severity::Error,
    why: "tags may mean something else in another major version",
    todo: "write the version of the format that the document follows, 1.0.0",
    source: include_str!("format_version.rs"),
    check,
    ..Rule::PLAIN
};

fn check(cx: &mut Context<'_, '_>) {
    let Some(span) = cx.document.header.format_version else { return };
    let version = cx.text(span);
    if version.split('.').next() != Some("1") {
        cx.report(span, format!("the document names HADS {version}; tagdown reads HADS 1"));
    }
}
