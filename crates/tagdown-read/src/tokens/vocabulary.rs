//! The tokens of an encoding and their ranks, used where they are in the binary.
//!
//! A file is a hash table whose buckets are packed one after another. It has four numbers (buckets, tokens, bytes,
//! pairs), the start of each group of buckets, the start of each bucket in its group, an entry per token, and the bytes
//! of the tokens. Entries and bytes are in the order of the buckets. An entry has the rank of its token, its length less
//! one, and a few bits of its hash, so that almost no other token is compared byte by byte.
//!
//! Most searches are for two bytes, so the tokens of two bytes are also in a table of their own: 64 bits for each 64
//! pairs, which say what pairs are tokens, how many tokens are in front of them, and the ranks.

/// The tokens of an encoding.
#[derive(Clone, Copy, Debug)]
pub(super) struct Vocabulary {
    /// How many buckets there are.
    buckets: usize,
    /// For each group of buckets, the entry and the byte at which it starts, with 32 bits each.
    groups: &'static [[[u8; 4]; 2]],
    /// For each bucket and for the end of the last one, both as distances in the group, with 16 bits each.
    starts: &'static [[[u8; 2]; 2]],
    /// For each token, from the lowest bit: its rank, its length less one, and a part of its hash.
    entries: &'static [[u8; 4]],
    /// All tokens.
    bytes: &'static [u8],
    /// For each 64 pairs of bytes, which of them are tokens.
    are_tokens: &'static [[u8; 8]],
    /// For each 64 pairs of bytes, how many tokens of two bytes are in front of them.
    before: &'static [[u8; 2]],
    /// The ranks of the tokens of two bytes.
    pairs: &'static [[u8; 4]],
}

pub(super) static O200K: Vocabulary = Vocabulary::over(include_bytes!("data/o200k_base.bin"));
pub(super) static CL100K: Vocabulary = Vocabulary::over(include_bytes!("data/cl100k_base.bin"));

/// No token is longer.
pub(super) const LONGEST: usize = 128;
/// How many pairs of bytes there are.
pub(super) const PAIRS: usize = 1 << 16;
/// How many buckets are in a group.
pub(super) const GROUP: usize = 64;
/// How many bits of an entry have the rank.
pub(super) const RANK_BITS: u32 = 18;

impl Vocabulary {
    const fn over(file: &'static [u8]) -> Vocabulary {
        let (head, rest) = file.split_at(16);
        let (counts, _) = head.as_chunks();
        let buckets = u32::from_le_bytes(counts[0]) as usize;
        let (groups, rest) = rest.split_at(8 * (buckets / GROUP + 1));
        let (starts, rest) = rest.split_at(4 * (buckets + 1));
        let (entries, rest) = rest.split_at(4 * u32::from_le_bytes(counts[1]) as usize);
        let (bytes, rest) = rest.split_at(u32::from_le_bytes(counts[2]) as usize);
        let (are_tokens, rest) = rest.split_at(8 * PAIRS / 64);
        let (before, pairs) = rest.split_at(2 * PAIRS / 64);
        assert!(pairs.len() == 4 * u32::from_le_bytes(counts[3]) as usize, "the file has another size");
        Vocabulary {
            buckets,
            groups: groups.as_chunks().0.as_chunks().0,
            starts: starts.as_chunks().0.as_chunks().0,
            entries: entries.as_chunks().0,
            bytes,
            are_tokens: are_tokens.as_chunks().0,
            before: before.as_chunks().0,
            pairs: pairs.as_chunks().0,
        }
    }

    /// The rank of a token of two bytes.
    #[inline]
    pub(super) fn rank_of_pair(&self, first: u8, second: u8) -> Option<u32> {
        let pair = usize::from(first) * 256 + usize::from(second);
        let are_tokens = u64::from_le_bytes(self.are_tokens[pair / 64]);
        let bit = 1_u64 << (pair % 64);
        if are_tokens & bit == 0 {
            return None;
        }
        let before = usize::from(u16::from_le_bytes(self.before[pair / 64]));
        Some(u32::from_le_bytes(self.pairs[before + (are_tokens & (bit - 1)).count_ones() as usize]))
    }

    /// The rank of a token.
    pub(super) fn rank(&self, token: &[u8]) -> Option<u32> {
        if token.is_empty() || token.len() > LONGEST {
            return None;
        }
        let hash = hash(token);
        let bucket = place(hash, self.buckets);
        let (first, mut byte) = self.start(bucket);
        let (end, _) = self.start(bucket + 1);
        for entry in &self.entries[first..end] {
            let entry = u32::from_le_bytes(*entry);
            let length = (entry >> RANK_BITS) as usize % LONGEST + 1;
            if entry >> RANK_BITS == mark(hash, token.len()) && self.bytes[byte..byte + length] == *token {
                return Some(entry & ((1 << RANK_BITS) - 1));
            }
            byte += length;
        }
        None
    }

    /// The entry and the byte at which a bucket starts.
    #[inline]
    fn start(&self, bucket: usize) -> (usize, usize) {
        let [entry, byte] = self.groups[bucket / GROUP];
        let [entry_on, byte_on] = self.starts[bucket];
        let place = |start: [u8; 4], on: [u8; 2]| {
            u32::from_le_bytes(start) as usize + usize::from(u16::from_le_bytes(on))
        };
        (place(entry, entry_on), place(byte, byte_on))
    }
}

/// A hash of some bytes. The files in `data` depend on it.
#[inline]
pub(super) fn hash(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let hash = words.iter().fold(bytes.len() as u64, |hash, word| mix(hash, u64::from_le_bytes(*word)));
    mix(mix(hash, word(rest)), 0)
}

/// Adds eight bytes to a hash.
#[inline]
pub(super) fn mix(hash: u64, word: u64) -> u64 {
    let product = (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    product ^ (product >> 32)
}

/// The first eight bytes as a number; two readings that overlap take a few bytes without a loop.
#[inline]
pub(super) fn word(bytes: &[u8]) -> u64 {
    if let Some(word) = bytes.first_chunk() {
        return u64::from_le_bytes(*word);
    }
    match *bytes {
        [] => 0,
        [a] => u64::from(a),
        [a, b] => u64::from(a) | u64::from(b) << 8,
        [a, b, c] => u64::from(a) | u64::from(b) << 8 | u64::from(c) << 16,
        [a, b, c, d, ..] => {
            let first = u64::from(u32::from_le_bytes([a, b, c, d]));
            let end = bytes.last_chunk::<4>().map_or(0, |end| u64::from(u32::from_le_bytes(*end)));
            first | end << (8 * (bytes.len() - 4))
        }
    }
}

/// The bucket of a hash.
#[inline]
pub(super) fn place(hash: u64, buckets: usize) -> usize {
    (((hash & 0xFFFF_FFFF) * buckets as u64) >> 32) as usize
}

/// What an entry has above the rank, for a hash and a length.
#[inline]
pub(super) fn mark(hash: u64, length: usize) -> u32 {
    (hash >> 57) as u32 * LONGEST as u32 + length as u32 - 1
}
