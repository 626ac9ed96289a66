//! Reads the words that are kept of a document, line by line, as a look at the text for a query does.

use rustc_hash::FxHashMap;
use tagdown::text::stem;
use xxhash_rust::xxh3::xxh3_64;

use super::kept::{KeptWords, Place, Vocabulary, odd_hash};
use super::passages::{Line, each_line};
use super::query::starts_like;
use super::words::each_word;

/// Stems of words that were met before, so that each is computed once.
#[derive(Debug)]
pub struct Stems<'v> {
    vocabulary: &'v Vocabulary,
    known: FxHashMap<Box<str>, (u32, bool)>,
}

impl<'v> Stems<'v> {
    /// With more words, everything is forgotten: a text can have any number of them.
    const MOST: usize = 100_000;

    /// No words yet. The stems get their numbers from the vocabulary.
    pub fn new(vocabulary: &'v Vocabulary) -> Self {
        Self { vocabulary, known: FxHashMap::default() }
    }

    /// The number of a word's stem, and whether it starts with other letters than the word.
    fn of(&mut self, word: &str) -> (u32, bool) {
        if let Some(known) = self.known.get(word) {
            return *known;
        }
        let stem = stem(word);
        let is_odd = !starts_like(word, &stem);
        let hash = if is_odd { odd_hash(word) } else { xxh3_64(stem.as_bytes()) };
        let found = (self.vocabulary.number(hash), is_odd);
        if self.known.len() == Self::MOST {
            self.known.clear();
        }
        self.known.insert(word.into(), found);
        found
    }
}

impl KeptWords {
    /// Reads the words of a document.
    pub fn of(path: &str, text: &str, stems: &mut Stems<'_>) -> Self {
        let mut reader = Reader::new(path, stems);
        each_line(text, &mut |line| match line {
            Line::Heading(line) => reader.heading(line),
            Line::Text(line) => reader.line(line, false),
            Line::Code(line) => reader.line(line, true),
        });
        reader.finish()
    }
}

/// What an occurrence of a word is part of.
#[derive(Clone, Copy)]
enum Part {
    /// The path, or what an underline makes a heading, which is also part of a unit.
    Title,
    /// A unit of the text of the section with this number.
    Body(u32),
    /// A heading above the stretch with this number, of this level.
    Heading(u32, usize),
}

/// Reads a text line by line, in the same way as a look at the text for a query.
struct Reader<'s, 'v> {
    stems: &'s mut Stems<'v>,
    /// Each word: the number of its stem, then that of its part.
    found: Vec<u64>,
    parts: Vec<Part>,
    odd: Vec<Box<str>>,
    /// The sections that each heading is above: the first, and the one after the last.
    stretches: Vec<[u32; 2]>,
    /// The stretch of the heading above, by level.
    above: [Option<u32>; 7],
    units: u32,
    words: u32,
    section: u32,
    /// Where the words of the current unit start.
    unit: usize,
    /// Where those end that an underline makes a heading.
    underlined: Option<usize>,
    is_blank: bool,
}

impl<'s, 'v> Reader<'s, 'v> {
    fn new(path: &str, stems: &'s mut Stems<'v>) -> Self {
        let mut reader = Self {
            stems,
            found: Vec::new(),
            parts: Vec::new(),
            odd: Vec::new(),
            stretches: Vec::new(),
            above: [None; 7],
            units: 0,
            words: 0,
            section: 0,
            unit: 0,
            underlined: None,
            is_blank: true,
        };
        reader.parts.push(Part::Title);
        reader.read(path);
        reader.words = 0;
        reader.begin_unit();
        reader
    }

    /// Adds words to the last part.
    fn read(&mut self, text: &str) {
        let part = self.parts.len() as u64 - 1;
        each_word(text, &mut |word| {
            self.words += 1;
            let (stem, is_odd) = self.stems.of(word);
            if is_odd && !self.odd.iter().any(|known| **known == *word) && self.odd.len() < MOST_ODD {
                self.odd.push(word.into());
            }
            self.found.push(u64::from(stem) << 32 | part);
        });
    }

