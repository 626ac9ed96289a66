//! Ranks the passages of readings, and keeps the blocks that match well enough.

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use tagdown::document::Kind;
use tagdown::text::Span;
use xxhash_rust::xxh3::xxh3_64;

use super::bar::Bar;
use super::passages;
use super::query::{Cache, Query, Set};
use super::scan::Scan;
use super::score::{self, Places, Weights, Words};
use super::statistics::Statistics;
use super::words;
use crate::reading::{Hit, Item, Reading, Standing};
use crate::select::ALL;
use crate::tokens::Encoding;

/// A passage matches if it has at least this share of the best score, or covers nearly as much of the query.
const MATCH: f64 = 0.5;
/// A match is close if it has at least this share of the best score, or covers nearly as much of the query.
const CLOSE: f64 = 0.7;
const AS_MUCH: f64 = 0.95;
/// A passage answers a query if it covers at least this share of it.
const ANSWER: f64 = 0.65;
/// How many passages are shown if none answers the query.
const NEAREST: usize = 8;
/// How many sections are named then.
const SECTIONS: usize = 3;
/// A shorter block can be the same in two documents by chance.
const SAME: usize = 24;

/// The result of a query.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ranked {
    /// How many blocks match.
    pub hits: usize,
    /// Whether there may be more blocks that match than [`Search::most`].
    pub is_cut: bool,
    /// The words of the query that no document contains.
    pub unmatched: Vec<String>,
    /// How many other blocks of the documents that match contain a word of the query, and how many other documents.
    pub others: [usize; 2],
    /// The sections that come nearest, if no block answers the query; their best passages are shown.
    pub nearest: Option<Vec<String>>,
}

/// What is searched for, and how.
#[derive(Clone, Copy, Debug)]
pub struct Search<'s> {
    /// The query.
    pub query: &'s Query,
    /// How often its words occur in all documents.
    pub statistics: &'s Statistics,
    /// The kinds that are shown; others are counted as left out. By default, all kinds.
    pub kinds: Option<&'s [Kind]>,
    /// How many blocks are kept, the best ones; `None` for all that match.
    pub most: Option<usize>,
    /// How tokens are counted, where that is not done yet.
    pub encoding: Encoding,
}

/// Keeps the blocks that match the query, each with its score and the passages that match, best first. Words are
/// compared by their stems, and by related words: `retries` finds `retry`, and `delete` finds `remove`. NOTE blocks
/// come after the SPEC, BUG and `?` blocks that match closely.
///
/// ```
/// use tagdown_read::Selection;
/// let text = "# T\n\n## Limits\n\n**[SPEC]**\n- Body: 4 KB\n\n## Errors\n\n**[SPEC]**\n- 429: too many requests\n";
/// let find = |query: &str| {
///     let mut readings = vec![tagdown_read::read(&tagdown::parse(text), "api.md", &Selection::default())];
///     tagdown_read::rank(&mut readings, query);
///     readings[0].blocks.iter().map(|block| block.address.clone()).collect::<Vec<_>>()
/// };
/// assert_eq!(find("limit of a request"), ["limits/spec-1", "errors/spec-1"]);
/// assert_eq!(find("bodies"), ["limits/spec-1"]);
/// ```
pub fn rank(readings: &mut [Reading], query: &str) -> Ranked {
    let query = Query::new(query);
    let scans: Vec<Scan> = readings.iter().map(|reading| query.scan_reading(reading)).collect();
    let statistics = &Statistics::new(scans.iter());
    let search = Search { query: &query, statistics, kinds: None, most: None, encoding: Encoding::default() };
    rank_with(readings, &search)
}

