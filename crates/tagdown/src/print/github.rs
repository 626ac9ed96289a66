//! `github`: workflow commands that become annotations of a pull request. GitHub shows ten of each severity, so each
//! finding is a line of plain text as well.

use super::{FileReport, Format, Status, Style, Summary, concise, text};
use crate::finding::Severity;

pub(super) const FORMAT: Format = Format {
    name: "github",
    help: "annotations of GitHub Actions, and each finding as text",
    head: String::new,
    separator: "",
    file,
    tail: |summary: &Summary, style: Style| text::summary_lines(summary, style),
};

fn file(report: &FileReport<'_, '_>, style: Style) -> String {
    let mut out = String::new();
    if report.status == Status::Failed {
        let error = report.error.unwrap_or_default();
        out.push_str(&format!("::error file={}::{}\n", property(report.path), message(error)));
    }
    let Some(document) = report.document else { return out };
    for (finding, line) in report.findings.iter().zip(concise::lines(report, style)) {
        let command = match finding.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Info => "notice",
        };
        let (start, end) =
            (document.source.position(finding.span.start), document.source.position(finding.span.end));
        // GitHub shows columns only for a place on one line.
        let columns = if start.line == end.line {
            format!(",col={},endColumn={}", start.column, end.column)
        } else {
            String::new()
        };
        out.push_str(&harmless(&line));
        out.push_str(&format!(
            "\n::{command} file={},line={},endLine={}{columns},title={}::{}\n",
            property(report.path),
            start.line,
            end.line,
            property(finding.rule),
            message(&finding.message)
        ));
    }
    out
}

/// A line of text in which GitHub sees no command: it takes `::` at the start for one, and `##[` anywhere.
fn harmless(line: &str) -> String {
    let lead = if line.trim_start().starts_with("::") { "./" } else { "" };
    format!("{lead}{}", line.replace("##[", "## ["))
}

fn message(text: &str) -> String {
    // Line ends have a form of their own; other control characters would drive the log.
    let clean = |c: char| if c.is_control() && !"\n\r\t".contains(c) { '\u{fffd}' } else { c };
    let text: String = text.chars().map(clean).collect();
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    message(text).replace(':', "%3A").replace(',', "%2C")
}
