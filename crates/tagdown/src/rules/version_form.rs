//! A version that is not semver, or not in the canonical header form.
//!
//! ```md bad
//! # Upload service
//! Version: 1.2.0 · Team Storage
//! ```
//!
//! ```md fixed
//! # Upload service
//! **Version 1.2.0** · Team Storage
//! ```
//!
//! The fix also handles `**Version:** 1.2.0`, `**Version 1.2.0 · Team Storage**`, `**Version v1.2.0**`, and a
//! `version:` that appears only in the front matter.
//!
//! ```md bad
//! ---
//! version: 1.2.0
//! ---
//! # Upload service
//! ```
//!
//! ```md fixed
//! ---
//! version: 1.2.0
//! ---
//! # Upload service
//! **Version 1.2.0**
//! ```
//!
//! A number that is not semver, such as `2.0`, has no fix: only a person may change the version of a document.
//!
//! ```md bad
//! # Upload service
//! **Version 2.0** · Team Storage
//! ```

use super::engine::{Context, Edit, FixKind, Group, Rule, Safety, Severity, page_of};
use crate::document::{Version, VersionForm};

pub(crate) const RULE: Rule = Rule {
    name: "version-form",
    group: Group::Document,
    severity: Severity::Error,
    fix: FixKind::Sometimes,
    layout: true,
    removes_words: true,
    why: "tools look for a semver number in the form `**Version 1.2.3**` below the title",
    todo: "write the version as `**Version x.y.z**`, in semver form",
    source: page_of!("version_form.rs"),
    check,
    ..Rule::PLAIN
};

fn check(cx: &mut Context<'_, '_>) {
    let Some(version) = &cx.document.header.version else { return };
    let written = cx.text(version.value);
    let number = written.trim_start_matches(['v', 'V']);
    if semver::Version::parse(number).is_err() {
        cx.report(version.value, format!("`{written}` is not a semver version (example: 1.2.0)"));
        return;
    }
    let canonical = format!("**Version {number}**");
    let prefixed = number.len() < written.len();
    let message = match version.form {
        VersionForm::Canonical if !prefixed => return,
        VersionForm::Canonical => format!("`{written}` is not a semver version: it starts with a `v`"),
        VersionForm::FrontMatter => "the version is only in the front matter".to_owned(),
        VersionForm::Misplaced => "the paragraph below the title does not start with the version".to_owned(),
        VersionForm::BoldLine { .. } => "more than the version is bold".to_owned(),
        VersionForm::Loose => format!("`{}` is not in canonical form", cx.text(version.phrase).trim()),
    };
    let edits = edits(cx, version, &canonical);
    let span = if version.form == VersionForm::FrontMatter { version.value } else { version.phrase };
    let finding = cx.report(span, message);
    if let Some(edits) = edits {
        finding.fix(Safety::Safe, format!("write `{canonical}`"), edits);
    }
}

fn edits(cx: &Context<'_, '_>, version: &Version, canonical: &str) -> Option<Vec<Edit>> {
    let source = &cx.document.source;
    match version.form {
        VersionForm::Canonical | VersionForm::Loose => Some(vec![Edit::replace(version.phrase, canonical)]),
        VersionForm::BoldLine { closer } => {
            Some(vec![Edit::replace(version.phrase, canonical), Edit::delete(closer)])
        }
        VersionForm::FrontMatter => {
            let front = cx.document.markdown.nodes.first().map(|node| node.span);
            let front = front.filter(|_| cx.document.header.front_title.is_some());
            let title = cx.document.header.title.or(front)?;
            let line = source.line_of(title.end.saturating_sub(1));
            let next_is_text = line + 1 < source.line_count() && !source.is_blank(line + 1);
            let gap = if next_is_text { cx.eol() } else { "" };
            let at = source.line(line).end;
            // Formatters add a blank line below a heading.
            let above = if cx.allows_blank_after_tag() { cx.eol() } else { "" };
            Some(vec![Edit::insert(at, format!("{}{above}{canonical}{gap}", cx.eol()))])
        }
        VersionForm::Misplaced => None,
    }
}
