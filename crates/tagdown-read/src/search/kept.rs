//! The words of a document in a form that is small enough to keep for thousands of documents. A look at it gives the same
//! [`Scan`] as a look at the text.
//!
//! For each word, by a hash of its stem, it holds how many units contain it and which sections can use it: those whose
//! text contains it, and those below a heading that does.

use xxhash_rust::xxh3::xxh3_64;

use super::query::{Cache, Query, Set};
use super::scan::{Scan, Section};
use super::score::Found;

/// The words of one document.
#[derive(Clone, Debug, Default)]
pub struct KeptWords {
    pub(super) units: u32,
    pub(super) words: u32,
    pub(super) sections: u32,
    /// The hashes of the stems, in order.
    pub(super) hashes: Box<[u64]>,
    /// For each hash, where the word is: see [`Place`].
    pub(super) places: Box<[u32]>,
    /// Places that need more room.
    pub(super) more: Box<[u8]>,
    /// Words whose stem starts with other letters. A query looks these up by the word.
    pub(super) odd: Box<[Box<str>]>,
}

/// Where a word is, as a number. Most words are in one section, or in the title, which counts for all sections.
pub(super) struct Place;

impl Place {
    /// The rest is an index into `more`.
    pub(super) const MORE: u32 = 1 << 31;
    /// It is in the title or the path.
    pub(super) const EVERYWHERE: u32 = 1 << 30;
    /// It is in its section more than once.
    pub(super) const STRONG: u32 = 1 << 29;
    /// How many units contain it, above the section.
    pub(super) const UNITS: u32 = 16;
    pub(super) const MOST_UNITS: u32 = (1 << 13) - 1;
    pub(super) const MOST_SECTIONS: u32 = (1 << 16) - 1;
}

impl KeptWords {
    /// How many bytes of memory it uses.
    pub fn size(&self) -> usize {
        let odd: usize = self.odd.iter().map(|word| word.len() + size_of::<Box<str>>()).sum();
        size_of::<Self>() + self.hashes.len() * 12 + self.more.len() + odd
    }
}

/// The hash of a word whose stem starts with other letters.
pub(super) fn odd_hash(word: &str) -> u64 {
    xxh3_64(format!("\0{word}").as_bytes())
}

/// Reads numbers one after the other; 0 after the end.
fn numbers(bytes: &[u8]) -> impl FnMut() -> u32 {
    let mut at = 0;
    move || {
        let (mut value, mut shift) = (0, 0);
        while let Some(byte) = bytes.get(at).filter(|_| shift < 32) {
            at += 1;
            value |= u32::from(byte & 0x7f) << shift;
            shift += 7;
            if byte & 0x80 == 0 {
                break;
            }
        }
        value
    }
}

/// A query that is ready to be compared with kept words.
#[derive(Debug)]
pub struct Finder<'q> {
    query: &'q Query,
    /// The hash of each stem, and its alternatives.
    stems: Vec<(u64, Set)>,
}

impl<'q> Finder<'q> {
    /// Prepares a query.
    pub fn new(query: &'q Query) -> Self {
        let stems = query.stems().map(|(stem, set)| (xxh3_64(stem.as_bytes()), set));
        Self { query, stems: stems.collect() }
    }

    /// Looks at the words of a document; the result is that of [`Query::scan`].
    ///
    /// ```
    /// use tagdown_read::{Finder, KeptWords, Query, Stems};
    /// let text = "# Upload\n\n**[SPEC]**\n- Timeout: 5 s\n";
    /// let words = KeptWords::of("upload.md", text, &mut Stems::default());
    /// let query = Query::new("timeouts");
    /// assert_eq!(Finder::new(&query).scan(&words), query.scan("upload.md", text));
    /// ```
    pub fn scan(&self, words: &KeptWords) -> Scan {
        let mut scan = Scan {
            units: words.units as usize,
            words: words.words as usize,
            holding: vec![0; self.query.alternatives.len()],
            sections: vec![Section { passages: vec![Found::default()], ..Section::default() }; words.sections as usize],
        };
        for (hash, set) in &self.stems {
            add(&mut scan, words, *hash, *set);
        }
        for word in &words.odd {
            let set = self.query.find(word, &mut Cache::default());
            if set != 0 {
                add(&mut scan, words, odd_hash(word), set);
            }
        }
        scan
    }
}

/// Adds what is known of one word.
fn add(scan: &mut Scan, words: &KeptWords, hash: u64, set: Set) {
    let Ok(at) = words.hashes.binary_search(&hash) else { return };
    let place = words.places[at];
    let mut mark = |range: std::ops::Range<usize>, is_strong: bool| {
        for section in scan.sections.get_mut(range).into_iter().flatten() {
            // Without its passages, a section counts as one passage, which can match better than any of them.
            section.around.section |= set;
            section.around.heading |= if is_strong { set } else { 0 };
            let passage = &mut section.passages[0];
            passage.own |= set;
            passage.often |= if is_strong { set } else { 0 };
        }
    };
    let units = if place & Place::MORE == 0 {
        if place & Place::EVERYWHERE == 0 {
            let section = (place & Place::MOST_SECTIONS) as usize;
            mark(section..section + 1, place & Place::STRONG != 0);
        } else {
            mark(0..words.sections as usize, true);
        }
        place >> Place::UNITS & Place::MOST_UNITS
    } else {
        let mut next = numbers(&words.more[(place & !Place::MORE) as usize..]);
        let units = next();
        let mut section = 0;
        for _ in 0..next() {
            let step = next();
            section += (step >> 1) as usize;
            mark(section..section + 1, step & 1 == 1);
        }
        for _ in 0..next() {
            let first = next() as usize;
            mark(first..first + next() as usize, true);
        }
        units
    };
    let mut rest = set;
    while rest != 0 {
        scan.holding[rest.trailing_zeros() as usize] += units;
        rest &= rest - 1;
    }
}
