//! Runs the rules over a document, and applies the comments that allow them.

use std::cell::OnceCell;
use std::collections::HashSet;

use super::allowances::{Allowances, rule_names};
use super::context::Context;
use super::finding::Finding;
use super::settings::{Active, Settings};
use super::surroundings::Surroundings;
use crate::document::Document;
use crate::text::Span;

/// Checks a document. Returns the findings in text order, without those that comments allow.
pub fn check(document: &Document<'_>, settings: &Settings) -> Vec<Finding> {
    let (passages, wording) = (OnceCell::new(), OnceCell::new());
    let is_untagged = settings.is_named && document.is_plain();
    let runs = |active: &&Active| !is_untagged || active.rule.looks_at_plain;
    let run = |active: &Active, look: fn(&mut Context<'_, '_>), unused: &HashSet<Span>| {
        let mut findings = Vec::new();
        look(&mut Context {
            document,
            rule: active.rule.name,
            severity: active.severity,
            options: &active.options,
            tag_spacing: settings.tag_spacing,
            is_named: settings.is_named,
            language: settings.language,
            surroundings: settings.surroundings.as_deref().map(|around| around as &dyn Surroundings),
            cues: settings.registry.cues(),
            unused,
            passages: &passages,
            wording: &wording,
            findings: &mut findings,
        });
        findings
    };
    let none = HashSet::new();
    let mut findings: Vec<Finding> =
        settings.rules.iter().filter(runs).flat_map(|active| run(active, active.rule.check, &none)).collect();
    if !document.suppressions.is_empty() && !is_untagged {
        let report =
            |active: &Active, unused: &HashSet<Span>| run(active, active.rule.check_suppressions, unused);
        suppress(document, settings, &mut findings, report);
    }
    findings.sort_by_key(|finding| (finding.span.start, finding.span.end));
    findings
}

/// Removes the findings that comments allow, then reports the comments that allowed nothing.
fn suppress(
    document: &Document<'_>,
    settings: &Settings,
    findings: &mut Vec<Finding>,
    report: impl Fn(&Active, &HashSet<Span>) -> Vec<Finding>,
) {
    let is_rule = |name: &str| settings.registry.find(name).is_some();
    let allowances = Allowances::new(document, is_rule);
    let mut used = HashSet::new();
    allowances.apply(findings, &mut used);
    // Without surroundings, such a rule does not find everything that a comment may allow.
    let sees_all = |active: &Active| settings.surroundings.is_some() || !active.rule.looks_around;
    let runs = |name: &str| settings.rules.iter().any(|active| active.rule.name == name && sees_all(active));
    let names = document.suppressions.iter().flat_map(|comment| rule_names(document, comment, is_rule));
    let idle = |name: &Span| {
        let text = document.text(*name);
        !used.contains(name) && (runs(text) || !is_rule(text))
    };
    let unused: HashSet<Span> = names.filter(idle).collect();
    let mut reports: Vec<Finding> =
        settings.rules.iter().flat_map(|active| report(active, &unused)).collect();
    allowances.apply(&mut reports, &mut used);
    findings.extend(reports);
}
