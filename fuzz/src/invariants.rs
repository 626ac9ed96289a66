//! What must be true of every document and every change to one, whatever the input.

#[path = "../../tests/model.rs"]
mod shared;

use std::collections::HashMap;

pub(crate) use shared::{model, span};
use tagdown::document::parse;
use tagdown::rules::{Edit, Settings, Severity, check, is_authors_own};

/// The words of a text, in order.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// Edits are sorted, disjoint and valid.
pub fn edits(text: &str, edits: &[Edit]) {
    let mut at = 0;
    for edit in edits {
        span(text, edit.span);
        assert!(at <= edit.span.start, "edits overlap: {edits:?}");
        at = edit.span.end;
    }
}

/// Every word of `before` is in `after`, as often, in any order.
pub fn keeps_words<'t>(before: impl Iterator<Item = &'t str>, after: &str, what: &str) {
    let mut there: HashMap<&str, usize> = HashMap::new();
    for word in words(after) {
        *there.entry(word).or_default() += 1;
    }
    for word in before {
        let left = there.get_mut(word).filter(|left| **left > 0);
        let Some(left) = left else { panic!("{what}: `{word}` is lost in {after:?}") };
        *left -= 1;
    }
}

/// Every word of `before` is in `after`, in the same order.
pub fn keeps_order<'t>(before: impl Iterator<Item = &'t str>, after: &str, what: &str) {
    let mut rest = words(after);
    for word in before {
        assert!(rest.any(|other| other == word), "{what}: `{word}` is lost or moved in {after:?}");
    }
}

/// The rules that report errors in a text, without those about the author's own words.
pub fn errors(text: &str, settings: &Settings) -> Vec<&'static str> {
    let findings = check(&parse(text), settings);
    findings
        .iter()
        .filter(|finding| finding.severity == Severity::Error && !is_authors_own(finding))
        .map(|finding| finding.rule)
        .collect()
}

/// `after` has no error of a kind that `before` does not have.
pub fn no_new_errors(before: &str, after: &str, settings: &Settings) {
    let known = errors(before, settings);
    let new: Vec<&str> = errors(after, settings).into_iter().filter(|rule| !known.contains(rule)).collect();
    assert!(new.is_empty(), "new errors {new:?} in {after:?}");
}

/// Every line ends as in the source, if all lines of the source end in one way.
pub fn line_ends(before: &str, after: &str) {
    if before.contains("\r\n") && !before.replace("\r\n", "").contains(['\r', '\n']) {
        assert!(!after.replace("\r\n", "").contains('\n'), "a lone LF in {after:?}");
    }
    if !before.contains('\r') {
        assert!(!after.contains('\r'), "a CR in {after:?}");
    }
}

/// The text of a panic for one of many variants of a run.
pub fn same(one: &str, other: &str, what: &str) {
    assert!(one == other, "{what}\n--- {one:?}\n+++ {other:?}");
}
