//! The definition of a rule: its name, severity, cues and the function that checks a document.

use super::context::Context;
use super::finding::Severity;
use crate::document::Kind;
use crate::prose::Cue;

/// The repository with the rule pages, the hooks and the action.
pub const REPOSITORY: &str = env!("CARGO_PKG_REPOSITORY");

/// A rule of `tagdown check`.
#[derive(Debug)]
pub struct Rule {
    /// Its only name.
    pub name: &'static str,
    /// Its topic.
    pub group: Group,
    /// The default severity of its findings.
    pub severity: Severity,
    /// Whether it runs only where the configuration or `--select` turns it on.
    pub is_off: bool,
    /// The kind of fix that it has.
    pub fix: FixKind,
    /// Whether `tagdown fmt` applies its safe fixes.
    pub layout: bool,
    /// Whether its safe fix removes words from the document.
    pub removes_words: bool,
    /// The message if more than three findings in a document are reported as one; their number is its argument.
    pub gathered: Option<fn(usize) -> String>,
    /// Whether it needs the files around the document to find everything.
    pub looks_around: bool,
    /// Whether it looks at a document without tags that a person named. All other rules leave such a document alone.
    pub looks_at_plain: bool,
    /// Whether it is about the author's own text only, so that no command refuses to write a document because of it.
    pub is_authors_own: bool,
    /// Numbers that the configuration can set.
    pub options: &'static [RuleOption],
    /// Phrases that it searches for in the blocks of its group. One pass covers the phrases of all rules.
    pub cues: &'static [&'static [Cue]],
    /// Why it matters, in half a line.
    pub why: &'static str,
    /// How to resolve a finding without a fix, in the imperative; empty if the message explains it.
    pub todo: &'static str,
    /// The `//!` lines of the rule's file, which are its page.
    pub source: &'static str,
    /// Checks a document and reports findings.
    pub check: fn(&mut Context<'_, '_>),
    /// Checks again after suppressions have been applied, when `Context::unused` is known.
    pub check_suppressions: fn(&mut Context<'_, '_>),
}

impl Rule {
    /// A rule without a fix or options; each rule sets only the fields that differ.
    pub(crate) const PLAIN: Rule = Rule {
        name: "",
        group: Group::Tags,
        severity: Severity::Error,
        is_off: false,
        fix: FixKind::None,
        layout: false,
        removes_words: false,
        gathered: None,
        looks_around: false,
        looks_at_plain: false,
        is_authors_own: false,
        options: &[],
        cues: &[],
        why: "",
        todo: "",
        source: "",
        check: |_| {},
        check_suppressions: |_| {},
    };

    /// The name of its default severity, or `off`.
    pub fn default_severity(&self) -> &'static str {
        if self.is_off { "off" } else { self.severity.name() }
    }
}

/// The topic of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// How a tag is written.
    Tags,
    /// Header, manifest, sections.
    Document,
    /// The fields of a BUG.
    Bug,
    /// What a SPEC may contain.
    Spec,
    /// What a `[?]` must contain.
    Unverified,
}

impl Group {
    /// The heading above its rules in a list.
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

impl Group {
    /// The kind of block to which the group's cues apply.
    pub(super) fn kind(self) -> Option<Kind> {
        match self {
            Self::Tags | Self::Document => None,
            Self::Bug => Some(Kind::Bug),
            Self::Spec => Some(Kind::Spec),
            Self::Unverified => Some(Kind::Unverified),
        }
    }
}

/// The kind of fix that a rule has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FixKind {
    /// No fix.
    None,
    /// The fix keeps the meaning for every reader.
    Safe,
    /// The fix keeps the meaning, but some findings have no fix.
    Sometimes,
    /// A person must review the fix.
    Unsafe,
}

impl FixKind {
    /// Its name in a list of rules.
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "-",
            Self::Safe => "safe",
            Self::Sometimes => "safe where possible",
            Self::Unsafe => "unsafe",
        }
    }
}

/// A number that the configuration can set.
#[derive(Debug)]
pub struct RuleOption {
    /// Its name in the configuration.
    pub name: &'static str,
    /// Its default value.
    pub default: usize,
    /// What it means.
    pub help: &'static str,
}
