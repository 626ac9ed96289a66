//! A cheap test before a word is searched for in a list: whether the list has a word with these first two letters and this
//! length.

/// The starts and the lengths of the words of a list.
#[derive(Debug)]
pub(crate) struct WordFilter {
    /// For each start, a bit for each length.
    lengths: [u32; STARTS],
}

impl WordFilter {
    /// A filter that no word passes.
    pub(crate) const EMPTY: Self = Self { lengths: [0; STARTS] };

    /// The same filter, and the words of a list: in ASCII, in lower case and shorter than 32 bytes.
    pub(crate) const fn with(mut self, words: &[&str]) -> Self {
        let mut at = 0;
        while at < words.len() {
            self.add(words[at]);
            at += 1;
        }
        self
    }

    /// Adds such a word.
    pub(crate) const fn add(&mut self, word: &str) {
        self.lengths[start_of(word.as_bytes())] |= 1 << word.len();
    }

    /// Whether a word, in any case, may be in the list.
    #[inline]
    pub(crate) fn may_have(&self, word: &[u8]) -> bool {
        word.len() < 32 && self.lengths[start_of(word)] >> word.len() & 1 == 1
    }
}

/// The number of different starts.
const STARTS: usize = 1 << 10;

/// The start of a word, in any case: five bits of each of its first two letters.
const fn start_of(word: &[u8]) -> usize {
    match word {
        [] => 0,
        [first] => (*first as usize & 31) << 5,
        [first, second, ..] => (*first as usize & 31) << 5 | *second as usize & 31,
    }
}

#[cfg(test)]
mod tests {
    use super::WordFilter;

    #[test]
    fn every_word_passes_and_most_others_do_not() {
        const FILTER: WordFilter = WordFilter::EMPTY.with(&["git", "docker-compose"]).with(&["7z"]);
        for word in ["git", "GIT", "gim", "docker-compose", "7z"] {
            assert!(FILTER.may_have(word.as_bytes()), "{word}");
        }
        for word in ["", "g", "gut", "gits", "sit", "7", &"g".repeat(35)] {
            assert!(!FILTER.may_have(word.as_bytes()), "{word}");
        }
    }
}
