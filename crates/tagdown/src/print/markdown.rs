//! `markdown`: a list for a page such as a GitHub Actions step summary.

use super::format::Format;
use super::report::{FileReport, Status};
use super::style::Style;
use super::summary::Summary;
use crate::rules::Finding;
use crate::text::tame_log;

pub(crate) const FORMAT: Format = Format {
    name: "markdown",
    help: "a Markdown list, for a GitHub Actions step summary",
    head: || "### tagdown check\n\n".to_owned(),
    separator: "",
    file,
    tail,
};

fn file(report: &FileReport<'_, '_>, _: Style) -> String {
    let mut out = String::new();
    if report.status == Status::Failed {
        let error = tame_log(report.error.unwrap_or_default());
        out.push_str(&format!("- **failed** {}: {error}\n", code(report.path)));
    }
    let Some(document) = report.document else { return out };
    let line = |finding: &Finding| {
        let at = document.source.position(finding.span.start);
        let place = code(&format!("{}:{}", report.path, at.line));
        let message = escape(&tame_log(&finding.message));
        format!("- **{}** {place} `{}`: {message}\n", finding.severity.name(), finding.rule)
    };
    out.extend(report.findings.iter().map(line));
    out
}

/// Escapes Markdown and HTML, except between backticks.
fn escape(text: &str) -> String {
    let parts: Vec<&str> = text.split('`').collect();
    let is_paired = parts.len() % 2 == 1;
    let plain = |part: &str| part.replace('<', "&lt;").replace('[', "\\[").replace('*', "\\*");
    let part = |(index, part): (usize, &&str)| {
        if index % 2 == 1 && is_paired { format!("`{part}`") } else { plain(part) }
    };
    parts.iter().enumerate().map(part).collect::<Vec<_>>().join(if is_paired { "" } else { "'" })
}

fn code(text: &str) -> String {
    format!("`{}`", tame_log(text).replace('`', "'"))
}

fn tail(summary: &Summary, _: Style) -> String {
    let gap = if summary.findings() + summary.failures.len() > 0 { "\n" } else { "" };
    let mut out = format!("{gap}**{}**: {}\n", summary.in_words(), summary.files_in_words());
    if summary.fixable > 0 {
        out.push_str(&format!("\n`tagdown check --fix` safely fixes {} of them.\n", summary.fixable));
    }
    out + "\n"
}
