//! `agent`: one terse line per finding, for AI models: path, line, severity, rule, what is wrong, what to do. The last
//! line names the next command.

use super::format::Format;
use super::report::FileReport;
use super::style::Style;
use super::summary::Summary;
use crate::rules::{self, Finding, Safety};
use crate::text::{tame_log, tame_path};

pub(crate) const FORMAT: Format = Format {
    name: "agent",
    help: "one terse line per finding and the next command, for AI models",
    head: String::new,
    separator: "",
    file,
    tail,
};

fn file(report: &FileReport<'_, '_>, _: Style) -> String {
    let Some(document) = report.document else { return String::new() };
    let path = tame_path(report.path);
    let line = |finding: &Finding| {
        let line = document.source.position(finding.span.start).line;
        let (severity, rule, message) = (finding.severity.name(), finding.rule, tame_log(&finding.message));
        let todo = todo(finding).map_or_else(String::new, |todo| format!("; {todo}"));
        format!("{path}:{line} {severity} {rule}: {message}{todo}\n")
    };
    report.findings.iter().map(line).collect()
}

fn todo(finding: &Finding) -> Option<String> {
    match finding.fix.as_ref().map(|fix| (fix.safety, tame_log(&fix.title))) {
        Some((Safety::Safe, title)) => Some(format!("--fix will {title}")),
        Some((Safety::Unsafe, title)) => Some(format!("{title}, or use --unsafe-fixes")),
        None => rules::todo(finding).map(str::to_owned),
    }
}

fn tail(summary: &Summary, _: Style) -> String {
    let paths = if summary.arguments.is_empty() { "." } else { &summary.arguments };
    let mut out = String::new();
    for (path, error) in &summary.failures {
        out.push_str(&format!("{} not read: {}\n", tame_path(path), tame_log(error)));
    }
    let next = match (summary.findings(), summary.fixable) {
        (0, _) if summary.failures.is_empty() => "nothing to do".to_owned(),
        (0, _) => "fix the read errors above, then check again".to_owned(),
        (_, 0) => format!(
            "make the edits listed above, then run `tagdown check --format agent {paths}`; `tagdown explain RULE` shows examples"
        ),
        (all, safe) => format!(
            "run `tagdown check --fix --format agent {paths}`, which safely fixes {safe} of {all}{} and lists the rest",
            if summary.known > 0 { ", also fixes findings in the baseline," } else { "" }
        ),
    };
    out + &format!("{}, {}; next: {next}\n", summary.in_words(), summary.files_in_words())
}
