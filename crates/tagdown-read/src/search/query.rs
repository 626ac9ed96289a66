//! A query: its terms, the words that a text may use for each of them, and how a word of a text is looked up.

use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashMap;
use tagdown::text::stem;

use super::stop_words::STOP_WORDS;
use super::thesaurus::related;
use super::words::each_word;

/// The most alternatives that a query has; the rest is ignored.
const MOST: usize = 128;
/// The weight of the nearest related word, and how much less each further one weighs.
const RELATED: f64 = 0.7;
const FURTHER: f64 = 0.9;
/// A cache with more words is dropped.
const MOST_KNOWN: usize = 1 << 16;

/// A set of alternatives, one bit each.
pub(super) type Set = u128;

/// A query that is ready to be compared with texts.
#[derive(Clone, Debug, Default)]
pub struct Query {
    pub(super) terms: Vec<Term>,
    pub(super) alternatives: Vec<Alternative>,
    /// The alternatives by stem.
    stems: FxHashMap<String, Set>,
    /// Which first letters an alternative has. Most words of a text are ruled out without stemming them.
    starts: Starts,
    caches: Caches,
}

/// One thing that is asked for.
#[derive(Clone, Debug)]
pub(super) struct Term {
    /// The word, as the query has it but in lower case; empty for a phrase of words that are ignored otherwise.
    pub(super) word: String,
    /// The compound that it is a part of, as an index into the terms.
    pub(super) compound: Option<usize>,
}

/// A word that a text may use for a term.
#[derive(Clone, Debug)]
pub(super) struct Alternative {
    pub(super) term: usize,
    /// 1 for the word itself.
    pub(super) weight: f64,
}

impl Query {
    /// The query in words.
    pub fn new(text: &str) -> Self {
        let words = words(text);
        let stems: Vec<String> = words.iter().map(|word| stem(&word.text)).collect();
        let is_stop = |word: &Word| STOP_WORDS.contains(&&*word.text);
        let keeps_all = words.iter().all(is_stop);
        let mut query = Self::default();
        // For each word, its term.
        let mut term_of: Vec<Option<usize>> = Vec::new();
        let mut seen: FxHashMap<&str, usize> = FxHashMap::default();
        for (word, stem) in words.iter().zip(&stems) {
            if is_stop(word) && !keeps_all {
                term_of.push(None);
                continue;
            }
            let term = *seen.entry(stem).or_insert_with(|| {
                query.terms.push(Term { word: word.text.clone(), compound: None });
                query.add(query.terms.len() - 1, stem.clone(), 1.0);
                query.terms.len() - 1
            });
            term_of.push(Some(term));
        }
        for (part, word) in words.iter().enumerate() {
            if let (Some(whole), Some(term)) = (word.compound, term_of[part]) {
                query.terms[term].compound = term_of[whole].filter(|whole| *whole != term);
            }
        }
        for at in 0..words.len() {
            for ((length, word), rank) in related(&stems[at..]).into_iter().zip(0..) {
                // A phrase adds to the term of its first word that is not ignored, or is a term of its own.
                let own = term_of[at..at + length].iter().flatten().next().copied();
                let term = own.unwrap_or_else(|| {
                    query.terms.push(Term { word: String::new(), compound: None });
                    term_of[at] = Some(query.terms.len() - 1);
                    query.terms.len() - 1
                });
                query.add(term, stem(word), RELATED * FURTHER.powi(rank));
            }
        }
        query
    }

    fn add(&mut self, term: usize, stem: String, weight: f64) {
        let known = self.stems.get(&stem).copied().unwrap_or_default();
        let is_known = |index: usize| known >> index & 1 == 1 && self.alternatives[index].term == term;
        if self.alternatives.len() == MOST || (0..self.alternatives.len()).any(is_known) {
            return;
        }
        self.starts.add(&stem);
        *self.stems.entry(stem).or_default() |= 1 << self.alternatives.len();
        self.alternatives.push(Alternative { term, weight });
    }

    /// The stems that are searched for, with their alternatives.
    pub(super) fn stems(&self) -> impl Iterator<Item = (&str, Set)> {
        self.stems.iter().map(|(stem, set)| (&**stem, *set))
    }

    /// The alternatives that a word of a text is.
    pub(super) fn find(&self, word: &str, buffer: &mut Cache) -> Set {
        if !self.starts.may_be(word) {
            return 0;
        }
        if let Some(found) = buffer.known.get(word) {
            return *found;
        }
        let found = self.stems.get(&stem(word)).copied().unwrap_or_default();
        buffer.known.insert(word.to_owned(), found);
        found
    }

    /// Calls `take` with the alternatives of each word of a text, 0 for other words.
    #[inline]
    pub(super) fn each(&self, text: &str, cache: &mut Cache, take: &mut impl FnMut(Set)) {
        each_word(text, &mut |word| take(self.find(word, cache)));
    }

    /// Whether a set contains a word of the query itself.
    pub(super) fn has_word(&self, set: Set) -> bool {
        let is_own =
            |(index, alternative): (usize, &Alternative)| set >> index & 1 == 1 && alternative.weight >= 1.0;
        set != 0 && self.alternatives.iter().enumerate().any(is_own)
    }

