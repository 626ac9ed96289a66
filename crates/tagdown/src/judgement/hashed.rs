//! Text with a hash that can be joined: the hash of two texts in a row follows from their hashes. The judge therefore
//! finds the weight of a feature without building its name.

/// The base of the hash, an odd number.
const BASE: u64 = 0x9e37_79b9_7f4a_7c15;

/// The powers of the base up to this length are known in advance.
const LONGEST: usize = 32;

/// The powers of the base.
const POWERS: [u64; LONGEST] = {
    let mut powers = [1; LONGEST];
    let mut at = 1;
    while at < LONGEST {
        powers[at] = BASE.wrapping_mul(powers[at - 1]);
        at += 1;
    }
    powers
};

/// A text with its hash.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hashed<'t> {
    pub(super) text: &'t str,
    pub(super) hash: u64,
    /// The power of the base for its length.
    power: u64,
}

impl<'t> Hashed<'t> {
    /// Hashes a text.
    pub(super) const fn new(text: &'t str) -> Self {
        let bytes = text.as_bytes();
        let (mut hash, mut at) = (0, 0);
        while at < bytes.len() {
            hash = push(hash, bytes[at]);
            at += 1;
        }
        Self::known(text, hash)
    }

    /// A text whose hash was computed byte by byte with [`push`].
    #[inline]
    pub(super) const fn known(text: &'t str, hash: u64) -> Self {
        let length = text.len();
        let power = if length < LONGEST { POWERS[length] } else { BASE.wrapping_pow(length as u32) };
        Self { text, hash, power }
    }
}

/// The hash of a text with one more byte.
#[inline]
pub(super) const fn push(hash: u64, byte: u8) -> u64 {
    // Each byte counts from 1, so a zero byte changes the hash too.
    hash.wrapping_mul(BASE).wrapping_add(byte as u64 + 1)
}

/// The hash of texts in a row.
#[inline]
pub(super) fn join(parts: &[Hashed<'_>]) -> u64 {
    parts.iter().fold(0, |hash, part| hash.wrapping_mul(part.power).wrapping_add(part.hash))
}

/// Spreads a hash over all bits.
#[inline]
pub(super) const fn spread(hash: u64) -> u64 {
    (hash ^ (hash >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_hash_like_the_whole() {
        let long = "a".repeat(LONGEST + 5);
        for parts in [&["b:", "the", " ", "port"][..], &["", "x", ""], &["h:", &long, &long], &[]] {
            let hashed: Vec<Hashed<'_>> = parts.iter().map(|part| Hashed::new(part)).collect();
            assert_eq!(join(&hashed), Hashed::new(&parts.concat()).hash, "{parts:?}");
        }
    }
}
