//! A version in the header that is older than the newest one in the document's own changelog.
//!
//! ```md bad
//! # Upload service
//! **Version 1.2.0** · Team Storage
//!
//! ## Changelog
//!
//! - 1.3.0: files may have 4 GB
//! - 1.2.0: first version for customers
//! ```
//!
//! ```md good
//! # Upload service
//! **Version 1.3.0** · Team Storage
//!
//! ## Changelog
//!
//! - 1.3.0: files may have 4 GB
//! - 1.2.0: first version for customers
//! ```
//!
//! The rule reads the subheadings, the items and the table rows that open with a version, in a section named Changelog,
//! Change log, History, Change history, Document history, Revision history, Version history or Revisions. Entries that are
//! marked as unreleased or planned do not count.
//!
//! A list of the versions of a product is not the document's own changelog:
//!
//! ```md good
//! # Upload service
//! **Version 1.0.0** · Team Storage
//!
//! ## Version history
//!
//! - 4.1.0: the server compresses files
//! - 4.0.0: the server is written in Rust
//! ```

use semver::Version;

use super::engine::{Context, Group, Rule, Severity, page_of};
use crate::document::{Document, Section};
use crate::markdown::{Node, NodeKind, strip_list_marker};
use crate::text::{Span, unnumbered};

pub(crate) const RULE: Rule = Rule {
    name: "stale-version",
    group: Group::Document,
    severity: Severity::Warning,
    why: "a reader who compares versions takes the document for an older one",
    todo: "raise the version in the header to that of the last change",
    source: page_of!("stale_version.rs"),
    check,
    ..Rule::PLAIN
};

/// Names of sections that list the changes of a document.
const OWN: [&str; 9] = [
    "changelog",
    "change log",
    "change history",
    "document history",
    "document changelog",
    "document change log",
    "revision history",
    "revisions",
    "document revisions",
];

/// Names that may also be those of a section about a product.
const VAGUE: [&str; 3] = ["history", "version history", "changes"];

/// Words in an entry that is not yet valid.
const FUTURE: [&str; 6] = ["unreleased", "planned", "upcoming", "proposed", "not released", "tbd"];

/// A year is no version.
const FIRST_YEAR: u64 = 1900;

fn check(cx: &mut Context<'_, '_>) {
    let document = cx.document;
    let Some(header) = document.header.version.as_ref().map(|version| version.value) else { return };
    let Some(current) = version(document.text(header)) else { return };
    let mut newest: Option<(Version, Span)> = None;
    for section in document.sections.iter().filter(|section| section.level > 1) {
        let name = unnumbered(&section.title).trim().trim_end_matches(':').to_lowercase();
        let is_vague = VAGUE.contains(&name.as_str());
        if !is_vague && !OWN.contains(&name.as_str()) {
            continue;
        }
        let mut entries = entries(document, section);
        entries.retain(|(version, _)| version.major < FIRST_YEAR || current.major >= FIRST_YEAR);
        let is_listed = entries.iter().any(|(version, _)| *version == current);
        let is_near = entries.iter().any(|(version, _)| version.major <= current.major);
        if is_listed || (!is_vague && is_near) {
            newest = newest.into_iter().chain(entries).max_by(|one, other| one.0.cmp_precedence(&other.0));
        }
    }
    if let Some((latest, place)) = newest.filter(|(latest, _)| latest.cmp_precedence(&current).is_gt()) {
        let message = format!("the header says version `{current}`, but the changelog has `{latest}`");
        cx.report(header, message).related(place, "the newest version");
    }
}

/// The versions that a changelog lists: those of its subheadings, or of its tables, or of its paragraphs and items.
fn entries(document: &Document<'_>, changelog: &Section) -> Vec<(Version, Span)> {
    let first = document.sections.partition_point(|section| section.heading.start <= changelog.heading.start);
    let below =
        document.sections[first..].iter().take_while(|section| section.heading.start < changelog.span.end);
    let entry = |text: &str, span: Span| leading_version(text).map(|version| (version, span));
    let headings: Vec<_> = below.filter_map(|section| entry(&section.title, section.heading)).collect();
    if !headings.is_empty() {
        return headings;
    }
    let (tables, others): (Vec<&Node>, Vec<&Node>) =
        document.markdown.top_in(changelog.span).partition(|node| node.kind == NodeKind::Table);
    let rows: Vec<_> = tables.iter().flat_map(|table| rows(document, table.span)).collect();
    if !rows.is_empty() {
        return rows;
    }
    let mut found = Vec::new();
    for node in others {
        match node.kind {
            NodeKind::Paragraph => {
                found.extend(entry(document.text(node.span), first_line(document, node.span)));
            }
            NodeKind::List { .. } => {
                let items = document.markdown.nodes_in(node.span).iter();
                let items = items.filter(|item| item.kind == NodeKind::Item && item.depth == node.depth + 1);
                found.extend(items.filter_map(|item| {
                    let span = first_line(document, item.span);
                    entry(strip_list_marker(document.text(span)), span)
                }));
            }
            _ => {}
        }
    }
    found
}

/// The versions in the column of versions of a table; without such a column, in the first one.
fn rows(document: &Document<'_>, table: Span) -> Vec<(Version, Span)> {
    let source = &document.source;
    let cells = |line: Span| -> Vec<&str> {
        document.text(line).trim().trim_matches('|').split('|').map(str::trim).collect()
    };
    let first = source.line_of(table.start);
    let last = source.line_of(table.end.saturating_sub(1));
    let head = cells(source.line(first));
    let is_version = |cell: &str| {
        let name = cell.trim_matches('*').to_lowercase();
        ["version", "ver", "ver.", "revision", "rev", "rev.", "document version", "doc version"]
            .contains(&name.as_str())
    };
    let Some(column) = head.iter().position(|cell| is_version(cell)) else { return Vec::new() };
    let row = |index: usize| {
        let line = source.line(index);
        let is_future = FUTURE.iter().any(|word| document.text(line).to_lowercase().contains(word));
        let found = cells(line).get(column).and_then(|cell| leading_version(cell)).filter(|_| !is_future)?;
        Some((found, source.trim(line)))
    };
    (first + 2..=last).filter_map(row).collect()
}

