//! Facts that took the place of others: between the same neighbours, in place of one that is gone.

use rustc_hash::{FxHashMap, FxHashSet};

use super::alike::Profile;
use super::fact::{At, Fact, Page};

/// Pairs facts between neighbours that continue each other.
pub(super) fn in_place(
    (old, new): (&[Page], &[Page]),
    pairs: &[(At, At)],
    (gone, added): (&[At], &[At]),
) -> Vec<(At, At)> {
    let continued: FxHashMap<At, At> = pairs.iter().copied().collect();
    let free: FxHashSet<At> = added.iter().copied().collect();
    let mut found = Vec::new();
    for &(page, at) in gone {
        let fact = &old[page].facts[at];
        let beside = |index: Option<usize>| {
            let near = old[page].facts.get(index?).filter(|near| is_near(near, fact))?;
            (!near.words.is_empty()).then(|| continued.get(&(page, index?))).flatten().copied()
        };
        let (before, after) = (beside(at.checked_sub(1)), beside(at.checked_add(1)));
        let place = match (before, after) {
            (Some(before), Some(after)) if before.0 == after.0 && before.1 + 2 == after.1 => {
                Some((before.0, before.1 + 1))
            }
            (Some(before), None) => {
                Some((before.0, before.1 + 1)).filter(|to| is_last(old, (page, at)) && is_last(new, *to))
            }
            (None, Some(after)) => after
                .1
                .checked_sub(1)
                .map(|to| (after.0, to))
                .filter(|to| is_first(old, (page, at)) && is_first(new, *to)),
            _ => None,
        };
        let Some(to) = place.filter(|to| free.contains(to)) else { continue };
        let other = &new[to.0].facts[to.1];
        let is_alike = other.kind == fact.kind && other.above.len() == fact.above.len();
        if is_alike && Profile::of(other).replaces(&Profile::of(fact)) {
            found.push(((page, at), to));
        }
    }
    found
}

/// Whether two facts are in one block.
fn is_near(one: &Fact, other: &Fact) -> bool {
    one.block == other.block && one.section == other.section
}

/// Whether a fact is the last one of its block in a section.
fn is_last(pages: &[Page], (page, at): At) -> bool {
    let facts = &pages[page].facts;
    facts.get(at).is_some_and(|fact| facts.get(at + 1).is_none_or(|next| !is_near(fact, next)))
}

/// Whether a fact is the first one of its block in a section.
fn is_first(pages: &[Page], (page, at): At) -> bool {
    let facts = &pages[page].facts;
    facts.get(at).is_some_and(|fact| {
        at.checked_sub(1).and_then(|before| facts.get(before)).is_none_or(|before| !is_near(fact, before))
    })
}
