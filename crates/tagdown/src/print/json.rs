//! `json`: one object for the whole run, the same for every door.

use serde::Serialize;

use super::{FileReport, Format, Status, Style, Summary};
use crate::finding::{Finding, Safety, Severity};
use crate::source::Source;

pub(super) const FORMAT: Format = Format {
    name: "json",
    help: "one JSON object",
    head: "{\"version\":1,\"files\":[\n",
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

#[derive(Serialize)]
struct Entry<'f> {
    rule: &'static str,
    severity: Severity,
    message: &'f str,
    address: String,
    start: Place,
    end: Place,
    fix: Option<FixEntry<'f>>,
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
struct Totals {
    files: usize,
    checked: usize,
    skipped: usize,
    errors: usize,
    warnings: usize,
    infos: usize,
    fixable: usize,
}

fn file(report: &FileReport<'_, '_>, _: Style) -> String {
    let status = match report.status {
        Status::Checked => "checked",
        Status::Skipped => "skipped",
        Status::Failed => "failed",
    };
    let notices = report.document.map(super::super::document::Document::notices).unwrap_or_default();
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
    serde_json::to_string(&file).unwrap_or_default()
}

fn entry<'f>(report: &FileReport<'_, '_>, source: &Source<'_>, finding: &'f Finding) -> Entry<'f> {
    let place = |offset: usize| {
        let position = source.position(offset);
        Place { line: position.line, column: position.column, byte: position.byte }
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
        fix,
    }
}

fn tail(summary: &Summary, _: Style) -> String {
    let Summary { files, checked, skipped, errors, warnings, infos, fixable, .. } = *summary;
    let totals = Totals { files, checked, skipped, errors, warnings, infos, fixable };
    format!("\n],\"summary\":{}}}\n", serde_json::to_string(&totals).unwrap_or_default())
}
