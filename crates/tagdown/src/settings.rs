//! What a configuration comes to for one document: which rules run, how much they weigh, with which options.

use crate::config::{Config, TagSpacing};
use crate::finding::Severity;
use crate::language::Language;
use crate::rules::Rule;

/// A rule that runs, with what the configuration makes of it.
#[derive(Clone, Debug)]
pub struct Active {
    /// The rule.
    pub rule: &'static Rule,
    /// How much its findings weigh.
    pub severity: Severity,
    /// The values of its options, in the order of the rule's own list.
    pub options: Vec<usize>,
}

/// What a configuration comes to for one document.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The rules that run.
    pub rules: Vec<Active>,
    /// Whether a blank line may follow a tag.
    pub tag_spacing: TagSpacing,
    /// What is said of the document's language.
    pub language: Language,
}

impl Default for Settings {
    fn default() -> Self {
        Config::default().settings("")
    }
}

impl Settings {
    /// Keeps only the rules for which `keep` holds.
    #[must_use]
    pub fn only(mut self, keep: impl Fn(&Rule) -> bool) -> Self {
        self.rules.retain(|active| keep(active.rule));
        self
    }

    /// Only the named rule, at its default severity, whatever the configuration turned off.
    pub fn single(rule: &'static Rule) -> Self {
        let options = rule.options.iter().map(|option| option.default).collect();
        let active = Active { rule, severity: rule.severity, options };
        Self { rules: vec![active], tag_spacing: TagSpacing::Strict, language: Language::Auto }
    }

    /// Turns a rule on that is off, at its default severity.
    pub fn enable(&mut self, rule: &'static Rule) {
        if !self.rules.iter().any(|active| active.rule.name == rule.name) {
            self.rules.extend(Settings::single(rule).rules);
        }
    }
}
