//! What `check` reports as errors.

use tagdown::document::parse;
use tagdown::rules::{Settings, Severity, check, is_authors_own};

/// The rules that report errors in a text, without those about the author's own words.
pub(crate) fn errors(text: &str) -> Vec<&'static str> {
    let findings = check(&parse(text), &Settings::default());
    findings
        .iter()
        .filter(|finding| finding.severity == Severity::Error && !is_authors_own(finding))
        .map(|finding| finding.rule)
        .collect()
}
