//! `concise`: one line per finding, for editors' problem lists and for `grep`.

use super::{FileReport, Format, Style, Summary, tame, text};
use crate::finding::Safety;

pub(super) const FORMAT: Format = Format {
    name: "concise",
    help: "one line per finding",
    head: "",
    separator: "",
    file,
    tail: |_: &Summary, _: Style| String::new(),
};

fn file(report: &FileReport<'_, '_>, style: Style) -> String {
    let Some(document) = report.document else { return String::new() };
    let path = tame(report.path);
    let mut out = String::new();
    for finding in report.findings {
        let at = document.source.position(finding.span.start);
        let mark = match finding.fix.as_ref().map(|fix| fix.safety) {
            Some(Safety::Safe) => " [*]",
            Some(Safety::Unsafe) => " [unsafe fix]",
            None => "",
        };
        let severity = text::paint(style, text::severity_style(finding.severity), finding.severity.name());
        let message = tame(&finding.message);
        out.push_str(&format!(
            "{path}:{}:{}: {severity}[{}] {message}{mark}\n",
            at.line, at.column, finding.rule
        ));
    }
    out
}
