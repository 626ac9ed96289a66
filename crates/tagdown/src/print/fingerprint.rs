//! A fingerprint for each finding. It depends on address and rule, not on line numbers, so edits above do not change
//! it. Fingerprints are unique within a file.

use std::collections::HashMap;

use super::report::FileReport;
use crate::rules::Finding;
use crate::text::slug;

/// One fingerprint per finding, in order.
pub(crate) fn fingerprints(report: &FileReport<'_, '_>) -> Vec<String> {
    let mut seen: HashMap<String, usize> = HashMap::new();
    let name = |finding: &Finding| {
        let place = format!("{} {}", report.address(finding.span.start), finding.rule);
        let count = seen.entry(place.clone()).and_modify(|count| *count += 1).or_insert(1);
        slug::content_hash(&format!("{place} {count}"))
    };
    report.findings.iter().map(name).collect()
}