/// Like [`rank`], with statistics of more documents than the readings, which are the [`crate::candidates`].
pub fn rank_with(readings: &mut [Reading], search: &Search<'_>) -> Ranked {
    let Search { query, statistics, kinds, encoding, most } = *search;
    let weights = Weights::new(query, statistics);
    readings.par_iter_mut().filter(|reading| !is_scored(reading)).for_each(|reading| {
        score_reading(reading, query, &weights);
    });
    let (mut best, mut bar) = (Best::default(), Bar::new(most));
    for reading in &*readings {
        best.add(reading);
        scores(reading, kinds).for_each(|score| bar.add(score));
    }
    let least = bar.least().unwrap_or_default();
    let passing = readings.iter().flat_map(|reading| &reading.blocks).filter(|item| item.best() >= least);
    let close = passing.flat_map(|item| &item.hits).filter(|hit| hit.score >= CLOSE * best.score);
    best.covered = close.map(|hit| hit.covered).fold(0.0, f64::max);
    let is_answered = best.covered >= ANSWER;
    let mut others = [0, 0];
    for reading in readings.iter_mut() {
        let (mut with_word, mut is_match) = (0, false);
        for item in &mut reading.blocks {
            let has_word = item.hits.iter().any(|hit| hit.has_word);
            let passes = item.best() >= least;
            item.hits.retain(|hit| passes && best.is_match(hit));
            with_word += usize::from(has_word && item.hits.is_empty());
            is_match |= !item.hits.is_empty();
            for hit in &mut item.hits {
                hit.standing = standing(item.kind, best.is_close(hit));
            }
            item.hits.sort_by(Hit::order);
            item.standing = item.hits.iter().map(|hit| hit.standing).min().unwrap_or_default();
        }
        others[0] += if is_match { with_word } else { 0 };
        others[1] += usize::from(!is_match && with_word > 0);
    }
    merge_same(readings, kinds.unwrap_or(ALL));
    if !is_answered {
        others[0] += keep_nearest(readings);
    }
    let mut hits = 0;
    for reading in readings.iter_mut() {
        hits += keep_hits(reading, kinds, encoding);
    }
    let nearest = (!is_answered).then(|| nearest(readings));
    let is_cut = least > 0.0;
    Ranked { hits, is_cut, unmatched: unmatched(query, statistics), others, nearest }
}

/// The best passage so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Best {
    score: f64,
    /// How much of the query it covers.
    covered: f64,
}

impl Best {
    /// Adds the passages of a document.
    pub(super) fn add(&mut self, reading: &Reading) {
        all_hits(reading).for_each(|hit| self.add_passage(hit.score, hit.covered));
    }

    /// Adds one passage.
    pub(super) fn add_passage(&mut self, score: f64, covered: f64) {
        if score > self.score {
            *self = Self { score, covered };
        }
    }

    fn covers(&self, hit: &Hit) -> bool {
        hit.covered >= AS_MUCH * self.covered.max(ANSWER)
    }

    fn is_match(&self, hit: &Hit) -> bool {
        hit.score > 0.0 && (hit.score >= MATCH * self.score || self.covers(hit))
    }

    fn is_close(&self, hit: &Hit) -> bool {
        hit.score >= CLOSE * self.score || self.covers(hit)
    }

    /// Whether a passage matches that has this score and covers this share of the query; or whether a document can match
    /// whose passages have no more.
    pub(super) fn can_match(&self, (score, covered): (f64, f64)) -> bool {
        score > 0.0 && (score >= MATCH * self.score || covered >= AS_MUCH * self.covered.max(ANSWER))
    }
}

fn standing(kind: Kind, is_close: bool) -> Standing {
    match (kind, is_close) {
        (Kind::Note, true) => Standing::Context,
        (Kind::Note, false) => Standing::Far,
        (_, true) => Standing::Close,
        (_, false) => Standing::Weak,
    }
}

/// The words of the query that no document contains.
fn unmatched(query: &Query, statistics: &Statistics) -> Vec<String> {
    let mut is_found = vec![false; query.terms.len()];
    for (alternative, holding) in query.alternatives.iter().zip(&statistics.holding) {
        is_found[alternative.term] |= *holding > 0.0 && alternative.weight >= 1.0;
    }
    let is_whole = |term: usize| query.terms.iter().any(|other| other.compound == Some(term));
    let is_unmatched =
        |term: &usize| !is_found[*term] && !query.terms[*term].word.is_empty() && !is_whole(*term);
    (0..query.terms.len()).filter(is_unmatched).map(|term| query.terms[term].word.clone()).collect()
}

