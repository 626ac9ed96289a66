//! The findings of an open document: those that `tagdown check` prints for its folder.

use tagdown::document::Document;
use tagdown::rules::{self, Finding, Safety, Settings, check};
use tagdown::text::Span;
use tagdown_project::config::Config;
use tagdown_project::files::{MAX_FILE_SIZE, Target};

use crate::ground::Ground;

/// What a check found.
#[derive(Debug, Default)]
pub(crate) struct Checked {
    /// The findings, as they are reported.
    pub(crate) findings: Vec<Finding>,
    /// Each finding with its own fix, before those of a rule are reported as one.
    pub(crate) single: Vec<Finding>,
    /// Why the document could not be checked, and where in it.
    pub(crate) problem: Option<(Span, String)>,
}

impl Checked {
    fn failed(span: Span, problem: String) -> Self {
        Self { problem: Some((span, problem)), ..Self::default() }
    }
}

/// The settings that apply to a document.
pub(crate) fn settings(target: &Target) -> Settings {
    target.settings().named(false)
}

/// Whether a document is checked: it is tagged or must be, and is not excluded.
pub(crate) fn is_checked(target: &Target, document: &Document<'_>) -> bool {
    let config = &target.config;
    let is_excluded = config.config.exclude.is_match(config.relative(&target.path));
    !is_excluded && (target.is_required() || document.is_tagged())
}

/// Why a text is too long to be parsed.
pub(crate) fn too_long(target: &Target, text: &str) -> Option<String> {
    let limit = target.limit.min(MAX_FILE_SIZE);
    (text.len() as u64 > limit).then(|| {
        format!("not checked: more than {limit} bytes; `max-file-size` in tagdown.toml sets the limit")
    })
}

/// Checks a document.
pub(crate) fn checked(ground: &Ground, target: &Target, document: &Document<'_>) -> Checked {
    if !is_checked(target, document) {
        return Checked::default();
    }
    let mut findings = check(document, &settings(target));
    match ground.baseline(target) {
        Ok(None) => {}
        Ok(Some(baseline)) => {
            let store = &baseline.0;
            let mut known = store.knows(target, &store.record(target, document, &findings)).into_iter();
            findings.retain(|_| !known.next().unwrap_or(false));
        }
        Err(problem) => return Checked::failed(Span::at(0), problem),
    }
    let single = findings.clone();
    Checked { findings: rules::gather(findings), single, problem: None }
}

/// Checks a configuration file.
pub(crate) fn checked_config(text: &str) -> Checked {
    match Config::parse(text) {
        Ok(_) => Checked::default(),
        Err(error) => Checked::failed(error.span, error.message),
    }
}

/// Why a document has no settings.
pub(crate) fn unsettled(problem: String) -> Checked {
    Checked::failed(Span::at(0), problem)
}

/// What to do about a finding without a fix.
pub(crate) fn advice(finding: &Finding) -> Option<&'static str> {
    finding.fix.as_ref().map_or_else(|| rules::todo(finding), |_| None)
}

/// Whether the fix of a finding can be applied without review.
pub(crate) fn is_safe(finding: &Finding) -> bool {
    finding.fix.as_ref().is_some_and(|fix| fix.safety == Safety::Safe)
}
