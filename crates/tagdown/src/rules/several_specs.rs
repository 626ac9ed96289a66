//! Several SPEC blocks in one section, with nothing but NOTE between them.
//!
//! ```md bad
//! ## Uploads
//!
//! **[SPEC]**
//! - Size: at most 2 GB.
//!
//! **[NOTE]**
//! Larger files were tried once.
//!
//! **[SPEC]**
//! - Retries: 3.
//! ```
//!
//! ```md good
//! ## Uploads
//!
//! **[SPEC]**
//! - Size: at most 2 GB.
//! - Retries: 3.
//!
//! **[NOTE]**
//! Larger files were tried once.
//! ```
//!
//! The format asks for one SPEC per logical section. The rule reports a section once. The severity is `info` because a
//! section can be long enough for several groups of facts; then a heading above each group is better. The rule ignores
//! blocks with a title or a qualifier, blocks below a thematic break, and blocks after a BUG or a `[?]`.

use super::engine::{Context, Group, Rule, Severity};
use crate::document::{Block, Kind, PartKind};

pub(crate) const RULE: Rule = Rule {
    name: "several-specs",
    group: Group::Spec,
    severity: Severity::Info,
    why: "a reader finds all facts of a topic in one place if its section has one SPEC",
    todo: "merge the blocks, or put a heading above each group of facts",
    source: include_str!("several_specs.rs"),
    check,
    ..Rule::PLAIN
};

fn check(cx: &mut Context<'_, '_>) {
    let document = cx.document;
    let mut first: Option<&Block> = None;
    let mut told = None;
    for part in &document.parts {
        let block = match part.kind {
            PartKind::Block(index) => &document.blocks[index],
            PartKind::Break | PartKind::Closing(_) => {
                first = None;
                continue;
            }
            _ => continue,
        };
        let is_plain = document
            .tag_of(block)
            .is_none_or(|tag| tag.title.is_none() && tag.qualifier.is_none() && tag.own_name().is_none());
        // Deeper headings inside a block start further sections.
        let last = block.inherited.last().copied().unwrap_or(block.section);
        match block.kind {
            Kind::Spec if !is_plain => first = None,
            Kind::Spec => {
                let earlier = first.filter(|first| first.section == block.section);
                if let (Some(earlier), Some(tag)) =
                    (earlier.and_then(|one| document.tag_of(one)), document.tag_of(block))
                    && told != Some(block.section)
                {
                    told = Some(block.section);
                    cx.report(tag.span, "a second SPEC in this section; merge it with the first")
                        .related(earlier.span, "the first SPEC");
                }
                first = (last == block.section).then_some(block);
            }
            Kind::Note => {}
            Kind::Bug | Kind::Unverified => first = None,
        }
    }
}
