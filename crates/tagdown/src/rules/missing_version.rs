//! A header without a version.
//!
//! ```md bad
//! # Upload service
//! Team Storage · 2026-03-01
//! ```
//!
//! ```md good
//! # Upload service
//! **Version 1.2.0** · Team Storage · 2026-03-01
//! ```
//!
//! A version that is not in canonical form does not count as missing; `version-form` reports it instead.

use super::engine::{Context, Group, Rule, Severity, page_of};
use crate::text::Span;

pub(crate) const RULE: Rule = Rule {
    name: "missing-version",
    group: Group::Document,
    severity: Severity::Error,
    why: "without a version, nobody can tell which facts a copy contains",
    source: page_of!("missing_version.rs"),
    check,
    ..Rule::PLAIN
};

fn check(cx: &mut Context<'_, '_>) {
    if cx.document.header.version.is_none() {
        let span = cx.document.header.title.unwrap_or(Span::at(0));
        cx.report(span, "no version below the title; add one such as `**Version 1.0.0**`");
    }
}
