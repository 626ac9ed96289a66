//! Searches for many cues in one pass over the words of a text. Each word is first compared, as one number that encodes
//! its letters, with the rarest word of every cue, then the marks of its neighbours, and only then all words around it.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use super::cue::{Near, Pattern};
use super::word_filter::{WordFilter, WordMark};
use super::words::{is_loud, words};

/// Many cues, compiled for searching. The caller attaches a value to each cue.
#[derive(Debug)]
pub struct Lexicon<T> {
    cues: Vec<Entry<T>>,
    by_word: FxHashMap<Packed, Anchor>,
    /// The anchors: a cheap test before the lookup.
    anchors: WordFilter<1024>,
}

/// A word that many cues may have as their anchor.
#[derive(Debug, Default)]
struct Anchor {
    /// The cues, and whether the word is in capitals in each.
    cues: Vec<(usize, bool)>,
    /// For each of them, which words may be next to the anchor.
    near: OnceLock<Box<[Near]>>,
}

/// A cue. Its pattern is read when its anchor is found, because most texts have few of the anchors.
#[derive(Debug)]
struct Entry<T> {
    words: &'static str,
    pattern: OnceLock<Pattern>,
    what: T,
}

/// A cue found in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Match<T> {
    /// Its first byte.
    pub start: usize,
    /// One past its last byte.
    pub end: usize,
    /// The value attached to the cue.
    pub what: T,
}

/// The longest word that can be an anchor.
const LONGEST: usize = 16;

/// A lower-case word, encoded as one number.
type Packed = u128;

impl<T: Copy> Lexicon<T> {
    /// Compiles cues, each with its value.
    pub fn new(cues: impl IntoIterator<Item = (&'static str, T)>) -> Self {
        let mut lexicon =
            Self { cues: Vec::new(), by_word: FxHashMap::default(), anchors: WordFilter::EMPTY };
        for (words, what) in cues {
            for word in Pattern::anchors(words) {
                let key = pack(word.as_bytes());
                let known = lexicon.by_word.entry(key).or_default();
                known.cues.push((lexicon.cues.len(), is_loud(word.as_bytes())));
                lexicon.anchors.add(word);
            }
            lexicon.cues.push(Entry { words, pattern: OnceLock::new(), what });
        }
        lexicon
    }

    /// Calls `found` for every `wanted` cue in `text`, in the order of the anchors. Several cues can match at one
    /// anchor.
    pub fn find(&self, text: &str, wanted: impl Fn(T) -> bool, found: impl FnMut(Match<T>)) {
        self.find_among(words(text), text, wanted, found);
    }

    /// The same for a text whose words are known.
    pub(crate) fn find_among(
        &self,
        words: impl Iterator<Item = (usize, usize)>,
        text: &str,
        wanted: impl Fn(T) -> bool,
        mut found: impl FnMut(Match<T>),
    ) {
        for (start, end) in words {
            let mark = WordMark::at(text.as_bytes(), start, end);
            self.find_at(text, (start, end), mark, &wanted, &mut found);
        }
    }

    /// Calls `found` for every `wanted` cue whose anchor is one word of a text.
    #[inline]
    pub(crate) fn find_at(
        &self,
        text: &str,
        word: (usize, usize),
        mark: WordMark,
        wanted: &impl Fn(T) -> bool,
        found: &mut impl FnMut(Match<T>),
    ) {
        if self.anchors.has(mark) {
            self.look_around(text, word, wanted, found);
        }
    }

    /// The same for a word that is probably an anchor.
    fn look_around(
        &self,
        text: &str,
        (start, end): (usize, usize),
        wanted: &impl Fn(T) -> bool,
        found: &mut impl FnMut(Match<T>),
    ) {
        let raw = &text.as_bytes()[start..end];
        if raw.len() > LONGEST {
            return;
        }
        let Some(anchor) = self.by_word.get(&pack(raw)) else { return };
        let pattern = |index: usize| {
            let Entry { words, pattern, .. } = &self.cues[index];
            pattern.get_or_init(|| Pattern::read(words))
        };
        let allowed =
            anchor.near.get_or_init(|| anchor.cues.iter().map(|(index, _)| pattern(*index).near()).collect());
        let loud = is_loud(raw);
        let near = Near::around(text, start, end);
        for (&(index, is_loud), allowed) in anchor.cues.iter().zip(allowed) {
            let what = self.cues[index].what;
            if loud == is_loud
                && allowed.lets(&near)
                && wanted(what)
                && let Some((start, end)) = pattern(index).matches(text, start, end)
            {
                found(Match { start, end, what });
            }
        }
    }
}

/// The letters of a word in lower case, if it is not too long. The bit that distinguishes lower case from capitals is
/// also set in all digits, and the highest bit distinguishes non-ASCII bytes.
pub(crate) fn pack(word: &[u8]) -> Packed {
    let mut bytes = [0; LONGEST];
    for (to, from) in bytes.iter_mut().zip(word) {
        *to = from | 0x20;
    }
    Packed::from_le_bytes(bytes)
}

#[cfg(test)]
mod tests {
    use super::Lexicon;

    fn found(pattern: &'static str, text: &str) -> Option<String> {
        let mut out = None;
        Lexicon::new([(pattern, ())]).find(
            text,
            |()| true,
            |hit| out = out.take().or(Some(text[hit.start..hit.end].to_owned())),
        );
        out
    }

    #[test]
    fn the_pattern_language() {
        for (pattern, text, expected) in [
            ("note that", "Please note\n  that it ends.", Some("note\n  that")),
            ("note that", "Please *note* that", Some("note* that")),
            ("note that", "a note-that", None),
            ("note that", "denote that", None),
            ("note that", "NOTE that", None),
            ("note that", "x.note that", None),
            ("TBD", "It is TBD.", Some("TBD")),
            ("it is|s important", "It’s important—now", Some("It’s important")),
            ("don t forget", "so—don’t forget", Some("don’t forget")),
            ("it is|s important to", "It's important to wait", Some("It's important to")),
            ("also? note that", "also note that", Some("also note that")),
            ("also? note that", "note that", Some("note that")),
            ("!the originally", "the originally sent", None),
            ("!the originally", "was originally sent", Some("originally")),
            ("recommended !field|flag", "the recommended field", None),
            ("we ~ed", "we switched", Some("we switched")),
            ("we ~ed", "we need", None),
            ("^ consider", "Stop. Consider it", Some("Consider")),
            ("^ consider", "we consider it", None),
            ("was added in &because", "It was added in v3 because of x.", Some("was added in")),
            ("was added in &because", "It was added in v3. It is on because of x.", None),
            ("about # ms", "about 40 ms", Some("about 40 ms")),
            ("broken $", "It is broken.", Some("broken")),
            ("^ note ,", "Note, names end.", Some("Note")),
            ("^ note ,", "Note names, then end.", None),
            ("broken $", "It is broken into parts.", None),
        ] {
            assert_eq!(found(pattern, text).as_deref(), expected, "{pattern} in {text}");
        }
    }
}
