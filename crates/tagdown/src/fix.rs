//! Mends a document: applies the fixes of its findings, pass after pass, until none is left.

use std::collections::HashMap;

use crate::config::Settings;
use crate::document::parse;
use crate::finding::{self, Fix, Safety};
use crate::rules::{self, check};

/// What came of mending a document.
#[derive(Clone, Debug)]
pub struct Fixed {
    /// The text afterwards.
    pub text: String,
    /// How many fixes were made.
    pub applied: usize,
    /// Words that would have been lost; where there are any, nothing was changed.
    pub lost: Vec<String>,
}

/// The most passes that are made. Each settles at least one fix for good, and a fix seldom opens
/// another, so that a document which needs more has rules that fight.
const PASSES: usize = 64;

/// Applies all fixes at least as safe as `safety`.
pub fn fix(text: &str, settings: &Settings, safety: Safety) -> Fixed {
    let mut current = text.to_owned();
    let mut applied = 0;
    let mut removed = Words::default();
    for _ in 0..PASSES {
        let document = parse(&current);
        let findings = check(&document, settings);
        let fixes = || findings.iter().filter_map(|finding| Some((finding.rule, finding.fix.as_ref()?)));
        let chosen: Vec<(&str, &Fix)> = fixes().filter(|(_, fix)| fix.safety >= safety).collect();
        if chosen.is_empty() {
            break;
        }
        let (edits, count) = finding::merge(chosen.iter().map(|(_, fix)| *fix));
        for (rule, fix) in &chosen {
            if fix.safety == Safety::Unsafe || rules::find(rule).is_some_and(|rule| rule.removes_words) {
                fix.edits().iter().for_each(|edit| removed.add(document.text(edit.span)));
            }
        }
        let next = finding::apply(&current, &edits);
        applied += count;
        if next == current {
            break;
        }
        current = next;
    }
    let lost = lost_words(text, &current, removed);
    if lost.is_empty() {
        Fixed { text: current, applied, lost }
    } else {
        Fixed { text: text.to_owned(), applied: 0, lost }
    }
}

/// Words of a text with how often each occurs.
#[derive(Default)]
struct Words(HashMap<String, i64>);

impl Words {
    fn add(&mut self, text: &str) {
        for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
            *self.0.entry(word.to_lowercase()).or_default() += 1;
        }
    }
}

/// The guard behind every fix: words of `before` that `after` has fewer of, beyond what the rules
/// that take words out have taken.
fn lost_words(before: &str, after: &str, removed: Words) -> Vec<String> {
    if before == after {
        return Vec::new();
    }
    let mut kept = removed;
    kept.add(after);
    let mut wanted = Words::default();
    wanted.add(before);
    let lost = wanted.0.into_iter().filter(|(word, count)| kept.0.get(word).copied().unwrap_or(0) < *count);
    let mut lost: Vec<String> = lost.map(|(word, _)| word).collect();
    lost.sort();
    lost
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_guard_sees_a_lost_word() {
        assert_eq!(lost_words("a limit of 5 items", "a limit of items", Words::default()), ["5"]);
        assert!(lost_words("- Fix: x", "Fix:\nx", Words::default()).is_empty());
    }
}
