//! Data that the content rules share: the passages of a document, whether it is English, and the cues of all rules
//! found in it. Computed once per document, when the first rule needs it.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::OnceLock;

use crate::document::{Block, Document, Kind, TagLine};
use crate::prose::{
    Cue, Evidence, Language, Lexicon, Match, Passage, Setting, WordMap, WordMark, imperative, language,
    passages, screen, sentence,
};
use crate::text::{Bits, Span, is_one_of};

/// The text of a document as content rules see it.
#[derive(Debug)]
pub(crate) struct Wording {
    pub(crate) passages: Rc<Vec<Passage>>,
    /// Where SPECs have words with which code may start.
    pub(crate) code_words: Vec<usize>,
    /// The passages of SPECs in which advice may start.
    pub(crate) urging: Vec<usize>,
    /// The places of ` and ` in SPECs.
    pub(crate) ands: Vec<usize>,
    /// The signs that separate sentences, clauses and fields.
    pub(crate) parting: Bits,
    /// Whether there is no evidence of another language.
    pub(crate) is_english: bool,
    /// Whether there is positive evidence of English. Only then does a missing phrase mean something.
    pub(crate) is_surely_english: bool,
    hits: Vec<Hit>,
}

/// The bytes of [`Wording::parting`]: the last two start dashes and dots.
pub(crate) const PARTING: &[u8; 9] = b".!?;,(|\xc2\xe2";

/// A match of a rule's cue in the writer's own running text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hit {
    /// The words.
    pub(crate) span: Span,
    /// The index of the passage in the document.
    pub(crate) passage: usize,
    rule: &'static str,
}

impl Hit {
    /// A cue at a place of a passage.
    fn new(passage: usize, place: Span, cue: Match<&'static str>) -> Self {
        let span = Span::new(place.start + cue.start, place.start + cue.end);
        Self { span, passage, rule: cue.what }
    }
}

type Cues = Lexicon<&'static str>;

/// The cues of all rules, by the kind of block to which they apply. Each cue has the name of its rule.
#[derive(Debug)]
pub(crate) struct CueTable {
    rules: Vec<RuleCues>,
    /// For each kind, compiled when the first rule asks for them: `fmt` never does.
    compiled: [OnceLock<Box<Cues>>; 4],
}

