//! The rules. One file a rule: its `//!` lines are its page, its `RULE` says what it is, and one line
//! in each of the two lists below makes it known.

use std::cell::OnceCell;
use std::collections::HashSet;

use crate::config::TagSpacing;
use crate::cue::Cue;
use crate::document::Document;
use crate::finding::{Edit, Finding, Fix, Related, Safety, Severity};
use crate::markdown::{Node, NodeKind};
use crate::settings::{Active, Settings};
use crate::source::Span;
use crate::suppress::Allowances;
use crate::tag_line::TagLine;
use crate::tags::Kind;

pub(crate) mod doubt;
pub(crate) mod follow;
mod page;
mod wording;

mod admonition;
mod blank_after_tag;
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
mod empty_block;
mod fact_outside_spec;
mod format_version;
mod incomplete_manifest;
mod inherited_subsection;
mod inline_content;
mod italic_tag;
mod late_manifest;
mod markdown_trap;
mod missing_manifest;
mod missing_title;
mod missing_version;
mod nested_tag;
mod no_blank_before_tag;
mod several_titles;
mod spec_advice;
mod spec_crowded_bullet;
mod spec_dangling_reference;
mod spec_filler;
mod spec_hedge;
mod spec_history;
mod spec_narrated_example;
mod spec_prose;
mod tag_as_heading;
mod tag_in_manifest;
mod tag_spelling;
mod titled_tag;
mod unbolded_tag;
mod unknown_tag;
mod untagged_content;
mod unused_suppression;
mod unverified_without_known;
mod unverified_without_reason;
mod version_form;

pub(crate) use bug_unknown_fix::is_unknown;
pub use page::{Example, ExampleKind, todo};

use follow::{can_follow_tag, first_node};
use wording::Wording;

/// Where tagdown lives: its rules' pages, its hooks, its action.
pub const REPOSITORY: &str = env!("CARGO_PKG_REPOSITORY");

/// All rules, in the order in which they are listed.
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
    &nested_tag::RULE,
    &empty_block::RULE,
    &inherited_subsection::RULE,
    &admonition::RULE,
    &markdown_trap::RULE,
    &missing_title::RULE,
    &several_titles::RULE,
    &missing_version::RULE,
    &version_form::RULE,
    &missing_manifest::RULE,
    &late_manifest::RULE,
    &incomplete_manifest::RULE,
    &tag_in_manifest::RULE,
    &untagged_content::RULE,
    &format_version::RULE,
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
    &spec_dangling_reference::RULE,
    &fact_outside_spec::RULE,
    &unverified_without_reason::RULE,
    &unverified_without_known::RULE,
];

/// A rule of `tagdown check`.
#[derive(Debug)]
pub struct Rule {
    /// Its one name.
    pub name: &'static str,
    /// What it is about.
    pub group: Group,
    /// How much its findings weigh unless configured.
    pub severity: Severity,
    /// What its fix is like, where it has one.
    pub fix: FixKind,
    /// Whether `tagdown fmt` makes its safe fixes.
    pub layout: bool,
    /// Whether its safe fix takes words out of the document.
    pub removes_words: bool,
    /// Numbers that the configuration may set.
    pub options: &'static [RuleOption],
    /// Wordings that it looks for in the blocks that its group is about, in one pass with those of all rules.
    pub cues: &'static [&'static [Cue]],
    /// Why it matters, in half a line.
    pub why: &'static str,
    /// What a writer does about a finding that has no fix, in the imperative; empty where its message says so.
    pub todo: &'static str,
    /// The text of the rule's own file, whose `//!` lines are its page.
    pub source: &'static str,
    /// Looks at a document and reports.
    pub check: fn(&mut Context<'_, '_>),
}

impl Rule {
    /// A rule without a fix or options; a rule says only in what it differs.
    const PLAIN: Rule = Rule {
        name: "",
        group: Group::Tags,
        severity: Severity::Error,
        fix: FixKind::None,
        layout: false,
        removes_words: false,
        options: &[],
        cues: &[],
        why: "",
        todo: "",
        source: "",
        check: |_| {},
    };
}

/// What a rule is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// How a tag is written.
    Tags,
    /// Header, manifest, sections.
    Document,
    /// The fields of a BUG.
    Bug,
    /// What a SPEC may say.
    Spec,
    /// What a `[?]` must say.
    Unverified,
}

impl Group {
    /// As it stands above a list of rules.
    pub fn name(self) -> &'static str {
        match self {
            Self::Tags => "Tags",
            Self::Document => "Document",
            Self::Bug => "BUG",
            Self::Spec => "SPEC content",
            Self::Unverified => "Unverified content",
        }
    }
}

/// What the fix of a rule is like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FixKind {
    /// There is none.
    None,
    /// It keeps the meaning for every reader.
    Safe,
    /// It keeps the meaning, but some findings have none.
    Sometimes,
    /// It needs a person's eye.
    Unsafe,
}

impl FixKind {
    /// As it stands in a list of rules.
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "-",
            Self::Safe => "safe",
            Self::Sometimes => "safe where possible",
            Self::Unsafe => "unsafe",
        }
    }
}

/// A number that the configuration may set.
#[derive(Debug)]
pub struct RuleOption {
    /// Its name in the configuration.
    pub name: &'static str,
    /// Its value unless configured.
    pub default: usize,
    /// What it means.
    pub help: &'static str,
}

/// The rule of this name.
pub fn find(name: &str) -> Option<&'static Rule> {
    RULES.iter().find(|rule| rule.name == name).copied()
}

