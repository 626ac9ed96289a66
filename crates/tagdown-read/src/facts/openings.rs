//! The first sentences of paragraphs and list items, which say what the sentences after them are about.

use rustc_hash::{FxHashMap, FxHashSet};

use super::alike::{Frequencies, Profile};
use super::change::{ALONE, Change, What};
use super::earlier::Earlier;
use super::fact::{At, Fact, Page};

/// How similar two sentences of one list item must be.
const IN_ITEM: f64 = 0.5;

/// Pairs what is gone with what is new after first sentences that continue each other.
pub(super) fn by_opening(
    (old, new): (&[Page], &[Page]),
    pairs: &[(At, At)],
    (gone, added): (&[At], &[At]),
    openings: &(Earlier, Earlier),
) -> Vec<(At, At)> {
    let mut waiting: FxHashMap<At, Vec<At>> = FxHashMap::default();
    for &at in added {
        if let Some(start) = openings.1.get(at) {
            waiting.entry(start).or_default().push(at);
        }
    }
    if waiting.is_empty() {
        return Vec::new();
    }
    let continued: FxHashMap<At, At> = pairs.iter().copied().collect();
    let flat = Frequencies::of(std::iter::empty(), std::iter::empty());
    let mut scored: Vec<(f64, At, At)> = Vec::new();
    for &at in gone {
        let start = openings.0.get(at).and_then(|start| continued.get(&start));
        let Some(near) = start.and_then(|start| waiting.get(start)) else { continue };
        let fact = &old[at.0].facts[at.1];
        for &to in near {
            let other = &new[to.0].facts[to.1];
            let score = Profile::of(fact).likeness(&Profile::of(other), &flat);
            let score = if fact.key == other.key { 2.0 } else { score };
            if score >= IN_ITEM && fact.kind == other.kind {
                scored.push((score, at, to));
            }
        }
    }
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
    let mut taken = (FxHashSet::default(), FxHashSet::default());
    scored.retain(|(_, at, to)| {
        let is_free = !taken.0.contains(at) && !taken.1.contains(to);
        if is_free {
            taken.0.insert(*at);
            taken.1.insert(*to);
        }
        is_free
    });
    scored.into_iter().map(|(_, at, to)| (at, to)).collect()
}

/// What continues what, in both directions, and what has no counterpart.
pub(super) struct Continued<'c> {
    pub(super) to: &'c FxHashMap<At, At>,
    pub(super) from: &'c FxHashMap<At, At>,
    pub(super) gone: &'c FxHashSet<At>,
    pub(super) added: &'c FxHashSet<At>,
}

/// Whether a sentence is about something else because it follows another first sentence. A paragraph or list item that was
/// cut into two or joined with its neighbour changes nothing.
pub(super) fn is_about_another(
    (from, old): (At, &Fact),
    (to, new): (At, &Fact),
    openings: &(Earlier, Earlier),
    continued: &Continued<'_>,
) -> bool {
    let (Some(before), Some(after)) = (openings.0.get(from), openings.1.get(to)) else { return false };
    if !depends(old) && !depends(new) {
        return false;
    }
    let now = continued.to.get(&before).map(|at| openings.1.start(*at));
    let was = continued.from.get(&after).map(|at| openings.0.start(*at));
    let is_known = now.is_some() || continued.gone.contains(&before);
    let is_clear = was.is_some() || continued.added.contains(&after);
    let is_replaced = now.is_none() && was.is_none();
    is_known && is_clear && !is_replaced && now != Some(after) && was != Some(before)
}

/// Marks the changes of later sentences that need the first one. One that came or went with the first one does not.
pub(super) fn name_openings(changes: &mut [Change], old: &[Page], new: &[Page]) {
    let site = |change: &Change| match (change.old, change.new) {
        (_, Some(at)) => Some((at.0, true, &new[at.0].facts[at.1])),
        (Some(at), None) => Some((at.0, false, &old[at.0].facts[at.1])),
        (None, None) => None,
    };
    let mut firsts: FxHashSet<(What, usize, bool, usize)> = FxHashSet::default();
    for change in changes.iter().filter(|change| matches!(change.what, What::Lost | What::Added)) {
        let first = site(change).filter(|(_, _, fact)| fact.opening.is_none());
        firsts.extend(first.map(|(page, is_new, fact)| (change.what, page, is_new, fact.item)));
    }
    for change in changes {
        let is_kind = matches!(change.what, What::Lost | What::Added | What::Changed);
        let Some((page, is_new, fact)) = site(change).filter(|_| is_kind && change.columns.is_none()) else {
            continue;
        };
        change.needs_opening = fact.opening.as_ref().is_some_and(|opening| {
            let is_named = opening.is_label || opening.is_in_list || points(fact);
            is_named && !firsts.contains(&(change.what, page, is_new, opening.item))
        });
    }
}

/// Words that point at what was said before.
const POINTING: [&str; 13] = [
    "it", "its", "they", "their", "them", "this", "these", "that", "those", "both", "such", "default",
    "defaults",
];

/// Whether a sentence needs the first one of its paragraph or list item.
fn depends(fact: &Fact) -> bool {
    let is_in_list = fact.opening.as_ref().is_some_and(|opening| opening.is_in_list);
    is_in_list || points(fact) || fact.words.len() < ALONE
}

/// Whether a sentence starts with a word that points at what was said before.
fn points(fact: &Fact) -> bool {
    fact.words.first().is_some_and(|word| POINTING.contains(&&*word.to_lowercase()))
}
