//! Sentences that state facts only in a NOTE or in untagged text.
//!
//! ```md bad
//! # Tokens
//! **Version 1.0.0**
//!
//! ## Lifetime
//!
//! **[SPEC]**
//! - A token is renewed by `POST /token`.
//!
//! **[NOTE]**
//! A token is like a day pass for a train. A token expires after 15 minutes.
//! ```
//!
//! ```md fixed
//! # Tokens
//! **Version 1.0.0**
//!
//! ## Lifetime
//!
//! **[SPEC]**
//! - A token is renewed by `POST /token`.
//! - A token expires after 15 minutes.
//!
//! **[NOTE]**
//! A token is like a day pass for a train.
//! ```
//!
//! ```md good
//! # Tokens
//! **Version 1.0.0**
//!
//! ## Lifetime
//!
//! **[SPEC]**
//! - A token expires after 900 s and is renewed by `POST /token`.
//!
//! **[NOTE]**
//! A token is like a day pass for a train. A token expires after 15 minutes. In our first test, it lasted for 3 days.
//! ```
//!
//! The rule judges every sentence and list item with the same model as `tagdown convert`, and reports those that are
//! almost certainly facts. It also reports exact facts that no SPEC or BUG states: numbers with a unit, limits, defaults,
//! status codes, flags, environment variables, paths, endpoints and identifiers in code. Each block has one finding with
//! all its sentences.
//!
//! The rule recognises the same quantity in a different spelling or unit, and a sentence whose words are in a SPEC or BUG.
//! It ignores history, measurements, examples, advice, questions, references to other pages, and sections such as
//! `Changelog` and `Examples`. It judges only English.
//!
//! The fix moves the sentences to the end of the SPEC in the same section, as a list. Without one, it writes a new SPEC
//! above the NOTE. A sentence that depends on the sentence before it moves together with it. Sentences in lists have no
//! fix.
//!
//! The severity is `info` because some findings are figures that are only part of an explanation. To list only the
//! findings of this rule, use `tagdown check --select fact-outside-spec`.

use rustc_hash::{FxHashMap, FxHashSet};

use super::engine::{Context, FixKind, Group, Rule, Safety, Severity, page_of, to_spec};
use crate::document::{Document, Kind};
use crate::judgement::{Form, Judge, Piece, PieceKind, pieces, statements_near};
use crate::markdown::InlineKind;
use crate::prose::{Fact, Known, Tone, WordFilter, facts, is_back_matter, is_metadata, passages, words};
use crate::text::Span;

pub(crate) const RULE: Rule = Rule {
    name: "fact-outside-spec",
    group: Group::Spec,
    severity: Severity::Info,
    fix: FixKind::Unsafe,
    why: "a model that reads only SPEC and BUG blocks never sees it",
    todo: "add the fact to a SPEC",
    source: page_of!("fact_outside_spec.rs"),
    check,
    ..Rule::PLAIN
};

/// The least score of a sentence that is almost certainly a fact.
const CLEAR: i32 = 1000;

/// The same where the author has separated facts from context: the section has a SPEC. It also applies to a sentence
/// that seems to explain, to tell or to advise; below a SPEC, such a sentence is context.
const VERY_CLEAR: i32 = 2500;

/// The least score of a sentence that states an exact fact.
const LEAST: i32 = 0;

/// Sections whose figures are not authoritative.
const TOLD: &[&str] = &[
    "history",
    "changelog",
    "changes",
    "references",
    "reading",
    "future",
    "roadmap",
    "examples",
    "example",
    "background",
    "motivation",
    "rationale",
    "credits",
    "contributing",
    "contributions",
    "contributors",
    "sponsors",
    "benchmark",
    "benchmarks",
    "results",
    "lessons",
    "acknowledgements",
    "alternatives",
    "context",
    "license",
    "see",
    "links",
    "related",
    "resources",
    "story",
    "evolution",
    "migration",
    "walkthrough",
    "tutorial",
    "why",
];

