//! The blocks that somebody should decide, with the information needed, and the effect of decisions.

use std::collections::HashSet;

use tagdown::document::{Document, Kind, parse};
use tagdown::judgement::{
    Features, Label, MOST_SENTENCES, Piece, PieceKind, all_features, confidence, headings, is_foreign,
    pieces, words_score,
};
use tagdown::rules::spec_cues;
use tagdown::text::Span;
use tagdown::text::one_line;

use crate::convert::decisions::{By, Decision, Decisions, block_hash};
use crate::convert::outcome::Options;
use crate::convert::pages::bullets::{self, Wanted};
use crate::convert::pages::label_pieces::{Labelled, labelled};
use crate::convert::pages::{buried, failures};

/// A block that somebody should decide.
#[derive(Clone, Debug)]
pub struct Question {
    /// The key for a decision on it.
    pub hash: String,
    /// Its first and last line in the source, from 1.
    pub lines: [usize; 2],
    /// Its span in the source.
    pub span: Span,
    /// The kind of Markdown block.
    pub kind: PieceKind,
    /// The headings above it, the nearest last.
    pub headings: Vec<String>,
    /// The more likely label.
    pub label: Kind,
    /// The probability of the label, in percent.
    pub confidence: u8,
    /// The strongest reasons for the label.
    pub reasons: Vec<String>,
    /// Its sentences with a guess each, if it can be split; otherwise empty.
    pub sentences: Vec<Sentence>,
    /// Whether the labeller was sure, but facts are buried in the block.
    pub is_buried: bool,
    /// The earlier decision.
    pub decision: Option<Decision>,
}

/// A sentence of a block that can be split.
#[derive(Clone, Debug)]
pub struct Sentence {
    /// The text, on one line.
    pub text: String,
    /// The more likely label.
    pub label: Kind,
    /// The probability of the label, in percent.
    pub confidence: u8,
}

impl Question {
    /// Whether it can be a SPEC as it is. Longer prose must be split.
    pub fn fits_spec(&self) -> bool {
        self.sentences.len() <= MOST_SENTENCES
    }

    /// The sort key among the questions of its document: most uncertain first, those with buried facts last.
    pub fn rank(&self) -> (bool, u8, [usize; 2]) {
        (self.is_buried, self.confidence, self.lines)
    }

    /// Why it cannot be split into sentences, given its document. Computed on demand, since it is rarely needed.
    pub fn obstacle(&self, text: &str) -> Option<&'static str> {
        let document = parse(text);
        let pieces = pieces(&document);
        let features = all_features(&document, &pieces, spec_cues());
        let index = pieces.iter().position(|piece| piece.span == self.span)?;
        bullets::obstacle(&document, &pieces, index, features[index].as_ref()?)
    }

    /// Whether a text is not in English, so nearly all of its prose is a question.
    pub fn are_foreign(text: &str, options: &Options<'_>) -> bool {
        is_foreign(&parse(text), options.settings.language)
    }
}

/// The blocks of a document that somebody should decide, most uncertain first, those with buried facts last.
pub fn questions(text: &str, options: &Options<'_>) -> Vec<Question> {
    let document = parse(text);
    let Ok(labelled) = labelled(&document, options) else { return Vec::new() };
    let Labelled { pieces, features, labels, is_foreign } = &labelled;
    let buried = if *is_foreign { Vec::new() } else { buried::facts(&document, pieces, features, labels) };
    let failures = failures(&document, pieces);
    let mut out = Vec::new();
    for (index, piece) in pieces.iter().enumerate() {
        let lines = piece.lines(&document);
        let is_buried = labels[index].decided && buried.iter().any(|found| found.lines == lines);
        let is_open = piece.tagged.is_none() && !piece.is_glued && !failures.contains(&index);
        let Some(features) = features[index].as_ref().filter(|_| is_open) else { continue };
        if labels[index].decided && !is_buried {
            continue;
        }
        let can_cut = bullets::can_cut(&document, pieces, index, features);
        let sentences = if can_cut { sentences(&document, features) } else { Vec::new() };
        if is_buried && sentences.is_empty() {
            continue;
        }
        let hash = hash(&document, piece);
        out.push(Question {
            decision: options.decisions.get(&hash).cloned(),
            hash,
            lines,
            span: piece.span,
            kind: piece.kind,
            headings: headings(&document, piece.section).into_iter().map(str::to_owned).collect(),
            label: labels[index].kind,
            confidence: labels[index].confidence,
            reasons: labels[index].reasons.clone(),
            sentences,
            is_buried,
        });
    }
    out.sort_by_key(Question::rank);
    out
}

