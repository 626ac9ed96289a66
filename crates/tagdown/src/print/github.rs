//! `github`: workflow commands that become annotations on a pull request. GitHub shows only ten per severity, so each
//! finding is also printed as a line of plain text.

use super::closing::summary_lines;
use super::concise;
use super::format::Format;
use super::report::{FileReport, Status};
use super::style::Style;
use super::summary::Summary;
use crate::rules::Severity;
use crate::text::drives_terminal;

pub(crate) const FORMAT: Format = Format {
    name: "github",
    help: "GitHub Actions annotations, plus each finding as text",
    head: String::new,
    separator: "",
    file,
    tail: |summary: &Summary, style: Style| summary_lines(summary, style),
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
        // GitHub supports columns only for a range within one line.
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

/// A line of text that GitHub does not treat as a command. A command has `::` at the start or `##[` anywhere.
fn harmless(line: &str) -> String {
    let lead = if line.trim_start().starts_with("::") { "./" } else { "" };
    format!("{lead}{}", line.replace("##[", "## ["))
}

fn message(text: &str) -> String {
    // Line endings are escaped below; other control characters would affect the display of the log.
    let clean = |c: char| if drives_terminal(c) && !"\n\r\t".contains(c) { '\u{fffd}' } else { c };
    let text: String = text.chars().map(clean).collect();
    // Azure Pipelines reads commands anywhere in a line.
    let text = text.replace("##[", "#\u{fffd}[").replace("##vso[", "#\u{fffd}vso[");
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    message(text).replace(':', "%3A").replace(',', "%2C")
}