fn first_line(document: &Document<'_>, span: Span) -> Span {
    document.source.trim(document.source.line(document.source.line_of(span.start)).clip(span))
}

/// The version that opens an entry: `1.3.0`, `**v1.3.0**`, `[1.3.0] - 2026-03-01`, `Version 1.3`.
fn leading_version(text: &str) -> Option<Version> {
    let line = text.lines().next().unwrap_or_default();
    let lower = line.to_lowercase();
    if FUTURE.iter().any(|word| lower.contains(word)) {
        return None;
    }
    let opens = |c: char| c.is_whitespace() || "*_[(`".contains(c);
    let rest = line.trim_start_matches(opens);
    let word = rest.get(..7).filter(|word| word.eq_ignore_ascii_case("version"));
    let rest = rest[word.map_or(0, str::len)..].trim_start_matches(opens);
    let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || ".-+".contains(c))).unwrap_or(rest.len());
    let number = rest[..end].trim_end_matches(['.', '-']);
    // `3.2.0 of the library` is the version of something else.
    let after = rest[end..].trim_start_matches(|c: char| c.is_whitespace() || "*_])`".contains(c));
    let is_of_other = ["of ", "or ", "and ", "to "].iter().any(|word| after.starts_with(word));
    version(number).filter(|_| !is_of_other)
}

/// A version, with or without `v` and the last number.
fn version(text: &str) -> Option<Version> {
    let number = text.strip_prefix(['v', 'V']).unwrap_or(text);
    let core = number.split(['-', '+']).next().unwrap_or_default();
    let is_short = core.matches('.').count() == 1;
    let full = if is_short { format!("{core}.0{}", &number[core.len()..]) } else { number.to_owned() };
    Version::parse(&full).ok()
}

#[cfg(test)]
mod tests {
    use crate::document::parse;
    use crate::rules::{Settings, check};

    fn found(version: &str, changelog: &str) -> Vec<String> {
        let text = format!("# T\n**Version {version}**\n\n## S\n\n**[SPEC]**\n- ten\n\n{changelog}\n");
        let settings = Settings::single(&super::RULE);
        check(&parse(&text), &settings).into_iter().map(|finding| finding.message).collect()
    }

    #[test]
    fn an_older_header_is_found() {
        for changelog in [
            "## Changelog\n\n- 1.3.0: more\n- 1.2.0: first",
            "## 9. Changelog\n\n- **v1.3.0** (2026-03-01): more",
            "## Change log\n\n### [1.3.0] - 2026-03-01\n\n- 2.0.0 of the library\n\n### [1.2.0] - 2026-01-01\n\n- first",
            "## Revision history\n\n| Version | Date | Change |\n|---|---|---|\n| 1.2.0 | 2026-01-01 | first |\n| 1.3.0 | 2026-03-01 | more |",
            "## Document history\n\n| Date | Version |\n|---|---|\n| 2026-03-01 | v1.3.0 |",
            "## History\n\n- 1.3.0: more\n- 1.2.0: first",
            "## Version history\n\n**1.3.0** (2026-03-01)\n- more\n\n**1.2.0** (2026-01-01)\n- first",
            "## Changelog\n\n**[NOTE]**\n- Version 1.3.0 (2026-03-01): more",
            "## Changelog\n\n- 1.3: more",
        ] {
            assert_eq!(
                found("1.2.0", changelog),
                ["the header says version `1.2.0`, but the changelog has `1.3.0`"],
                "{changelog}"
            );
        }
        assert_eq!(found("1.3.0-rc.1", "## Changelog\n\n- 1.3.0: more").len(), 1);
        assert_eq!(found("1.3.0-rc.2", "## Changelog\n\n- 1.3.0-rc.10: more").len(), 1);
    }

    #[test]
    fn other_versions_are_fine() {
        for changelog in [
            "## Changelog\n\n- 1.2.0: first\n- 1.1.0: draft",
            "## Changelog\n\n- 1.2.0-rc.1: draft",
            "## Changelog\n\n- 1.3.0 (unreleased): more\n- 1.2.0: first",
            "## Changelog\n\n### Unreleased\n\n- 1.9.0 of the library\n\n### 1.2.0\n\n- first",
            "## Changelog\n\n- 2026.11.1: more\n- 2026-11-15: first",
            "## Changelog\n\n- 1.2.0: needs Node 20.1.0\n  - 20.1.0 is the oldest that works",
            "## Changelog\n\n- 3.2.0 of the library is supported",
            "## Firmware changelog\n\n- 4.1.0: faster\n- 1.2.0: first",
            "## Version history\n\n- 4.1.0: faster\n- 4.0.0: first",
            "## Changelog\n\n| Firmware | Change |\n|---|---|\n| 4.1.0 | faster |",
            "## Releases\n\n- 4.1.0: faster\n- 1.2.0: first",
            "## Changelog\n\n```\n1.3.0 more\n```",
            "## Changelog\n\n> 1.3.0: quoted",
            "No changelog.",
        ] {
            assert_eq!(found("1.2.0", changelog), [""; 0], "{changelog}");
        }
        assert!(found("1.2", "## Changelog\n\n- 1.3.0: more").len() <= 1);
        assert!(found("next", "## Changelog\n\n- 1.3.0: more").is_empty());
    }
}
