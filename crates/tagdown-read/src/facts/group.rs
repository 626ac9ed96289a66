//! Joins changes that belong together.

use rustc_hash::{FxHashMap, FxHashSet};
use tagdown::document::Kind;

use super::change::{Change, What};
use super::fact::Page;
use super::pair::At;

/// Joins what changed together: the rows of a table with a new column, the parts of a BUG, and facts that moved together.
pub(super) fn group(changes: Vec<Change>, old: &[Page], new: &[Page]) -> Vec<Change> {
    let before = |at: At| &old[at.0].facts[at.1];
    let after = |at: At| &new[at.0].facts[at.1];
    let mut whole: FxHashSet<(bool, usize, usize)> = FxHashSet::default();
    for (is_new, pages) in [(false, old), (true, new)] {
        whole.extend(whole_bugs(&changes, pages, is_new));
    }
    let mut out: Vec<Change> = Vec::new();
    let mut at: FxHashMap<String, usize> = FxHashMap::default();
    for change in changes {
        let key = match (change.what, change.old, change.new) {
            (What::Moved, Some(from), Some(to)) => {
                Some(format!("moved {} {:?} {} {:?}", from.0, before(from).section, to.0, after(to).section))
            }
            (_, Some(from), Some(to)) if change.columns.is_some() => {
                Some(format!("columns {} {} {} {:?}", from.0, to.0, after(to).block, change.columns))
            }
            (What::Lost, Some(from), _) if whole.contains(&(false, from.0, before(from).block)) => {
                Some(format!("lost {} {}", from.0, before(from).block))
            }
            (What::Added, _, Some(to)) if whole.contains(&(true, to.0, after(to).block)) => {
                Some(format!("added {} {}", to.0, after(to).block))
            }
            _ => None,
        };
        if let Some(&index) = key.as_ref().and_then(|key| at.get(key)) {
            out[index].count += 1;
        } else {
            at.extend(key.map(|key| (key, out.len())));
            out.push(change);
        }
    }
    out
}

/// The BUG blocks all of whose facts were lost, or added.
fn whole_bugs(changes: &[Change], pages: &[Page], is_new: bool) -> Vec<(bool, usize, usize)> {
    let mut touched: FxHashMap<(usize, usize), usize> = FxHashMap::default();
    for change in changes {
        let at = match (change.what, is_new) {
            (What::Lost, false) => change.old,
            (What::Added, true) => change.new,
            _ => None,
        };
        if let Some(at) = at {
            *touched.entry((at.0, pages[at.0].facts[at.1].block)).or_default() += 1;
        }
    }
    let is_whole = |((page, block), count): &(&(usize, usize), &usize)| {
        let mut facts = pages[*page].facts.iter().filter(|fact| fact.block == *block);
        let first = facts.next();
        first.is_some_and(|fact| fact.kind == Kind::Bug) && facts.count() + 1 == **count
    };
    touched.iter().filter(is_whole).map(|((page, block), _)| (is_new, *page, *block)).collect()
}
