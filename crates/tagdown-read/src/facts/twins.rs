//! Facts with the same words: which of them continues which.

use super::fact::{At, Page};

/// Of so many facts with the same words, the one with the same neighbours is preferred.
const MOST: usize = 32;

/// The index of the candidate that has a neighbour of an old fact beside it; the first one, if several have.
pub(super) fn beside(
    (old, new): (&[Page], &[Page]),
    from: At,
    candidates: &[At],
    fits: impl Fn(&At) -> bool,
) -> Option<usize> {
    if !(2..=MOST).contains(&candidates.len()) {
        return None;
    }
    let key = |page: &Page, at: Option<usize>| page.facts.get(at?).map(|fact| fact.key);
    let is_same = |to: At, one: Option<usize>, two: Option<usize>| {
        let before = key(&old[from.0], one);
        before.is_some() && before == key(&new[to.0], two)
    };
    // The one before a fact says more about it than the one after it.
    let shared = |to: At| {
        2 * usize::from(is_same(to, from.1.checked_sub(1), to.1.checked_sub(1)))
            + usize::from(is_same(to, Some(from.1 + 1), Some(to.1 + 1)))
    };
    let fitting = (0..candidates.len()).filter(|&index| fits(&candidates[index]));
    let best = fitting.map(|index| (shared(candidates[index]), std::cmp::Reverse(candidates[index]), index));
    best.max().filter(|(shared, ..)| *shared > 0).map(|(.., index)| index)
}
