//! A qualifier inside the brackets of a tag: a version, number or status.
//!
//! ```md bad
//! **[SPEC — v1.2]**
//! - Body: 4 KB
//! ```
//!
//! ```md fixed
//! **[SPEC]**
//! **v1.2**
//! - Body: 4 KB
//! ```
//!
//! tagdown reads the block and keeps the qualifier as part of its title. In a BUG, the fix makes the qualifier part of
//! the title. The fix is unsafe because a person must decide where the qualifier belongs.
//!
//! ```md bad
//! **[BUG-12] Upload stops at 2 GB**
//! Symptom: the progress bar stays at 100%.
//! ```
//!
//! ```md fixed
//! **[BUG] BUG-12: Upload stops at 2 GB**
//! Symptom: the progress bar stays at 100%.
//! ```
//!
//! ```md good
//! **[BUG] Upload stops at 2 GB**
//! Symptom: the progress bar stays at 100%.
//! ```

use super::engine::{Context, Edit, FixKind, Group, Rule, Safety, Severity, page_of};
use crate::document::Kind;

pub(crate) const RULE: Rule = Rule {
    name: "qualified-tag",
    group: Group::Tags,
    severity: Severity::Warning,
    fix: FixKind::Unsafe,
    why: "other tools look for the exact tag and miss this one",
    todo: "move the qualifier out of the brackets",
    source: page_of!("qualified_tag.rs"),
    check,
    ..Rule::PLAIN
};

fn check(cx: &mut Context<'_, '_>) {
    for (block, tag) in cx.document.blocks_of_format() {
        let Some(qualifier) = tag.qualifier else { continue };
        let words = cx.text(qualifier);
        let finding_text = format!("qualifier inside the brackets: `{}`", cx.quote(qualifier));
        let title = tag.title.map(|title| {
            let colon = if cx.document.source.text()[title.end..].starts_with(':') { ":" } else { "" };
            format!("{}{colon}", cx.text(title))
        });
        let said = match &title {
            Some(title) => format!("{words}: {title}"),
            None => words.to_owned(),
        };
        let text = match block.kind {
            Kind::Bug => format!("**[BUG] {said}**"),
            kind => format!("{}{}**{said}**", kind.tag_line(), cx.eol()),
        };
        let finding = cx.report(tag.span, finding_text);
        if !tag.is_in_heading() {
            let edit = Edit::replace(tag.span, text);
            finding.fix(Safety::Unsafe, "move the qualifier out of the brackets", vec![edit]);
        }
    }
}