    /// The alternatives in a text.
    pub(super) fn set(&self, text: &str, cache: &mut Cache) -> Set {
        let mut set = 0;
        self.each(text, cache, &mut |found| set |= found);
        set
    }
}

/// Words that were looked up before.
#[derive(Debug, Default)]
pub(super) struct Cache {
    known: FxHashMap<String, Set>,
}

/// The caches that no document uses at the moment. Documents have most of their words in common.
#[derive(Debug, Default)]
struct Caches(Mutex<Vec<Cache>>);

impl Clone for Caches {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Query {
    /// Calls `work` with a cache for a document.
    pub(super) fn with_cache<T>(&self, work: impl FnOnce(&mut Cache) -> T) -> T {
        let free = || self.caches.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut cache = free().pop().unwrap_or_default();
        let result = work(&mut cache);
        if cache.known.len() < MOST_KNOWN {
            free().push(cache);
        }
        result
    }
}

/// Sets of first letters. The stem of a word has the letters of the word except for its last one, which may be an `e`
/// that was added or an `i` for a `y`; so a stem of four letters begins with the same three letters as its words.
#[derive(Clone, Debug)]
struct Starts {
    /// The first two letters of short stems.
    two: Vec<bool>,
    /// The first three letters of the others.
    three: Vec<bool>,
}

impl Default for Starts {
    fn default() -> Self {
        Self { two: vec![false; 1 << 10], three: vec![false; 1 << 15] }
    }
}

impl Starts {
    fn add(&mut self, stem: &str) {
        match stem.len() {
            0..4 => self.two[start::<2>(stem)] = true,
            _ => self.three[start::<3>(stem)] = true,
        }
    }

    /// Whether the stem of a word may be one of those that were added.
    #[inline]
    fn may_be(&self, word: &str) -> bool {
        self.two[start::<2>(word)] || self.three[start::<3>(word)]
    }
}

/// Whether a query for this stem looks at this word.
pub(super) fn starts_like(word: &str, stem: &str) -> bool {
    match stem.len() {
        0..4 => start::<2>(stem) == start::<2>(word),
        _ => start::<3>(stem) == start::<3>(word),
    }
}

/// A number of five bits for each of the first letters of a word.
#[inline]
fn start<const LETTERS: usize>(word: &str) -> usize {
    let letter = |byte: u8| usize::from(if byte == b'y' { b'i' } else { byte } & 31);
    word.bytes().take(LETTERS).fold(0, |start, byte| start << 5 | letter(byte))
}

/// A word of a query.
struct Word {
    text: String,
    /// The compound that it is a part of, as an index into the words.
    compound: Option<usize>,
}

fn words(text: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    each_word(text, &mut |word| words.push(Word { text: word.to_owned(), compound: None }));
    // A compound follows its parts.
    for whole in 1..words.len() {
        let mut length = 0;
        let mut first = whole;
        while first > 0 && length < words[whole].text.len() {
            first -= 1;
            length += words[first].text.len();
        }
        let joined: String = words[first..whole].iter().map(|word| &*word.text).collect();
        if whole - first > 1 && joined == words[whole].text {
            words[first..whole].iter_mut().for_each(|part| part.compound = Some(whole));
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(query: &str, text: &str) -> Vec<String> {
        let query = Query::new(query);
        let set = query.set(text, &mut Cache::default());
        let hit = |index: &usize| set >> index & 1 == 1;
        let term = |index: usize| query.terms[query.alternatives[index].term].word.clone();
        (0..query.alternatives.len()).filter(hit).map(term).collect()
    }

    #[test]
    fn words_stems_and_related_words_are_found() {
        assert_eq!(found("retries", "It retried twice."), ["retries"]);
        assert_eq!(found("delete the folder", "removes a directory"), ["delete", "folder"]);
        assert_eq!(found("try", "it tries"), ["try"]);
        assert_eq!(found("AWS ids", "An id of AWS"), ["aws", "ids"]);
        assert_eq!(found("parent's", "the parent"), ["parent"]);
        assert_eq!(found("doesn't exist", "It doesn’t exist."), ["exist"]);
        assert!(found("delete", "a directory").is_empty());
        assert_eq!(found("the", "the end"), ["the"]);
        assert!(found("how long", "10 seconds").len() == 1);
    }

    #[test]
    fn a_long_stem_begins_like_its_words() {
        for word in [
            "using",
            "usage",
            "agreeing",
            "hoping",
            "hopping",
            "flies",
            "tries",
            "dying",
            "skies",
            "yes",
            "eyes",
            "types",
            "styled",
            "early",
            "idly",
            "abilities",
            "awfulness",
            "oddly",
            "icings",
            "axes",
            "ied",
            "être",
            "größte",
        ] {
            let mut starts = Starts::default();
            starts.add(&stem(word));
            assert!(starts.may_be(word), "{word}");
        }
    }

    #[test]
    fn parts_know_their_compound() {
        let query = Query::new("X-Api-Key header");
        let word = |term: &Term| (term.word.clone(), term.compound);
        let terms: Vec<_> = query.terms.iter().map(word).collect();
        assert_eq!(
            terms[..4],
            [
                ("x".to_owned(), Some(3)),
                ("api".to_owned(), Some(3)),
                ("key".to_owned(), Some(3)),
                ("xapikey".to_owned(), None)
            ]
        );
    }
}
