//! What two facts have in common, as a number: where they are and what they say. Long enough that two different facts never
//! have the same one, and much smaller than the words.

use std::sync::Arc;

use xxhash_rust::xxh3::Xxh3Default;

use super::fact::{Fact, Page};
use super::places::Place;

/// A section of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Spot {
    pub(super) page: usize,
    section: u128,
}

impl Spot {
    /// Where no fact is.
    pub(super) const NOWHERE: Self = Self { page: usize::MAX, section: 0 };

    /// A page as a whole.
    pub(super) fn of_page(page: usize) -> Self {
        Self { page, section: 0 }
    }
}

/// The spots of the facts of each page.
pub(super) type Spots = Vec<Vec<Option<Spot>>>;

/// The spots of the facts of each page. `place` gives the place of one, if it has one.
pub(super) fn spots(pages: &[Page], place: impl Fn(usize, &Fact) -> Option<Place>) -> Spots {
    let spot = |(page, section): Place| Spot { page, section: Key::default().with(&section).digest() };
    let of_page = |(index, page): (usize, &Page)| {
        let mut spots: Vec<Option<Spot>> = Vec::with_capacity(page.facts.len());
        for (at, fact) in page.facts.iter().enumerate() {
            // Facts of a section follow each other.
            let is_same = at > 0 && Arc::ptr_eq(&page.facts[at - 1].section, &fact.section);
            spots.push(if is_same { spots[at - 1] } else { place(index, fact).map(spot) });
        }
        spots
    };
    pages.iter().enumerate().map(of_page).collect()
}

/// Gathers what facts must have in common.
#[derive(Default)]
pub(super) struct Key(Xxh3Default);

impl Key {
    /// These words as a number.
    pub(super) fn of(words: &[String]) -> u128 {
        Self::default().with(words).digest()
    }

    /// They must say the same.
    pub(super) fn saying(mut self, key: u128) -> Self {
        self.0.update(&key.to_le_bytes());
        self
    }

    /// They must be in the same section.
    pub(super) fn at(spot: Spot) -> Self {
        let mut key = Self::default();
        key.0.update(&spot.page.to_le_bytes());
        key.0.update(&spot.section.to_le_bytes());
        key
    }

    /// They must have these words.
    pub(super) fn with(mut self, words: &[String]) -> Self {
        self.add(words);
        self
    }

    /// They must have each of these lists of words.
    pub(super) fn with_all(mut self, lists: &[Vec<String>]) -> Self {
        for words in lists {
            self.add(words);
        }
        self
    }

    fn add(&mut self, words: &[String]) {
        for word in words {
            self.0.update(word.as_bytes());
            // No text contains these bytes.
            self.0.update(&[0xfe]);
        }
        self.0.update(&[0xff]);
    }

    pub(super) fn digest(&self) -> u128 {
        self.0.digest128()
    }
}
