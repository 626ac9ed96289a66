//! Remembers how many tokens the last lines had. A text is often counted again as a part of another one: a block is a
//! part of its document, and of what `read` prints.

use xxhash_rust::xxh3::xxh3_128;

use super::parts::can_part;

/// The counts of lines, each in a place that its hash names.
pub(super) struct Lines {
    /// For each place, the hash of the line without the white space at its end, in two halves, and the tokens of all its
    /// pieces but the last with the start of the last. The numbers are in an array so that memory that is not used is
    /// never touched.
    known: Vec<[u64; 3]>,
}

/// How many lines are remembered at most.
const MOST: usize = 1 << 12;

impl Lines {
    pub(super) const fn new() -> Lines {
        Lines { known: Vec::new() }
    }

    /// The number of tokens in a text. `next` gives the end of the piece of a text that starts at a byte, and its tokens.
    pub(super) fn count(&mut self, text: &str, mut next: impl FnMut(&str, usize) -> (usize, usize)) -> usize {
        let (mut tokens, mut start) = (0, 0);
        for end in memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1) {
            if can_part(&text[..end], &text[end..]) {
                tokens += self.line(&text[start..end], &mut next);
                start = end;
            }
        }
        tokens + self.line(&text[start..], &mut next)
    }

    fn line(&mut self, line: &str, next: &mut impl FnMut(&str, usize) -> (usize, usize)) -> usize {
        let words = line.trim_end();
        if words.is_empty() {
            return rest(line, 0, next);
        }
        if self.known.is_empty() {
            self.known = vec![[0; 3]; MOST];
        }
        let hash = xxh3_128(words.as_bytes());
        let halves = [hash as u64, (hash >> 64) as u64];
        let known = &mut self.known[halves[0] as usize % MOST];
        if known[..2] != halves {
            let (before, last) = all_but_last(words, next);
            *known = [halves[0], halves[1], (before as u64) << 32 | last as u64];
        }
        let (before, last) = (known[2] >> 32, known[2] as u32);
        before as usize + rest(line, last as usize, next)
    }
}

/// The number of tokens of a line without its last piece, and where that piece starts. It may go on with the white space
/// below the line; the pieces in front of it do not depend on what follows.
fn all_but_last(words: &str, next: &mut impl FnMut(&str, usize) -> (usize, usize)) -> (usize, usize) {
    let (mut before, mut start, mut at, mut last) = (0, 0, 0, 0);
    while at < words.len() {
        before += last;
        start = at;
        (at, last) = next(words, at);
    }
    (before, start)
}

/// The number of tokens from a byte on.
fn rest(line: &str, mut at: usize, next: &mut impl FnMut(&str, usize) -> (usize, usize)) -> usize {
    let mut tokens = 0;
    while at < line.len() {
        let (end, count) = next(line, at);
        tokens += count;
        at = end;
    }
    tokens
}
