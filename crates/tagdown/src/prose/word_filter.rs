//! A cheap test before a word is searched for in a list: whether the list has a word with this first letter and length.

/// The first letters and the lengths of the words of a list.
#[derive(Debug)]
pub(crate) struct WordFilter {
    /// For each first letter in lower case, a bit for each length.
    lengths: [u32; 256],
}

impl WordFilter {
    /// A filter that no word passes.
    pub(crate) const EMPTY: Self = Self { lengths: [0; 256] };

    /// The same filter, and the words of a list: in ASCII, in lower case and shorter than 32 bytes.
    pub(crate) const fn with(mut self, words: &[&str]) -> Self {
        let mut at = 0;
        while at < words.len() {
            let word = words[at].as_bytes();
            self.lengths[(word[0] | 0x20) as usize] |= 1 << word.len();
            at += 1;
        }
        self
    }

    /// Whether a word, in any case, may be in the list.
    #[inline]
    pub(crate) fn may_have(&self, word: &[u8]) -> bool {
        let first = word.first().map_or(0, |first| usize::from(first | 0x20));
        word.len() < 32 && self.lengths[first] >> word.len() & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    use super::WordFilter;

    #[test]
    fn every_word_passes_and_most_others_do_not() {
        const FILTER: WordFilter = WordFilter::EMPTY.with(&["git", "docker-compose"]).with(&["7z"]);
        for word in ["git", "GIT", "gut", "docker-compose", "7z"] {
            assert!(FILTER.may_have(word.as_bytes()), "{word}");
        }
        for word in ["", "g", "gits", "sit", "7", &"g".repeat(35)] {
            assert!(!FILTER.may_have(word.as_bytes()), "{word}");
        }
    }
}