fn all_hits(reading: &Reading) -> impl Iterator<Item = &Hit> {
    reading.blocks.iter().flat_map(|item| &item.hits)
}

/// The score of each block of these kinds, or of all kinds, that has one.
pub(super) fn scores(reading: &Reading, kinds: Option<&[Kind]>) -> impl Iterator<Item = f64> {
    let kinds = kinds.unwrap_or(ALL);
    reading
        .blocks
        .iter()
        .filter(|item| kinds.contains(&item.kind))
        .map(Item::best)
        .filter(|score| *score > 0.0)
}

/// Whether the passages of a reading have their scores.
fn is_scored(reading: &Reading) -> bool {
    all_hits(reading).next().is_some()
}

/// Gives each passage of a reading its score.
pub(super) fn score_reading(reading: &mut Reading, query: &Query, weights: &Weights) {
    let scored = query.with_cache(|cache| score_with(reading, query, weights, cache));
    for (item, hits) in reading.blocks.iter_mut().zip(scored) {
        item.hits = hits;
    }
}

fn score_with(reading: &Reading, query: &Query, weights: &Weights, cache: &mut Cache) -> Vec<Vec<Hit>> {
    let path = query.set(&reading.path, cache);
    let title = query.set(reading.title.as_deref().unwrap_or_default(), cache);
    let headings: Vec<Set> =
        reading.headings.iter().map(|heading| query.set(&heading.title, cache)).collect();
    let cut: Vec<Vec<(Span, Words)>> = reading
        .blocks
        .iter()
        .map(|item| {
            let words = |span: Span| (span, Words::read(query, &item.text[span.range()], cache));
            passages::passages(&item.text).into_iter().map(words).collect()
        })
        .collect();
    let blocks: Vec<Set> =
        cut.iter().map(|cut| cut.iter().fold(0, |set, (_, words)| set | words.set)).collect();
    let mut sections = vec![0; reading.headings.len()];
    for (item, block) in reading.blocks.iter().zip(&blocks) {
        sections[item.section] |= block;
    }
    let of_block = |(index, item): (usize, &Item)| {
        let own = reading.path(item.section);
        let above =
            own.iter().filter(|section| **section != item.section).fold(0, |set, &at| set | headings[at]);
        let block_title = query.set(item.title.as_deref().unwrap_or_default(), cache);
        let places = Places {
            heading: headings[item.section] | block_title,
            above,
            title,
            path,
            near: 0,
            block: blocks[index],
            section: sections[item.section],
        };
        score_block(&cut[index], query, weights, places)
    };
    reading.blocks.iter().enumerate().map(of_block).collect()
}

fn score_block(cut: &[(Span, Words)], query: &Query, weights: &Weights, places: Places) -> Vec<Hit> {
    let hit = |index: usize| {
        let set = |at: Option<usize>| at.and_then(|at| cut.get(at)).map_or(0, |(_, words)| words.set);
        let near = set(index.checked_sub(1)) | set(Some(index + 1));
        let (span, words) = &cut[index];
        let (score, covered) = score::score(query, weights, words, &Places { near, ..places });
        // Rounded, so every machine produces the same ranking.
        Hit {
            span: *span,
            score: (score * 1e6).round() / 1e6,
            covered,
            has_word: query.has_word(words.set),
            standing: Standing::Far,
        }
    };
    (0..cut.len()).map(hit).collect()
}

/// Keeps only the best passages of all, and returns how many blocks have no other.
fn keep_nearest(readings: &mut [Reading]) -> usize {
    let hits = readings.iter().flat_map(|reading| &reading.blocks).flat_map(|item| &item.hits);
    let mut scores: Vec<f64> = hits.map(|hit| hit.score).collect();
    scores.sort_by(|a, b| b.total_cmp(a));
    let least = scores.get(NEAREST - 1).or(scores.last()).copied().unwrap_or_default();
    let (mut room, mut dropped) = (NEAREST, 0);
    for item in readings.iter_mut().flat_map(|reading| &mut reading.blocks) {
        let had_hits = !item.hits.is_empty();
        item.hits.retain(|hit| {
            let is_kept = hit.score >= least && room > 0;
            room -= usize::from(is_kept);
            is_kept
        });
        dropped += usize::from(had_hits && item.hits.is_empty());
    }
    dropped
}

