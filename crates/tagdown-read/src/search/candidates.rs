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
/// document; `None` if it is none.
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
    let mut order: Vec<(usize, f64)> = scans
        .iter()
        .map(|scan| scan.most(query, &weights))
        .enumerate()
        .filter(|(_, most)| *most > 0.0)
        .collect();
    order.sort_by(|a, b| b.1.total_cmp(&a.1));
    let mut found: Vec<(usize, Reading)> = Vec::new();
    let mut best = Best::default();
    for batch in order.chunks(BATCH) {
        let can_match: Vec<usize> =
            batch.iter().filter(|(_, most)| *most >= best.least(&weights)).map(|(index, _)| *index).collect();
        if can_match.is_empty() {
            break;
        }
        let one = |&index: &usize| {
            let reading = read(index)?;
            let hits = score_reading(&reading, query, &weights);
            Some((index, reading, hits))
        };
        for (index, reading, hits) in can_match.par_iter().filter_map(one).collect::<Vec<_>>() {
            best.add(&hits);
            found.push((index, reading));
        }
    }
    found.sort_by_key(|(index, _)| *index);
    found
}