/// Titles of documents that are narrative throughout.
const TOLD_DOCUMENTS: &[&str] = &["changelog", "history", "roadmap", "future"];

static TOLD_FILTER: WordFilter = WordFilter::EMPTY.with(TOLD).with(TOLD_DOCUMENTS);

/// A sentence with a colon at its end and no more words than this only introduces what is below it.
const LONGEST_LEAD_IN: usize = 7;

/// A sentence that may state a fact.
struct Candidate {
    /// Its index among the statements.
    index: usize,
    span: Span,
    block: usize,
    facts: Vec<Fact>,
    /// Whether it is a fact only if no SPEC or BUG has its words.
    must_be_new: bool,
}

fn check(cx: &mut Context<'_, '_>) {
    let document = cx.document;
    if !document.is_tagged() || !document.blocks.iter().any(|block| block.kind == Kind::Note) {
        return;
    }
    let wording = cx.wording();
    if !wording.is_english {
        return;
    }
    let pieces = pieces(document);
    let told = told_sections(document);
    let block_of =
        |span: Span| document.blocks.partition_point(|block| block.span.start <= span.start).checked_sub(1);
    let is_looked_at = |piece: &Piece| {
        let is_text = matches!(piece.kind, PieceKind::Paragraph | PieceKind::List) && !told[piece.section];
        is_text && block_of(piece.span).is_some_and(|block| document.blocks[block].kind == Kind::Note)
    };
    let wanted: Vec<bool> = pieces.iter().map(is_looked_at).collect();
    if !wanted.contains(&true) {
        return;
    }
    let is_header = |piece: &Piece, span: Span| {
        document.sections[piece.section].level < 2 && is_metadata(document.text(span))
    };
    let statements = statements_near(document, &pieces, &wanted);
    let mut found: Vec<Candidate> = Vec::new();
    for (index, statement) in statements.iter().enumerate() {
        let is_sentence = matches!(statement.form, Form::Sentence | Form::Item);
        if is_sentence
            && wanted[statement.piece]
            && !is_header(&pieces[statement.piece], statement.span)
            && let Some(block) = block_of(statement.span)
        {
            let facts = facts_of(document, statement.span);
            if wording.is_surely_english || !facts.is_empty() {
                found.push(Candidate { index, span: statement.span, block, facts, must_be_new: false });
            }
        }
    }
    let mut judge = Judge::new(document, &pieces, &statements, cx.spec_cues());
    retain_new(document, &mut found, wording.is_surely_english, |index| judge.score(index));
    report(cx, &pieces, &found);
}

/// Keeps the sentences that state a fact which is stated nowhere else. What costs the most comes last: few sentences are
/// left for the judge, and few documents have one whose words must be compared with those of all SPECs.
fn retain_new(
    document: &Document<'_>,
    found: &mut Vec<Candidate>,
    is_sure: bool,
    mut score: impl FnMut(usize) -> i32,
) {
    let mut known = Known::default();
    found.iter().flat_map(|one| &one.facts).for_each(|fact| known.ask(fact));
    if found.iter().any(|one| !one.facts.is_empty()) {
        learn(document, &mut known);
    }
    let specs = document.blocks.iter().filter(|block| block.kind == Kind::Spec);
    let specs: FxHashSet<usize> = specs.map(|block| block.section).collect();
    let mut said: FxHashSet<String> = FxHashSet::default();
    found.retain_mut(|one| {
        let text = document.text(one.span);
        let mut new = one.facts.iter().filter(|fact| !known.has(fact)).peekable();
        let is_known = !one.facts.is_empty() && new.peek().is_none();
        let is_lead_in = text.ends_with(':') && words(text).nth(LONGEST_LEAD_IN).is_none();
        if is_known || is_lead_in {
            return false;
        }
        let tone = Tone::of(text);
        let name = |fact: &Fact| document.text(fact.span).replace('`', "").to_lowercase();
        let exact = new.filter(|fact| tone.binds(text, fact, fact.span.start - one.span.start)).map(name);
        let exact: Vec<String> = exact.filter(|name| !said.contains(name)).collect();
        let section = document.blocks[one.block].section;
        let is_separated = specs.contains(&section);
        let may_be_clear = is_sure
            && !(is_separated && (tone.is_telling || text.contains(", so ")))
            && !text.ends_with([':', '?']);
        let clear = if is_separated || tone.is_telling { VERY_CLEAR } else { CLEAR };
        let least = match (exact.is_empty(), may_be_clear) {
            (false, _) => LEAST,
            (true, true) => clear,
            (true, false) => return false,
        };
        let is_fact = score(one.index) >= least;
        one.must_be_new = exact.is_empty();
        said.extend(exact.into_iter().filter(|_| is_fact));
        is_fact
    });
    if found.iter().any(|one| one.must_be_new) {
        let sentences = found.iter().filter(|one| one.must_be_new).map(|one| document.text(one.span));
        let stated = Stated::read(document, sentences);
        found.retain(|one| {
            let section = document.blocks[one.block].section;
            !one.must_be_new || !stated.has(document.text(one.span), section)
        });
    }
}

