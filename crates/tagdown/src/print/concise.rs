//! `concise`: one line per finding, for problem lists in editors and for `grep`.

use super::format::Format;
use super::report::FileReport;
use super::style::{Style, linked, paint, severity_style};
use super::summary::Summary;
use crate::rules::Safety;
use crate::text::{tame_log, tame_path};

pub(crate) const FORMAT: Format = Format {
    name: "concise",
    help: "one line per finding",
    head: String::new,
    separator: "",
    file: |report: &FileReport<'_, '_>, style: Style| lines(report, style).map(|line| line + "\n").collect(),
    tail: |_: &Summary, _: Style| String::new(),
};

/// The findings, one per line.
pub(crate) fn lines(report: &FileReport<'_, '_>, style: Style) -> impl Iterator<Item = String> {
    let path = tame_path(report.path);
    report.document.into_iter().flat_map(move |document| {
        let path = path.clone();
        report.findings.iter().map(move |finding| {
            let at = document.source.position(finding.span.start);
            let mark = match finding.fix.as_ref().map(|fix| fix.safety) {
                Some(Safety::Safe) => " [*]",
                Some(Safety::Unsafe) => " [unsafe fix]",
                None => "",
            };
            let severity = paint(style, severity_style(finding.severity), finding.severity.name());
            let message = tame_log(&finding.message);
            let rule = linked(style, finding.rule);
            format!("{path}:{}:{}: {severity}[{rule}] {message}{mark}", at.line, at.column)
        })
    })
}
