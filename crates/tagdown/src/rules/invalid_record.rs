//! A record of an agent that is not in a `[?]` block, or that is not written correctly.
//!
//! ```md bad
//! **[SPEC]**
//! <!-- tagdown: by agent helper on 2026-11-17, not reviewed -->
//! - Body: 4 KB
//! ```
//!
//! ```md bad
//! **[?]**
//! <!-- tagdown: by agent helper, reviewed -->
//! The body may be 4 KB. Not tested.
//! ```
//!
//! ```md good
//! **[?]**
//! <!-- tagdown: by agent helper on 2026-11-17, not reviewed -->
//! The body may be 4 KB. Not tested.
//! ```
//!
//! The server for agents writes such a record. `read` and `search` do not show a `[?]` block with a record, correct or
//! not, until a person removes the record: in an editor, with `tagdown open --seen` or with `tagdown promote`.

use super::engine::{Context, Group, Rule, Severity, page_of};

pub(crate) const RULE: Rule = Rule {
    name: "invalid-record",
    group: Group::Document,
    severity: Severity::Error,
    why: "a record says that a `[?]` block was written by an agent and not reviewed, and nothing else",
    todo: "remove the comment once you have reviewed the block",
    source: page_of!("invalid_record.rs"),
    check,
    ..Rule::PLAIN
};

fn check(cx: &mut Context<'_, '_>) {
    for record in &cx.document.records {
        let block = cx.document.block_at(record.span.start);
        let is_open = block.is_some_and(|block| cx.document.unreviewed(block).is_some());
        if !is_open {
            cx.report(record.span, "an agent's record outside a `[?]` block".to_owned());
        } else if record.said.is_none() {
            let form = "`by agent NAME on DATE, not reviewed`";
            cx.report(record.span, format!("not the form of an agent's record, which is {form}"));
        }
    }
}
