//! The text of the block that an issue becomes, and the rules that it must keep.

use tagdown::document::{Document, Kind};
use tagdown::rules::{self, Finding, Settings, Severity};

use super::issue_failure::{Failure, stopped};
use super::known_issue::Known;
use crate::author::FROM_ISSUE;

/// The warnings and errors of a document.
pub(super) fn heavy(document: &Document<'_>, settings: &Settings) -> Vec<Finding> {
    let found = rules::check(document, settings);
    let is_heavy = |one: &Finding| one.severity > Severity::Info && !rules::is_authors_own(one);
    found.into_iter().filter(is_heavy).collect()
}

/// The possible blocks, best first: a BUG if symptom, cause and fix are known, then a `[?]`.
pub(super) fn bodies(known: &Known, failure: &Failure, title: &str) -> Vec<(Kind, String)> {
    let reference = known.reference();
    let symptom = failure.symptom.trim().trim_end_matches('.');
    let mut fields = vec![format!("Symptom: {symptom} ({reference}).")];
    fields.extend(failure.cause.iter().map(|cause| format!("Cause: {}", ended(cause))));
    let more = [("Affected versions", &failure.affected), ("Workaround", &failure.workaround)];
    let more = more
        .iter()
        .filter_map(|(name, value)| value.as_ref().map(|value| format!("{name}: {}", ended(value))));
    let more: Vec<String> = more.collect();
    let mut out = Vec::new();
    if let (Some(fix), true) = (&failure.fix, failure.is_whole()) {
        let fix = vec![format!("Fix: {}", ended(fix))];
        // A fix that ends in code comes last, since text below the code would belong to it.
        let rest = if fix[0].ends_with("```") { [more.clone(), fix] } else { [fix, more.clone()] };
        let lines: Vec<String> = fields.iter().cloned().chain(rest.concat()).collect();
        out.push((Kind::Bug, lines.join("\n")));
    }
    let state = known.state.name();
    let missing = match (&failure.cause, &failure.fix) {
        (None, None) => "the cause and a fix",
        (None, Some(_)) => "the cause",
        (Some(_), None) => "a fix",
        (Some(_), Some(_)) if failure.is_bare => "which release has the fix",
        (Some(_), Some(_)) => "an exact symptom, cause and fix",
    };
    let fix = failure.fix.iter().map(|fix| format!("Fix: {}", ended(fix)));
    let lines = [format!("**{title}**")].into_iter().chain(fields).chain(more).chain(fix);
    let mut text = lines.collect::<Vec<_>>().join("\n");
    let later =
        failure.dispute.as_ref().map_or(String::new(), |text| format!(" Reported there: {}", ended(text)));
    let gap = if text.ends_with("```") { "\n\n" } else { "\n" };
    text.push_str(&format!(
        "{gap}{FROM_ISSUE} {reference} ({state}). Not confirmed there: {missing}.{later}"
    ));
    out.push((Kind::Unverified, text));
    out
}

/// A field that ends as a sentence; code and markup at its end stay unchanged.
fn ended(text: &str) -> String {
    let text = text.trim();
    if text.ends_with(['?', '`', '*', '"', '…']) || text.contains('\n') {
        text.to_owned()
    } else if text.ends_with(')') {
        // Without a full stop, the next line would be read as part of the sentence.
        format!("{text}.")
    } else {
        stopped(text)
    }
}

/// A title without the characters that a tag line cannot contain.
pub(super) fn plain_title(title: &str) -> String {
    let marks: &[char] = &['*', '[', ']', '_', '~', '<', '>', '\\'];
    title.replace(marks, " ").split_whitespace().collect::<Vec<_>>().join(" ")
}
