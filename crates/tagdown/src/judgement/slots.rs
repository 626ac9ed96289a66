//! A hash table that the compiler makes: names, by their hashes, in slots. What belongs to a name is in an array of the
//! caller, at the same index. A program that checks one file therefore has nothing to read at its start.

use super::hashed::spread;

/// Names in slots. A name is in the slot that its hash chooses, or in the first free one after it.
pub(super) struct Slots<const N: usize> {
    /// What tells names in neighbouring slots apart: further bits of the hash; 0 in a free slot.
    marks: [u32; N],
}

impl<const N: usize> Slots<N> {
    /// Free slots. Their number is a power of two.
    pub(super) const EMPTY: Self = {
        assert!(N.is_power_of_two());
        Self { marks: [0; N] }
    };

    /// The slot of a new or known name.
    pub(super) const fn add(&mut self, hash: u64) -> usize {
        let slot = self.search(hash);
        self.marks[slot] = mark(hash);
        slot
    }

    /// The slot of a name, if it has one.
    #[inline]
    pub(super) const fn find(&self, hash: u64) -> Option<usize> {
        let slot = self.search(hash);
        if self.marks[slot] == 0 { None } else { Some(slot) }
    }

    /// The number of names.
    #[cfg(test)]
    pub(super) fn count(&self) -> usize {
        self.marks.iter().filter(|mark| **mark != 0).count()
    }

    /// The slot of a name, or a free one.
    #[inline]
    const fn search(&self, hash: u64) -> usize {
        let (mut slot, mark) = ((spread(hash) >> (u64::BITS - N.trailing_zeros())) as usize, mark(hash));
        while self.marks[slot] != mark && self.marks[slot] != 0 {
            slot = (slot + 1) % N;
        }
        slot
    }
}

/// The bits of a hash that do not choose the slot.
#[inline]
const fn mark(hash: u64) -> u32 {
    spread(hash) as u32 | 1
}
