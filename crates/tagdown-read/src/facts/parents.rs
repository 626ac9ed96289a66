//! Which facts are below which: the list item that contains a fact, or the words that introduce it.

use rustc_hash::{FxHashMap, FxHashSet};

use super::fact::{At, Form, Page};

/// For each fact of each page, the fact above it.
#[derive(Debug, Default)]
pub(super) struct Parents(Vec<Vec<Option<usize>>>);

impl Parents {
    pub(super) fn of(pages: &[Page]) -> Self {
        Self(pages.iter().map(of_page).collect())
    }

    /// The fact above a fact.
    pub(super) fn get(&self, at: At) -> Option<At> {
        Some((at.0, self.0[at.0][at.1]?))
    }

    /// The nearest fact above a fact that is not one of these; and whether it is another one than the nearest of all.
    pub(super) fn climb(&self, at: At, except: &FxHashSet<At>) -> (Option<At>, bool) {
        let mut up = self.get(at);
        let mut is_other = false;
        while let Some(passed) = up.filter(|up| except.contains(up)) {
            up = self.get(passed);
            is_other = true;
        }
        (up, is_other)
    }
}

fn of_page(page: &Page) -> Vec<Option<usize>> {
    let mut first: FxHashMap<usize, usize> = FxHashMap::default();
    for (index, fact) in page.facts.iter().enumerate() {
        if fact.form == Form::Sentence {
            first.entry(fact.item).or_insert(index);
        }
    }
    let above = |(index, item): (usize, Option<usize>)| {
        item.and_then(|item| first.get(&item).copied()).filter(|up| *up < index)
    };
    page.facts.iter().map(|fact| fact.parent).enumerate().map(above).collect()
}

/// Pairs what is gone with what is new, if the facts below the one are now below the other.
pub(super) fn by_children(
    pairs: &[(At, At)],
    (old, new): (&Parents, &Parents),
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
