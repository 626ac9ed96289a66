//! Ranks places by their names alone, for a tool that keeps titles and addresses of all documents but not their texts. The
//! words, related words and weights are those of a search.

use super::query::{Cache, Query};
use super::rank::Best;
use super::score::{Places, Weights, Words, score};
use super::statistics::Statistics;

/// The names of places, added one after the other.
#[derive(Debug)]
pub struct Names<'q> {
    query: &'q Query,
    cache: Cache,
    statistics: Statistics,
    /// The words of the file that the next names are from.
    file: Places,
    /// The names that have a word of the query.
    found: Vec<(usize, Words, Places)>,
    count: usize,
    words: f64,
}

impl<'q> Names<'q> {
    /// No names yet.
    pub fn new(query: &'q Query) -> Self {
        let holding = vec![0.0; query.alternatives.len()];
        let statistics = Statistics { holding, ..Statistics::default() };
        let (cache, file) = (Cache::default(), Places::default());
        Self { query, cache, statistics, file, found: Vec::new(), count: 0, words: 0.0 }
    }

    /// The file that the next names are from.
    pub fn enter(&mut self, path: &str) {
        self.file = Places { path: self.query.set(path, &mut self.cache), ..Places::default() };
    }

    /// Adds a place: its own words, and its address.
    pub fn add(&mut self, title: &str, address: &str) {
        let words = Words::read(self.query, title, &mut self.cache);
        let heading = words.set | self.query.set(address, &mut self.cache);
        self.words += words.length;
        if heading != 0 {
            let mut rest = heading;
            while rest != 0 {
                self.statistics.holding[rest.trailing_zeros() as usize] += 1.0;
                rest &= rest - 1;
            }
            self.found.push((self.count, words, Places { heading, ..self.file }));
        }
        self.count += 1;
    }

    /// The places that match, the best first: which one it is of those that were added, and its score.
    pub fn ranked(mut self) -> Vec<(usize, f64)> {
        self.statistics.units = self.count as f64;
        self.statistics.mean = (self.words / self.statistics.units.max(1.0)).max(1.0);
        let weights = Weights::new(self.query, &self.statistics);
        let score = |(at, words, places): &(usize, Words, Places)| {
            let (score, covered) = score(self.query, &weights, words, places);
            // Rounded, so every machine produces the same ranking.
            (*at, (score * 1e6).round() / 1e6, covered)
        };
        let all: Vec<(usize, f64, f64)> = self.found.iter().map(score).collect();
        let mut best = Best::default();
        for (_, score, covered) in &all {
            best.add_passage(*score, *covered);
        }
        let matching = all.into_iter().filter(|(_, score, covered)| best.can_match((*score, *covered)));
        let mut ranked: Vec<(usize, f64)> = matching.map(|(at, score, _)| (at, score)).collect();
        ranked.sort_by(|one, other| other.1.total_cmp(&one.1));
        ranked
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_ranked_as_blocks_are() {
        let names = [
            ("Limits", "limits"),
            ("", "limits/spec-1"),
            ("Uploads are removed too early", "uploads/bug-1"),
            ("The queue stops", "queue/bug-1"),
            ("Upload", "upload"),
        ];
        for (query, wanted) in [
            ("delete upload", Some(2)),
            ("uploading", Some(4)),
            ("the limit", Some(0)),
            ("queues", Some(3)),
            ("nothing of it", None),
            ("", None),
        ] {
            let parsed = Query::new(query);
            let mut all = Names::new(&parsed);
            all.enter("guide/api.md");
            for (title, address) in &names {
                all.add(title, address);
            }
            assert_eq!(all.ranked().first().map(|(at, _)| *at), wanted, "{query}");
        }
    }
}
