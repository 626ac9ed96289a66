//! What turns one sequence into another. Items are compared as numbers, in one place: for each type of item, the
//! program would have its own copy of the algorithm.

use std::hash::Hash;
use std::time::Instant;

use rustc_hash::FxHashMap;
use similar::DiffOp;
use similar::algorithms::{Capture, Compact, Replace, myers};

/// The fewest changes from one sequence to the other, or nearly so.
///
/// ```
/// use similar::DiffOp;
/// let found = tagdown::text::changes(&["a", "b"], &["a", "c"], None);
/// let equal = DiffOp::Equal { old_index: 0, new_index: 0, len: 1 };
/// assert_eq!(found, [equal, DiffOp::Replace { old_index: 1, old_len: 1, new_index: 1, new_len: 1 }]);
/// ```
///
/// After the deadline, larger changes are taken.
pub fn changes<T: Eq + Hash>(old: &[T], new: &[T], deadline: Option<Instant>) -> Vec<DiffOp> {
    let mut known: FxHashMap<&T, usize> = FxHashMap::default();
    let mut number = |item| {
        let next = known.len();
        *known.entry(item).or_insert(next)
    };
    let old: Vec<usize> = old.iter().map(&mut number).collect();
    let new: Vec<usize> = new.iter().map(&mut number).collect();
    of_numbers(&old, &new, deadline)
}

fn of_numbers(old: &[usize], new: &[usize], deadline: Option<Instant>) -> Vec<DiffOp> {
    let mut found = Compact::new(Replace::new(Capture::new()), old, new);
    let Ok(()) = myers::diff_deadline(&mut found, old, 0..old.len(), new, 0..new.len(), deadline);
    found.into_inner().into_inner().into_ops()
}
