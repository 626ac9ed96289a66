//! Reads only the documents that can match a query well enough, those that can match best first. If only the words of
//! its sections are known, the text of a document is looked at before it is parsed.

use rayon::prelude::*;

use super::bar::Bar;
use super::rank::{Best, Search, score_reading, scores};
use super::scan::Scan;
use super::score::Weights;
use crate::reading::Reading;

/// How many documents are read between two looks at the best score.
const BATCH: usize = 16;

/// A document that is not read yet.
struct Unread {
    index: usize,
    /// The score, and the share of the query that is covered, which none of its passages can exceed.
    most: (f64, f64),
    is_rough: bool,
}

/// Reads the documents that can contain a block that [`super::rank_with`] keeps, in their order, with their indices.
/// `look` looks at the text of a document of which only kept words are known, and `read` parses one; `None` if it is
/// none. All passages of the blocks have their scores.
///
/// ```
/// use tagdown_read::{Encoding, Query, Search, Selection, Statistics, candidates};
/// let texts = ["# A\n\n**[SPEC]**\n- Timeout: 5 s\n", "# B\n\n**[SPEC]**\n- Colour: red\n"];
/// let query = &Query::new("timeout");
/// let look = |at: usize| Some(query.scan("a.md", texts[at]));
/// let scans: Vec<_> = (0..2).filter_map(look).collect();
/// let statistics = &Statistics::new(scans.iter());
/// let search = Search { query, statistics, kinds: None, most: None, encoding: Encoding::default() };
/// let read = |at: usize| Some(tagdown_read::read(&tagdown::parse(texts[at]), "a.md", &Selection::default()));
/// let found = candidates(&search, &scans, look, read);
/// assert_eq!(found.iter().map(|(at, _)| *at).collect::<Vec<_>>(), [0]);
/// ```
pub fn candidates(
    search: &Search<'_>,
    scans: &[Scan],
    look: impl Fn(usize) -> Option<Scan> + Sync,
    read: impl Fn(usize) -> Option<Reading> + Sync,
) -> Vec<(usize, Reading)> {
    let query = search.query;
    let weights = Weights::new(query, search.statistics);
    let unread = |(index, scan): (usize, &Scan)| {
        let most = scan.most(query, &weights);
        (most.0 > 0.0).then_some(Unread { index, most, is_rough: scan.is_rough })
    };
    let mut unread: Vec<Unread> = scans.par_iter().enumerate().filter_map(unread).collect();
    let best_first = |a: &Unread, b: &Unread| b.most.0.total_cmp(&a.most.0);
    unread.sort_by(best_first);
    let mut found: Vec<(usize, Reading)> = Vec::new();
    let (mut best, mut bar) = (Best::default(), Bar::new(search.most));
    loop {
        // The best passage decides what matches, so a document that could not match before may match later.
        let is_next = |at: &usize| bar.can_pass(unread[*at].most.0) && best.can_match(unread[*at].most);
        let next: Vec<usize> = (0..unread.len()).filter(is_next).take(BATCH).collect();
        if next.is_empty() {
            break;
        }
        if next.iter().any(|at| unread[*at].is_rough) {
            let again = |at: &usize| {
                (*at, look(unread[*at].index).map_or((0.0, 0.0), |scan| scan.most(query, &weights)))
            };
            let rough = next.par_iter().filter(|at| unread[**at].is_rough);
            for (at, most) in rough.map(again).collect::<Vec<_>>() {
                unread[at] = Unread { most, is_rough: false, ..unread[at] };
            }
            unread.sort_by(best_first);
            continue;
        }
        let one = |at: &usize| {
            let mut reading = read(unread[*at].index)?;
            score_reading(&mut reading, query, &weights);
            Some((unread[*at].index, reading))
        };
        for (index, reading) in next.par_iter().filter_map(one).collect::<Vec<_>>() {
            best.add(&reading);
            scores(&reading, search.kinds).for_each(|score| bar.add(score));
            found.push((index, reading));
        }
        found.retain(|(_, reading)| scores(reading, None).any(|score| bar.can_pass(score)));
        let mut at = 0;
        unread.retain(|_| {
            at += 1;
            next.binary_search(&(at - 1)).is_err()
        });
    }
    found.sort_by_key(|(index, _)| *index);
    found
}
