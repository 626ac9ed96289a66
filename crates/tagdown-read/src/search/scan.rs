//! A first look at the raw text of a document: which words of a query its sections contain, without parsing it. The
//! result says how rare each word is in all documents, and how well a section can match at best. Only documents that
//! can match well enough are parsed.

use super::passages::{closes, fence_mark};
use super::query::{Cache, Query, Set};
use super::score::{Weights, most};
use super::statistics::Statistics;
use crate::reading::Reading;

/// What the raw text of a document contains.
#[derive(Clone, Debug, Default)]
pub struct Scan {
    /// Lines and paragraphs.
    units: usize,
    words: usize,
    /// How many units contain each alternative.
    holding: Vec<u32>,
    sections: Vec<Section>,
}

/// What a section contains.
#[derive(Clone, Copy, Debug, Default)]
struct Section {
    /// The alternatives in it, in the headings above it, in the title and in the path.
    all: Set,
    /// Those that can weigh more than one occurrence in the text.
    strong: Set,
}

impl Query {
    /// Looks at the raw text of a document.
    pub fn scan(&self, path: &str, text: &str) -> Scan {
        let mut scanner = Scanner::new(self, path);
        let mut fence: Option<&str> = None;
        for line in text.lines() {
            let bare = line.trim_start();
            let mark = fence_mark(bare);
            match fence {
                Some(open) => {
                    scanner.line(bare, true);
                    fence = fence.filter(|_| !closes(open, bare));
                }
                None if bare.starts_with('#') && line.len() - bare.len() < 4 => scanner.heading(bare),
                None => {
                    scanner.line(bare, false);
                    fence = mark;
                }
            }
        }
        scanner.finish()
    }
}

impl Query {
    /// Looks at the headings and blocks of a reading as if they were all of its document.
    pub(super) fn scan_reading(&self, reading: &Reading) -> Scan {
        let mut scanner = Scanner::new(self, &reading.path);
        for (index, heading) in reading.headings.iter().enumerate() {
            scanner.heading(&heading.title);
            for item in reading.blocks.iter().filter(|item| item.section == index) {
                item.text.lines().for_each(|line| scanner.line(line.trim_start(), false));
                scanner.is_blank = true;
            }
        }
        scanner.finish()
    }
}

struct Scanner<'q> {
    query: &'q Query,
    cache: Cache,
    scan: Scan,
    /// The alternatives in the headings above, by level; the path first.
    above: [Set; 7],
    /// The alternatives in what may be the title of the document.
    title: Set,
    section: Section,
    unit: Set,
    is_blank: bool,
}

impl<'q> Scanner<'q> {
    fn new(query: &'q Query, path: &str) -> Self {
        let mut cache = Cache::default();
        let mut above = [0; 7];
        above[0] = query.set(path, &mut cache);
        let scan = Scan { holding: vec![0; query.alternatives.len()], ..Scan::default() };
        Self { query, cache, scan, above, title: 0, section: Section::default(), unit: 0, is_blank: true }
    }

    /// The alternatives in a text, and those that occur more than once.
    fn read(&mut self, text: &str) -> (Set, Set) {
        let (mut set, mut twice, mut words) = (0, 0, 0);
        self.query.each(text, &mut self.cache, &mut |found| {
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
        self.title |= if level == 1 { set } else { 0 };
    }

    fn line(&mut self, bare: &str, is_code: bool) {
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
        if rule.is_empty() && !self.is_blank && !is_code {
            self.enter(if bare.starts_with('=') { 1 } else { 2 }, self.unit);
        }
        self.is_blank = false;
        let (set, twice) = self.read(bare);
        self.unit |= set;
        self.section.strong |= self.section.all & set | twice;
        self.section.all |= set;
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

    fn end_section(&mut self) {
        let Section { all, strong } = std::mem::take(&mut self.section);
        // Front matter may hold the title.
        self.title |= if self.scan.sections.is_empty() { all } else { 0 };
        let above = self.above.iter().fold(0, |set, above| set | above);
        self.scan.sections.push(Section { all: all | above, strong: strong | above });
    }

    fn finish(mut self) -> Scan {
        self.end_unit();
        self.end_section();
        for section in &mut self.scan.sections {
            section.all |= self.title;
            section.strong |= self.title;
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
        self.sections.iter().any(|section| query.has_word(section.all))
    }

    /// The score that no block of the document can exceed.
    pub(super) fn most(&self, query: &Query, weights: &Weights) -> f64 {
        self.sections
            .iter()
            .map(|section| most(query, weights, section.all, section.strong))
            .fold(0.0, f64::max)
    }
}
