//! `junit`: one test suite per document, one failed case per finding; for the test reports of CI systems.

use std::collections::HashMap;

use super::format::Format;
use super::report::{FileReport, Status};
use super::style::Style;
use super::summary::Summary;
use super::xml::escape;
use crate::rules;

pub(crate) const FORMAT: Format = Format {
    name: "junit",
    help: "JUnit XML: one suite per document, one failure per finding",
    head: || "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"tagdown\">\n".to_owned(),
    separator: "",
    file,
    tail: |_: &Summary, _: Style| "</testsuites>\n".to_owned(),
};

fn file(report: &FileReport<'_, '_>, _: Style) -> String {
    let path = escape(report.path);
    let case = |name: &str, inner: &str| {
        format!(
            "    <testcase classname=\"{path}\" name=\"{}\" time=\"0\">{inner}</testcase>\n",
            escape(name)
        )
    };
    let mut cases = String::new();
    if report.status == Status::Failed {
        let error = escape(report.error.unwrap_or_default());
        cases.push_str(&case("file", &format!("<error type=\"error\" message=\"{error}\"></error>")));
    }
    let mut seen: HashMap<String, usize> = HashMap::new();
    for (document, finding) in report.findings.iter().filter_map(|finding| Some((report.document?, finding)))
    {
        let at = document.source.position(finding.span.start);
        let why = rules::find(finding.rule).map_or("", |rule| rule.why);
        let (severity, rule, message) = (finding.severity.name(), finding.rule, &finding.message);
        let body = format!("{}:{}:{}: {severity}[{rule}] {message}\n{why}", report.path, at.line, at.column);
        let message = escape(message);
        let failure =
            format!("<failure type=\"{severity}\" message=\"{message}\">{}</failure>", escape(&body));
        // CI systems identify a test by its name, so repeated names get a number.
        let name = format!("{rule} at {}", document.address(finding.span.start));
        let count = seen.entry(name.clone()).and_modify(|count| *count += 1).or_insert(1);
        let name = if *count == 1 { name } else { format!("{name}, {count}") };
        cases.push_str(&case(&name, &failure));
    }
    match report.status {
        Status::Skipped => return String::new(),
        Status::Checked if cases.is_empty() => cases.push_str(&case("no findings", "")),
        _ => {}
    }
    let (failures, errors) = (report.findings.len(), usize::from(report.status == Status::Failed));
    let tests = (failures + errors).max(1);
    format!(
        "  <testsuite name=\"{path}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" skipped=\"0\" time=\"0\">\n{cases}  </testsuite>\n"
    )
}
