//! Mends a document: applies the fixes of its findings, pass after pass, until none is left. Two guards
//! stand behind every rule: no word may be lost, and after safe fixes every word must still be read as the
//! kind of block that it was read as before.

use std::collections::HashMap;

use crate::document::{Document, parse};
use crate::finding::{self, Edit, Finding, Fix, Safety};
use crate::rules::{self, check};
use crate::settings::Settings;
use crate::source::Span;
use crate::tags::Kind;

/// What came of mending a document.
#[derive(Clone, Debug)]
pub struct Fixed {
    /// The text afterwards.
    pub text: String,
    /// How many fixes were made.
    pub applied: usize,
    /// Fixes that were left out, since a word would have changed its kind.
    pub refused: usize,
    /// Words that would have been lost; where there are any, nothing was changed.
    pub lost: Vec<String>,
}

/// The most passes that are made. Each settles at least one fix for good, and a fix seldom opens
/// another, so that a document which needs more has rules that fight.
const PASSES: usize = 64;

/// Applies all fixes at least as safe as `safety`.
pub fn fix(text: &str, settings: &Settings, safety: Safety) -> Fixed {
    let mut mender = Mender { text: text.to_owned(), applied: 0, refused: 0, removed: Words::default() };
    for _ in 0..PASSES {
        let again = mender.pass(settings, Safety::Safe)
            || (safety == Safety::Unsafe && mender.pass(settings, Safety::Unsafe));
        if !again {
            break;
        }
    }
    let lost = lost_words(text, &mender.text, mender.removed);
    let refused = mender.refused;
    if lost.is_empty() {
        Fixed { text: mender.text, applied: mender.applied, refused, lost }
    } else {
        Fixed { text: text.to_owned(), applied: 0, refused, lost }
    }
}

struct Mender {
    text: String,
    applied: usize,
    /// How many fixes the last pass left out.
    refused: usize,
    /// What rules that take words out have taken.
    removed: Words,
}

impl Mender {
    /// Makes the fixes of this safety; says whether anything changed.
    fn pass(&mut self, settings: &Settings, safety: Safety) -> bool {
        let text = std::mem::take(&mut self.text);
        let document = parse(&text);
        let findings = check(&document, settings);
        let chosen: Vec<(&Finding, &Fix)> = findings
            .iter()
            .filter_map(|finding| Some((finding, finding.fix.as_ref().filter(|fix| fix.safety == safety)?)))
            .collect();
        let made = match safety {
            Safety::Unsafe => Some(finding::merge(chosen.iter().map(|(_, fix)| *fix))),
            Safety::Safe => self.guarded(&document, &chosen),
        };
        let Some((edits, count)) = made.filter(|(edits, _)| !edits.is_empty()) else {
            self.text = text;
            return false;
        };
        for (finding, fix) in &chosen {
            if safety == Safety::Unsafe || rules::find(finding.rule).is_some_and(|rule| rule.removes_words) {
                fix.edits().iter().for_each(|edit| self.removed.add(document.text(edit.span)));
            }
        }
        self.applied += count;
        self.text = finding::apply(&text, &edits);
        self.text != text
    }

    /// All fixes at once where that keeps every word's kind; else the first that does so alone, the others
    /// being left for the next pass.
    fn guarded(
        &mut self,
        document: &Document<'_>,
        chosen: &[(&Finding, &Fix)],
    ) -> Option<(Vec<Edit>, usize)> {
        let before = document.reading();
        let taken = Taken::of(chosen);
        let keeps = |edits: &[Edit]| {
            let text = document.source.text();
            let after = finding::apply(text, edits);
            let wanted = before.iter().filter(|(_, word)| !taken.has(text, word, edits));
            let same = |one: &(Kind, &str), other: &(Kind, &str)| {
                one.0 == other.0 && (one.1 == other.1 || taken.raises(text, one.1, other.1))
            };
            let document = parse(&after);
            let found = document.reading();
            let mut found = found.iter();
            wanted.into_iter().all(|word| found.next().is_some_and(|other| same(word, other)))
                && found.next().is_none()
        };
        let (edits, count) = finding::merge(chosen.iter().map(|(_, fix)| *fix));
        self.refused = 0;
        if edits.is_empty() || keeps(&edits) {
            return Some((edits, count));
        }
        let alone = chosen.iter().find(|(_, fix)| keeps(fix.edits()));
        self.refused = chosen.len() - usize::from(alone.is_some());
        alone.map(|(_, fix)| (fix.edits().to_vec(), 1))
    }
}

/// What the rules that take words out on purpose would change: the spans that they delete, and the letters that they
/// raise. Both in order.
struct Taken {
    deleted: Vec<Span>,
    raised: Vec<usize>,
}

impl Taken {
    fn of(chosen: &[(&Finding, &Fix)]) -> Self {
        let removes = |(finding, _): &&(&Finding, &Fix)| {
            rules::find(finding.rule).is_some_and(|rule| rule.removes_words)
        };
        let mut taken = Self { deleted: Vec::new(), raised: Vec::new() };
        for edit in chosen.iter().filter(removes).flat_map(|(_, fix)| fix.edits()) {
            if edit.text.is_empty() {
                taken.deleted.push(edit.span);
            } else {
                taken.raised.push(edit.span.start);
            }
        }
        taken.deleted.sort_unstable();
        taken.raised.sort_unstable();
        taken
    }

    /// Whether one of these edits, which are sorted, takes a word out on purpose.
    fn has(&self, text: &str, word: &str, edits: &[Edit]) -> bool {
        let at = offset(text, word);
        let last = self.deleted.partition_point(|span| span.start <= at).checked_sub(1);
        let span = last.map(|index| self.deleted[index]).filter(|span| at < span.end);
        span.is_some_and(|span| edits.binary_search_by_key(&span, |edit| edit.span).is_ok())
    }

    /// Whether a word differs only by a letter that was raised on purpose.
    fn raises(&self, text: &str, word: &str, other: &str) -> bool {
        self.raised.binary_search(&offset(text, word)).is_ok() && word.to_lowercase() == other.to_lowercase()
    }
}

/// Where a word stands in the text that it is a piece of.
fn offset(text: &str, word: &str) -> usize {
    word.as_ptr().addr().saturating_sub(text.as_ptr().addr())
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

/// Words of `before` that `after` has fewer of, beyond those of a text that was taken out on purpose.
pub(crate) fn lost_beyond(before: &str, after: &str, taken: &str) -> Vec<String> {
    let mut removed = Words::default();
    removed.add(taken);
    lost_words(before, after, removed)
}

/// Words of `before` that `after` has fewer of, beyond what the rules that take words out have taken.
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

    #[test]
    fn a_fix_that_changes_what_a_reader_reads_is_left_out() {
        let text = "**[SPEC]**\n===\n===\n**[WARN]**\n";
        let rule = rules::find("markdown-trap").expect("a rule");
        let fixed = fix(text, &Settings::single(rule), Safety::Safe);
        assert_eq!((fixed.text.as_str(), fixed.refused), (text, 1));
    }
}