/// A rule's name, the kind of block to which its cues apply, and the cues.
type RuleCues = (&'static str, Option<Kind>, &'static [&'static [Cue]]);

impl CueTable {
    pub(crate) fn new(rules: Vec<RuleCues>) -> Self {
        Self { rules, compiled: [const { OnceLock::new() }; 4] }
    }

    /// The names of all rules, in order.
    pub(crate) fn names(&self) -> impl Iterator<Item = &'static str> {
        self.rules.iter().map(|(name, _, _)| *name)
    }

    /// The cues for blocks of a kind.
    pub(crate) fn of(&self, kind: Kind) -> &Cues {
        self.compiled[kind as usize].get_or_init(|| {
            let rules = self.rules.iter().filter(|(_, about, _)| *about == Some(kind));
            Box::new(Lexicon::new(rules.flat_map(|(name, _, cues)| {
                cues.iter().copied().flatten().map(move |cue| (cue.words, *name))
            })))
        })
    }
}

impl Wording {
    pub(crate) fn new(
        document: &Document<'_>,
        passages: Rc<Vec<Passage>>,
        language: Language,
        cues: &'static CueTable,
    ) -> Self {
        let evidence = match language {
            Language::Auto => match language::read(document, &passages) {
                // In a short document, only the headings and the manifest may tell.
                Evidence::None => language::read_all(document),
                evidence => evidence,
            },
            Language::English => Evidence::English,
            Language::Other => Evidence::Other,
        };
        let is_english = evidence != Evidence::Other;
        let is_surely_english = evidence == Evidence::English;
        let wording = Self {
            passages,
            code_words: Vec::new(),
            urging: Vec::new(),
            ands: Vec::new(),
            parting: Bits::of(document.source.text().as_bytes(), |byte| is_one_of(byte, PARTING)),
            is_english,
            is_surely_english,
            hits: Vec::new(),
        };
        wording.read(document, cues)
    }

    /// Reads the words of the blocks that have rules for words, once for all rules.
    fn read(mut self, document: &Document<'_>, cues: &'static CueTable) -> Self {
        let words = WordMap::new(document.source.text());
        for index in 0..self.passages.len() {
            let span = self.passages[index].span;
            let words = words.words(span);
            match document.blocks[self.passages[index].block].kind {
                Kind::Note => {}
                Kind::Spec => self.read_spec(document, index, words, cues.of(Kind::Spec)),
                _ if !self.is_english => {}
                Kind::Bug => {
                    let mut found = Vec::new();
                    let hit = |cue: Match<&'static str>| Hit::new(index, span, cue);
                    let text = document.text(span);
                    cues.of(Kind::Bug).find_among(words, text, |_| true, |cue| found.push(hit(cue)));
                    self.keep(document, index, found);
                }
                Kind::Unverified => self.read_claim(document, index, words, cues.of(Kind::Unverified)),
            }
        }
        self
    }

    /// Reads a passage of a SPEC.
    fn read_spec(
        &mut self,
        document: &Document<'_>,
        index: usize,
        words: impl Iterator<Item = (usize, usize)>,
        cues: &Cues,
    ) {
        let Passage { span, setting, .. } = self.passages[index];
        let text = document.text(span);
        let mut found: Vec<Hit> = Vec::new();
        let mut hit = |cue: Match<&'static str>| found.push(Hit::new(index, span, cue));
        let (mut before, mut may_urge) = (None, false);
        for (start, end) in words {
            let word = &text.as_bytes()[start..end];
            let mark = WordMark::at(text.as_bytes(), start, end);
            if setting != Setting::Row && screen::may_be_first(word, mark) {
                self.code_words.push(span.start + start);
            }
            if word == b"and" && text[..start].ends_with(' ') && text[end..].starts_with(' ') {
                self.ands.push(span.start + start - 1);
            }
            if self.is_english {
                let gap = before.replace(end).map(|before| &text.as_bytes()[before..start]);
                may_urge |= imperative::may_start(gap, mark);
                cues.find_at(text, (start, end), mark, &|_| true, &mut hit);
            }
        }
        if may_urge {
            self.urging.push(index);
        }
        self.keep(document, index, found);
    }

    /// Reads a passage of a `[?]`, which needs each statement only once, anywhere in the block, even in code.
    fn read_claim(
        &mut self,
        document: &Document<'_>,
        index: usize,
        words: impl Iterator<Item = (usize, usize)>,
        cues: &Cues,
    ) {
        let Passage { span, block, .. } = self.passages[index];
        let earlier = self.hits.iter().rev().take_while(|hit| self.passages[hit.passage].block == block);
        let said = RefCell::new(earlier.map(|hit| hit.rule).collect::<Vec<_>>());
        cues.find_among(
            words,
            document.text(span),
            |rule| !said.borrow().contains(&rule),
            |cue| {
                said.borrow_mut().push(cue.what);
                self.hits.push(Hit::new(index, span, cue));
            },
        );
    }

    /// Keeps the hits in one passage that are in the writer's own running text, one for each rule in a sentence.
    fn keep(&mut self, document: &Document<'_>, index: usize, mut found: Vec<Hit>) {
        if found.is_empty() {
            return;
        }
        let passage = &self.passages[index];
        let opaque = passages::opaque(document, passage.span);
        found.retain(|hit| !passages::touches(&opaque, hit.span));
        found.sort_by_key(|hit| (hit.rule, hit.span.start, std::cmp::Reverse(hit.span.end)));
        if found.windows(2).any(|pair| pair[0].rule == pair[1].rule) {
            // Only the first cue of a rule in a sentence counts; if several start together, the longest one.
            let sentences = sentences(document, passage);
            let sentence = |hit: &Hit| sentence::around(&sentences, passage.span, hit.span.start);
            found.dedup_by(|next, last| next.rule == last.rule && sentence(next) == sentence(last));
        }
        self.hits.append(&mut found);
    }

    /// The hits of a rule, at most one per sentence.
    pub(crate) fn hits(&self, rule: &str) -> impl Iterator<Item = &Hit> {
        self.hits.iter().filter(move |hit| hit.rule == rule)
    }
}

/// The `[?]` blocks that contain no cue of the rule.
pub(crate) fn silent<'d>(
    document: &'d Document<'_>,
    wording: &Wording,
    rule: &str,
) -> Vec<(&'d Block, &'d TagLine)> {
    let mut hits = wording.hits(rule).map(|hit| wording.passages[hit.passage].block).peekable();
    let mut out = Vec::new();
    for (index, block) in document.blocks.iter().enumerate().filter(|(_, block)| {
        // An unknown tag makes no claim.
        let is_claim = document.tag_of(block).is_none_or(|tag| tag.own_name().is_none());
        block.kind == Kind::Unverified && is_claim
    }) {
        while hits.next_if(|&hit| hit < index).is_some() {}
        // If the language is uncertain, missing phrases mean nothing, unless the block has no prose at all.
        let may_judge = wording.is_surely_english || (wording.is_english && !has_prose(wording, index));
        if hits.peek() != Some(&index) && !block.content.is_empty() && may_judge {
            out.extend(document.tag_of(block).map(|tag| (block, tag)));
        }
    }
    out
}

/// Whether a block has more than tables and code.
fn has_prose(wording: &Wording, block: usize) -> bool {
    let first = wording.passages.partition_point(|passage| passage.block < block);
    let passages = wording.passages[first..].iter().take_while(|passage| passage.block == block);
    passages.into_iter().any(|passage| passage.setting != Setting::Row)
}

/// The sentences of a passage; a table row counts as one.
pub(crate) fn sentences(document: &Document<'_>, passage: &Passage) -> Vec<Span> {
    let mut sentences = Vec::new();
    if passage.setting != Setting::Row {
        let inlines = document.markdown.inlines_in(passage.span);
        sentence::split(document.text(passage.span), passage.span.start, inlines, &mut sentences);
    }
    sentences
}