fn sentences(document: &Document<'_>, features: &Features) -> Vec<Sentence> {
    let of = |(span, names): &(Span, Vec<String>)| {
        let score = words_score(names);
        Sentence {
            text: one_line(document.text(*span)),
            label: if score > 0 { Kind::Spec } else { Kind::Note },
            confidence: confidence(score.abs()),
        }
    };
    features.parts.iter().map(of).collect()
}

/// The pieces of BUG blocks. Their fields decide, so they are never a question.
fn failures(document: &Document<'_>, pieces: &[Piece]) -> HashSet<usize> {
    failures::failures(document, pieces).iter().flat_map(|failure| failure.first..failure.end).collect()
}

/// The key for decisions on a piece.
pub(super) fn hash(document: &Document<'_>, piece: &Piece) -> String {
    let heading = &document.sections[piece.section].title;
    block_hash(heading, document.text(piece.span))
}

/// The effect of the decisions on one document.
#[derive(Default)]
pub(crate) struct Settled {
    /// Pieces to split.
    pub(super) wanted: Wanted,
    /// Who decided, for every piece.
    pub(super) by: Vec<By>,
    /// Lines of blocks whose decision no longer applies.
    pub(super) stale: Vec<usize>,
}

impl Settled {
    /// A notice about decisions that no longer apply.
    pub(super) fn notice(&self) -> Option<String> {
        let lines: Vec<String> = self.stale.iter().map(ToString::to_string).collect();
        let said = "decision ignored, because the block cannot be split as decided";
        (!lines.is_empty()).then(|| format!("line {}: {said}", lines.join(", ")))
    }
}

/// Replaces labels of the labeller with decisions.
pub(crate) fn settle(
    document: &Document<'_>,
    pieces: &[Piece],
    features: &[Option<Features>],
    labels: &mut [Label],
    decisions: &Decisions,
) -> Settled {
    let mut settled = Settled { by: vec![By::Labeller; pieces.len()], ..Settled::default() };
    if decisions.is_empty() {
        return settled;
    }
    let failures = failures(document, pieces);
    for (index, piece) in pieces.iter().enumerate() {
        let is_open = piece.tagged.is_none() && !piece.is_glued && !failures.contains(&index);
        let Some(features) = features[index].as_ref().filter(|_| is_open) else { continue };
        let Some(decision) = decisions.get(&hash(document, piece)) else { continue };
        let kinds = decision.labels();
        let whole = kinds.iter().all(|kind| *kind == kinds[0]).then_some(kinds[0]);
        let is_long = features.sentences.len() > MOST_SENTENCES;
        match whole {
            Some(kind) if !(kind == Kind::Spec && is_long) => {
                let confidence = labels[index].confidence;
                labels[index] = Label::certain(kind, confidence, decided_by(decision.by));
            }
            _ if bullets::can_cut(document, pieces, index, features)
                && [1, features.parts.len()].contains(&kinds.len()) =>
            {
                let each = |at: usize| kinds.get(at).copied().unwrap_or(kinds[0]);
                settled.wanted.insert(index, (0..features.parts.len()).map(each).collect());
            }
            _ => {
                settled.stale.push(piece.lines(document)[0]);
                continue;
            }
        }
        settled.by[index] = decision.by;
    }
    settled
}

/// The reason given for a decided label.
pub(super) fn decided_by(by: By) -> &'static str {
    match by {
        By::Labeller => "decided by the labeller",
        By::Person => "decided by a person",
        By::Model => "decided by a model",
    }
}
