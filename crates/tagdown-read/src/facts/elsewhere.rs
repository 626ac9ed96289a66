//! Documents that were not compared: which of them matter, and whether they state a fact that was lost.

use rustc_hash::{FxHashMap, FxHashSet};

use super::change::{ALONE, Change, Comparison, What, counts};
use super::fact::{At, Page};

/// What a document must have to state a fact that was lost, or to cite a block of which a fact changed.
#[derive(Debug)]
pub struct Wanted {
    /// The longest word of each fact that was lost.
    words: FxHashSet<String>,
    /// The addresses of the blocks, without the path of their document.
    addresses: FxHashSet<String>,
}

impl Wanted {
    /// Whether a text has one of them.
    pub fn is_in(&self, text: &str) -> bool {
        let anchors = text.match_indices('#').map(|(at, _)| &text[at + 1..]);
        let ends = |c: char| c.is_whitespace() || c == ')' || c == '>';
        let mut anchors = anchors.map(|rest| &rest[..rest.find(ends).unwrap_or(rest.len())]);
        anchors.any(|anchor| self.addresses.contains(anchor))
            || !self.words.is_empty() && runs(text).any(|run| self.words.contains(run))
    }
}

impl Comparison {
    /// What makes another document matter.
    pub fn wanted(&self) -> Wanted {
        let lost = self.changes.iter().filter(|change| change.what == What::Lost).flat_map(Change::all);
        let longest = |(page, fact): At| {
            let words = self.old[page].facts[fact].words.iter();
            words.flat_map(|word| runs(word)).max_by_key(|run| run.len()).map(str::to_owned)
        };
        let words = lost.filter_map(|(old, _)| old).filter_map(longest).collect();
        Wanted { words, addresses: self.touched_addresses() }
    }

    /// Looks for lost facts in documents that did not change.
    pub fn find_lost(&mut self, pages: &[Page]) {
        let mut stated: FxHashMap<u128, String> = FxHashMap::default();
        for page in pages {
            for fact in page.facts.iter().filter(|fact| counts(fact.kind)) {
                stated.entry(fact.key).or_insert_with(|| format!("{}#{}", page.path, fact.address));
            }
        }
        for change in self.changes.iter_mut().filter(|change| change.what == What::Lost) {
            let fact = change.old.map(|(page, fact)| &self.old[page].facts[fact]);
            let still = fact.filter(|fact| fact.words.len() >= ALONE).and_then(|fact| stated.get(&fact.key));
            if let Some(address) = still {
                change.what = What::Moved;
                change.still = Some(address.clone());
            }
        }
        self.changes.sort_by_key(|change| (change.what, change.new.or(change.old)));
    }
}

/// The longest stretches of letters and digits, which no markup can cut.
fn runs(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|run| !run.is_empty())
}
