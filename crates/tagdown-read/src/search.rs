//! Ranks blocks by a query, with BM25 over the words of a block, its title and the headings above it.

use rayon::prelude::*;
use tagdown::document::Kind;
use tagdown::text::stem;

use crate::bm25::{rarity, saturated};
use crate::reading::{Item, Reading};

/// The weight of a word in the title or a heading.
const HEADING: f64 = 2.0;

/// Words that a query ignores, unless it has no others.
const STOP_WORDS: &[&str] = &[
    "a", "an", "and", "are", "as", "at", "be", "by", "can", "do", "does", "for", "from", "how", "i", "in",
    "is", "it", "of", "on", "or", "that", "the", "this", "to", "what", "when", "where", "which", "why",
    "with", "you",
];

/// The result of a query.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ranked {
    /// How many blocks match a word of the query.
    pub hits: usize,
    /// The words of the query that match no block.
    pub unmatched: Vec<String>,
}

/// Keeps the blocks that match a word of the query, each with its score, and the other BUG blocks of their sections,
/// which have no score and come last. Words are compared by their stems: `retries` finds `retry`.
///
/// ```
/// use tagdown_read::Selection;
/// let text = "# T\n\n## Limits\n\n**[SPEC]**\n- Body: 4 KB\n\n## Errors\n\n**[SPEC]**\n- 429: too many requests\n";
/// let mut readings = vec![tagdown_read::read(&tagdown::document::parse(text), "api.md", &Selection::default())];
/// assert_eq!(tagdown_read::rank(&mut readings, "request limit").hits, 2);
/// assert_eq!(tagdown_read::rank(&mut readings, "bodies").hits, 1);
/// assert_eq!(readings[0].blocks[0].address, "limits/spec-1");
/// ```
pub fn rank(readings: &mut [Reading], query: &str) -> Ranked {
    let mut terms: Vec<Term> = Vec::new();
    each_word(query, &mut |word| terms.push(Term::new(word)));
    if terms.iter().any(|term| !STOP_WORDS.contains(&&*term.word)) {
        terms.retain(|term| !STOP_WORDS.contains(&&*term.word));
    }
    terms.sort_unstable();
    terms.dedup_by(|a, b| a.stem == b.stem);
    let of_reading = |reading: &Reading| -> Vec<Counts> {
        let of_section: Vec<Counts> =
            (0..reading.headings.len()).map(|section| count_headings(reading, section, &terms)).collect();
        reading.blocks.iter().map(|item| count(item, &of_section[item.section], &terms)).collect()
    };
    let counted: Vec<Vec<Counts>> = readings.par_iter().map(of_reading).collect();
    let all = || counted.iter().flatten();
    let number = all().count() as f64;
    let mean = all().map(|counts| counts.length).sum::<f64>() / number.max(1.0);
    let weight = |term: usize| {
        let holding = all().filter(|counts| counts.terms[term] > 0.0).count() as f64;
        rarity(holding, number)
    };
    let weights: Vec<f64> = (0..terms.len()).map(weight).collect();
    let score = |counts: &Counts| {
        let of_term =
            |(found, weight): (&f64, &f64)| weight * saturated(*found, counts.length / mean.max(1.0));
        counts.terms.iter().zip(&weights).map(of_term).sum::<f64>()
    };
    let is_unmatched = |term: &usize| all().all(|counts| counts.terms[*term] == 0.0);
    let unmatched = (0..terms.len()).filter(is_unmatched).map(|term| terms[term].word.clone()).collect();
    let mut hits = 0;
    for (reading, counted) in readings.iter_mut().zip(&counted) {
        for (item, counts) in reading.blocks.iter_mut().zip(counted) {
            // Rounded, so every machine produces the same ranking.
            let score = ((score(counts) * 1e6).round() / 1e6).max(1e-6);
            let is_hit = counts.terms.iter().any(|found| *found > 0.0);
            item.score = is_hit.then_some(score);
            hits += usize::from(is_hit);
        }
        keep_hits(reading);
    }
    Ranked { hits, unmatched }
}

/// A word of a query.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Term {
    stem: String,
    word: String,
}

impl Term {
    fn new(word: &str) -> Self {
        Self { stem: stem(word), word: word.to_owned() }
    }

    fn matches(&self, word: &str) -> bool {
        if self.word == word {
            return true;
        }
        // A stem keeps the start of its word, so most words are ruled out without stemming them.
        let length = self.stem.len().min(3);
        word.as_bytes().get(..length) == self.stem.as_bytes().get(..length) && self.stem == stem(word)
    }
}

fn keep_hits(reading: &mut Reading) {
    let hit: Vec<usize> =
        reading.blocks.iter().filter(|item| item.score.is_some()).map(|item| item.section).collect();
    let left_out = &mut reading.left_out;
    reading.blocks.retain(|item| {
        let kept = item.score.is_some() || item.kind == Kind::Bug && hit.binary_search(&item.section).is_ok();
        if !kept {
            left_out.add(item.kind, item.tokens);
        }
        kept
    });
}

/// How often each term occurs in a text, and how many words the text has.
#[derive(Clone)]
struct Counts {
    terms: Vec<f64>,
    length: f64,
}

impl Counts {
    fn add(&mut self, text: &str, terms: &[Term], weight: f64) {
        each_word(text, &mut |word| {
            if let Some(term) = terms.iter().position(|term| term.matches(word)) {
                self.terms[term] += weight;
            }
            self.length += 1.0;
        });
    }
}

fn count_headings(reading: &Reading, section: usize, terms: &[Term]) -> Counts {
    let mut counts = Counts { terms: vec![0.0; terms.len()], length: 0.0 };
    for section in reading.path(section) {
        counts.add(&reading.headings[section].title, terms, HEADING);
    }
    counts
}

fn count(item: &Item, headings: &Counts, terms: &[Term]) -> Counts {
    let mut counts = headings.clone();
    counts.add(item.title.as_deref().unwrap_or_default(), terms, HEADING);
    counts.add(&item.text, terms, 1.0);
    counts
}

/// Calls `take` with the words of a text in lower case; `maxRetries` and `max_retries` in full and as their parts.
fn each_word(text: &str, take: &mut dyn FnMut(&str)) {
    let (mut whole, mut part) = (String::new(), String::new());
    for run in text.split(|c: char| !c.is_alphanumeric() && c != '_') {
        let mut last_lower = false;
        let mut parts = 0;
        whole.clear();
        for c in run.chars() {
            if (c == '_' || c.is_uppercase() && last_lower) && !part.is_empty() {
                take(&part);
                part.clear();
                parts += 1;
            }
            if c != '_' {
                part.extend(c.to_lowercase());
                whole.extend(c.to_lowercase());
            }
            last_lower = c.is_lowercase() || c.is_numeric();
        }
        if !part.is_empty() {
            take(&part);
            part.clear();
            parts += 1;
        }
        if parts > 1 {
            take(&whole);
        }
    }
}
