//! `jsonl`: one JSON object per line, one per finding, then the summary; for pipes and for `grep`.

use serde::Serialize;

use super::format::Format;
use super::json;
use super::report::{FileReport, Status};
use super::style::Style;
use super::summary::Summary;
use crate::text::tame_json;

pub(crate) const FORMAT: Format = Format {
    name: "jsonl",
    help: "one JSON object per line: findings, then a summary",
    head: String::new,
    separator: "",
    file,
    tail: |summary: &Summary, _: Style| format!("{{\"version\":1,\"summary\":{}}}\n", json::totals(summary)),
};

/// A finding on its own line.
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
        out.push_str(&tame_json(serde_json::to_string(&line).unwrap_or_default()));
        out.push('\n');
    }
    out
}
