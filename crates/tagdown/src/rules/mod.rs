//! The rules, one file per rule. The `//!` lines of a file are the rule's page, its `RULE` defines it, and one line in
//! each of the two lists below registers it. Shared code is in `engine`. Rules report; they never edit, print or read
//! files.

mod admonition;
mod blank_after_tag;
mod broken_link;
mod bug_duplicate_field;
mod bug_empty_field;
mod bug_field_form;
mod bug_hypothetical;
mod bug_long_title;
mod bug_missing_field;
mod bug_unknown_field;
mod bug_unknown_fix;
mod bug_vague;
mod bug_without_title;
mod closing_tag;
mod code_span_tag;
mod empty_block;
mod engine;
mod fact_outside_spec;
mod format_version;
mod hidden_characters;
mod incomplete_manifest;
mod inherited_subsection;
mod inline_content;
mod invalid_record;
mod italic_tag;
mod late_manifest;
mod links;
mod markdown_trap;
mod missing_code;
mod missing_manifest;
mod missing_table;
mod missing_title;
mod missing_version;
mod nested_tag;
mod no_blank_before_tag;
mod placeholder;
mod qualified_tag;
mod several_specs;
mod several_titles;
mod spec_advice;
mod spec_crowded_bullet;
mod spec_dangling_reference;
mod spec_filler;
mod spec_hedge;
mod spec_history;
mod spec_narrated_example;
mod spec_prose;
mod stale_version;
mod tag_as_heading;
mod tag_in_manifest;
mod tag_spelling;
mod titled_tag;
mod unbolded_tag;
mod unknown_tag;
mod untagged_content;
mod untagged_document;
mod unused_suppression;
mod unverified_without_known;
mod unverified_without_reason;
mod version_form;

pub use broken_link::broken_target;
pub use bug_unknown_fix::is_unknown;
pub use engine::{
    Active, Allowed, Context, Edit, Example, ExampleKind, Finding, Fix, FixKind, Fixed, Found, Group,
    REPOSITORY, Registry, Related, Rule, RuleOption, Safety, Settings, Severity, Site, Surroundings, allow,
    allow_one, apply, check, fix, fix_document, fix_one, lost_beyond, whole_lines,
};

use std::sync::Arc;

use crate::document::{Kind, OwnTags, TagSpacing};
use crate::prose::{Language, Lexicon};
use crate::rules::engine::context;

/// All rules, in listing order.
pub const RULES: &[&Rule] = &[
    &unbolded_tag::RULE,
    &italic_tag::RULE,
    &tag_spelling::RULE,
    &titled_tag::RULE,
    &inline_content::RULE,
    &blank_after_tag::RULE,
    &no_blank_before_tag::RULE,
    &tag_as_heading::RULE,
    &closing_tag::RULE,
    &unknown_tag::RULE,
    &qualified_tag::RULE,
    &code_span_tag::RULE,
    &nested_tag::RULE,
    &empty_block::RULE,
    &inherited_subsection::RULE,
    &admonition::RULE,
    &markdown_trap::RULE,
    &untagged_document::RULE,
    &missing_title::RULE,
    &several_titles::RULE,
    &missing_version::RULE,
    &version_form::RULE,
    &missing_manifest::RULE,
    &late_manifest::RULE,
    &incomplete_manifest::RULE,
    &tag_in_manifest::RULE,
    &untagged_content::RULE,
    &stale_version::RULE,
    &placeholder::RULE,
    &hidden_characters::RULE,
    &broken_link::RULE,
    &format_version::RULE,
    &invalid_record::RULE,
    &unused_suppression::RULE,
    &bug_without_title::RULE,
    &bug_missing_field::RULE,
    &bug_empty_field::RULE,
    &bug_duplicate_field::RULE,
    &bug_unknown_field::RULE,
    &bug_field_form::RULE,
    &bug_unknown_fix::RULE,
    &bug_hypothetical::RULE,
    &bug_vague::RULE,
    &bug_long_title::RULE,
    &spec_prose::RULE,
    &spec_filler::RULE,
    &spec_history::RULE,
    &spec_advice::RULE,
    &spec_hedge::RULE,
    &spec_narrated_example::RULE,
    &spec_crowded_bullet::RULE,
    &missing_table::RULE,
    &missing_code::RULE,
    &several_specs::RULE,
    &spec_dangling_reference::RULE,
    &fact_outside_spec::RULE,
    &unverified_without_reason::RULE,
    &unverified_without_known::RULE,
];

/// [`RULES`], with their cues.
static REGISTRY: Registry = Registry::new(RULES, || Registry::cue_table(RULES));

/// The rule with this name.
pub fn find(name: &str) -> Option<&'static Rule> {
    REGISTRY.find(name)
}

/// The findings of a document for a report: where a rule finds the same thing throughout, one finding with all places.
pub fn gather(findings: Vec<Finding>) -> Vec<Finding> {
    engine::gather(findings, RULES)
}

/// The error message for an unknown rule name.
pub fn unknown_rule(name: &str) -> String {
    let names: Vec<&str> = RULES.iter().map(|rule| rule.name).collect();
    context::unknown_rule(name, &names)
}

/// Why `reason` is not valid in a comment that allows a rule.
pub fn reason_problem(reason: &str) -> Option<&'static str> {
    engine::reason_problem(reason, &REGISTRY)
}

/// Whether a finding is about the author's own text only, so that no command refuses to write a document because of it.
pub fn is_authors_own(finding: &Finding) -> bool {
    find(finding.rule).is_some_and(|rule| rule.is_authors_own)
}

/// How to resolve a finding, unless its message already explains it after a semicolon.
pub fn todo(finding: &Finding) -> Option<&'static str> {
    let tail = finding.message.rsplit('`').next().unwrap_or_default();
    let todo = find(finding.rule).map_or("", |rule| rule.todo);
    (!todo.is_empty() && !finding.message.contains("`; ") && !tail.contains("; ")).then_some(todo)
}

/// The phrases of the rules for SPEC blocks, each with the name of its rule.
pub fn spec_cues() -> &'static Lexicon<&'static str> {
    REGISTRY.cues().of(Kind::Spec)
}

impl Default for Settings {
    fn default() -> Self {
        let on = RULES.iter().filter(|rule| !rule.is_off);
        let rules = on.map(|rule| Active::default_of(rule)).collect();
        Self::new(rules, TagSpacing::Strict, Language::Auto)
    }
}

impl Settings {
    /// Settings that run these rules.
    pub fn new(rules: Vec<Active>, tag_spacing: TagSpacing, language: Language) -> Self {
        Self {
            rules,
            tag_spacing,
            language,
            own_tags: OwnTags::default(),
            surroundings: None,
            is_named: false,
            registry: &REGISTRY,
        }
    }

    /// The same for a document that a person named on the command line, or did not.
    #[must_use]
    pub fn named(self, is_named: bool) -> Self {
        Self { is_named, ..self }
    }

    /// The same with the tags that a project declares.
    #[must_use]
    pub fn with_own_tags(self, own_tags: OwnTags) -> Self {
        Self { own_tags, ..self }
    }

    /// The same for a document with these files and anchors around it.
    #[must_use]
    pub fn with_surroundings(self, surroundings: Arc<dyn Surroundings>) -> Self {
        Self { surroundings: Some(surroundings), ..self }
    }

    /// Only this rule, at its default severity, even if the configuration turns it off.
    pub fn single(rule: &'static Rule) -> Self {
        Self::new(vec![Active::default_of(rule)], TagSpacing::Strict, Language::Auto)
    }
}
