//! `agent`: one terse line a finding, for a model: path, line, severity, rule, what is wrong, what to do. The last line says
//! what to run next.

use super::{FileReport, Format, Style, Summary, tame};
use crate::finding::{Finding, Safety};
use crate::rules;

pub(super) const FORMAT: Format = Format {
    name: "agent",
    help: "one terse line per finding and what to run next, for a model",
    head: String::new,
    separator: "",
    file,
    tail,
};

fn file(report: &FileReport<'_, '_>, _: Style) -> String {
    let Some(document) = report.document else { return String::new() };
    let path = tame(report.path);
    let line = |finding: &Finding| {
        let line = document.source.position(finding.span.start).line;
        let (severity, rule, message) = (finding.severity.name(), finding.rule, tame(&finding.message));
        let todo = todo(finding).map_or_else(String::new, |todo| format!("; {todo}"));
        format!("{path}:{line} {severity} {rule}: {message}{todo}\n")
    };
    report.findings.iter().map(line).collect()
}

fn todo(finding: &Finding) -> Option<String> {
    match finding.fix.as_ref().map(|fix| (fix.safety, tame(&fix.title))) {
        Some((Safety::Safe, title)) => Some(format!("--fix will {title}")),
        Some((Safety::Unsafe, title)) => Some(format!("{title}, or --unsafe-fixes will")),
        None => rules::todo(finding).map(str::to_owned),
    }
}

fn tail(summary: &Summary, _: Style) -> String {
    let paths = if summary.arguments.is_empty() { "." } else { &summary.arguments };
    let mut out = String::new();
    for (path, error) in &summary.failures {
        out.push_str(&format!("{} not read: {}\n", tame(path), tame(error)));
    }
    let next = match (summary.findings(), summary.fixable) {
        (0, _) if summary.failures.is_empty() => "nothing to do".to_owned(),
        (0, _) => "mend what could not be read, then check again".to_owned(),
        (_, 0) => format!(
            "edit each line above as it says, then run `tagdown check --format agent {paths}`; `tagdown explain RULE` shows examples"
        ),
        (all, safe) => format!(
            "run `tagdown check --fix --format agent {paths}`, which mends {safe} of {all} safely{} and lists the rest",
            if summary.known > 0 { ", what the baseline knows too," } else { "" }
        ),
    };
    out + &format!("{}, {}; next: {next}\n", summary.in_words(), summary.files_in_words())
}