    fn heading(&mut self, line: &str) {
        self.end_unit();
        self.section += 1;
        let level = line.bytes().take_while(|byte| *byte == b'#').count().min(6);
        let stretch = self.enter(level, self.section);
        self.parts.push(Part::Heading(stretch, level));
        self.read(line);
        self.units += 1;
        self.begin_unit();
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
            self.begin_unit();
        }
        // A line of signs may make a heading of the lines above it.
        let rule = bare.trim_end().trim_start_matches(['=', '-']);
        if rule.is_empty() && !self.is_blank && !is_code && indent < 4 {
            let level = if bare.starts_with('=') { 1 } else { 2 };
            // The section began below the headings that end here.
            self.enter(level, self.section + 1);
            // Only the last underline of a unit counts: it covers what earlier ones do.
            self.underlined = Some(self.found.len());
        }
        self.is_blank = false;
        self.read(bare);
    }

    fn begin_unit(&mut self) {
        self.unit = self.found.len();
        // The number of a unit without words is free.
        let is_used = self.found.last().is_some_and(|last| part(*last) + 1 == self.parts.len());
        if !is_used && matches!(self.parts.last(), Some(Part::Body(_))) {
            self.parts.pop();
        }
        self.parts.push(Part::Body(self.section));
    }

    fn end_unit(&mut self) {
        if let Some(end) = self.underlined.take() {
            let number = self.parts.len() as u64;
            self.parts.push(Part::Title);
            for at in self.unit..end {
                self.found.push(self.found[at] >> 32 << 32 | number);
            }
        }
        self.units += 1;
    }

    fn finish(mut self) -> KeptWords {
        self.end_unit();
        self.section += 1;
        self.found.sort_unstable();
        let mut kept = KeptWords {
            units: self.units,
            words: self.words,
            sections: self.section,
            odd: std::mem::take(&mut self.odd).into(),
            ..KeptWords::default()
        };
        let (mut stems, mut places) = (Vec::new(), Vec::new());
        let (mut more, mut starts) = (Vec::new(), Vec::new());
        for own in self.found.chunk_by(|a, b| a >> 32 == b >> 32) {
            let start = more.len() as u32;
            let place = self.place(own, &mut more);
            starts.extend((place == Place::MORE).then_some(start));
            stems.push((own[0] >> 32) as u32);
            places.push(place);
        }
        (kept.stems, kept.places) = (stems.into(), places.into());
        (kept.more, kept.starts) = (more.into(), starts.into());
        kept
    }

    /// Where a word is, given all its occurrences in order.
    fn place(&self, own: &[u64], more: &mut Vec<u8>) -> u16 {
        let (mut units, mut is_everywhere) = (0, false);
        let mut body: Vec<(u32, bool)> = Vec::new();
        let mut below: Vec<[u32; 2]> = Vec::new();
        let mut last = usize::MAX;
        for word in own {
            let number = part(*word);
            let is_new = std::mem::replace(&mut last, number) != number;
            match self.parts[number] {
                Part::Title => is_everywhere = true,
                Part::Body(section) => {
                    units += u32::from(is_new);
                    // Front matter may hold the title.
                    is_everywhere |= section == 0;
                    match body.last_mut() {
                        Some((known, is_strong)) if *known == section => *is_strong = true,
                        _ => body.push((section, false)),
                    }
                }
                Part::Heading(stretch, level) if is_new => {
                    units += 1;
                    is_everywhere |= level == 1;
                    below.push(self.stretches[stretch as usize]);
                }
                Part::Heading(..) => {}
            }
        }
        if units <= u32::from(Place::MOST_UNITS) {
            let base = (units as u16) << Place::UNITS;
            match (&body[..], &below[..]) {
                _ if is_everywhere => return base | Place::EVERYWHERE,
                ([(section, is_strong)], []) if *section <= u32::from(Place::MOST_SECTIONS) => {
                    return base | *section as u16 | if *is_strong { Place::STRONG } else { 0 };
                }
                _ => {}
            }
        }
        // Everywhere is one stretch of all sections.
        if is_everywhere {
            body.clear();
            below = vec![[0, self.section]];
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
            number(more, end.min(self.section).saturating_sub(first));
        }
        Place::MORE
    }
}

/// The number of the part of a word.
fn part(word: u64) -> usize {
    (word & u64::from(u32::MAX)) as usize
}

/// More words whose stem starts with other letters are not found in one document.
const MOST_ODD: usize = 1_000;

/// Appends a number, seven bits per byte.
fn number(out: &mut Vec<u8>, mut value: u32) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}
