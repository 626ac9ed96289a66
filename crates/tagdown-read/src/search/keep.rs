//! Reads the words that are kept of a document, line by line, as a look at the text for a query does.

use rustc_hash::FxHashMap;
use tagdown::text::stem;
use xxhash_rust::xxh3::xxh3_64;

use super::kept::{KeptWords, Place, odd_hash};
use super::passages::{closes, fence_mark};
use super::query::starts_like;
use super::words::each_word;

/// Stems of words that were met before, so that each is computed once.
#[derive(Debug, Default)]
pub struct Stems {
    known: FxHashMap<Box<str>, (u64, bool)>,
}

impl Stems {
    /// With more words, everything is forgotten: a text can have any number of them.
    const MOST: usize = 100_000;

    /// The hash of a word's stem, and whether it starts with other letters than the word.
    fn of(&mut self, word: &str) -> (u64, bool) {
        if let Some(known) = self.known.get(word) {
            return *known;
        }
        let stem = stem(word);
        let is_odd = !starts_like(word, &stem);
        let found = if is_odd { (odd_hash(word), true) } else { (xxh3_64(stem.as_bytes()), false) };
        if self.known.len() == Self::MOST {
            self.known.clear();
        }
        self.known.insert(word.into(), found);
        found
    }
}

impl KeptWords {
    /// Reads the words of a document.
    pub fn of(path: &str, text: &str, stems: &mut Stems) -> Self {
        let mut reader = Reader::new(path, stems);
        let mut fence: Option<&str> = None;
        for line in text.lines() {
            let bare = line.trim_start();
            let mark = fence_mark(bare);
            match fence {
                Some(open) => {
                    reader.line(line, true);
                    fence = fence.filter(|_| !closes(open, bare));
                }
                None if bare.starts_with('#') && line.len() - bare.len() < 4 => reader.heading(bare),
                None => {
                    reader.line(line, false);
                    fence = mark;
                }
            }
        }
        reader.finish()
    }
}

/// What an occurrence of a word is part of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    /// The path, or what may be the title.
    Title,
    /// The unit with this number.
    Unit(u32),
    /// The text of the section with this number.
    Body(u32),
    /// The heading above the stretch with this number.
    Heading(u32),
}

/// Reads a text line by line, in the same way as a look at the text for a query.
struct Reader<'s> {
    stems: &'s mut Stems,
    found: Vec<(u64, Part)>,
    odd: Vec<Box<str>>,
    /// The sections that each heading is above: the first, and the one after the last.
    stretches: Vec<[u32; 2]>,
    /// The stretch of the heading above, by level.
    above: [Option<u32>; 7],
    units: u32,
    words: u32,
    section: u32,
    /// The words of the current unit.
    unit: Vec<u64>,
    /// How many of them an underline makes a heading, its stretch and its level.
    underlined: Option<(usize, u32, usize)>,
    is_blank: bool,
}

impl<'s> Reader<'s> {
    fn new(path: &str, stems: &'s mut Stems) -> Self {
        let mut reader = Self {
            stems,
            found: Vec::new(),
            odd: Vec::new(),
            stretches: Vec::new(),
            above: [None; 7],
            units: 0,
            words: 0,
            section: 0,
            unit: Vec::new(),
            underlined: None,
            is_blank: true,
        };
        let mut words = Vec::new();
        reader.read(path, &mut words);
        reader.words = 0;
        reader.add(&words, Part::Title);
        reader
    }

    fn read(&mut self, text: &str, into: &mut Vec<u64>) {
        each_word(text, &mut |word| {
            self.words += 1;
            let (hash, is_odd) = self.stems.of(word);
            if is_odd && !self.odd.iter().any(|known| **known == *word) && self.odd.len() < MOST_ODD {
                self.odd.push(word.into());
            }
            into.push(hash);
        });
    }

    fn add(&mut self, words: &[u64], part: Part) {
        self.found.extend(words.iter().map(|word| (*word, part)));
    }

    fn heading(&mut self, line: &str) {
        self.end_unit();
        self.end_section();
        let mut words = Vec::new();
        self.read(line, &mut words);
        let level = line.bytes().take_while(|byte| *byte == b'#').count().min(6);
        let stretch = self.enter(level, self.section);
        self.add(&words, Part::Heading(stretch));
        if level == 1 {
            self.add(&words, Part::Title);
        }
        self.add(&words, Part::Unit(self.units));
        self.units += 1;
    }

    /// A heading opens a stretch below those of lower levels; the others end before the section `end`.
    fn enter(&mut self, level: usize, end: u32) -> u32 {
        for stretch in self.above[level..].iter_mut().filter_map(Option::take) {
            self.stretches[stretch as usize][1] = end;
        }
        let stretch = self.stretches.len() as u32;
        self.stretches.push([self.section, u32::MAX]);
        self.above[level] = Some(stretch);
        stretch
    }

