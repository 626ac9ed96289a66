//! What `check` reports as errors.

use tagdown::document::parse;
use tagdown::rules::{Settings, Severity, check};

/// The rules that report errors in a text.
pub(crate) fn errors(text: &str) -> Vec<&'static str> {
    let findings = check(&parse(text), &Settings::default());
    findings
        .iter()
        .filter(|finding| finding.severity == Severity::Error)
        .map(|finding| finding.rule)
        .collect()
}
