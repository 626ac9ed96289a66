//! Reads only the documents that can match a query well enough, those that can match best first.

use rayon::prelude::*;

use super::query::Query;
use super::rank::{Best, score_reading};
use super::scan::Scan;
use super::score::Weights;
use super::statistics::Statistics;
use crate::reading::Reading;

/// How many documents are read between two looks at the best score.
const BATCH: usize = 16;

/// Reads the documents that can contain a block that matches, in their order, with their indices. `read` parses a
/// document; `None` if it is none. All passages of the blocks have their scores.
///
/// ```
/// use tagdown_read::{Query, Selection, Statistics, candidates};
/// let texts = ["# A\n\n**[SPEC]**\n- Timeout: 5 s\n", "# B\n\n**[SPEC]**\n- Colour: red\n"];
/// let query = Query::new("timeout");
/// let scans: Vec<_> = texts.iter().map(|text| query.scan("a.md", text)).collect();
/// let statistics = Statistics::new(scans.iter());
/// let read = |at: usize| Some(tagdown_read::read(&tagdown::parse(texts[at]), "a.md", &Selection::default()));
/// let found = candidates(&query, &statistics, &scans, read);
/// assert_eq!(found.iter().map(|(at, _)| *at).collect::<Vec<_>>(), [0]);
/// ```
pub fn candidates(
    query: &Query,
    statistics: &Statistics,
    scans: &[Scan],
    read: impl Fn(usize) -> Option<Reading> + Sync,
) -> Vec<(usize, Reading)> {
    let weights = Weights::new(query, statistics);
    let mut unread: Vec<(usize, (f64, f64))> =
        scans.iter().map(|scan| scan.most(query, &weights)).enumerate().collect();
    unread.sort_by(|a, b| b.1.0.total_cmp(&a.1.0));
    let mut found: Vec<(usize, Reading)> = Vec::new();
    let mut best = Best::default();
    loop {
        // The best passage decides what matches, so a document that could not match before may match later.
        let mut batch: Vec<usize> = Vec::new();
        unread.retain(|(index, most)| {
            let is_next = batch.len() < BATCH && best.can_match(*most);
            batch.extend(is_next.then_some(*index));
            !is_next
        });
        if batch.is_empty() {
            break;
        }
        let one = |&index: &usize| {
            let mut reading = read(index)?;
            score_reading(&mut reading, query, &weights);
            Some((index, reading))
        };
        for (index, reading) in batch.par_iter().filter_map(one).collect::<Vec<_>>() {
            best.add(&reading);
            found.push((index, reading));
        }
    }
    found.sort_by_key(|(index, _)| *index);
    found
}
