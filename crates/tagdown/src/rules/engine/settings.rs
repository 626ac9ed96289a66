//! The settings for one document: which rules run, with which severity and which options.

use std::sync::{Arc, LazyLock};

use super::finding::Severity;
use super::rule::Rule;
use super::surroundings::Surroundings;
use super::wording::CueTable;
use crate::document::{OwnTags, TagSpacing};
use crate::prose::Language;

/// All rules, with their cues compiled for searching.
#[derive(Debug)]
pub struct Registry {
    /// The rules, in listing order.
    pub rules: &'static [&'static Rule],
    cues: LazyLock<CueTable>,
}

impl Registry {
    /// A registry of `rules`; `cues` returns [`Registry::cue_table`] of the same rules.
    pub(crate) const fn new(rules: &'static [&'static Rule], cues: fn() -> CueTable) -> Self {
        Self { rules, cues: LazyLock::new(cues) }
    }

    /// The cues of all rules.
    pub(crate) fn cue_table(rules: &'static [&'static Rule]) -> CueTable {
        CueTable::new(rules.iter().map(|rule| (rule.name, rule.group.kind(), rule.cues)).collect())
    }

    /// The rule with this name.
    pub fn find(&self, name: &str) -> Option<&'static Rule> {
        self.rules.iter().find(|rule| rule.name == name).copied()
    }

    pub(crate) fn cues(&'static self) -> &'static CueTable {
        &self.cues
    }
}

/// A rule that runs, with its configured severity and options.
#[derive(Clone, Debug)]
pub struct Active {
    /// The rule.
    pub rule: &'static Rule,
    /// The severity of its findings.
    pub severity: Severity,
    /// The values of its options, in the order of the rule's own list.
    pub options: Vec<usize>,
}

impl Active {
    /// A rule at its default severity, with its default options.
    pub fn default_of(rule: &'static Rule) -> Self {
        let options = rule.options.iter().map(|option| option.default).collect();
        Self { rule, severity: rule.severity, options }
    }
}

/// The settings for one document.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The rules that run.
    pub rules: Vec<Active>,
    /// Whether a blank line may follow a tag.
    pub tag_spacing: TagSpacing,
    /// The configured language of the document.
    pub language: Language,
    /// The tags that the project declares.
    pub own_tags: OwnTags,
    /// The files and anchors around the document, for rules that look at them.
    pub(crate) surroundings: Option<Arc<dyn Surroundings>>,
    /// Whether a person named the document. If it has no tags, that is the only finding.
    pub is_named: bool,
    /// All rules, including those that do not run.
    pub(crate) registry: &'static Registry,
}

impl Settings {
    /// Keeps only the rules for which `keep` returns true.
    #[must_use]
    pub fn only(mut self, keep: impl Fn(&Rule) -> bool) -> Self {
        self.rules.retain(|active| keep(active.rule));
        self
    }

    /// Enables a rule at its default severity, if it is disabled.
    pub fn enable(&mut self, rule: &'static Rule) {
        if !self.rules.iter().any(|active| active.rule.name == rule.name) {
            self.rules.push(Active::default_of(rule));
        }
    }

    /// Whether the safe fix of a rule removes words on purpose.
    pub(super) fn removes_words(&self, rule: &str) -> bool {
        self.registry.find(rule).is_some_and(|rule| rule.removes_words)
    }
}