/// The words of the SPEC and BUG blocks, in the document and in each section. Only requested words are stored.
#[derive(Default)]
struct Stated {
    document: FxHashMap<u64, bool>,
    sections: FxHashSet<(usize, u64)>,
}

impl Stated {
    /// Reads the blocks; `sentences` are those that are looked up later.
    fn read<'s>(document: &Document<'_>, sentences: impl Iterator<Item = &'s str>) -> Self {
        let mut out = Self::default();
        for sentence in sentences {
            // Most words have five letters or more.
            out.document.reserve(sentence.len() / 10);
            out.document.extend(roots(sentence).map(|root| (root, false)));
        }
        for block in document.blocks.iter().filter(|block| matches!(block.kind, Kind::Spec | Kind::Bug)) {
            for root in roots(document.text(block.span)) {
                if let Some(is_stated) = out.document.get_mut(&root) {
                    *is_stated = true;
                    out.sections.insert((block.section, root));
                }
            }
        }
        out
    }

    /// Whether a section has most of the longer words of a sentence, or the document has all of them.
    fn has(&self, sentence: &str, section: usize) -> bool {
        let mut words: Vec<u64> = Vec::with_capacity(sentence.len() / 6);
        words.extend(roots(sentence));
        words.sort_unstable();
        words.dedup();
        let own = words.iter().filter(|word| self.sections.contains(&(section, **word))).count();
        let all = words.iter().filter(|word| self.document.get(word).copied().unwrap_or(false)).count();
        words.len() > 1 && (own * 4 >= words.len() * 3 || all == words.len())
    }
}

/// The roots of the words of a text that have at least four letters. Words of one family start with the same five
/// letters.
fn roots(text: &str) -> impl Iterator<Item = u64> {
    const LONGEST: usize = 5;
    let bytes = text.as_bytes();
    words(text).filter(|(start, end)| end - start > 3).map(|(start, end)| {
        let length = (end - start).min(LONGEST);
        let letters = match bytes.get(start..start + 8).and_then(|near| near.try_into().ok()) {
            Some(near) => u64::from_le_bytes(near) & (u64::MAX >> (64 - 8 * length)),
            None => bytes[start..start + length].iter().rfold(0, |all, byte| all << 8 | u64::from(*byte)),
        };
        ascii_lowercase(letters)
    })
}

/// Eight letters in lower case; bytes that are no capitals of ASCII stay as they are.
fn ascii_lowercase(letters: u64) -> u64 {
    const EACH: u64 = 0x0101_0101_0101_0101;
    let low = letters & (0x7f * EACH);
    let from_a = low + u64::from(0x80 - b'A') * EACH;
    let above_z = low + u64::from(0x7f - b'Z') * EACH;
    letters | (!letters & (from_a ^ above_z) & (0x80 * EACH)) >> 2
}

