//! `jsonl`: one JSON object a line, a finding each, then the summary; for pipes and for `grep`.

use super::{FileReport, Format, Status, Style, Summary, json};

pub(super) const FORMAT: Format = Format {
    name: "jsonl",
    help: "one JSON object a line: findings, then a summary",
    head: String::new,
    separator: "",
    file,
    tail: |summary: &Summary, _: Style| format!("{{\"version\":1,\"summary\":{}}}\n", json::totals(summary)),
};

fn file(report: &FileReport<'_, '_>, style: Style) -> String {
    if report.status == Status::Failed {
        return (json::FORMAT.file)(report, style) + "\n";
    }
    let Some(document) = report.document else { return String::new() };
    let path = json::string(report.path);
    let line = |finding| {
        let finding = json::finding(report, &document.source, finding);
        // An object that already has a key takes one more in front.
        format!("{{\"path\":{path},{}\n", &finding[1..])
    };
    report.findings.iter().map(line).collect()
}
