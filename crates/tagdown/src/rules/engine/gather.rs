//! Reports the findings of a rule as one where a document does the same thing throughout, so that they do not hide the
//! others. Baselines, suppressions and fixes see every place; gathering is the last step.

use super::finding::{self, Finding, Fix, Safety};
use super::rule::Rule;

/// Up to this many findings of a rule stay apart.
const FEW: usize = 3;

/// Replaces the findings of each rule that gathers them by the first, with all other places.
pub(crate) fn gather(mut findings: Vec<Finding>, rules: &[&Rule]) -> Vec<Finding> {
    for rule in rules {
        let Some(message) = rule.gathered else { continue };
        let is_one = |finding: &Finding| finding.rule == rule.name;
        let count = findings.iter().filter(|finding| is_one(finding)).count();
        if count <= FEW {
            continue;
        }
        let first = findings.iter().position(is_one).unwrap_or_default();
        let (others, mut rest): (Vec<_>, Vec<_>) =
            findings.into_iter().enumerate().partition(|(index, finding)| *index != first && is_one(finding));
        let others: Vec<Finding> = others.into_iter().map(|(_, finding)| finding).collect();
        let one = &mut rest[first].1;
        let fixes: Vec<&Fix> =
            [&*one].into_iter().chain(&others).filter_map(|other| other.fix.as_ref()).collect();
        let fix = fixes.first().map(|fix| {
            let is_safe = fixes.iter().all(|fix| fix.safety == Safety::Safe);
            let safety = if is_safe { Safety::Safe } else { Safety::Unsafe };
            let title = format!("{}, in all places", fix.title);
            Fix::new(safety, title, finding::merge(fixes.iter().copied()).0)
        });
        one.fix = fix;
        one.message = message(count);
        for other in &others {
            one.related(other.span, "here too");
        }
        findings = rest.into_iter().map(|(_, finding)| finding).collect();
    }
    findings
}
