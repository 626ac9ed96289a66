//! The features of the words of a statement: words, pairs of words, classes of words, phrases and exact facts.

use super::hashed::Hashed;
use super::sink::{FEW, Sink, part};
use super::word_classes::{self, CLASSES, DEFINE, MUST, ORDER, TELLING};
use super::word_tokens::{TokenKind, Tokens};
use crate::document::Document;
use crate::markdown::InlineKind;
use crate::prose::{Lexicon, facts, passages};
use crate::text::Span;

/// The phrases of the rules for SPEC blocks, each with the name of its rule.
pub type Cues = Lexicon<&'static str>;

/// The maximum number of words of a stretch of text to examine. The start of a long list is enough to classify it.
const MOST: usize = 220;

/// What the words of a stretch of text are.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Seen {
    /// Some define or oblige.
    pub(super) states: bool,
    /// Some explain, tell or doubt.
    pub(super) tells: bool,
}

/// Adds the features of the words in a stretch of running text, which `tokens` are read from.
pub(super) fn word_features(
    document: &Document<'_>,
    span: Span,
    tokens: &Tokens,
    cues: &Cues,
    sink: &mut impl Sink,
) -> Seen {
    const START: Hashed<'static> = part("^");
    let mut seen = Seen::default();
    let mut before = START;
    let mut counts = [0_usize; CLASSES.len()];
    for (index, (kind, token)) in tokens.iter().enumerate() {
        let classes = if kind == TokenKind::Word { word_classes::of(token) } else { 0 };
        seen.states |= classes & (DEFINE | MUST) != 0 || matches!(token.text, "need" | "needs");
        if index >= MOST {
            continue;
        }
        sink.add(&[const { part("w:") }, token]);
        sink.add(&[const { part("b:") }, before, const { part(" ") }, token]);
        let opens = before.text == START.text;
        let mut rest = classes;
        while rest != 0 {
            let class = rest.trailing_zeros() as usize;
            counts[class] += usize::from(class != ORDER || opens);
            rest &= rest - 1;
        }
        let is_stop = kind == TokenKind::Sign && matches!(token.text, "." | "?" | "!" | ":");
        before = if is_stop { START } else { token };
    }
    if let Some(first) = tokens.get(0) {
        sink.add(&[const { part("f:") }, first]);
        if let Some(second) = tokens.get(1) {
            sink.add(&[const { part("f:") }, first, const { part(" ") }, second]);
        }
    }
    for (index, class) in CLASSES.iter().enumerate().filter(|(index, _)| counts[*index] > 0) {
        let name = Hashed::new(class.name);
        sink.add(&[const { part("class=") }, name]);
        if counts[index] > 1 {
            sink.add(&[const { part("class=") }, name, const { part("+") }]);
        }
        seen.tells |= TELLING & (1 << index) != 0;
    }
    seen.tells |= phrases(document, span, cues, sink);
    let facts = if facts::may_have(document.text(span)) { count_facts(document, span) } else { 0 };
    sink.add(&[const { part("facts=") }, FEW[facts.min(4)]]);
    seen
}

/// The number of exact facts in a stretch of text.
fn count_facts(document: &Document<'_>, span: Span) -> usize {
    let code: Vec<Span> = document
        .markdown
        .inlines_in(span)
        .iter()
        .filter(|(kind, _)| *kind == InlineKind::Code)
        .map(|(_, code)| Span::new(code.start - span.start, code.end.min(span.end) - span.start))
        .collect();
    facts::count(document.text(span), &code)
}

/// Adds the rules whose phrases occur outside code, links and quotations. Returns whether there are any.
fn phrases(document: &Document<'_>, span: Span, cues: &Cues, sink: &mut impl Sink) -> bool {
    let mut hits: Vec<(Span, &'static str)> = Vec::new();
    let at = |start: usize, end: usize| Span::new(span.start + start, span.start + end);
    cues.find(document.text(span), |_| true, |hit| hits.push((at(hit.start, hit.end), hit.what)));
    if hits.is_empty() {
        return false;
    }
    let opaque = passages::opaque(document, span);
    hits.retain(|(found, _)| !passages::touches(&opaque, *found));
    for (_, rule) in &hits {
        sink.add(&[const { part("cue=") }, Hashed::new(rule)]);
    }
    !hits.is_empty()
}
