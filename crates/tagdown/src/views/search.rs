//! Ranks blocks by a query: BM25 over the words of a block, its title and the headings above it.

use rayon::prelude::*;

use super::reading::{Item, Reading};
use crate::tags::Kind;

/// How soon a word that stands there often counts no more.
const SATURATION: f64 = 1.2;
/// How much a long block is held back.
const LENGTH: f64 = 0.75;
/// How often a word of the title or a heading counts.
const HEADING: f64 = 2.0;

/// Keeps the blocks that hold a word of the query, each with its score, and behind them the other BUG blocks of
/// their sections, which have none. Returns how many hold a word.
///
/// ```
/// use tagdown::views::{self, Selection};
/// let text = "# T\n\n## Limits\n\n**[SPEC]**\n- Body: 4 KB\n\n## Errors\n\n**[SPEC]**\n- 429: too many requests\n";
/// let mut readings = vec![views::read(&tagdown::parse(text), "api.md", &Selection::default())];
/// assert_eq!(views::rank(&mut readings, "request limit"), 2);
/// assert_eq!(views::rank(&mut readings, "body"), 1);
/// assert_eq!(readings[0].blocks[0].address, "limits/spec-1");
/// ```
pub fn rank(readings: &mut [Reading], query: &str) -> usize {
    let mut terms = Vec::new();
    each_word(query, &mut |word| terms.push(word.to_owned()));
    terms.sort_unstable();
    terms.dedup();
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
        (1.0 + (number - holding + 0.5) / (holding + 0.5)).ln()
    };
    let weights: Vec<f64> = (0..terms.len()).map(weight).collect();
    let score = |counts: &Counts| {
        let held_back = SATURATION * (1.0 - LENGTH + LENGTH * counts.length / mean.max(1.0));
        let of_term =
            |(found, weight): (&f64, &f64)| weight * found * (SATURATION + 1.0) / (found + held_back);
        counts.terms.iter().zip(&weights).map(of_term).sum::<f64>()
    };
    let mut hits = 0;
    for (reading, counted) in readings.iter_mut().zip(&counted) {
        for (item, counts) in reading.blocks.iter_mut().zip(counted) {
            // Rounded, so that every machine ranks alike.
            let score = ((score(counts) * 1e6).round() / 1e6).max(1e-6);
            let is_hit = counts.terms.iter().any(|found| *found > 0.0);
            item.score = is_hit.then_some(score);
            hits += usize::from(is_hit);
        }
        keep_hits(reading);
    }
    hits
}

/// Whether a query holds a word that could be looked for.
pub fn has_words(query: &str) -> bool {
    query.contains(char::is_alphanumeric)
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

/// How often each term stands in a text, and how many words it has.
#[derive(Clone)]
struct Counts {
    terms: Vec<f64>,
    length: f64,
}

impl Counts {
    fn add(&mut self, text: &str, terms: &[String], weight: f64) {
        each_word(text, &mut |word| {
            if let Some(term) = terms.iter().position(|term| term == word) {
                self.terms[term] += weight;
            }
            self.length += 1.0;
        });
    }
}

fn count_headings(reading: &Reading, section: usize, terms: &[String]) -> Counts {
    let mut counts = Counts { terms: vec![0.0; terms.len()], length: 0.0 };
    for section in reading.path(section) {
        counts.add(&reading.headings[section].title, terms, HEADING);
    }
    counts
}

fn count(item: &Item, headings: &Counts, terms: &[String]) -> Counts {
    let mut counts = headings.clone();
    counts.add(item.title.as_deref().unwrap_or_default(), terms, HEADING);
    counts.add(&item.text, terms, 1.0);
    counts
}

/// The words of a text in the form in which they are compared: small letters, without a plural's s; `maxRetries`
/// and `max_retries` whole and as their parts.
fn each_word(text: &str, take: &mut dyn FnMut(&str)) {
    let (mut whole, mut part) = (String::new(), String::new());
    for run in text.split(|c: char| !c.is_alphanumeric() && c != '_') {
        let mut last_lower = false;
        let mut parts = 0;
        whole.clear();
        for c in run.chars() {
            if (c == '_' || c.is_uppercase() && last_lower) && !part.is_empty() {
                take(singular(&part));
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
            take(singular(&part));
            part.clear();
            parts += 1;
        }
        if parts > 1 {
            take(&whole);
        }
    }
}

fn singular(word: &str) -> &str {
    match word.strip_suffix('s') {
        Some(stem) if stem.chars().count() > 2 && !stem.ends_with(['s', 'u', 'i']) => stem,
        _ => word,
    }
}
