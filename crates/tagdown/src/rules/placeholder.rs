//! A placeholder that nobody replaced.
//!
//! ```md bad
//! **[SPEC]**
//! - Body: TODO
//! - File: 2 GB
//! ```
//!
//! ```md good
//! **[SPEC]**
//! - Body: 4 KB
//! - File: 2 GB
//! ```
//!
//! Placeholders are `FILL-IN`, `TODO`, `TBD`, `XXX`, `???` and `lorem ipsum`. In a SPEC, in a BUG, and in the headings and
//! titles above them, a placeholder is an error; elsewhere it is a warning.
//!
//! Code, quotations, links and text that only mentions such a word are fine, as is a cell of a column such as `Status`:
//!
//! ```md good
//! **[SPEC]**
//! - The linter counts every TODO comment.
//! - The column `TODO` has no limit.
//! - Numbers have the form XXX-XXXX.
//! ```
//!
//! If a value is not known yet, say so in a `[?]` block, with the reason.

use super::bug_unknown_fix::is_unknown;
use super::engine::{Context, Group, Rule, Severity, page_of};
use crate::document::{Document, FIX, Kind, opens_body};
use crate::prose::placeholders;
use crate::text::Span;

pub(crate) const RULE: Rule = Rule {
    name: "placeholder",
    group: Group::Document,
    severity: Severity::Error,
    is_authors_own: true,
    why: "a reader takes a placeholder for a fact, or looks for a fact that does not exist",
    todo: "write the text, or move the claim to a [?] block that says what is not known",
    source: page_of!("placeholder.rs"),
    check,
    ..Rule::PLAIN
};

fn check(cx: &mut Context<'_, '_>) {
    let document = cx.document;
    let is_meant = |span: &Span| !is_unknown_fix(document, *span) && !is_marker(document, *span);
    for span in placeholders(document).into_iter().filter(is_meant) {
        let is_fact = is_in_facts(document, span);
        let message = format!("the placeholder `{}` was never replaced", cx.words(span));
        let finding = cx.report(span, message);
        if !is_fact {
            finding.severity = finding.severity.min(Severity::Warning);
        }
    }
}

/// Whether a place is the marker of a callout, such as `??? note`.
fn is_marker(document: &Document<'_>, place: Span) -> bool {
    let line = document.source.line(document.source.line_of(place.start));
    place.start == line.start && opens_body(document.text(line))
}

/// Whether a place is in a fix that `bug-unknown-fix` reports.
fn is_unknown_fix(document: &Document<'_>, place: Span) -> bool {
    let field = document.block_at(place.start).and_then(|block| block.field_at(place.start));
    field.is_some_and(|field| field.spec.name == FIX && is_unknown(document.text(field.value)))
}

/// Whether a place is in a SPEC or BUG, or in a heading above one.
fn is_in_facts(document: &Document<'_>, place: Span) -> bool {
    let is_fact = |kind: Kind| matches!(kind, Kind::Spec | Kind::Bug);
    let section = &document.sections[document.section_at(place.start)];
    if !section.heading.contains(place.start) {
        return document.block_at(place.start).is_some_and(|block| is_fact(block.kind));
    }
    let first = document.blocks.partition_point(|block| block.span.end <= section.span.start);
    let below = document.blocks[first..].iter().take_while(|block| block.span.start < section.span.end);
    below.into_iter().any(|block| is_fact(block.kind))
}

#[cfg(test)]
mod tests {
    use crate::document::parse;
    use crate::rules::{Settings, check};

    #[test]
    fn placeholders_are_errors_in_facts_and_warnings_elsewhere() {
        let severity = |body: &str| {
            let text = format!("# T\n**Version 1.0.0**\n\n## S\n\n{body}");
            let found = check(&parse(&text), &Settings::single(&super::RULE));
            found.iter().map(|finding| finding.severity.name()).collect::<Vec<_>>().join(" ")
        };
        for (body, expected) in [
            ("**[SPEC]**\n- Body: TODO\n", "error"),
            ("**[BUG] TBD**\nSymptom: E7.\nCause: ???\nFix: restart it.\n", "error error"),
            ("**[NOTE]**\nTODO: explain the limit.\n", "warning"),
            ("**[?]**\nThe limit is TBD, because nobody measured it.\n", "warning"),
            ("TODO\n", "warning"),
            ("**[SPEC]**\n??? custom \"Limits\"\n    The limit is 4 KB.\n", ""),
            ("**[SPEC]**\n???\n", "error"),
            ("### TBD\n\n**[SPEC]**\n- ten\n", "error"),
            ("### TBD\n\n**[NOTE]**\nWords.\n", "warning"),
            ("**[SPEC]**\n- Body: `TODO`\n- a TODO comment\n", ""),
            ("**[BUG] It stops**\nSymptom: E7.\nCause: a.\nFix: TBD\n", ""),
        ] {
            assert_eq!(severity(body), expected, "{body}");
        }
    }
}
