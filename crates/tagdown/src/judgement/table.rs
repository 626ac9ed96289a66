//! The table of the judge: the weight of each feature in `facts.tsv`, found by the hash of its name.

use std::sync::LazyLock;

use super::hashed::{Hashed, join, push, spread};

/// The weights, in thousandths of log odds; a positive weight is evidence for a fact.
pub(super) static TABLE: LazyLock<Table> = LazyLock::new(|| Table::read(include_str!("facts.tsv")));

/// The logarithm of the number of slots. Less than half of them are full, so a search is short.
const BITS: u32 = 14;

/// Weights in slots, by hash. A feature is in the slot that its hash names, or in the first free one after it.
pub(super) struct Table {
    slots: Vec<(u64, i32)>,
    pub(super) bias: i32,
}

impl Table {
    /// Reads rows of a name, a tab and a weight, each with a line ending.
    fn read(rows: &str) -> Self {
        let mut table = Self { slots: vec![(0, 0); 1 << BITS], bias: 0 };
        let bias = Hashed::new("@bias");
        // One pass over the bytes, because a program that checks one file reads the table too.
        let (mut key, mut weight, mut is_weight, mut is_negative) = (0, 0, false, false);
        for byte in rows.bytes() {
            match byte {
                b'\n' => {
                    let weight = if is_negative { -weight } else { weight };
                    if key == join(&[bias]) {
                        table.bias = weight;
                    } else {
                        let slot = table.search(key);
                        table.slots[slot] = (key, weight);
                    }
                    (key, is_weight) = (0, false);
                }
                b'\t' => (weight, is_weight, is_negative) = (0, true, false),
                b'-' if is_weight => is_negative = true,
                _ if is_weight => weight = weight * 10 + i32::from(byte - b'0'),
                _ => key = push(key, byte),
            }
        }
        table
    }

    /// The number of slots.
    pub(super) fn len(&self) -> usize {
        self.slots.len()
    }

    /// The slot and weight of the feature with this hash.
    #[inline]
    pub(super) fn find(&self, key: u64) -> Option<(usize, i32)> {
        let slot = self.search(key);
        let (found, weight) = self.slots[slot];
        (found == key).then_some((slot, weight))
    }

    /// The slot of a hash: its own, or a free one.
    #[inline]
    fn search(&self, key: u64) -> usize {
        let mut slot = (spread(key) >> (64 - BITS)) as usize;
        while self.slots[slot].0 != key && self.slots[slot].0 != 0 {
            slot = (slot + 1) % (1 << BITS);
        }
        slot
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_has_its_own_slot_and_weight() {
        let rows: Vec<(&str, i32)> = include_str!("facts.tsv")
            .lines()
            .map(|row| row.split_once('\t').expect("a name and a weight"))
            .map(|(name, weight)| (name, weight.parse().expect("a number")))
            .collect();
        let full = TABLE.slots.iter().filter(|slot| slot.0 != 0).count();
        assert_eq!(full + 1, rows.len(), "two features have the same hash, or a row is missing");
        assert!(full * 2 < TABLE.len(), "more slots are needed");
        for (name, weight) in rows {
            let found = TABLE.find(join(&[Hashed::new(name)])).map(|(_, weight)| weight);
            assert_eq!(found.unwrap_or(TABLE.bias), weight, "{name}");
        }
    }
}
