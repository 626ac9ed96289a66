//! Scores passages: BM25 over the words of a passage, the passages beside it, its block, its section, the headings above
//! it, the title and the path. The weights were chosen with `bench/search`.

use super::query::{Query, Set};
use super::statistics::Statistics;
use crate::bm25::rarity;

/// How quickly repeated occurrences of a word stop adding to the score.
const SATURATION: f64 = 0.8;
/// How much a long passage is penalized.
const LENGTH: f64 = 0.5;
/// What a word counts in each place, where 1 is one occurrence in a passage of average length.
const HEADING: f64 = 2.0;
const ABOVE: f64 = 0.7;
const TITLE: f64 = 0.7;
const PATH: f64 = 1.0;
const NEAR: f64 = 0.3;
const BLOCK: f64 = 0.1;
const SECTION: f64 = 0.25;
/// What a part counts if its compound occurs in the documents.
const PART: f64 = 0.5;
/// What two words of the query that follow each other count, as a share of the rarer one's weight.
const PAIR: f64 = 0.25;

/// Where a word can be, besides the passage itself.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Places {
    /// The heading of the section and the title of the block.
    pub(super) heading: Set,
    /// The headings above it.
    pub(super) above: Set,
    /// The title of the document.
    pub(super) title: Set,
    pub(super) path: Set,
    /// The passages before and after it.
    pub(super) near: Set,
    pub(super) block: Set,
    pub(super) section: Set,
}

/// The words of a passage.
#[derive(Clone, Debug, Default)]
pub(super) struct Words {
    /// How often each alternative occurs; only those that do.
    pub(super) counts: Vec<(u8, f64)>,
    pub(super) set: Set,
    /// Pairs of terms that follow each other, as a set of the first ones.
    pub(super) pairs: Set,
    pub(super) length: f64,
}

/// How much each alternative weighs.
pub(super) struct Weights {
    of: Vec<f64>,
    /// The weight of each term by its own word.
    pub(super) terms: Vec<f64>,
    mean: f64,
}

impl Weights {
    pub(super) fn new(query: &Query, statistics: &Statistics) -> Self {
        let holding = |index: usize| statistics.holding.get(index).copied().unwrap_or_default();
        let rarity = |index: usize| rarity(holding(index), statistics.units);
        let own = |term: usize| query.alternatives.iter().position(|alternative| alternative.term == term);
        let exists = |term: usize| own(term).is_some_and(|index| holding(index) > 0.0);
        let share = |term: usize| match query.terms[term].compound {
            Some(compound) if exists(compound) => PART,
            _ => 1.0,
        };
        // A related word does not weigh more than the word itself.
        let term = |term: usize| own(term).map_or(0.0, |index| rarity(index) * share(term));
        let terms: Vec<f64> = (0..query.terms.len()).map(term).collect();
        let of = query.alternatives.iter().enumerate().map(|(index, alternative)| {
            alternative.weight * (rarity(index) * share(alternative.term)).min(terms[alternative.term])
        });
        Self { of: of.collect(), terms, mean: statistics.mean.max(1.0) }
    }
}

impl Weights {
    /// The weight of the whole query.
    pub(super) fn all(&self) -> f64 {
        self.terms.iter().sum()
    }
}

/// The score of a passage, and how much of the query it covers, from 0 to 1.
pub(super) fn score(query: &Query, weights: &Weights, words: &Words, places: &Places) -> (f64, f64) {
    let damping = 1.0 - LENGTH + LENGTH * words.length / weights.mean;
    let anywhere = [
        (places.heading, HEADING),
        (places.above, ABOVE),
        (places.title, TITLE),
        (places.path, PATH),
        (places.near, NEAR),
        (places.block, BLOCK),
        (places.section, SECTION),
    ];
    let mut best = vec![0.0_f64; query.terms.len()];
    let all = anywhere.iter().fold(words.set, |all, (set, _)| all | set);
    for index in bits(all) {
        let own =
            words.counts.iter().find(|(at, _)| usize::from(*at) == index).map_or(0.0, |(_, count)| *count);
        let is_in = |set: Set| set >> index & 1 == 1;
        let elsewhere: f64 = anywhere.iter().filter(|(set, _)| is_in(*set)).map(|(_, weight)| weight).sum();
        let found = own / damping + elsewhere;
        let term = &mut best[query.alternatives[index].term];
        *term = term.max(weights.of[index] * saturated(found));
    }
    (best.iter().sum::<f64>() + pairs(weights, words.pairs), covered(weights, &best))
}

