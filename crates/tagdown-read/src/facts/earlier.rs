//! Which earlier fact a fact needs: the first sentence of its paragraph or list item, or what is above it.

use rustc_hash::{FxHashMap, FxHashSet};

use super::fact::{At, Fact, Form, Page};

/// For each fact of each page, an earlier one.
#[derive(Debug, Default)]
pub(super) struct Earlier(Vec<Vec<Option<usize>>>);

impl Earlier {
    /// The first sentence of the paragraph or list item of a fact, if it is a later one.
    pub(super) fn openings(pages: &[Page]) -> Self {
        Self::of(pages, |fact| fact.opening.as_ref().map(|opening| opening.item))
    }

    /// The list item that contains a fact, or the words that introduce it.
    pub(super) fn parents(pages: &[Page]) -> Self {
        Self::of(pages, |fact| fact.parent)
    }

    /// `item` gives the number of the paragraph or list item that starts with the earlier fact.
    fn of(pages: &[Page], item: impl Fn(&Fact) -> Option<usize>) -> Self {
        let of_page = |page: &Page| {
            let mut first: FxHashMap<usize, usize> = FxHashMap::default();
            for (index, fact) in page.facts.iter().enumerate().filter(|(_, fact)| fact.form == Form::Sentence)
            {
                first.entry(fact.item).or_insert(index);
            }
            let earlier = |(index, fact): (usize, &Fact)| {
                item(fact).and_then(|item| first.get(&item).copied()).filter(|start| *start < index)
            };
            page.facts.iter().enumerate().map(earlier).collect()
        };
        Self(pages.iter().map(of_page).collect())
    }

    /// The earlier fact.
    pub(super) fn get(&self, at: At) -> Option<At> {
        Some((at.0, self.0[at.0][at.1]?))
    }

    /// The earlier fact, or the fact itself.
    pub(super) fn start(&self, at: At) -> At {
        self.get(at).unwrap_or(at)
    }

    /// The nearest earlier fact that is not one of these; and whether it is another one than the nearest of all.
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
