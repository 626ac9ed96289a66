//! Counts the tokens of a piece: its bytes, merged in pairs, the pair with the lowest rank and then the first one first.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::vocabulary::{Vocabulary, mix, word};

/// Pieces up to this length need no memory, and a loop over all pairs is quicker than a heap.
const SHORT: usize = 48;
/// The rank of a pair that is not a token.
const NONE: u32 = u32::MAX;

/// Counts the tokens of pieces, and remembers the last short ones.
pub(super) struct Counter {
    vocabulary: &'static Vocabulary,
    /// For each place, the first and the last eight bytes of a piece, and its length and the number of its tokens, with
    /// eight bits each. The numbers are in an array so that memory that is not used is never touched.
    known: Vec<[u64; 3]>,
}

/// Longer pieces are not remembered.
const LONGEST_KNOWN: usize = 16;
/// How many pieces are remembered at most.
const MOST_KNOWN: usize = 1 << 14;

impl Counter {
    pub(super) const fn new(vocabulary: &'static Vocabulary) -> Counter {
        Counter { vocabulary, known: Vec::new() }
    }

    /// The number of tokens of a piece.
    pub(super) fn count(&mut self, piece: &[u8]) -> usize {
        if piece.len() < 2 {
            return piece.len();
        }
        if piece.len() > LONGEST_KNOWN {
            return count(self.vocabulary, piece);
        }
        if self.known.is_empty() {
            self.known = vec![[0; 3]; MOST_KNOWN];
        }
        let length = piece.len() as u64;
        let words = [word(piece), piece.last_chunk().map_or(0, |last| u64::from_le_bytes(*last))];
        let place = mix(mix(length, words[0]), words[1]) as usize % MOST_KNOWN;
        let known = &mut self.known[place];
        if known[..2] != words || known[2] >> 8 != length {
            // A piece of sixteen bytes has at most as many tokens.
            *known = [words[0], words[1], length << 8 | count(self.vocabulary, piece) as u64];
        }
        known[2] as usize & 0xff
    }
}

fn count(vocabulary: &Vocabulary, piece: &[u8]) -> usize {
    if vocabulary.rank(piece).is_some() {
        1
    } else if piece.len() <= SHORT {
        count_short(vocabulary, piece)
    } else {
        count_long(vocabulary, piece)
    }
}

fn count_short(vocabulary: &Vocabulary, piece: &[u8]) -> usize {
    // Part `i` is from `starts[i]` to `starts[i + 1]`, and `ranks[i]` is that of the part with the next one.
    let mut starts = [0_u8; SHORT + 2];
    let mut ranks = [NONE; SHORT + 1];
    let mut parts = piece.len();
    for (i, pair) in piece.windows(2).enumerate() {
        starts[i + 1] = i as u8 + 1;
        ranks[i] = vocabulary.rank_of_pair(pair[0], pair[1]).unwrap_or(NONE);
    }
    starts[parts] = parts as u8;
    loop {
        let (mut least, mut i) = (NONE, 0);
        for (at, &rank) in ranks[..parts].iter().enumerate() {
            if rank < least {
                (least, i) = (rank, at);
            }
        }
        if least == NONE {
            return parts;
        }
        for at in i + 1..parts {
            starts[at] = starts[at + 1];
            ranks[at] = ranks[at + 1];
        }
        parts -= 1;
        let rank = |i: usize| {
            let pair = &piece[usize::from(starts[i])..usize::from(starts[i + 2])];
            vocabulary.rank(pair).unwrap_or(NONE)
        };
        ranks[i] = if i + 1 < parts { rank(i) } else { NONE };
        if i > 0 {
            ranks[i - 1] = rank(i - 1);
        }
    }
}

/// Takes time in proportion to the length, apart from the heap.
fn count_long(vocabulary: &Vocabulary, piece: &[u8]) -> usize {
    let end = piece.len();
    // The parts are named by where they start: where each ends, where the one before it starts, and its rank with the
    // next one.
    let mut ends: Vec<u32> = (1..=end as u32).collect();
    let mut before: Vec<u32> = (0..end as u32).map(|at| at.saturating_sub(1)).collect();
    let mut ranks = vec![NONE; end];
    let in_heap = |rank: u32, at: usize| Reverse(u64::from(rank) << 32 | at as u64);
    let mut first = Vec::with_capacity(end);
    for (at, pair) in piece.windows(2).enumerate() {
        if let Some(rank) = vocabulary.rank_of_pair(pair[0], pair[1]) {
            ranks[at] = rank;
            first.push(in_heap(rank, at));
        }
    }
    let mut heap = BinaryHeap::from(first);
    let mut parts = end;
    while let Some(Reverse(pair)) = heap.pop() {
        let (rank, at) = ((pair >> 32) as u32, pair as u32 as usize);
        // The pair may have changed since.
        if ranks[at] != rank {
            continue;
        }
        let next = ends[at] as usize;
        ranks[next] = NONE;
        ends[at] = ends[next];
        if let Some(after) = before.get_mut(ends[at] as usize) {
            *after = at as u32;
        }
        parts -= 1;
        for at in [at, before[at] as usize] {
            let pair = ends.get(ends[at] as usize).map(|end| &piece[at..*end as usize]);
            let rank = pair.and_then(|pair| vocabulary.rank(pair));
            ranks[at] = rank.unwrap_or(NONE);
            heap.extend(rank.map(|rank| in_heap(rank, at)));
        }
    }
    parts
}
