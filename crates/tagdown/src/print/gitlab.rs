//! `gitlab`: a Code Quality report, for `artifacts.reports.codequality` in GitLab CI.

use serde::Serialize;

use super::fingerprint::fingerprints;
use super::format::Format;
use super::report::{FileReport, Status};
use super::style::Style;
use super::summary::Summary;
use crate::rules::Severity;
use crate::text::{slug, tame_json};

pub(crate) const FORMAT: Format = Format {
    name: "gitlab",
    help: "GitLab Code Quality report",
    head: || "[\n".to_owned(),
    separator: ",\n",
    file,
    tail: |_: &Summary, _: Style| "\n]\n".to_owned(),
};

#[derive(Serialize)]
struct Entry<'e> {
    description: &'e str,
    check_name: &'static str,
    fingerprint: String,
    severity: &'static str,
    location: Location<'e>,
}

#[derive(Serialize)]
struct Location<'e> {
    path: &'e str,
    lines: Lines,
}

#[derive(Serialize)]
struct Lines {
    begin: usize,
    end: usize,
}

fn file(report: &FileReport<'_, '_>, _: Style) -> String {
    let failure = report.error.filter(|_| report.status == Status::Failed).map(|error| Entry {
        description: error,
        check_name: "unreadable",
        fingerprint: slug::content_hash(&format!("{} unreadable", report.path)),
        severity: "critical",
        location: Location { path: report.path, lines: Lines { begin: 1, end: 1 } },
    });
    let failure = failure.map(|entry| tame_json(serde_json::to_string(&entry).unwrap_or_default()));
    let entries = report.findings.iter().zip(fingerprints(report)).filter_map(|(finding, fingerprint)| {
        let document = report.document?;
        let entry = Entry {
            description: &finding.message,
            check_name: finding.rule,
            fingerprint,
            severity: match finding.severity {
                Severity::Error => "major",
                Severity::Warning => "minor",
                Severity::Info => "info",
            },
            location: Location {
                path: report.path,
                lines: Lines {
                    begin: document.source.position(finding.span.start).line,
                    end: document.source.position(finding.span.end).line,
                },
            },
        };
        serde_json::to_string(&entry).ok().map(tame_json)
    });
    failure.into_iter().chain(entries).collect::<Vec<_>>().join(",\n")
}