/// Checks a document: what the rules found, in the order of the text, less what comments allow.
pub fn check(document: &Document<'_>, settings: &Settings) -> Vec<Finding> {
    let wording = OnceCell::new();
    let run = |active: &Active, look: fn(&mut Context<'_, '_>), unused: &HashSet<Span>| {
        let mut findings = Vec::new();
        look(&mut Context { document, settings, active, unused, wording: &wording, findings: &mut findings });
        findings
    };
    let none = HashSet::new();
    let mut findings: Vec<Finding> =
        settings.rules.iter().flat_map(|active| run(active, active.rule.check, &none)).collect();
    if !document.suppressions.is_empty() {
        let report =
            |active: &Active, unused: &HashSet<Span>| run(active, unused_suppression::report, unused);
        suppress(document, settings, &mut findings, report);
    }
    findings.sort_by_key(|finding| (finding.span.start, finding.span.end));
    findings
}

/// Takes out what comments allow, then reports the comments that allowed nothing.
fn suppress(
    document: &Document<'_>,
    settings: &Settings,
    findings: &mut Vec<Finding>,
    report: impl FnOnce(&Active, &HashSet<Span>) -> Vec<Finding>,
) {
    let allowances = Allowances::new(document);
    let mut used = HashSet::new();
    allowances.apply(findings, &mut used);
    let runs = |name: &str| settings.rules.iter().any(|active| active.rule.name == name);
    let names = document.suppressions.iter().flat_map(|comment| comment.rules.iter().copied());
    let idle = |name: &Span| {
        let text = document.text(*name);
        !used.contains(name) && (runs(text) || find(text).is_none())
    };
    let unused: HashSet<Span> = names.filter(idle).collect();
    let rule = settings.rules.iter().find(|active| active.rule.name == unused_suppression::RULE.name);
    if let Some(active) = rule {
        let mut reports = report(active, &unused);
        allowances.apply(&mut reports, &mut used);
        findings.extend(reports);
    }
}

/// What a rule sees, and where it reports.
pub struct Context<'c, 't> {
    /// The document.
    pub document: &'c Document<'t>,
    settings: &'c Settings,
    active: &'c Active,
    unused: &'c HashSet<Span>,
    wording: &'c OnceCell<Wording>,
    findings: &'c mut Vec<Finding>,
}

impl<'c, 't> Context<'c, 't> {
    /// Reports a finding; what belongs to it is added to the answer.
    pub fn report(&mut self, span: Span, message: impl Into<String>) -> &mut Finding {
        self.findings.push(Finding {
            rule: self.active.rule.name,
            severity: self.active.severity,
            span,
            message: message.into(),
            related: Vec::new(),
            fix: None,
        });
        self.findings.last_mut().expect("one was just put in")
    }

    /// The value of the rule's first option.
    fn option(&self) -> usize {
        self.active.options.first().copied().unwrap_or_default()
    }

    fn allows_blank_after_tag(&self) -> bool {
        self.settings.tag_spacing == TagSpacing::Either
    }

    /// The text of a span.
    fn text(&self, span: Span) -> &'t str {
        self.document.text(span)
    }

    /// The start of a span, for a message.
    fn quote(&self, span: Span) -> String {
        let text = self.text(span);
        let line = text.lines().next().unwrap_or_default();
        let mut shown: String = line.chars().take(40).collect();
        if shown.len() < text.trim_end().len() {
            shown.push('…');
        }
        shown
    }

    /// The document's running text and the cues in it.
    fn wording(&self) -> &'c Wording {
        self.wording.get_or_init(|| Wording::new(self.document, self.settings.language))
    }

    /// Reports every sentence in which a cue of the rule stands; `message` makes one of the words.
    fn report_cues(&mut self, message: impl Fn(&str) -> String) {
        for hit in self.wording().hits(self.active.rule.name) {
            self.report(hit.span, message(&self.words(hit.span)));
        }
    }

    /// A piece of running text on one line, without emphasis, for a message.
    fn words(&self, span: Span) -> String {
        let text = self.text(span).replace(['*', '_'], "");
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The line end to use in text that is put in.
    fn eol(&self) -> &'static str {
        self.document.source.eol()
    }

    /// What a fix writes between a tag and what follows it: a blank line where they would run together, and where
    /// the project's formatters would put one.
    fn gap_below_tag(&self, node: Option<&Node>) -> &'static str {
        let is_close = |node: &Node| {
            can_follow_tag(self.document, node)
                && (!self.allows_blank_after_tag() || node.kind == NodeKind::Paragraph)
        };
        if node.is_none_or(is_close) { "" } else { self.eol() }
    }
}

impl Finding {
    /// Adds what would mend it.
    fn fix(&mut self, safety: Safety, title: impl Into<String>, edits: Vec<Edit>) -> &mut Self {
        self.fix = Some(Fix::new(safety, title, edits));
        self
    }

    /// Adds a second place.
    fn related(&mut self, span: Span, message: impl Into<String>) -> &mut Self {
        self.related.push(Related { span, message: message.into() });
        self
    }
}

/// The tag as it should be written, its title kept.
fn canonical_tag(document: &Document<'_>, tag: &TagLine, kind: Kind) -> String {
    match tag.title {
        None => kind.tag_line(),
        Some(title) => {
            let colon = if document.source.text()[title.end..].starts_with(':') { ":" } else { "" };
            format!("**[{}] {}{colon}**", kind.name(), document.text(title))
        }
    }
}
