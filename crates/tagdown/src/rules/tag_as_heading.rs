//! A tag written as a heading.
//!
//! ```md bad
//! ### [BUG] Upload stops at 2 GB
//! Symptom: the progress bar stays at 100%.
//! ```
//!
//! ```md fixed
//! **[BUG] Upload stops at 2 GB**
//! Symptom: the progress bar stays at 100%.
//! ```
//!
//! The title of a SPEC, NOTE or `?` remains a heading.
//!
//! ```md bad
//! ### [SPEC] Limits
//! - Body: 4 KB
//! ```
//!
//! ```md fixed
//! ### Limits
//!
//! **[SPEC]**
//! - Body: 4 KB
//! ```
//!
//! A heading that describes a tag is fine.
//!
//! ```md good
//! ## [SPEC] — authoritative facts
//! The ground truth of a document.
//! ```

use super::engine::{Context, Edit, FixKind, Group, Rule, Safety, Severity};
use crate::document::{Kind, Place, keeps_heading};

pub(crate) const RULE: Rule = Rule {
    name: "tag-as-heading",
    group: Group::Tags,
    severity: Severity::Error,
    fix: FixKind::Unsafe,
    why: "a tag is bold text; as a heading, it opens a section instead of a block",
    todo: "write the tag in bold on its own line below the heading",
    source: include_str!("tag_as_heading.rs"),
    check,
    ..Rule::PLAIN
};

fn check(cx: &mut Context<'_, '_>) {
    for (block, tag) in cx.document.tagged_blocks() {
        let Place::Heading(level) = tag.place else { continue };
        let tag_line = block.kind.tag_line();
        let text = match tag.title.map(|title| cx.text(title)).or_else(|| behind(cx.text(tag.span))) {
            Some(title) if keeps_heading(tag) || tag.title.is_none() && block.kind != Kind::Bug => {
                let eol = cx.eol();
                format!("{} {title}{eol}{eol}{tag_line}", "#".repeat(usize::from(level)))
            }
            Some(title) => format!("**[{}] {title}**", block.kind.name()),
            None => tag_line,
        };
        cx.report(tag.span, format!("tag written as a heading: `{}`", cx.quote(tag.span))).fix(
            Safety::Unsafe,
            "write the tag in bold",
            vec![Edit::replace(tag.span, text)],
        );
    }
}

/// The words of a heading after its tag.
fn behind(heading: &str) -> Option<&str> {
    let (_, rest) = heading.split_once(']')?;
    let rest = rest.trim_start_matches(['*', '_', ':', ' ', '–', '—', '-']).trim_end();
    (!rest.is_empty()).then_some(rest)
}
