//! The table of the judge: the weight of each feature in `facts.tsv`, found by the hash of its name. The compiler makes it.

use super::hashed::{Hashed, push};
use super::slots::Slots;

/// The weights, in thousandths of log odds; a positive weight is evidence for a fact.
pub(super) static TABLE: Table = Table::read(include_str!("facts.tsv"));

/// The number of slots. Less than half of them are full, so a search is short.
pub(super) const SLOTS: usize = 1 << 14;

/// Weights by the hash of a feature.
pub(super) struct Table {
    features: Slots<SLOTS>,
    weights: [i16; SLOTS],
    pub(super) bias: i32,
}

impl Table {
    /// Reads rows of a name, a tab and a weight, each with a line ending.
    #[expect(clippy::large_stack_arrays, reason = "the compiler runs it")]
    const fn read(rows: &str) -> Self {
        let mut table = Self { features: Slots::EMPTY, weights: [0; SLOTS], bias: 0 };
        let bias = Hashed::new("@bias").hash;
        let rows = rows.as_bytes();
        let (mut key, mut weight, mut is_weight, mut is_negative) = (0, 0_i16, false, false);
        let mut at = 0;
        while at < rows.len() {
            match rows[at] {
                b'\n' => {
                    let weight = if is_negative { -weight } else { weight };
                    if key == bias {
                        table.bias = weight as i32;
                    } else {
                        table.weights[table.features.add(key)] = weight;
                    }
                    (key, is_weight) = (0, false);
                }
                b'\t' => (weight, is_weight, is_negative) = (0, true, false),
                b'-' if is_weight => is_negative = true,
                digit if is_weight => weight = weight * 10 + (digit - b'0') as i16,
                letter => key = push(key, letter),
            }
            at += 1;
        }
        table
    }

    /// The slot and weight of the feature with this hash.
    #[inline]
    pub(super) fn find(&self, key: u64) -> Option<(usize, i32)> {
        let slot = self.features.find(key)?;
        Some((slot, i32::from(self.weights[slot])))
    }
}

#[cfg(test)]
mod tests {
    use super::super::hashed::join;
    use super::*;

    #[test]
    fn every_row_has_its_own_slot_and_weight() {
        let rows: Vec<(&str, i32)> = include_str!("facts.tsv")
            .lines()
            .map(|row| row.split_once('\t').expect("a name and a weight"))
            .map(|(name, weight)| (name, weight.parse().expect("a number")))
            .collect();
        let full = TABLE.features.count();
        assert_eq!(full + 1, rows.len(), "two features have the same hash, or a row is missing");
        assert!(full * 2 < SLOTS, "more slots are needed");
        for (name, weight) in rows {
            let found = TABLE.find(join(&[Hashed::new(name)])).map(|(_, weight)| weight);
            assert_eq!(found.unwrap_or(TABLE.bias), weight, "{name}");
        }
    }
}
