//! `rdjson`: reviewdog diagnostics, with fixes as suggestions.

use serde_json::{Value, json};

use super::format::Format;
use super::report::{FileReport, Status};
use super::style::Style;
use super::summary::Summary;
use crate::document::Document;
use crate::rules::{self, Finding, Fix, Safety, Severity};
use crate::text::{Source, Span, tame_json};

pub(crate) const FORMAT: Format = Format {
    name: "rdjson",
    help: "reviewdog diagnostics, with suggestions",
    head: || {
        let source = json!({"name": "tagdown", "url": rules::REPOSITORY});
        format!("{{\"source\":{source},\"diagnostics\":[\n")
    },
    separator: ",\n",
    file,
    tail: |_: &Summary, _: Style| "\n]}\n".to_owned(),
};

/// A suggestion with more bytes than this is too long for a review.
const MOST_BYTES: usize = 10_000;

fn file(report: &FileReport<'_, '_>, _: Style) -> String {
    let failure = report.error.filter(|_| report.status == Status::Failed).map(|error| {
        let value = json!({"message": error, "location": {"path": report.path}, "severity": "ERROR"});
        tame_json(value.to_string())
    });
    let one =
        |finding: &Finding| Some(tame_json(diagnostic(report.path, report.document?, finding).to_string()));
    failure.into_iter().chain(report.findings.iter().filter_map(one)).collect::<Vec<_>>().join(",\n")
}

fn diagnostic(path: &str, document: &Document<'_>, finding: &Finding) -> Value {
    let source = &document.source;
    let fix = finding.fix.as_ref().and_then(|fix| Some((fix, suggestion(source, fix)?)));
    let mut message = finding.message.clone();
    if let Some((fix, _)) = &fix
        && fix.safety == Safety::Unsafe
    {
        message.push_str(&format!(" (review the suggestion: {})", fix.title));
    }
    let mut value = json!({
        "message": message,
        "location": {"path": path, "range": range(source, finding.span)},
        "severity": match finding.severity {
            Severity::Error => "ERROR",
            Severity::Warning => "WARNING",
            Severity::Info => "INFO",
        },
        "code": {"value": finding.rule, "url": rules::find(finding.rule).map(rules::Rule::url)},
    });
    if let Some((_, suggestion)) = fix {
        value["suggestions"] = json!([suggestion]);
    }
    value
}

/// All edits of a fix as one suggestion, because a reviewer can accept suggestions one by one.
fn suggestion(source: &Source<'_>, fix: &Fix) -> Option<Value> {
    let (first, last) = (fix.edits().first()?, fix.edits().last()?);
    let span = Span::new(first.span.start, last.span.end);
    if span.range().len() > MOST_BYTES {
        return None;
    }
    Some(json!({"range": range(source, span), "text": fix.rewritten(source, span)}))
}

/// Lines from 1, columns from 1 in bytes, as reviewdog counts.
fn range(source: &Source<'_>, span: Span) -> Value {
    let place = |offset: usize| {
        let (line, column) = source.byte_position(offset);
        json!({"line": line, "column": column})
    };
    json!({"start": place(span.start), "end": place(span.end)})
}
