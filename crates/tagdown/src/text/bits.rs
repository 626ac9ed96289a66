//! One bit for each byte of a text: whether the byte belongs to a class. 64 bytes are classified at a time, which the compiler
//! does with vector instructions.

use super::source::Span;

/// The number of bytes that are classified together.
pub(super) const BITS: usize = u64::BITS as usize;

/// Whether a byte is one of a few. Without branches, so that many bytes are compared at a time.
#[inline]
pub(crate) const fn is_one_of<const N: usize>(byte: u8, set: &[u8; N]) -> bool {
    let (mut is_in, mut at) = (false, 0);
    while at < N {
        is_in |= byte == set[at];
        at += 1;
    }
    is_in
}

/// One bit for each byte of a text, set where `is_in` holds.
pub(crate) fn bits_of(bytes: &[u8], is_in: impl Fn(u8) -> bool) -> Vec<u64> {
    let (chunks, rest) = bytes.as_chunks();
    let mut all = Vec::with_capacity(chunks.len() + 1);
    all.extend(chunks.iter().map(|chunk| bits(chunk, &is_in)));
    all.push(last_bits(rest, &is_in));
    all
}

/// The same for fewer bytes than a chunk has.
pub(super) fn last_bits(rest: &[u8], is_in: &impl Fn(u8) -> bool) -> u64 {
    let mut chunk = [0; BITS];
    chunk[..rest.len()].copy_from_slice(rest);
    bits(&chunk, is_in) & !(u64::MAX << rest.len())
}

/// One bit for each byte for which `is_in` holds.
#[inline]
pub(super) fn bits(chunk: &[u8; BITS], is_in: &impl Fn(u8) -> bool) -> u64 {
    let mut classes = [0; BITS];
    for (class, byte) in classes.iter_mut().zip(chunk) {
        *class = u8::from(is_in(*byte));
    }
    // The product moves the lowest bit of each byte into the highest byte, in order.
    let (eights, _) = classes.as_chunks::<8>();
    let packed =
        eights.iter().map(|eight| u64::from_le_bytes(*eight).wrapping_mul(0x0102_0408_1020_4080) >> 56);
    packed.rev().fold(0, |bits, eight| bits << 8 | eight)
}

/// The bytes of a text that belong to a class, to be searched in both directions.
#[derive(Debug)]
pub(crate) struct Bits(Vec<u64>);

impl Bits {
    /// Classifies the bytes of a text.
    pub(crate) fn of(bytes: &[u8], is_in: impl Fn(u8) -> bool) -> Self {
        Self(bits_of(bytes, is_in))
    }

    /// Takes a byte out of the class.
    pub(crate) fn remove(&mut self, at: usize) {
        self.0[at / BITS] &= !(1 << (at % BITS));
    }

    /// The first byte of the class at or after `at`.
    #[inline]
    pub(crate) fn next(&self, at: usize) -> Option<usize> {
        let mut index = at / BITS;
        let mut left = self.0.get(index)? & (u64::MAX << (at % BITS));
        while left == 0 {
            index += 1;
            left = *self.0.get(index)?;
        }
        Some(index * BITS + left.trailing_zeros() as usize)
    }

    /// The bytes of the class in a part of the text.
    #[inline]
    pub(crate) fn within(&self, part: Span) -> impl Iterator<Item = usize> {
        let mut at = part.start;
        std::iter::from_fn(move || {
            let next = self.next(at).filter(|next| *next < part.end)?;
            at = next + 1;
            Some(next)
        })
    }

    /// The last byte of the class before `at`.
    #[inline]
    pub(crate) fn last_before(&self, at: usize) -> Option<usize> {
        let mut index = at / BITS;
        let mut left = self.0.get(index).map_or(0, |bits| bits & !(u64::MAX << (at % BITS)));
        while left == 0 {
            index = index.checked_sub(1)?;
            left = self.0[index];
        }
        Some(index * BITS + BITS - 1 - left.leading_zeros() as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::{Bits, Span};

    #[test]
    fn the_bytes_of_a_class_are_found_in_both_directions() {
        let text =
            ["a".repeat(60), " b  c".to_owned(), "d".repeat(130), " ".to_owned(), "e".repeat(64)].concat();
        let mut bits = Bits::of(text.as_bytes(), |byte| byte == b' ');
        bits.remove(62);
        let expected: Vec<usize> = text.match_indices(' ').map(|(at, _)| at).filter(|at| *at != 62).collect();
        for at in 0..=text.len() {
            assert_eq!(bits.next(at), expected.iter().copied().find(|space| *space >= at), "{at}");
            assert_eq!(bits.last_before(at), expected.iter().copied().rfind(|space| *space < at), "{at}");
            let part = Span::new(at / 2, at);
            let inside: Vec<usize> = expected.iter().copied().filter(|space| part.contains(*space)).collect();
            assert_eq!(bits.within(part).collect::<Vec<_>>(), inside, "{at}");
        }
    }
}