/// The sections of the blocks that are kept, the best first.
fn nearest(readings: &[Reading]) -> Vec<String> {
    let mut found: Vec<(&Reading, &Item)> =
        readings.iter().flat_map(|reading| reading.blocks.iter().map(move |item| (reading, item))).collect();
    found.sort_by(|a, b| a.1.rank(b.1));
    let mut names: Vec<String> = Vec::new();
    for (reading, item) in found {
        let name = format!("{}#{}", reading.path, reading.headings[item.section].slug);
        if !names.contains(&name) && names.len() < SECTIONS {
            names.push(name);
        }
    }
    names
}

/// Shows a block whose words several blocks have only once; the others are named beside it.
fn merge_same(readings: &mut [Reading], kinds: &[Kind]) {
    let mut order: Vec<(usize, usize)> = Vec::new();
    for (document, reading) in readings.iter().enumerate() {
        order.extend((0..reading.blocks.len()).map(|block| (document, block)));
    }
    order.retain(|(document, block)| {
        let item = &readings[*document].blocks[*block];
        !item.hits.is_empty() && kinds.contains(&item.kind)
    });
    order.sort_by(|a, b| {
        let item = |at: &(usize, usize)| &readings[at.0].blocks[at.1];
        item(a).rank(item(b))
    });
    let mut first: FxHashMap<u64, (usize, usize)> = FxHashMap::default();
    for (document, block) in order {
        let reading = &mut readings[document];
        let item = &mut reading.blocks[block];
        let Some(key) = key(&identity(item), &item.text) else { continue };
        let owner = *first.entry(key).or_insert((document, block));
        if owner != (document, block) {
            item.hits.clear();
            let address = format!("{}#{}", reading.path, item.address);
            readings[owner.0].blocks[owner.1].also.push(address);
        }
    }
}

/// What makes a block another one than a block with the same text.
fn identity(item: &Item) -> String {
    let leans: Vec<&str> = item.leans.iter().map(|lean| &*lean.text).collect();
    format!("{:?} {:?} {:?} {leans:?} ", item.kind, item.tag, item.title)
}

/// A hash of the words and of the identity of a block; `None` if it is too short to say the same only in one way.
fn key(identity: &str, text: &str) -> Option<u64> {
    let mut words = identity.to_owned();
    words::each_word(text, &mut |word| {
        words.push_str(word);
        words.push(' ');
    });
    (words.len() >= identity.len() + SAME).then(|| xxh3_64(words.as_bytes()))
}

/// Keeps the blocks that match, and the other BUG blocks of their sections, which come last. Returns how many match.
fn keep_hits(reading: &mut Reading, kinds: Option<&[Kind]>, encoding: Encoding) -> usize {
    let kinds = kinds.unwrap_or(ALL);
    let is_hit = |item: &Item| !item.hits.is_empty() && kinds.contains(&item.kind);
    let sections: Vec<usize> =
        reading.blocks.iter().filter(|item| is_hit(item)).map(|item| item.section).collect();
    let left_out = &mut reading.left_out;
    *left_out = crate::reading::Tally::default();
    let mut hits = 0;
    reading.blocks.retain_mut(|item| {
        let (matches, is_hit) = (!item.hits.is_empty(), is_hit(item));
        let is_beside = !matches
            && item.also.is_empty()
            && item.kind == Kind::Bug
            && kinds.contains(&Kind::Bug)
            && sections.binary_search(&item.section).is_ok();
        if (matches || is_beside) && item.tokens == 0 {
            item.tokens = encoding.count(&item.text);
        }
        if matches && !is_hit {
            left_out.add(item.kind, item.tokens);
        }
        if is_beside {
            item.standing = Standing::Beside;
        }
        item.score = is_hit.then(|| item.best());
        hits += usize::from(is_hit);
        is_hit || is_beside
    });
    hits
}
