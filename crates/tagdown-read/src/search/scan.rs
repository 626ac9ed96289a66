//! A first look at the raw text of a document: which words of a query its sections and passages contain, without parsing
//! it. The result says how rare each word is in all documents, and how well a passage can match at best. Only documents
//! that can match well enough are parsed.

use super::passages::{Line, always_starts, each_line};
use super::query::{Cache, Query, Set};
use super::score::{Around, Found, Weights, most as most_of};
use super::statistics::Statistics;
use crate::reading::Reading;

/// What the raw text of a document contains.
#[derive(Clone, Debug, Default)]
pub struct Scan {
    /// Lines and paragraphs.
    pub(super) units: usize,
    pub(super) words: usize,
    /// How many units contain each alternative.
    pub(super) holding: Vec<u32>,
    pub(super) sections: Vec<Section>,
    /// Whether only the words of its sections are known, not those of its passages.
    pub(super) is_rough: bool,
}

/// Two looks are equal if they found the same words equally often. How well a passage can match at best may differ: the
/// words that are kept of a document do not know its passages.
impl PartialEq for Scan {
    fn eq(&self, other: &Self) -> bool {
        let all = |scan: &Self| scan.sections.iter().fold(0, |set, section| set | section.around.all());
        let counts = |scan: &Self| (scan.units, scan.words);
        let holding = |scan: &Self, at: usize| scan.holding.get(at).copied().unwrap_or_default();
        let most = self.holding.len().max(other.holding.len());
        counts(self) == counts(other)
            && (0..most).all(|at| holding(self, at) == holding(other, at))
            && all(self) == all(other)
    }
}

/// What a section contains.
#[derive(Clone, Debug, Default)]
pub(super) struct Section {
    pub(super) around: Around,
    /// Its passages that contain an alternative or are beside one that does, none of them twice.
    pub(super) passages: Vec<Found>,
}

impl Query {
    /// Looks at the raw text of a document.
    pub fn scan(&self, path: &str, text: &str) -> Scan {
        self.with_cache(|cache| self.scan_with(path, text, cache))
    }

    fn scan_with(&self, path: &str, text: &str, cache: &mut Cache) -> Scan {
        let mut scanner = Scanner::new(self, path, cache);
        each_line(text, &mut |line| match line {
            Line::Heading(line) => scanner.heading(line),
            Line::Text(line) => scanner.line(line, false),
            Line::Code(line) => scanner.line(line, true),
        });
        scanner.finish()
    }
}

impl Query {
    /// Looks at the headings and blocks of a reading as if they were all of its document.
    pub(super) fn scan_reading(&self, reading: &Reading) -> Scan {
        let cache = &mut Cache::default();
        let mut scanner = Scanner::new(self, &reading.path, cache);
        for (index, heading) in reading.headings.iter().enumerate() {
            scanner.heading(&heading.title);
            for item in reading.blocks.iter().filter(|item| item.section == index) {
                item.text.lines().for_each(|line| scanner.line(line, false));
                scanner.is_blank = true;
            }
        }
        scanner.finish()
    }
}

struct Scanner<'q> {
    query: &'q Query,
    cache: &'q mut Cache,
    scan: Scan,
    path: Set,
    /// The alternatives in the headings above, by level from 1.
    above: [Set; 7],
    /// The alternatives in the heading of the section, in what may be the title of one of its blocks, and in the headings
    /// above it.
    heading: Set,
    higher: Set,
    /// The alternatives in what may be the title of the document.
    title: Set,
    section: Set,
    passages: Vec<Found>,
    passage: Found,
    unit: Set,
    is_blank: bool,
    /// How many lines of a table come before this one.
    rows: usize,
    /// Whether the line before may have a tag with a title.
    was_tag: bool,
}

impl<'q> Scanner<'q> {
    fn new(query: &'q Query, path: &str, cache: &'q mut Cache) -> Self {
        let path = query.set(path, cache);
        let scan = Scan { holding: vec![0; query.alternatives.len()], ..Scan::default() };
        Self {
            query,
            cache,
            scan,
            path,
            above: [0; 7],
            heading: 0,
            higher: 0,
            title: 0,
            section: 0,
            passages: Vec::new(),
            passage: Found::default(),
            unit: 0,
            is_blank: true,
            rows: 0,
            was_tag: false,
        }
    }

    /// The alternatives in a text, and those that occur more than once.
    fn read(&mut self, text: &str) -> (Set, Set) {
        let (mut set, mut twice, mut words) = (0, 0, 0);
        self.query.each(text, self.cache, &mut |found| {
            twice |= set & found;
            set |= found;
            words += 1;
        });
        self.scan.words += words;
        (set, twice)
    }

    fn heading(&mut self, line: &str) {
        self.end_unit();
        self.end_section();
        let (set, _) = self.read(line);
        self.enter(line.bytes().take_while(|byte| *byte == b'#').count().min(6), set);
        self.count(set);
    }

