//! `tagdown read --query`: looks at the raw text of all documents, and reads those that can match.

use std::sync::{Arc, OnceLock};

use tagdown_project::files::{self, Target, Text};
use tagdown_project::lookup::{Look, search};
use tagdown_read::{Query, Reading};

use super::job::{Gathered, Job};
use crate::commands::batches::for_each;
use crate::commands::broken_links::BrokenLinks;
use crate::terminal::{Problem, output};

/// How many documents are searched for broken links in what is shown.
const WITH_LINKS: usize = 8;

impl Job<'_> {
    /// Reads the documents that match, ranked, and returns whether any does.
    pub(super) fn search(
        &self,
        query: &str,
        targets: &[Target],
        gathered: &mut Gathered,
    ) -> Result<bool, Problem> {
        let query = Query::new(query);
        let texts: Vec<OnceLock<Arc<str>>> = targets.iter().map(|_| OnceLock::new()).collect();
        let numbered: Vec<usize> = (0..targets.len()).collect();
        let look = |index: &usize| {
            let target = &targets[*index];
            let path = target.path.to_string_lossy();
            match files::read(target) {
                Text::Read(text) => {
                    let scan = query.scan(&path, &text);
                    // The place of each text is its own.
                    let _ = texts[*index].set(text.into());
                    Look::Scanned(scan)
                }
                Text::Untagged => Look::Skipped,
                Text::Failed(problem) => Look::Failed(format!("{path}: {problem}")),
            }
        };
        let mut looks = Vec::new();
        for_each(&numbered, look, |look| {
            looks.push(look);
            Ok::<(), Problem>(())
        })?;
        let searched = search(&self.ask, &query, targets, looks, |index| texts[index].get().cloned());
        searched.problems.iter().chain(&searched.notices).for_each(|problem| output::complain(problem));
        let failed = gathered.remarks.failed;
        gathered.remarks = searched.remarks;
        gathered.remarks.failed += failed;
        for reading in searched.readings {
            gathered.add(reading);
        }
        for (target, text) in targets.iter().zip(&texts) {
            let path = target.path.to_string_lossy();
            let is_shown = |reading: &Reading| reading.path == path && !reading.blocks.is_empty();
            if gathered.broken.len() < WITH_LINKS
                && gathered.readings.iter().any(is_shown)
                && let Some(text) = text.get()
            {
                gathered.broken.push(BrokenLinks::of(target, &target.parse(text)));
            }
        }
        Ok(searched.ranked.hits > 0)
    }
}
