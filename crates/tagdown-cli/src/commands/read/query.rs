//! `tagdown read --query`: looks at the raw text of all documents, and reads those that can match.

use tagdown_project::files::{self, Target, Text};
use tagdown_read::{Query, Ranked, Reading, Scan, Search, Statistics};

use super::job::{Gathered, Job, Outcome};
use crate::commands::batches::for_each;
use crate::commands::broken_links::BrokenLinks;
use crate::terminal::Problem;

/// How many documents are searched for broken links in what is shown.
const WITH_LINKS: usize = 8;

/// A document that may be read.
struct Candidate<'t> {
    target: &'t Target,
    text: String,
}

/// The result of the first look at a file.
enum Look {
    Text(Scan, String),
    Skipped,
    Failed(String),
}

impl Job<'_> {
    /// Reads the documents that match, ranked.
    pub(super) fn search(
        &self,
        query: &str,
        targets: &[Target],
        gathered: &mut Gathered,
    ) -> Result<Ranked, Problem> {
        let query = Query::new(query);
        let look = |target: &Target| match files::read(target) {
            Text::Read(text) => Look::Text(query.scan(&target.path.to_string_lossy(), &text), text),
            Text::Untagged => Look::Skipped,
            Text::Failed(problem) => Look::Failed(format!("{}: {problem}", target.path.to_string_lossy())),
        };
        let (mut scans, mut candidates) = (Vec::new(), Vec::new());
        let mut at = targets.iter();
        for_each(targets, look, |look| {
            let target = at.next();
            match (look, target) {
                (Look::Text(scan, text), Some(target)) => {
                    scans.push(scan);
                    candidates.push(Candidate { target, text });
                }
                (Look::Failed(problem), _) => drop(gathered.take(Outcome::Failed(problem), false)),
                _ => drop(gathered.take(Outcome::Skipped, false)),
            }
            Ok::<(), Problem>(())
        })?;
        let statistics = Statistics::new(scans.iter());
        // Links are checked later, in what is shown.
        let outcome = |index: usize| {
            self.read_text(candidates[index].target, &candidates[index].text, |target, _| {
                BrokenLinks::none(target)
            })
        };
        let mut outcomes = Vec::new();
        if self.needs_all() {
            outcomes.extend((0..candidates.len()).map(outcome));
        } else {
            let read = |index: usize| match outcome(index) {
                Outcome::Read(reading, ..) => Some(*reading),
                _ => None,
            };
            let found = tagdown_read::candidates(&query, &statistics, &scans, read);
            gathered.remarks.unmatching = candidates.len() - found.len();
            let is_read = |index: usize| found.binary_search_by_key(&index, |(at, _)| *at).is_ok();
            let has_word = |index: &usize| !is_read(*index) && scans[*index].has_word(&query);
            gathered.remarks.others[1] = (0..scans.len()).filter(has_word).count();
            outcomes.extend(found.into_iter().map(|(index, reading)| {
                let broken = BrokenLinks::none(candidates[index].target);
                Outcome::Read(Box::new(reading), String::new(), Vec::new(), broken)
            }));
        }
        for outcome in outcomes {
            gathered.take(outcome, false);
        }
        let kinds = self.kinds();
        let encoding = self.request.encoding;
        let search = Search { query: &query, statistics: &statistics, kinds: kinds.as_deref(), encoding };
        let ranked = tagdown_read::rank_with(&mut gathered.readings, &search);
        gathered.broken.clear();
        for candidate in &candidates {
            let path = candidate.target.path.to_string_lossy();
            let is_shown = |reading: &&Reading| reading.path == path && !reading.blocks.is_empty();
            if gathered.broken.len() < WITH_LINKS
                && gathered.readings.iter().any(|reading| is_shown(&reading))
            {
                let document = candidate.target.parse(&candidate.text);
                gathered.broken.push(BrokenLinks::of(candidate.target, &document));
            }
        }
        Ok(ranked)
    }

    /// Whether every document must be read, because something else than the query decides what is missing.
    fn needs_all(&self) -> bool {
        !self.args.section.is_empty() || !self.wanted.is_empty()
    }
}
