//! `sarif`: SARIF 2.1.0, for code scanning and SARIF viewers. Fingerprints depend on address and rule, so an alert
//! survives edits elsewhere.

use serde_json::{Value, json};

use super::fingerprint::fingerprints;
use super::format::Format;
use super::report::FileReport;
use super::style::Style;
use super::summary::Summary;
use crate::document::Document;
use crate::rules::{self, Finding, Fix, RULES, Rule, Severity};
use crate::text::{Source, Span, tame_json};

pub(crate) const FORMAT: Format =
    Format { name: "sarif", help: "SARIF 2.1.0, for code scanning", head, separator: ",\n", file, tail };

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

fn head() -> String {
    let driver = json!({
        "name": "tagdown",
        "semanticVersion": env!("CARGO_PKG_VERSION"),
        "informationUri": rules::REPOSITORY,
        "rules": RULES.iter().map(|rule| descriptor(rule)).collect::<Vec<_>>(),
    });
    format!(
        "{{\"$schema\":\"{SCHEMA}\",\"version\":\"2.1.0\",\"runs\":[{{\"tool\":{{\"driver\":{driver}}},\
         \"columnKind\":\"unicodeCodePoints\",\"results\":[\n"
    )
}

fn descriptor(rule: &Rule) -> Value {
    json!({
        "id": rule.name,
        "shortDescription": {"text": rule.summary()},
        "fullDescription": {"text": format!("{} Why: {}.", rule.summary(), rule.why)},
        "help": {"text": rule.page(), "markdown": rule.page()},
        "helpUri": rule.url(),
        "defaultConfiguration": {"enabled": !rule.is_off, "level": level(rule.severity)},
        "properties": {"tags": [rule.group.name()]},
    })
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "note",
    }
}

fn file(report: &FileReport<'_, '_>, _: Style) -> String {
    let Some(document) = report.document else { return String::new() };
    let uri = uri(report.path);
    let results = report.findings.iter().zip(fingerprints(report)).map(|(finding, fingerprint)| {
        let mut value = result(document, finding, &uri);
        value["partialFingerprints"] = json!({"addressAndRule/v1": fingerprint});
        value["locations"][0]["logicalLocations"] =
            json!([{"fullyQualifiedName": report.address(finding.span.start)}]);
        tame_json(value.to_string())
    });
    results.collect::<Vec<_>>().join(",\n")
}

fn result(document: &Document<'_>, finding: &Finding, uri: &str) -> Value {
    let source = &document.source;
    let physical = |span: Span| json!({"artifactLocation": {"uri": uri}, "region": region(source, span)});
    let mut value = json!({
        "ruleId": finding.rule,
        "ruleIndex": RULES.iter().position(|rule| rule.name == finding.rule),
        "level": level(finding.severity),
        "message": {"text": finding.message},
        "locations": [{"physicalLocation": physical(finding.span)}],
    });
    if !finding.related.is_empty() {
        let related = finding.related.iter().map(|related| {
            json!({"physicalLocation": physical(related.span), "message": {"text": related.message}})
        });
        value["relatedLocations"] = related.collect();
    }
    if let Some(fix) = &finding.fix {
        value["fixes"] = json!([change(source, fix, uri)]);
    }
    value
}

fn change(source: &Source<'_>, fix: &Fix, uri: &str) -> Value {
    let replacements: Vec<Value> = fix
        .edits()
        .iter()
        .map(|edit| {
            json!({"deletedRegion": region(source, edit.span), "insertedContent": {"text": edit.text}})
        })
        .collect();
    json!({
        "description": {"text": fix.title},
        "artifactChanges": [{"artifactLocation": {"uri": uri}, "replacements": replacements}],
    })
}

fn region(source: &Source<'_>, span: Span) -> Value {
    let (start, end) = (source.position(span.start), source.position(span.end));
    json!({"startLine": start.line, "startColumn": start.column, "endLine": end.line, "endColumn": end.column})
}

/// A path as a relative reference, or as a `file:` URI if it is absolute.
fn uri(path: &str) -> String {
    let mut out = String::new();
    let path = if cfg!(windows) { path.replace('\\', "/") } else { path.to_owned() };
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    if out.starts_with('/') { format!("file://{out}") } else { out }
}

fn tail(summary: &Summary, _: Style) -> String {
    let mut notes: Vec<Value> = summary
        .failures
        .iter()
        .map(|(path, error)| {
            json!({
                "level": "error",
                "message": {"text": format!("{path}: {error}")},
                "locations": [{"physicalLocation": {"artifactLocation": {"uri": uri(path)}}}],
            })
        })
        .collect();
    if summary.hidden > 0 {
        let text = format!("findings omitted because of --max-findings: {}", summary.hidden);
        notes.push(json!({"level": "warning", "message": {"text": text}}));
    }
    let invocation = json!({
        "executionSuccessful": summary.failures.is_empty(),
        "toolExecutionNotifications": notes,
    });
    let invocation = tame_json(invocation.to_string());
    format!("\n],\"invocations\":[{invocation}]}}]}}\n")
}