    /// A heading opens a section below those of lower levels.
    fn enter(&mut self, level: usize, set: Set) {
        self.above[level] = set;
        self.above[level + 1..].fill(0);
        self.heading |= set;
        self.higher |= self.above[..level].iter().fold(0, |set, above| set | above);
        self.title |= if level == 1 { set } else { 0 };
    }

    fn line(&mut self, line: &str, is_code: bool) {
        let bare = line.trim_start();
        if bare.is_empty() {
            self.is_blank = true;
            return;
        }
        let starts =
            self.is_blank || bare.starts_with(['-', '*', '+', '|']) || bare.as_bytes()[0].is_ascii_digit();
        if starts && !is_code {
            self.end_unit();
        }
        self.rows = match (bare.starts_with('|') && !is_code, self.is_blank) {
            (true, false) => self.rows + 1,
            (is_row, _) => usize::from(is_row),
        };
        if !is_code && always_starts(bare, line.len() > bare.len(), self.is_blank, self.rows) {
            self.end_passage();
        }
        // A line of signs may make a heading of the lines above it.
        let rule = bare.trim_end().trim_start_matches(['=', '-']);
        if rule.is_empty() && !self.is_blank && !is_code && line.len() - bare.len() < 4 {
            self.enter(if bare.starts_with('=') { 1 } else { 2 }, self.unit);
        }
        self.is_blank = false;
        let (set, twice) = self.read(bare);
        self.unit |= set;
        self.passage.often |= self.passage.own & set | twice;
        self.passage.own |= set;
        let is_tag = bare.trim_start_matches(|c: char| !c.is_alphabetic() && c != '[').starts_with('[');
        if is_tag || self.was_tag {
            self.heading |= set;
        }
        self.was_tag = is_tag;
    }

    fn count(&mut self, set: Set) {
        self.scan.units += 1;
        let mut rest = set;
        while rest != 0 {
            self.scan.holding[rest.trailing_zeros() as usize] += 1;
            rest &= rest - 1;
        }
    }

    fn end_unit(&mut self) {
        let unit = std::mem::take(&mut self.unit);
        self.count(unit);
    }

    fn end_passage(&mut self) {
        let passage = std::mem::take(&mut self.passage);
        self.section |= passage.own;
        self.passages.push(passage);
    }

    fn end_section(&mut self) {
        self.end_passage();
        let section = std::mem::take(&mut self.section);
        // Front matter may hold the title.
        self.title |= if self.scan.sections.is_empty() { section } else { 0 };
        let around = Around {
            heading: std::mem::take(&mut self.heading),
            above: std::mem::take(&mut self.higher),
            title: 0,
            path: self.path,
            section,
        };
        let own: Vec<Set> = self.passages.iter().map(|passage| passage.own).collect();
        for (at, passage) in self.passages.iter_mut().enumerate() {
            let before = at.checked_sub(1).map_or(0, |before| own[before]);
            passage.near = before | own.get(at + 1).copied().unwrap_or_default();
        }
        self.passages.retain(|passage| passage.own | passage.near != 0);
        self.passages.sort_unstable();
        self.passages.dedup();
        let passages = self.passages.clone();
        self.passages.clear();
        self.scan.sections.push(Section { around, passages });
        self.was_tag = false;
    }

    fn finish(mut self) -> Scan {
        self.end_unit();
        self.end_section();
        for section in &mut self.scan.sections {
            section.around.title = self.title;
        }
        self.scan
    }
}

impl Statistics {
    /// The statistics of all documents.
    pub fn new<'s>(scans: impl Iterator<Item = &'s Scan>) -> Self {
        let mut all = Self::default();
        let mut words = 0.0;
        for scan in scans {
            all.units += scan.units as f64;
            words += scan.words as f64;
            all.holding.resize(scan.holding.len().max(all.holding.len()), 0.0);
            for (sum, holding) in all.holding.iter_mut().zip(&scan.holding) {
                *sum += f64::from(*holding);
            }
        }
        all.mean = words / all.units.max(1.0);
        all
    }
}

impl Scan {
    /// Whether the document contains a word of the query itself.
    pub fn has_word(&self, query: &Query) -> bool {
        self.sections.iter().any(|section| query.has_word(section.around.all()))
    }

    /// The score, and the share of the query that is covered, which no block of the document can exceed.
    pub(super) fn most(&self, query: &Query, weights: &Weights) -> (f64, f64) {
        let mut most = (0.0_f64, 0.0_f64);
        for section in &self.sections {
            // Without its passages, a section counts as one passage, which can match better than any of them.
            let Around { section: own, heading: often, .. } = section.around;
            let none = if self.is_rough { Found { own, often, near: 0 } } else { Found::default() };
            for passage in section.passages.iter().chain([&none]) {
                let (score, covered) = most_of(query, weights, passage, &section.around);
                most = (most.0.max(score), most.1.max(covered));
            }
        }
        most
    }
}
