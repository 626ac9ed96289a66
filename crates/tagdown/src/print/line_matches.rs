//! The lines that two versions of a text have in common, in time proportional to their size. Long versions are split at
//! lines that occur once in each; stretches without such lines are compared a window at a time.

use std::ops::Range;

use rustc_hash::FxHashMap;
use similar::DiffOp;

use crate::text;

/// The most lines that are compared with each other at once. Fewer give worse diffs, more take longer.
const WINDOW: usize = 100;

/// The changes from one version to the other.
pub(super) fn changes(old: &[&str], new: &[&str]) -> Vec<DiffOp> {
    let mut matches = Matches { old, new, runs: Vec::new() };
    matches.find(0..old.len(), 0..new.len());
    let mut out = Vec::new();
    let (mut old_index, mut new_index) = (0, 0);
    for (old_start, new_start, len) in matches.runs.into_iter().chain([(old.len(), new.len(), 0)]) {
        let (old_len, new_len) = (old_start - old_index, new_start - new_index);
        match (old_len, new_len) {
            (0, 0) => {}
            (_, 0) => out.push(DiffOp::Delete { old_index, old_len, new_index }),
            (0, _) => out.push(DiffOp::Insert { old_index, new_index, new_len }),
            _ => out.push(DiffOp::Replace { old_index, old_len, new_index, new_len }),
        }
        if len > 0 {
            out.push(DiffOp::Equal { old_index: old_start, new_index: new_start, len });
        }
        (old_index, new_index) = (old_start + len, new_start + len);
    }
    out
}

struct Matches<'l, 't> {
    old: &'l [&'t str],
    new: &'l [&'t str],
    /// Equal lines: the start in each version and their number, in order, never adjacent.
    runs: Vec<(usize, usize, usize)>,
}

impl Matches<'_, '_> {
    fn find(&mut self, old: Range<usize>, new: Range<usize>) {
        let (mut old, mut new) = self.take_start(old, new);
        let end = (0..old.len().min(new.len()))
            .take_while(|back| self.old[old.end - 1 - back] == self.new[new.end - 1 - back])
            .count();
        (old.end, new.end) = (old.end - end, new.end - end);
        let behind = (old.end, new.end);
        if old.len().max(new.len()) > WINDOW {
            for (old_at, new_at) in self.anchors(&old, &new) {
                self.by_windows(old.start..old_at, new.start..new_at);
                self.push(old_at, new_at, 1);
                (old.start, new.start) = (old_at + 1, new_at + 1);
            }
        }
        self.by_windows(old, new);
        self.push(behind.0, behind.1, end);
    }

    /// Takes the equal lines at the start.
    fn take_start(&mut self, old: Range<usize>, new: Range<usize>) -> (Range<usize>, Range<usize>) {
        let pairs = self.old[old.clone()].iter().zip(&self.new[new.clone()]);
        let same = pairs.take_while(|(old, new)| old == new).count();
        self.push(old.start, new.start, same);
        (old.start + same..old.end, new.start + same..new.end)
    }

    /// Lines that occur once in each version, in the order of both: the longest such chain.
    fn anchors(&self, old: &Range<usize>, new: &Range<usize>) -> Vec<(usize, usize)> {
        // For each line: how often it occurs in each version, and where.
        let mut found: FxHashMap<&str, [(usize, usize); 2]> = FxHashMap::default();
        for (side, (lines, range)) in [(self.old, old), (self.new, new)].into_iter().enumerate() {
            for at in range.clone() {
                let place = &mut found.entry(lines[at]).or_default()[side];
                *place = (place.0 + 1, at);
            }
        }
        // The last pair of the best chain of each length, and the pair before each pair.
        let mut ends: Vec<usize> = Vec::new();
        let mut pairs: Vec<(usize, usize, Option<usize>)> = Vec::new();
        for old_at in old.clone() {
            let [(1, _), (1, new_at)] = found[self.old[old_at]] else { continue };
            let length = ends.partition_point(|&end| pairs[end].1 < new_at);
            let before = length.checked_sub(1).map(|shorter| ends[shorter]);
            if length == ends.len() {
                ends.push(pairs.len());
            } else {
                ends[length] = pairs.len();
            }
            pairs.push((old_at, new_at, before));
        }
        let mut chain = Vec::new();
        let mut next = ends.last().copied();
        while let Some(index) = next {
            let (old_at, new_at, before) = pairs[index];
            chain.push((old_at, new_at));
            next = before;
        }
        chain.reverse();
        chain
    }