/// Reports each block with its sentences.
fn report(cx: &mut Context<'_, '_>, pieces: &[Piece], found: &[Candidate]) {
    for group in found.chunk_by(|one, other| one.block == other.block) {
        let block = &cx.document.blocks[group[0].block];
        let place = if block.tag.is_some() { "a NOTE" } else { "untagged text" };
        let spans: Vec<Span> = group.iter().map(|one| one.span).collect();
        let quote = shorten(&cx.words(spans[0]));
        let message = match spans.len() - 1 {
            0 => format!("`{quote}` appears only in {place}; if it is a fact, add it to a SPEC"),
            more => format!(
                "`{quote}` and {more} more {} appear only in {place}; if they are facts, add them to a SPEC",
                if more == 1 { "sentence" } else { "sentences" },
            ),
        };
        let fix = to_spec::edits(cx, pieces, group[0].block, &spans);
        let finding = cx.report(spans[0], message);
        for span in &spans[1..] {
            finding.related(*span, "also appears only here");
        }
        if let Some(edits) = fix {
            let title =
                if spans.len() == 1 { "move the sentence to a SPEC" } else { "move the sentences to a SPEC" };
            finding.fix(Safety::Unsafe, title, edits);
        }
    }
}

/// The start of a sentence, for a message.
fn shorten(text: &str) -> String {
    const MOST: usize = 60;
    let text = text.replace('`', "");
    if text.chars().count() <= MOST {
        return text;
    }
    let start: String = text.chars().take(MOST).collect();
    let end = start.rfind(' ').filter(|end| *end > MOST / 2).unwrap_or(start.len());
    format!("{}…", start[..end].trim_end())
}

/// Which sections contain history or examples, including their subsections.
fn told_sections(document: &Document<'_>) -> Vec<bool> {
    let mut told: Vec<bool> = Vec::with_capacity(document.sections.len());
    for section in &document.sections {
        let mut words = section.title.split(|c: char| !c.is_alphanumeric());
        let known = if section.level < 2 { TOLD_DOCUMENTS } else { TOLD };
        let is_known = |word: &str| {
            (!word.is_ascii() || TOLD_FILTER.may_have(word.as_bytes()))
                && known.contains(&word.to_lowercase().as_str())
        };
        let is_told = words.any(is_known) || (section.level > 1 && is_back_matter(&section.title));
        let inherits =
            section.parent.is_some_and(|parent| document.sections[parent].level >= 2 && told[parent]);
        told.push(is_told || inherits);
    }
    told
}

/// The facts in a passage, with their spans in the document.
fn facts_of(document: &Document<'_>, passage: Span) -> Vec<Fact> {
    let text = document.text(passage);
    if !facts::may_have(text) {
        return Vec::new();
    }
    let inlines = document.markdown.inlines_in(passage);
    let code = inlines.iter().filter(|(kind, _)| *kind == InlineKind::Code);
    let code: Vec<Span> = code
        .map(|(_, span)| Span::new(span.start - passage.start, span.end.min(passage.end) - passage.start))
        .collect();
    let mut facts = facts::find(text, &code);
    for fact in &mut facts {
        fact.span = Span::new(fact.span.start + passage.start, fact.span.end + passage.start);
    }
    // The target of a link documents what the link names.
    let links: Vec<Span> =
        inlines.iter().filter(|(kind, _)| *kind != InlineKind::Code).map(|(_, link)| *link).collect();
    let links = passages::merge(links);
    facts.retain(|fact| !passages::touches(&links, fact.span));
    facts
}

/// Reads the authoritative text: SPEC and BUG blocks, BUG titles and headings.
fn learn(document: &Document<'_>, known: &mut Known) {
    let blocks = document.blocks.iter().filter(|block| matches!(block.kind, Kind::Spec | Kind::Bug));
    let headings = document.sections.iter().map(|section| section.heading);
    for span in blocks.map(|block| block.span).chain(headings) {
        if known.is_complete() {
            break;
        }
        known.learn(document.text(span));
    }
}
