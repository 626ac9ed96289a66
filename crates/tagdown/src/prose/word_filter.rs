//! A cheap test before a word is searched for in a list: whether the list has a word with its mark.

/// A number made of the letters of a word, in any case. It is made once and then looked up in several lists. Of a word
/// with more than 16 bytes, it has the first and the last eight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WordMark(u64);

/// The bit that tells lower case from capitals, which is also set in all digits.
const LOW: u64 = u64::from_le_bytes([0x20; 8]);

impl WordMark {
    #[inline]
    pub(crate) const fn of(word: &[u8]) -> Self {
        if let (Some(first), Some(last)) = (word.first_chunk(), word.last_chunk()) {
            return Self::mixed(u64::from_le_bytes(*first), u64::from_le_bytes(*last), word.len());
        }
        let (mut first, mut at) = (0, word.len());
        while at > 0 {
            at -= 1;
            first = first << 8 | word[at] as u64;
        }
        Self::mixed(first, 0, word.len())
    }

    /// The same for a part of a text, which is faster, because the bytes after a short word can be read too.
    #[inline]
    pub(crate) fn at(text: &[u8], start: usize, end: usize) -> Self {
        let length = end - start;
        match text[start..].first_chunk() {
            Some(near) if length < 8 => {
                Self::mixed(u64::from_le_bytes(*near) & !(u64::MAX << (8 * length)), 0, length)
            }
            _ => Self::of(&text[start..end]),
        }
    }

    /// Mixes the bytes at both ends of a word; a word with fewer than eight bytes has only a start.
    #[inline]
    const fn mixed(first: u64, last: u64, length: usize) -> Self {
        let all = (first | LOW) ^ (last | LOW).rotate_left(27) ^ (length as u64).rotate_left(59);
        Self((all ^ all >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    /// One of 64 bits, for a very small list.
    #[inline]
    pub(crate) const fn bit(self) -> u64 {
        1 << (self.0 >> (u64::BITS - 6))
    }
}

/// The marks of the words of a list, with room for `N` times 64. A list has no more than a tenth of that, so that few
/// other words pass.
#[derive(Debug)]
pub(crate) struct WordFilter<const N: usize = 64> {
    bits: [u64; N],
}

impl<const N: usize> WordFilter<N> {
    /// A filter that no word passes.
    pub(crate) const EMPTY: Self = {
        assert!(N.is_power_of_two() && N > 1);
        Self { bits: [0; N] }
    };

    /// The same filter, and the words of a list.
    pub(crate) const fn with(mut self, words: &[&str]) -> Self {
        let mut at = 0;
        while at < words.len() {
            self.add(words[at]);
            at += 1;
        }
        self
    }

    /// Adds a word.
    pub(crate) const fn add(&mut self, word: &str) {
        let (index, bit) = Self::place(WordMark::of(word.as_bytes()));
        self.bits[index] |= 1 << bit;
    }

    /// Whether a word, in any case, may be in the list.
    #[inline]
    pub(crate) const fn may_have(&self, word: &[u8]) -> bool {
        self.has(WordMark::of(word))
    }

    /// The same for a word whose mark is known.
    #[inline]
    pub(crate) const fn has(&self, mark: WordMark) -> bool {
        let (index, bit) = Self::place(mark);
        self.bits[index] >> bit & 1 == 1
    }

    /// The number and the bit of a mark.
    #[inline]
    const fn place(mark: WordMark) -> (usize, u64) {
        let index = mark.0 >> (u64::BITS - N.trailing_zeros());
        (index as usize, mark.0 >> (u64::BITS - N.trailing_zeros() - 6) & 63)
    }
}

#[cfg(test)]
mod tests {
    use super::{WordFilter, WordMark};

    #[test]
    fn every_word_passes_and_most_others_do_not() {
        const FILTER: WordFilter = WordFilter::EMPTY.with(&["git", "docker-compose"]).with(&["7z", "größe"]);
        let long = "g".repeat(35);
        for word in ["git", "GIT", "Docker-Compose", "docker-compose", "7z", "7Z", "größe"] {
            assert!(FILTER.may_have(word.as_bytes()), "{word}");
        }
        for word in ["", "g", "gut", "gits", "gi", "sit", "7", "docker", "docker_compose", &long] {
            assert!(!FILTER.may_have(word.as_bytes()), "{word}");
        }
    }

    #[test]
    fn words_of_all_lengths_have_marks_of_their_own() {
        let letters = "abcdefghijklmnop";
        let mut seen = std::collections::HashSet::new();
        for start in 0..letters.len() {
            for end in start + 1..=letters.len() {
                let mark = WordMark::of(&letters.as_bytes()[start..end]);
                assert!(seen.insert(mark.0), "{start} {end}");
                assert_eq!(WordMark::at(letters.as_bytes(), start, end), mark, "{start} {end}");
            }
        }
    }
}
