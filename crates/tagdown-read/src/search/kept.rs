//! The words of a document in a form that is small enough to keep for thousands of documents. A look at it gives the same
//! [`Scan`] as a look at the text.
//!
//! For each word, by the number of its stem, it holds how many units contain it and which sections can use it: those whose
//! text contains it, and those below a heading that does.

use std::sync::{PoisonError, RwLock};

use rustc_hash::FxHashMap;
use xxhash_rust::xxh3::xxh3_64;

use super::query::{Cache, Query, Set};
use super::scan::{Scan, Section};

/// The words of one document.
#[derive(Clone, Debug, Default)]
pub struct KeptWords {
    pub(super) units: u32,
    pub(super) words: u32,
    pub(super) sections: u32,
    /// The numbers of the stems, in order.
    pub(super) stems: Box<[u32]>,
    /// For each stem, where the word is: see [`Place`].
    pub(super) places: Box<[u16]>,
    /// Places that need more room, and where each of them starts.
    pub(super) more: Box<[u8]>,
    pub(super) starts: Box<[u32]>,
    /// Words whose stem starts with other letters. A query looks these up by the word.
    pub(super) odd: Box<[Box<str>]>,
}

/// Where a word is, as a number. Most words are in one section, or in the title, which counts for all sections.
pub(super) struct Place;

impl Place {
    /// It is the next one in `more`.
    pub(super) const MORE: u16 = 1 << 15;
    /// It is in the title or the path.
    pub(super) const EVERYWHERE: u16 = 1 << 14;
    /// It is in its section more than once.
    pub(super) const STRONG: u16 = 1 << 13;
    /// How many units contain it, above the section.
    pub(super) const UNITS: u16 = 7;
    pub(super) const MOST_UNITS: u16 = (1 << 6) - 1;
    pub(super) const MOST_SECTIONS: u16 = (1 << 7) - 1;
}

/// The numbers of all stems in some documents, so that each is stored once.
#[derive(Debug, Default)]
pub struct Vocabulary {
    /// By the hash of the stem.
    numbers: RwLock<FxHashMap<u64, u32>>,
}

impl Vocabulary {
    /// How many stems it has.
    pub fn len(&self) -> usize {
        self.numbers.read().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn get(&self, hash: u64) -> Option<u32> {
        self.numbers.read().unwrap_or_else(PoisonError::into_inner).get(&hash).copied()
    }

    /// The number of a stem, which is new if it is not known.
    pub(super) fn number(&self, hash: u64) -> u32 {
        if let Some(known) = self.get(hash) {
            return known;
        }
        let mut numbers = self.numbers.write().unwrap_or_else(PoisonError::into_inner);
        let next = numbers.len() as u32;
        *numbers.entry(hash).or_insert(next)
    }
}

impl KeptWords {
    /// How many bytes of memory it uses.
    pub fn size(&self) -> usize {
        let odd: usize = self.odd.iter().map(|word| word.len() + size_of::<Box<str>>()).sum();
        size_of::<Self>() + self.stems.len() * 6 + self.more.len() + self.starts.len() * 4 + odd
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
    vocabulary: &'q Vocabulary,
    /// The number of each stem that some document has, and its alternatives.
    stems: Vec<(u32, Set)>,
}

impl<'q> Finder<'q> {
    /// Prepares a query.
    pub fn new(query: &'q Query, vocabulary: &'q Vocabulary) -> Self {
        let number = |(stem, set): (&str, Set)| Some((vocabulary.get(xxh3_64(stem.as_bytes()))?, set));
        Self { query, vocabulary, stems: query.stems().filter_map(number).collect() }
    }

    /// Looks at the words of a document; the result is that of [`Query::scan`].
    ///
    /// ```
    /// use tagdown_read::{Finder, KeptWords, Query, Stems, Vocabulary};
    /// let text = "# Upload\n\n**[SPEC]**\n- Timeout: 5 s\n";
    /// let vocabulary = Vocabulary::default();
    /// let words = KeptWords::of("upload.md", text, &mut Stems::new(&vocabulary));
    /// let query = Query::new("timeouts");
    /// assert_eq!(Finder::new(&query, &vocabulary).scan(&words), query.scan("upload.md", text));
    /// ```
    pub fn scan(&self, words: &KeptWords) -> Scan {
        let mut scan = Scan {
            units: words.units as usize,
            words: words.words as usize,
            is_rough: true,
            ..Scan::default()
        };
        for (stem, set) in &self.stems {
            add(&mut scan, words, *stem, *set);
        }
        for word in &words.odd {
            let set = self.query.find(word, &mut Cache::default());
            if let Some(stem) = self.vocabulary.get(odd_hash(word)).filter(|_| set != 0) {
                add(&mut scan, words, stem, set);
            }
        }
        scan
    }
}

/// Adds what is known of one word.
fn add(scan: &mut Scan, words: &KeptWords, stem: u32, set: Set) {
    let Ok(at) = words.stems.binary_search(&stem) else { return };
    // Most documents contain no word of a query.
    if scan.sections.is_empty() {
        scan.sections = vec![Section::default(); words.sections as usize];
    }
    let place = words.places[at];
    let mut mark = |range: std::ops::Range<usize>, is_strong: bool| {
        for section in scan.sections.get_mut(range).into_iter().flatten() {
            section.around.section |= set;
            section.around.heading |= if is_strong { set } else { 0 };
        }
    };
    let units = if place & Place::MORE == 0 {
        if place & Place::EVERYWHERE == 0 {
            let section = usize::from(place & Place::MOST_SECTIONS);
            mark(section..section + 1, place & Place::STRONG != 0);
        } else {
            mark(0..words.sections as usize, true);
        }
        u32::from(place >> Place::UNITS & Place::MOST_UNITS)
    } else {
        let before = words.places[..at].iter().filter(|place| **place & Place::MORE != 0).count();
        let mut next = numbers(&words.more[words.starts[before] as usize..]);
        let units = next();
        let mut section = 0;
        for _ in 0..next() {
            let more = next();
            section += (more >> 1) as usize;
            mark(section..section + 1, more & 1 == 1);
        }
        for _ in 0..next() {
            let first = next() as usize;
            mark(first..first + next() as usize, true);
        }
        units
    };
    let mut rest = set;
    scan.holding.resize(scan.holding.len().max(Set::BITS as usize - set.leading_zeros() as usize), 0);
    while rest != 0 {
        scan.holding[rest.trailing_zeros() as usize] += units;
        rest &= rest - 1;
    }
}
