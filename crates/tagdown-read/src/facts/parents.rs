//! Facts that continue each other because of what is below them.

use rustc_hash::{FxHashMap, FxHashSet};

use super::earlier::Earlier;
use super::fact::At;

/// Pairs what is gone with what is new, if the facts below the one are now below the other.
pub(super) fn by_children(
    pairs: &[(At, At)],
    (old, new): (&Earlier, &Earlier),
    (gone, added): (&FxHashSet<At>, &FxHashSet<At>),
) -> Vec<(At, At)> {
    let mut votes: FxHashMap<(At, At), usize> = FxHashMap::default();
    for &(from, to) in pairs {
        if let (Some(before), Some(after)) = (old.get(from), new.get(to))
            && gone.contains(&before)
            && added.contains(&after)
        {
            *votes.entry((before, after)).or_default() += 1;
        }
    }
    let mut votes: Vec<((At, At), usize)> = votes.into_iter().collect();
    votes.sort_unstable_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    let mut taken = (FxHashSet::default(), FxHashSet::default());
    let mut found = Vec::new();
    for ((before, after), _) in votes {
        if !taken.0.contains(&before) && !taken.1.contains(&after) {
            taken.0.insert(before);
            taken.1.insert(after);
            found.push((before, after));
        }
    }
    found
}