/// How much of the query is covered by the best score of each term, from 0 to 1.
fn covered(weights: &Weights, best: &[f64]) -> f64 {
    let covered: f64 = best.iter().zip(&weights.terms).map(|(best, most)| best.min(*most)).sum();
    covered / weights.all().max(f64::MIN_POSITIVE)
}

/// The alternatives in a passage of a raw text, which may be longer than the passage of a block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Found {
    pub(super) own: Set,
    /// Those that occur more than once.
    pub(super) often: Set,
    pub(super) near: Set,
}

/// The alternatives around the passages of a section of a raw text.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Around {
    pub(super) heading: Set,
    pub(super) above: Set,
    pub(super) title: Set,
    pub(super) path: Set,
    pub(super) section: Set,
}

impl Around {
    pub(super) fn all(&self) -> Set {
        self.heading | self.above | self.title | self.path | self.section
    }
}

/// The score, and the share of the query that is covered, which no passage of a block can exceed that is part of this
/// passage of the raw text.
pub(super) fn most(query: &Query, weights: &Weights, passage: &Found, around: &Around) -> (f64, f64) {
    let anywhere = [
        (around.heading, HEADING),
        (around.above, ABOVE),
        (around.title, TITLE),
        (around.path, PATH),
        (passage.own | passage.near, NEAR),
        (around.section, BLOCK + SECTION),
    ];
    // Without an allocation: this is computed for every section of every document.
    let mut best = [0.0_f64; Set::BITS as usize];
    // Terms that come later have no alternatives.
    let best = &mut best[..query.terms.len().min(Set::BITS as usize)];
    let mut own: Set = 0;
    for index in bits(passage.own | around.all()) {
        let is_in = |set: Set| set >> index & 1 == 1;
        let elsewhere: f64 = anywhere.iter().filter(|(set, _)| is_in(*set)).map(|(_, weight)| weight).sum();
        let found = match (is_in(passage.often), is_in(passage.own)) {
            (true, _) => SATURATION + 1.0,
            (false, true) => saturated(1.0 / (1.0 - LENGTH) + elsewhere),
            (false, false) => saturated(elsewhere),
        };
        let term = query.alternatives[index].term;
        own |= Set::from(is_in(passage.own)) << term;
        best[term] = best[term].max(weights.of[index] * found);
    }
    (best.iter().sum::<f64>() + pairs(weights, own & own >> 1), covered(weights, best))
}

fn saturated(found: f64) -> f64 {
    found * (SATURATION + 1.0) / (found + SATURATION)
}

fn pairs(weights: &Weights, pairs: Set) -> f64 {
    bits(pairs)
        .map(|term| PAIR * weights.terms[term].min(weights.terms.get(term + 1).copied().unwrap_or(0.0)))
        .sum()
}

fn bits(mut set: Set) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let index = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(index)
    })
}

impl Words {
    /// Reads the words of a passage.
    pub(super) fn read(query: &Query, text: &str, cache: &mut super::query::Cache) -> Self {
        let mut words = Self::default();
        let mut last: Set = 0;
        query.each(text, cache, &mut |found| {
            words.length += 1.0;
            let mut terms: Set = 0;
            for index in bits(found) {
                terms |= 1 << query.alternatives[index].term;
                match words.counts.iter_mut().find(|(at, _)| usize::from(*at) == index) {
                    Some((_, count)) => *count += 1.0,
                    None => words.counts.push((index as u8, 1.0)),
                }
            }
            words.set |= found;
            words.pairs |= terms >> 1 & last;
            last = terms;
        });
        words
    }
}
