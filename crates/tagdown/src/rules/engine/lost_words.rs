//! Finds the words that a change loses.

use std::borrow::Cow;
use std::collections::HashMap;

use rustc_hash::FxHashMap;

use crate::text::is_invisible;

/// A word without the characters that cannot be seen.
pub(super) fn seen(word: &str) -> Cow<'_, str> {
    if word.contains(is_invisible) { word.replace(is_invisible, "").into() } else { word.into() }
}

/// The words of a text, with the number of times each occurs.
#[derive(Default)]
pub(super) struct Words(HashMap<String, i64>);

impl Words {
    /// Counts the words of a text.
    pub(super) fn add(&mut self, text: &str) {
        for word in text.split(|c: char| !c.is_alphanumeric() && !is_invisible(c)) {
            let seen = seen(word).to_lowercase();
            if !seen.is_empty() {
                *self.0.entry(seen).or_default() += 1;
            }
        }
    }

    /// Counts the words of another text as well.
    pub(super) fn extend(&mut self, other: Self) {
        for (word, count) in other.0 {
            *self.0.entry(word).or_default() += count;
        }
    }
}

/// Words that occur less often in `after` than in `before`, not counting those in `taken`, which were removed on
/// purpose.
pub fn lost_beyond(before: &str, after: &str, taken: &str) -> Vec<String> {
    let mut removed = Words::default();
    removed.add(taken);
    lost_words(before, after, removed)
}

/// Words that occur less often in `after` than in `before`, not counting those that rules removed on purpose. No word has
/// several lines, so lines that both texts have need not be read.
pub(super) fn lost_words(before: &str, after: &str, removed: Words) -> Vec<String> {
    if before == after {
        return Vec::new();
    }
    let mut lines: FxHashMap<&str, i64> = FxHashMap::default();
    for line in before.split('\n') {
        *lines.entry(line).or_default() += 1;
    }
    let mut kept = removed;
    for line in after.split('\n') {
        match lines.get_mut(line).filter(|count| **count > 0) {
            Some(count) => *count -= 1,
            None => kept.add(line),
        }
    }
    let mut wanted = Words::default();
    for (line, count) in lines {
        (0..count).for_each(|_| wanted.add(line));
    }
    let lost = wanted.0.into_iter().filter(|(word, count)| kept.0.get(word).copied().unwrap_or(0) < *count);
    let mut lost: Vec<String> = lost.map(|(word, _)| word).collect();
    lost.sort();
    lost
}
