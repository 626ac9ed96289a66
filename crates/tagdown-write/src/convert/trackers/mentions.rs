//! Finds the texts that refer to an issue, so that many texts and many issues need not be compared one by one.

use rustc_hash::{FxHashMap, FxHashSet};

use super::known_issue::Known;

/// Everything in a text that may refer to an issue: what stands in parentheses, words, and what `from` names.
fn mentions(text: &str) -> FxHashSet<&str> {
    let within =
        text.match_indices('(').filter_map(|(at, _)| text[at + 1..].split_once(')').map(|(own, _)| own));
    let words = text.split_whitespace().map(|word| word.trim_matches(['<', '>']));
    let named = text.match_indices("from ").filter_map(|(at, start)| {
        let rest = &text[at + start.len()..];
        let end = rest.find(" (").filter(|end| *end < LONGEST)?;
        Some(&rest[..end])
    });
    within.chain(words).chain(named).collect()
}

/// The longest name of an issue, in bytes.
const LONGEST: usize = 200;

/// Whether the name of an issue has a character at which the search would stop.
fn is_odd(name: &str) -> bool {
    name.contains(['(', ')']) || name.len() >= LONGEST
}

/// Issues by their names.
pub(super) struct Names<'k> {
    known: FxHashMap<&'k str, Vec<&'k Known>>,
    odd: Vec<&'k Known>,
}

impl<'k> Names<'k> {
    pub(super) fn of(issues: &'k [Known]) -> Self {
        let mut out = Self { known: FxHashMap::default(), odd: Vec::new() };
        for known in issues {
            if is_odd(known.name()) {
                out.odd.push(known);
            } else {
                out.known.entry(known.name()).or_default().push(known);
            }
        }
        out
    }

    /// Whether a text refers to one of the issues as a block made from it does.
    pub(super) fn is_told_in(&self, text: &str) -> bool {
        let is_told = |known: &&Known| known.is_told_in(text);
        let mut near = mentions(text).into_iter().filter_map(|name| self.known.get(name)).flatten();
        near.any(is_told) || self.odd.iter().any(is_told)
    }
}

/// Texts by the issues that they may refer to.
#[derive(Default)]
pub(super) struct Texts {
    by_mention: FxHashMap<String, Vec<usize>>,
    count: usize,
}

impl Texts {
    pub(super) fn add(&mut self, text: &str) {
        for name in mentions(text) {
            self.by_mention.entry(name.to_owned()).or_default().push(self.count);
        }
        self.count += 1;
    }

    /// The texts that may refer to an issue, in order.
    pub(super) fn near(&self, known: &Known) -> Vec<usize> {
        if is_odd(known.name()) {
            return (0..self.count).collect();
        }
        self.by_mention.get(known.name()).cloned().unwrap_or_default()
    }
}
