//! Facts that were joined into one sentence or cut out of one: the same words in another form.

use rustc_hash::FxHashMap;

use super::fact::{Fact, Form};
use super::words::{is_said_with, words};

/// Words that a sentence may have or not.
const INSIDE: [&str; 6] = ["a", "an", "the", "is", "are", "of"];
/// Words that may be between two facts of a sentence.
const BETWEEN: [&str; 9] = ["and", "with", "has", "have", "that", "which", "its", "it", "plus"];
/// A fact with fewer words than this says too little to be found in a sentence alone.
const TELLING: usize = 2;

/// The parts of which a sentence consists, by their index: each of its words is a word of exactly one of them.
/// A part that was below an item must come after the words of that item.
pub(super) fn parts_of(whole: &Fact, parts: &Parts<'_>) -> Option<Vec<usize>> {
    if whole.form != Form::Sentence {
        return None;
    }
    let words = &whole.words[..];
    let mut taken: Vec<usize> = Vec::new();
    let mut item: Option<&[String]> = None;
    let mut extra: Vec<&str> = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let open =
            parts.by_first.get(&bare(&words[at])).into_iter().flatten().filter(|part| !taken.contains(part));
        let fits = open.filter_map(|&index| {
            let part = parts.facts[index];
            let is_below =
                part.above == whole.above || part.above.last().is_some_and(|above| Some(&**above) == item);
            let length = parts.length(index, &words[at..])?;
            let is_after = match (&part.opening, &whole.opening) {
                (Some(one), Some(other)) => one.name == other.name,
                _ => true,
            };
            (part.kind == whole.kind && is_below && is_after).then_some((length, index))
        });
        if let Some((length, index)) = fits.max_by_key(|(length, index)| (*length, usize::MAX - index)) {
            let part = parts.facts[index];
            let name = part.label.as_ref().unwrap_or(&part.words);
            if parts.facts.iter().any(|other| other.above.last() == Some(name)) {
                item = Some(name);
            }
            taken.push(index);
            at += length;
        } else if is_any(&words[at], &INSIDE) || is_any(&words[at], &BETWEEN) {
            at += 1;
        } else {
            extra.push(&words[at]);
            at += 1;
        }
    }
    // The names of columns may be among the words of a sentence.
    let names: Vec<String> = taken.iter().flat_map(|&index| parts.names(index)).collect();
    if !extra.iter().all(|word| names.contains(&singular(word))) {
        return None;
    }
    let is_telling = whole.words.len() >= TELLING && !taken.is_empty();
    is_telling.then_some(taken)
}

/// Facts that may be parts of others.
pub(super) struct Parts<'f> {
    facts: Vec<&'f Fact>,
    words: Vec<Vec<String>>,
    by_first: FxHashMap<String, Vec<usize>>,
}

impl<'f> Parts<'f> {
    pub(super) fn new(facts: Vec<&'f Fact>) -> Self {
        let own = |fact: &&Fact| -> Vec<String> {
            fact.words.iter().filter(|word| !is_any(word, &INSIDE)).cloned().collect()
        };
        let words: Vec<Vec<String>> = facts.iter().map(own).collect();
        let mut by_first: FxHashMap<String, Vec<usize>> = FxHashMap::default();
        let is_part = |fact: &Fact| matches!(fact.form, Form::Sentence | Form::Row);
        for index in (0..facts.len()).filter(|&index| is_part(facts[index])) {
            if let Some(first) = words[index].first() {
                by_first.entry(bare(first)).or_default().push(index);
            }
        }
        Self { facts, words, by_first }
    }

    /// The words in the names of a row's columns.
    fn names(&self, part: usize) -> Vec<String> {
        let names = self.facts[part].cells.iter().flat_map(|(name, _)| words(name));
        names.map(|name| singular(&name)).collect()
    }

    /// How many words of a text a part takes, if the text starts with it. Only the first word of a sentence may change its
    /// case, and only if it is not code.
    fn length(&self, part: usize, text: &[String]) -> Option<usize> {
        let is_code = self.facts[part].text.starts_with('`');
        let mut at = 0;
        for (index, word) in self.words[part].iter().enumerate() {
            while text.get(at).is_some_and(|other| other != word && is_any(other, &INSIDE)) {
                at += 1;
            }
            let found = text.get(at)?;
            let is_same = found == word || index == 0 && !is_code && bare(found) == bare(word);
            is_same.then(|| at += 1)?;
        }
        (at > 0).then_some(at)
    }
}

/// Whether a row and an item, or code and a code span, say the same.
pub(super) fn says_the_same(old: &Fact, new: &Fact) -> bool {
    let said = |row: &Fact, other: &Fact| {
        let names: Vec<String> = row.cells.iter().flat_map(|(name, _)| words(name)).collect();
        row.form == Form::Row && other.form != Form::Row && is_said_with(&row.words, &other.words, &names)
    };
    // A command may be a code block, or a code span on a line of its own.
    let is_command = |code: &Fact, other: &Fact| {
        let span = other.text.strip_prefix('`').and_then(|text| text.strip_suffix('`'));
        let plain = |text: &str| words(text.trim_start_matches(['$', '>', ' ']));
        matches!((code.code(), span), ([line], Some(span)) if plain(line) == plain(span))
    };
    said(old, new) || said(new, old) || is_command(old, new) || is_command(new, old)
}

/// A word without the capital of a sentence.
fn bare(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}

/// A word in lower case, without the ending of a plural.
fn singular(word: &str) -> String {
    let lower = word.to_lowercase();
    let stem = lower.strip_suffix("es").or_else(|| lower.strip_suffix('s'));
    stem.map_or(lower.clone(), str::to_owned)
}

fn is_any(word: &str, list: &[&str]) -> bool {
    list.contains(&word) || list.contains(&&*bare(word))
}