    fn line(&mut self, line: &str, is_code: bool) {
        let bare = line.trim_start();
        let indent = line.len() - bare.len();
        if bare.is_empty() {
            self.is_blank = true;
            return;
        }
        let starts =
            self.is_blank || bare.starts_with(['-', '*', '+', '|']) || bare.as_bytes()[0].is_ascii_digit();
        if starts && !is_code {
            self.end_unit();
        }
        // A line of signs may make a heading of the lines above it.
        let rule = bare.trim_end().trim_start_matches(['=', '-']);
        if rule.is_empty() && !self.is_blank && !is_code && indent < 4 {
            let level = if bare.starts_with('=') { 1 } else { 2 };
            // The section began below the headings that end here.
            let stretch = self.enter(level, self.section + 1);
            // Only the last underline of a unit counts: it covers what earlier ones do.
            self.underlined = Some((self.unit.len(), stretch, level));
        }
        self.is_blank = false;
        let mut unit = std::mem::take(&mut self.unit);
        let before = unit.len();
        self.read(bare, &mut unit);
        self.add(&unit[before..], Part::Body(self.section));
        self.unit = unit;
    }

    fn end_unit(&mut self) {
        let mut words = std::mem::take(&mut self.unit);
        if let Some((length, stretch, level)) = self.underlined.take() {
            self.add(&words[..length], Part::Heading(stretch));
            if level == 1 {
                self.add(&words[..length], Part::Title);
            }
        }
        self.add(&words, Part::Unit(self.units));
        self.units += 1;
        words.clear();
        self.unit = words;
    }

    fn end_section(&mut self) {
        self.section += 1;
    }

    fn finish(mut self) -> KeptWords {
        self.end_unit();
        self.end_section();
        self.found.sort_unstable();
        let mut kept = KeptWords {
            units: self.units,
            words: self.words,
            sections: self.section,
            odd: self.odd.into(),
            ..KeptWords::default()
        };
        let (mut hashes, mut places, mut more) = (Vec::new(), Vec::new(), Vec::new());
        for own in self.found.chunk_by(|a, b| a.0 == b.0) {
            hashes.push(own[0].0);
            places.push(place(own, &self.stretches, self.section, &mut more));
        }
        (kept.hashes, kept.places, kept.more) = (hashes.into(), places.into(), more.into());
        kept
    }
}

/// More words whose stem starts with other letters are not found in one document.
const MOST_ODD: usize = 1_000;

/// Where a word is, given all its occurrences in order.
fn place(own: &[(u64, Part)], stretches: &[[u32; 2]], sections: u32, more: &mut Vec<u8>) -> u32 {
    let (mut units, mut is_everywhere) = (0, false);
    let mut body: Vec<(u32, bool)> = Vec::new();
    let mut below: Vec<[u32; 2]> = Vec::new();
    let mut last = None;
    for (_, part) in own {
        match *part {
            Part::Title => is_everywhere = true,
            Part::Unit(_) => units += u32::from(last != Some(*part)),
            Part::Body(section) => {
                // Front matter may hold the title.
                is_everywhere |= section == 0;
                match body.last_mut() {
                    Some((known, is_strong)) if *known == section => *is_strong = true,
                    _ => body.push((section, false)),
                }
            }
            Part::Heading(stretch) if last != Some(*part) => {
                let [first, end] = stretches[stretch as usize];
                below.push([first, end.min(sections)]);
            }
            Part::Heading(_) => {}
        }
        last = Some(*part);
    }
    if units <= Place::MOST_UNITS {
        let base = units << Place::UNITS;
        match (&body[..], &below[..]) {
            _ if is_everywhere => return base | Place::EVERYWHERE,
            ([(section, is_strong)], []) if *section <= Place::MOST_SECTIONS => {
                return base | section | if *is_strong { Place::STRONG } else { 0 };
            }
            _ => {}
        }
    }
    let at = more.len() as u32;
    // Everywhere is one stretch of all sections.
    if is_everywhere {
        body.clear();
        below = vec![[0, sections]];
    }
    number(more, units);
    number(more, body.len() as u32);
    let mut before = 0;
    for (section, is_strong) in body {
        number(more, (section - before) << 1 | u32::from(is_strong));
        before = section;
    }
    number(more, below.len() as u32);
    for [first, end] in below {
        number(more, first);
        number(more, end.saturating_sub(first));
    }
    Place::MORE | at
}

/// Appends a number, seven bits per byte.
fn number(out: &mut Vec<u8>, mut value: u32) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}
