//! `jsonl`: one JSON object a line, a finding each, then the summary; for pipes and for `grep`.

use serde::Serialize;

use super::{FileReport, Format, Status, Style, Summary, json};

pub(super) const FORMAT: Format = Format {
    name: "jsonl",
    help: "one JSON object a line: findings, then a summary",
    head: String::new,
    separator: "",
    file,
    tail: |summary: &Summary, _: Style| format!("{{\"version\":1,\"summary\":{}}}\n", json::totals(summary)),
};

/// A finding on a line of its own.
#[derive(Serialize)]
struct Line<'l> {
    path: &'l str,
    #[serde(flatten)]
    finding: json::Entry<'l>,
}

fn file(report: &FileReport<'_, '_>, style: Style) -> String {
    let mut out = String::new();
    if report.status == Status::Failed {
        let alone = FileReport { findings: &[], ..*report };
        out.push_str(&(json::FORMAT.file)(&alone, style));
        out.push('\n');
    }
    let Some(document) = report.document else { return out };
    for finding in report.findings {
        let line = Line { path: report.path, finding: json::entry(report, &document.source, finding) };
        out.push_str(&serde_json::to_string(&line).unwrap_or_default());
        out.push('\n');
    }
    out
}