    /// Compares a window of each version, takes what is certain, and goes on behind it.
    fn by_windows(&mut self, mut old: Range<usize>, mut new: Range<usize>) {
        loop {
            (old, new) = self.take_start(old, new);
            if old.is_empty() || new.is_empty() {
                return;
            }
            let (old_end, new_end) = (old.end.min(old.start + WINDOW), new.end.min(new.start + WINDOW));
            let is_last = (old_end, new_end) == (old.end, new.end);
            let ops = text::changes(&self.old[old.start..old_end], &self.new[new.start..new_end], None);
            let equal = ops.iter().filter_map(|op| match *op {
                DiffOp::Equal { old_index, new_index, len } => Some((old_index, new_index, len)),
                _ => None,
            });
            let mut equal: Vec<(usize, usize, usize)> = equal.collect();
            // The end of a window cuts a change in two. What lies behind its first half is compared again.
            let half = |at: usize| !is_last && at >= WINDOW / 2;
            while equal.len() > 1 && equal.last().is_some_and(|run| half(run.0.min(run.1))) {
                equal.pop();
            }
            let (old_start, new_start) = (old.start, new.start);
            for (old_at, new_at, len) in equal {
                self.push(old_start + old_at, new_start + new_at, len);
                (old.start, new.start) = (old_start + old_at + len, new_start + new_at + len);
            }
            if is_last {
                return;
            }
            // Nothing in common: these lines were replaced.
            if (old.start, new.start) == (old_start, new_start) {
                (old.start, new.start) = (old_end, new_end);
            }
        }
    }

    fn push(&mut self, old_at: usize, new_at: usize, len: usize) {
        match self.runs.last_mut() {
            _ if len == 0 => {}
            Some((old, new, last)) if *old + *last == old_at && *new + *last == new_at => *last += len,
            _ => self.runs.push((old_at, new_at, len)),
        }
    }
}

#[cfg(test)]
mod tests {
    use similar::DiffOp;

    use super::{WINDOW, changes};

    /// The number of removed and added lines. Proves that the changes lead from one version to the other.
    fn size(old: &[&str], new: &[&str]) -> (usize, usize) {
        let (mut removed, mut added, mut old_at, mut new_at) = (0, 0, 0, 0);
        for op in changes(old, new) {
            let (from, to) = (op.old_range(), op.new_range());
            assert_eq!((from.start, to.start), (old_at, new_at));
            (old_at, new_at) = (from.end, to.end);
            if let DiffOp::Equal { .. } = op {
                assert_eq!(old[from], new[to]);
            } else {
                (removed, added) = (removed + from.len(), added + to.len());
            }
        }
        assert_eq!((old_at, new_at), (old.len(), new.len()));
        (removed, added)
    }

    #[test]
    fn a_long_insertion_is_one() {
        let names: Vec<String> = (0..3000).map(|line| format!("line {line}\n")).collect();
        let new: Vec<&str> = names.iter().map(String::as_str).collect();
        let old = [&new[..700], &new[1900..]].concat();
        assert_eq!(size(&old, &new), (0, 1200));
        assert_eq!(size(&new, &old), (1200, 0));
        let moved = [&new[1000..], &new[..1000]].concat();
        assert_eq!(size(&new, &moved), (1000, 1000));
    }

    #[test]
    fn repeated_lines_are_compared_in_windows() {
        let old = vec!["a\n"; 1000];
        let new: Vec<&str> = (0..1000).flat_map(|_| ["a\n", "\n"]).collect();
        let is_close = |(removed, added): (usize, usize), least: (usize, usize)| {
            removed >= least.0 && added >= least.1 && removed + added <= (least.0 + least.1) * 21 / 20
        };
        assert!(is_close(size(&old, &new), (0, 1000)));
        assert!(is_close(size(&new, &old), (1000, 0)));
        let (removed, added) = size(&vec!["a\n"; 3 * WINDOW], &vec!["b\n"; 5 * WINDOW]);
        assert_eq!((removed, added), (3 * WINDOW, 5 * WINDOW));
        let pairs: Vec<&str> = (0..500).flat_map(|_| ["a\n", "b\n", "c\n"]).collect();
        let parted: Vec<&str> = (0..500).flat_map(|_| ["a\n", "\n", "b\n", "d\n"]).collect();
        assert!(is_close(size(&pairs, &parted), (500, 1000)));
    }

    #[test]
    fn short_texts_and_ends() {
        assert_eq!(size(&[], &["a"]), (0, 1));
        assert_eq!(size(&["a"], &[]), (1, 0));
        assert_eq!(size(&["a", "b", "c"], &["a", "x", "c"]), (1, 1));
        assert_eq!(changes(&["a"], &["a"]), [DiffOp::Equal { old_index: 0, new_index: 0, len: 1 }]);
    }
}
