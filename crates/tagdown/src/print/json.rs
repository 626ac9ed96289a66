//! `json`: one object for the complete run, the same in every interface.

use std::collections::BTreeMap;

use serde::Serialize;

use super::format::Format;
use super::report::{FileReport, Status};
use super::style::Style;
use super::summary::Summary;
use crate::document::Document;
use crate::rules::{Finding, Related, Safety, Severity};
use crate::text::{Source, tame_json};

pub(crate) const FORMAT: Format = Format {
    name: "json",
    help: "one JSON object",
    head: || "{\"version\":1,\"files\":[\n".to_owned(),
    separator: ",\n",
    file,
    tail,
};

#[derive(Serialize)]
struct File<'f> {
    path: &'f str,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'f str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notices: Vec<String>,
    findings: Vec<Entry<'f>>,
}

/// A finding in the form that all interfaces share.
#[derive(Serialize)]
pub(crate) struct Entry<'f> {
    rule: &'static str,
    severity: Severity,
    message: &'f str,
    address: String,
    start: Place,
    end: Place,
    /// Other places of the same finding.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related: Vec<RelatedEntry<'f>>,
    fix: Option<FixEntry<'f>>,
}

#[derive(Serialize)]
struct RelatedEntry<'f> {
    message: &'f str,
    start: Place,
    end: Place,
}

#[derive(Serialize)]
struct Place {
    line: usize,
    column: usize,
    byte: usize,
}

#[derive(Serialize)]
struct FixEntry<'f> {
    title: &'f str,
    safety: Safety,
    edits: Vec<EditEntry<'f>>,
}

#[derive(Serialize)]
struct EditEntry<'f> {
    start: usize,
    end: usize,
    text: &'f str,
}

#[derive(Serialize)]
struct Totals<'s> {
    files: usize,
    checked: usize,
    skipped: usize,
    failed: usize,
    errors: usize,
    warnings: usize,
    infos: usize,
    fixable: usize,
    #[serde(skip_serializing_if = "is_zero")]
    known: usize,
    #[serde(skip_serializing_if = "is_zero")]
    unchanged: usize,
    #[serde(skip_serializing_if = "is_zero")]
    hidden: usize,
    rules: BTreeMap<&'s str, usize>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde requires a reference")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

fn file(report: &FileReport<'_, '_>, _: Style) -> String {
    let status = match report.status {
        Status::Checked => "checked",
        Status::Skipped => "skipped",
        Status::Failed => "failed",
    };
    let notices = report.document.map(Document::notices).unwrap_or_default();
    let source = report.document.map(|document| &document.source);
    let findings =
        source.map(|source| report.findings.iter().map(|finding| entry(report, source, finding)).collect());
    let file = File {
        path: report.path,
        status,
        error: report.error,
        notices,
        findings: findings.unwrap_or_default(),
    };
    tame_json(serde_json::to_string(&file).unwrap_or_default())
}

pub(crate) fn entry<'f>(report: &FileReport<'_, '_>, source: &Source<'_>, finding: &'f Finding) -> Entry<'f> {
    let place = |offset: usize| {
        let position = source.position(offset);
        Place { line: position.line, column: position.column, byte: position.byte }
    };
    let related = |other: &'f Related| RelatedEntry {
        message: &other.message,
        start: place(other.span.start),
        end: place(other.span.end),
    };
    let fix = finding.fix.as_ref().map(|fix| FixEntry {
        title: &fix.title,
        safety: fix.safety,
        edits: fix
            .edits()
            .iter()
            .map(|edit| EditEntry { start: edit.span.start, end: edit.span.end, text: &edit.text })
            .collect(),
    });
    Entry {
        rule: finding.rule,
        severity: finding.severity,
        message: &finding.message,
        address: report.address(finding.span.start),
        start: place(finding.span.start),
        end: place(finding.span.end),
        related: finding.related.iter().map(related).collect(),
        fix,
    }
}

fn tail(summary: &Summary, _: Style) -> String {
    format!("\n],\"summary\":{}}}\n", totals(summary))
}

/// The summary as a JSON object.
pub(crate) fn totals(summary: &Summary) -> String {
    let totals = Totals {
        files: summary.files,
        checked: summary.checked,
        skipped: summary.skipped,
        failed: summary.failures.len(),
        errors: summary.errors,
        warnings: summary.warnings,
        infos: summary.infos,
        fixable: summary.fixable,
        known: summary.known,
        unchanged: summary.unchanged,
        hidden: summary.hidden,
        rules: summary.rules.iter().map(|(rule, tally)| (*rule, tally.all)).collect(),
    };
    tame_json(serde_json::to_string(&totals).unwrap_or_default())
}
