//! A name for each finding that does not depend on lines: made of address and rule, so that text above may come
//! and go. No two findings of a file share one.

use std::collections::HashMap;

use super::FileReport;
use crate::slug;

/// One fingerprint a finding, in order.
pub(super) fn fingerprints(report: &FileReport<'_, '_>) -> Vec<String> {
    let mut seen: HashMap<String, usize> = HashMap::new();
    let name = |finding: &crate::finding::Finding| {
        let place = format!("{} {}", report.address(finding.span.start), finding.rule);
        let count = seen.entry(place.clone()).and_modify(|count| *count += 1).or_insert(1);
        slug::content_hash(&format!("{place} {count}"))
    };
    report.findings.iter().map(name).collect()
}
