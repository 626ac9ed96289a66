//! A file on the command line that has neither a manifest nor a tag.
//!
//! ```md bad
//! # Upload service
//!
//! - Body: 4 KB
//! ```
//!
//! ```md good
//! # Upload service
//! **Version 1.2.0** · Team Storage · 2026-03-01
//!
//! ## AI READING INSTRUCTION
//!
//! Read `[SPEC]` blocks first; `[NOTE]` blocks may be skipped.
//!
//! ## Limits
//!
//! **[SPEC]**
//! - Body: 4 KB
//! ```
//!
//! No other rule looks at such a file. `tagdown convert FILE` makes it a tagged document.
//!
//! The rule reports only files that are named on the command line. In folders, editors and hooks, and with `--staged`,
//! `--since`, `--files-from` and `--only-tagged`, files without tags are skipped. `require-tagged` in the configuration
//! names files that must have tags.

use super::engine::{Context, Group, Rule, Severity, page_of};
use crate::text::Span;

pub(crate) const RULE: Rule = Rule {
    name: "untagged-document",
    group: Group::Document,
    severity: Severity::Error,
    looks_at_plain: true,
    why: "without tags, a reader cannot tell facts from context",
    source: page_of!("untagged_document.rs"),
    check,
    ..Rule::PLAIN
};

fn check(cx: &mut Context<'_, '_>) {
    if cx.is_named && cx.document.is_plain() {
        let title = cx.document.header.title.unwrap_or(Span::at(0));
        cx.report(
            title,
            "not a tagged document: no manifest and no tags; to add them, run `tagdown convert FILE`",
        );
    }
}
