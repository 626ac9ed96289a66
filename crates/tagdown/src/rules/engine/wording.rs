//! Data that the content rules share: the passages of a document, whether it is English, and the cues of all rules
//! found in it. Computed once per document, when the first rule needs it.

use std::cell::RefCell;
use std::sync::OnceLock;

use crate::document::{Block, Document, Kind, TagLine};
use crate::prose::{
    Cue, Evidence, Language, Lexicon, Match, Passage, Setting, WordMap, language, passages, sentence,
};
use crate::text::Span;

/// The text of a document as content rules see it.
#[derive(Debug)]
pub(crate) struct Wording {
    pub(crate) passages: Vec<Passage>,
    /// The words of the document.
    pub(crate) words: WordMap,
    /// Whether there is no evidence of another language.
    pub(crate) is_english: bool,
    /// Whether there is positive evidence of English. Only then does a missing phrase mean something.
    pub(crate) is_surely_english: bool,
    hits: Vec<Hit>,
}

/// A match of a rule's cue in the writer's own running text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hit {
    /// The words.
    pub(crate) span: Span,
    /// The index of the passage in the document.
    pub(crate) passage: usize,
    rule: &'static str,
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
    pub(crate) fn new(document: &Document<'_>, language: Language, cues: &'static CueTable) -> Self {
        let passages = passages::passages(document);
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
        let words = WordMap::new(document.source.text());
        let mut hits = Vec::new();
        if is_english {
            for (index, passage) in passages.iter().enumerate() {
                let kind = document.blocks[passage.block].kind;
                if kind != Kind::Note {
                    let words = words.words(passage.span);
                    look(document, &passages, index, words, cues.of(kind), &mut hits);
                }
            }
        }
        Self { passages, words, is_english, is_surely_english: evidence == Evidence::English, hits }
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

/// Looks for cues in one passage.
fn look(
    document: &Document<'_>,
    passages: &[Passage],
    index: usize,
    words: impl Iterator<Item = (usize, usize)>,
    cues: &Cues,
    hits: &mut Vec<Hit>,
) {
    let passage = &passages[index];
    let text = document.text(passage.span);
    let mut found: Vec<Hit> = Vec::new();
    let hit = |hit: Match<&'static str>| {
        let span = Span::new(passage.span.start + hit.start, passage.span.start + hit.end);
        Hit { span, passage: index, rule: hit.what }
    };
    if document.blocks[passage.block].kind == Kind::Unverified {
        // A `[?]` needs each statement only once, anywhere in the block, even in code.
        let earlier = hits.iter().rev().take_while(|hit| passages[hit.passage].block == passage.block);
        let said = RefCell::new(earlier.map(|hit| hit.rule).collect::<Vec<_>>());
        cues.find_among(
            words,
            text,
            |rule| !said.borrow().contains(&rule),
            |found| {
                said.borrow_mut().push(found.what);
                hits.push(hit(found));
            },
        );
        return;
    }
    cues.find_among(words, text, |_| true, |cue| found.push(hit(cue)));
    if found.is_empty() {
        return;
    }
    let opaque = passages::opaque(document, passage.span);
    found.retain(|hit| !passages::touches(&opaque, hit.span));
    found.sort_by_key(|hit| (hit.rule, hit.span.start, std::cmp::Reverse(hit.span.end)));
    if found.windows(2).any(|pair| pair[0].rule == pair[1].rule) {
        // Only the first cue of a rule in a sentence counts; if several start together, the longest one.
        let sentences = sentences(document, passage);
        let sentence = |hit: &Hit| sentence::around(&sentences, passage.span, hit.span.start);
        found.dedup_by(|next, last| next.rule == last.rule && sentence(next) == sentence(last));
    }
    hits.append(&mut found);
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
