//! `concise`: one line per finding, for editors' problem lists and for `grep`.

use super::{FileReport, Format, Style, Summary, tame, text};
use crate::finding::Safety;

pub(super) const FORMAT: Format = Format {
    name: "concise",
    help: "one line per finding",
    head: String::new,
    separator: "",
    file: |report: &FileReport<'_, '_>, style: Style| lines(report, style).map(|line| line + "\n").collect(),
    tail: |_: &Summary, _: Style| String::new(),
};

/// The findings, a line each.
pub(super) fn lines(report: &FileReport<'_, '_>, style: Style) -> impl Iterator<Item = String> {
    let path = tame(report.path);
    report.document.into_iter().flat_map(move |document| {
        let path = path.clone();
        report.findings.iter().map(move |finding| {
            let at = document.source.position(finding.span.start);
            let mark = match finding.fix.as_ref().map(|fix| fix.safety) {
                Some(Safety::Safe) => " [*]",
                Some(Safety::Unsafe) => " [unsafe fix]",
                None => "",
            };
            let severity =
                text::paint(style, text::severity_style(finding.severity), finding.severity.name());
            let message = tame(&finding.message);
            let rule = text::linked(style, finding.rule);
            format!("{path}:{}:{}: {severity}[{rule}] {message}{mark}", at.line, at.column)
        })
    })
}
