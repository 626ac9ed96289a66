//! Searches documents: those that can match a query are read and ranked.

use std::collections::HashSet;
use std::sync::Arc;

use tagdown_read::{Query, Ranked, Reading, Remarks, Request, Scan, Search, Statistics, Tally};

use super::ask::{Ask, Outcome};
use crate::files::Target;

/// Under a budget, only so many blocks are ranked: those of which the budget can show a part, and more.
const MOST_BLOCKS: usize = 50;
const LEAST_TOKENS: usize = 40;

/// The result of a first look at a document.
pub enum Look {
    /// What it contains of the query.
    Scanned(Scan),
    /// It is not a tagged document.
    Skipped,
    /// It could not be read, with the reason.
    Failed(String),
}

/// What a search found.
#[derive(Default)]
pub struct Searched {
    /// The documents that were read, with the blocks that match.
    pub readings: Vec<Reading>,
    /// How well the query was answered.
    pub ranked: Ranked,
    /// What the ending must report.
    pub remarks: Remarks,
    /// Files that could not be read, and why.
    pub problems: Vec<String>,
    /// Remarks on documents.
    pub notices: Vec<String>,
}

/// Reads the documents that match, ranked. `looks` has the result of the first look at each target, and `text` gives the
/// text of one.
pub fn search(
    ask: &Ask,
    query: &Query,
    targets: &[Target],
    looks: Vec<Look>,
    text: impl Fn(usize) -> Option<Arc<str>> + Sync,
) -> Searched {
    let mut searched = Searched::default();
    let (mut scans, mut indices) = (Vec::new(), Vec::new());
    for (index, look) in looks.into_iter().enumerate() {
        match look {
            Look::Scanned(scan) => {
                scans.push(scan);
                indices.push(index);
            }
            Look::Failed(problem) => {
                searched.problems.push(problem);
                searched.remarks.failed += 1;
            }
            Look::Skipped => searched.remarks.skipped += 1,
        }
    }
    let statistics = Statistics::new(scans.iter());
    let outcome = |at: usize| match text(indices[at]) {
        Some(text) => ask.read(&targets[indices[at]], &text),
        None => Outcome::Skipped,
    };
    let Request { budget, encoding, .. } = ask.request;
    let most = budget.map(|budget| MOST_BLOCKS.max(budget / LEAST_TOKENS));
    let search = Search { query, statistics: &statistics, kinds: ask.kinds.as_deref(), most, encoding };
    let mut candidates = Vec::new();
    if ask.needs_all() {
        for at in 0..indices.len() {
            match outcome(at) {
                Outcome::Read(reading, notices) => {
                    searched.readings.push(*reading);
                    searched.notices.extend(notices);
                }
                Outcome::Skipped => searched.remarks.skipped += 1,
            }
        }
    } else {
        let read = |at: usize| match outcome(at) {
            Outcome::Read(reading, _) => Some(*reading),
            Outcome::Skipped => None,
        };
        let look = |at: usize| {
            let text = text(indices[at])?;
            Some(query.scan(&targets[indices[at]].path.to_string_lossy(), &text))
        };
        for (at, reading) in tagdown_read::candidates(&search, &scans, look, read) {
            candidates.push(at);
            searched.readings.push(reading);
        }
    }
    let ranked = tagdown_read::rank_with(&mut searched.readings, &search);
    searched.remarks.others = ranked.others;
    searched.remarks.is_cut = ranked.is_cut;
    if !ask.needs_all() {
        // Which documents were read is chance; which of them match is not.
        let is_match = |reading: &Reading| !reading.blocks.is_empty() || reading.left_out != Tally::default();
        let matching: HashSet<usize> = candidates
            .iter()
            .zip(&searched.readings)
            .filter(|(_, one)| is_match(one))
            .map(|(at, _)| *at)
            .collect();
        searched.readings.retain(is_match);
        searched.remarks.unmatching = indices.len() - searched.readings.len();
        let has_word = |at: &usize| !matching.contains(at) && scans[*at].has_word(query);
        searched.remarks.others[1] = (0..scans.len()).filter(has_word).count();
    }
    searched.remarks.nearest.clone_from(&ranked.nearest);
    searched.remarks.unmatched.clone_from(&ranked.unmatched);
    searched.ranked = ranked;
    searched
}
