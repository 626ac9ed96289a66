//! The score below which a block is not among the best, so that a common word does not show a whole collection.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The best scores so far, as many as there may be.
pub(super) struct Bar {
    most: Option<usize>,
    /// The bits of a positive number are in the order of the numbers.
    best: BinaryHeap<Reverse<u64>>,
}

impl Bar {
    /// A bar that lets this many blocks pass, and others with the same score.
    pub(super) fn new(most: Option<usize>) -> Self {
        Self { most: most.map(|most| most.max(1)), best: BinaryHeap::new() }
    }

    /// Adds the score of a block, which is not negative.
    pub(super) fn add(&mut self, score: f64) {
        let Some(most) = self.most else { return };
        self.best.push(Reverse(score.to_bits()));
        if self.best.len() > most {
            self.best.pop();
        }
    }

    /// The least score that passes; `None` if every score does.
    pub(super) fn least(&self) -> Option<f64> {
        let is_full = self.most == Some(self.best.len());
        self.best.peek().filter(|_| is_full).map(|Reverse(bits)| f64::from_bits(*bits))
    }

    /// Whether a block can pass whose score is at most this one, but for rounding.
    pub(super) fn can_pass(&self, score: f64) -> bool {
        self.least().is_none_or(|least| score + 1e-6 >= least)
    }
}
