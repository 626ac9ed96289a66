//! Fixes that are left out because they never settle: each run would change the text again.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::finding::{Finding, Fix};
use crate::document::Document;

/// The fixes to leave out: those of a rule on a certain line, or all of a rule.
#[derive(Default)]
pub(super) struct LeftOut {
    /// The texts of the lines, by rule.
    lines: HashMap<&'static str, HashSet<String>>,
    whole: HashSet<&'static str>,
}

impl LeftOut {
    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty() && self.whole.is_empty()
    }

    /// The rules with fixes that are left out, sorted.
    pub(super) fn rules(&self) -> Vec<&'static str> {
        let all: BTreeSet<&str> = self.lines.keys().chain(&self.whole).copied().collect();
        all.into_iter().collect()
    }

    /// The rule and the line of each finding, without repetitions.
    pub(super) fn keys(findings: &[&Finding], document: &Document<'_>) -> HashSet<(&'static str, String)> {
        let places: BTreeSet<(&str, usize)> =
            findings.iter().map(|finding| (finding.rule, line_of(finding, document))).collect();
        places.into_iter().map(|(rule, line)| (rule, text_of(line, document).to_owned())).collect()
    }

    /// Leaves out fixes by rule and line, or everything of their rules.
    pub(super) fn add(&mut self, keys: HashSet<(&'static str, String)>, is_whole: bool) {
        for (rule, line) in keys {
            if is_whole {
                self.whole.insert(rule);
            } else {
                self.lines.entry(rule).or_default().insert(line);
            }
        }
    }

    /// Removes the fixes that are left out.
    pub(super) fn remove_from(&self, chosen: &mut Vec<(&Finding, &Fix)>, document: &Document<'_>) {
        if self.is_empty() {
            return;
        }
        // A long line may have many findings.
        let mut seen: HashMap<(&str, usize), bool> = HashMap::new();
        chosen.retain(|(finding, _)| {
            let line = line_of(finding, document);
            let is_left_out = || {
                self.whole.contains(finding.rule)
                    || self
                        .lines
                        .get(finding.rule)
                        .is_some_and(|lines| lines.contains(text_of(line, document)))
            };
            !*seen.entry((finding.rule, line)).or_insert_with(is_left_out)
        });
    }
}

fn line_of(finding: &Finding, document: &Document<'_>) -> usize {
    document.source.line_of(finding.span.start)
}

fn text_of<'t>(line: usize, document: &Document<'t>) -> &'t str {
    document.source.slice(document.source.line(line))
}
