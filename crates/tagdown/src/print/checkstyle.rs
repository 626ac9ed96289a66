//! `checkstyle`: Checkstyle XML, which many review tools read.

use super::format::Format;
use super::report::{FileReport, Status};
use super::style::Style;
use super::summary::Summary;
use super::xml::escape;

pub(crate) const FORMAT: Format = Format {
    name: "checkstyle",
    help: "Checkstyle XML",
    head: || "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<checkstyle version=\"4.3\">\n".to_owned(),
    separator: "",
    file,
    tail: |_: &Summary, _: Style| "</checkstyle>\n".to_owned(),
};

fn file(report: &FileReport<'_, '_>, _: Style) -> String {
    let mut errors = String::new();
    let mut add = |line: usize, column: usize, severity: &str, message: &str, source: &str| {
        errors.push_str(&format!(
            "    <error line=\"{line}\" column=\"{column}\" severity=\"{severity}\" message=\"{}\" source=\"tagdown.{source}\"/>\n",
            escape(message)
        ));
    };
    if report.status == Status::Failed {
        add(1, 1, "error", report.error.unwrap_or_default(), "unreadable");
    }
    for (document, finding) in report.findings.iter().filter_map(|finding| Some((report.document?, finding)))
    {
        let at = document.source.position(finding.span.start);
        add(at.line, at.column, finding.severity.name(), &finding.message, finding.rule);
    }
    if report.status == Status::Skipped {
        return String::new();
    }
    format!("  <file name=\"{}\">\n{errors}  </file>\n", escape(report.path))
}
