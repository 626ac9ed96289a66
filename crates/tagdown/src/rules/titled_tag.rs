//! A title on a SPEC, NOTE or `?` tag.
//!
//! ```md bad
//! **[SPEC] Limits**
//! - Body: 4 KB
//! ```
//!
//! ```md fixed
//! **[SPEC]**
//! **Limits**
//! - Body: 4 KB
//! ```
//!
//! The rule also finds run-in titles. The fix keeps the title in bold below the tag. It is unsafe because a
//! person must decide whether the title should be a heading.
//!
//! ```md bad
//! **[NOTE] Why:** the old limit was too small.
//! ```
//!
//! ```md fixed
//! **[NOTE]**
//! **Why:** the old limit was too small.
//! ```
//!
//! ```md good
//! **[BUG] Upload stops at 2 GB**
//! Symptom: the progress bar stays at 100%.
//! ```

use super::engine::{Context, Edit, FixKind, Group, Rule, Safety, Severity, page_of};
use crate::document::{Kind, names_tag};

pub(crate) const RULE: Rule = Rule {
    name: "titled-tag",
    group: Group::Tags,
    severity: Severity::Error,
    fix: FixKind::Unsafe,
    why: "only a BUG has a title; other tools do not recognise this as a tag",
    todo: "move the title into the text",
    source: page_of!("titled_tag.rs"),
    check,
    ..Rule::PLAIN
};

fn check(cx: &mut Context<'_, '_>) {
    for (block, tag) in cx.document.blocks_of_format() {
        let Some(title) = tag.title else { continue };
        if block.kind == Kind::Bug || tag.is_in_heading() {
            continue;
        }
        let words = cx.text(title);
        let colon = if cx.document.source.text()[title.end..].starts_with(':') { ":" } else { "" };
        let (shown, eol) = (cx.quote(title), cx.eol());
        let finding = cx.report(tag.span, format!("{} must not have a title: `{shown}`", block.kind.name()));
        if let Some(words) = below_tag(words) {
            let text = format!("{}{eol}**{words}{colon}**", block.kind.tag_line());
            let edit = Edit::replace(tag.span, text);
            finding.fix(Safety::Unsafe, "move the title below the tag", vec![edit]);
        }
    }
}

/// The title as a line below the tag, where words in brackets would be a tag of their own. Which of two kinds is meant,
/// only a person knows.
fn below_tag(title: &str) -> Option<&str> {
    let inner = title.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    match inner {
        _ if names_tag(title) => None,
        Some(inner) => Some(inner).filter(|inner| !inner.contains(['[', ']'])),
        None => Some(title).filter(|title| !title.starts_with('[') || title.contains("](")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Settings, fix};

    #[test]
    fn a_title_in_brackets_does_not_become_a_tag() {
        for (line, expected) in [
            ("**[SPEC] [V2]**", "**[SPEC]**\n**V2**"),
            ("**[SPEC][NOTE]**", "**[SPEC][NOTE]**"),
            ("**[SPEC] [V2] Limits**", "**[SPEC] [V2] Limits**"),
            ("**[SPEC] [Limits](x.md)**", "**[SPEC]**\n**[Limits](x.md)**"),
        ] {
            let fixed = fix(&format!("{line}\n- a\n"), &Settings::single(&RULE), Safety::Unsafe);
            assert_eq!(fixed.text, format!("{expected}\n- a\n"));
        }
    }
}
