//! Facts that cite a block of which a fact changed.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use super::change::{Cited, Comparison, What};
use super::fact::Page;

/// What happened to each block, by the path of its document and its address there.
type Touched = BTreeMap<(String, String), (String, FxHashSet<What>)>;

impl Comparison {
    /// The addresses of the blocks of which facts changed, without the path of their document.
    pub(super) fn touched_addresses(&self) -> FxHashSet<String> {
        self.touched().into_keys().map(|(_, address)| address).collect()
    }

    /// Finds who cites a block of which a fact changed: in the new documents, and in others that did not change.
    pub fn find_citations(&mut self, others: &[Page]) {
        let touched = self.touched();
        let mut out: Vec<Cited> = Vec::new();
        for page in self.new.iter().chain(others) {
            for fact in &page.facts {
                let found = fact.links.iter().filter_map(|link| touched.get(&target(&page.path, link)?));
                for (to, changes) in found {
                    let from = format!("{}#{}", page.path, fact.address);
                    let mut changes: Vec<What> = changes.iter().copied().collect();
                    changes.sort_unstable();
                    let cited = Cited { from, to: to.clone(), changes };
                    // A block may cite another one several times, and need not cite itself.
                    if cited.from != cited.to && !out.contains(&cited) {
                        out.push(cited);
                    }
                }
            }
        }
        out.sort_by(|a, b| (&a.changes, &a.from, &a.to).cmp(&(&b.changes, &b.from, &b.to)));
        self.citations = out;
    }

    /// The blocks of which facts changed, under their old and their new address. Links of the new state lead to documents
    /// by their new names.
    fn touched(&self) -> Touched {
        let mut out = Touched::new();
        for change in &self.changes {
            for (old, new) in change.all() {
                let old = old.map(|(page, fact)| {
                    let path = self.pages[page].map_or(&self.old[page].path, |page| &self.new[page].path);
                    (path.clone(), self.old[page].facts[fact].address.to_string())
                });
                let new = new.map(|(page, fact)| {
                    (self.new[page].path.clone(), self.new[page].facts[fact].address.to_string())
                });
                let Some((path, address)) = new.as_ref().or(old.as_ref()).cloned() else { continue };
                for key in old.into_iter().chain(new) {
                    let shown = format!("{path}#{address}");
                    out.entry(key).or_insert_with(|| (shown, FxHashSet::default())).1.insert(change.what);
                }
            }
        }
        out
    }
}

/// The document and the address that a link of a document leads to, if it cites a block.
fn target(from: &str, link: &str) -> Option<(String, String)> {
    let (path, address) = link.split_once('#').filter(|(_, address)| address.contains('/'))?;
    if path.is_empty() {
        return Some((from.to_owned(), address.to_owned()));
    }
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    Some((parts.join("/"), address.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_documents_and_blocks() {
        for (from, link, path, address) in [
            ("docs/a.md", "b.md#x/spec-1", "docs/b.md", "x/spec-1"),
            ("docs/a.md", "../b.md#x/?-1", "b.md", "x/?-1"),
            ("a.md", "#x/spec-1", "a.md", "x/spec-1"),
            ("../a.md", "../b.md#x/spec-1", "../../b.md", "x/spec-1"),
        ] {
            assert_eq!(target(from, link), Some((path.to_owned(), address.to_owned())), "{from} {link}");
        }
        assert_eq!(target("a.md", "b.md#section"), None);
    }
}
