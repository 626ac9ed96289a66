//! The blocks that are for somebody to decide, with what that needs; and what comes of the decisions.

use std::collections::HashSet;

use super::bullets::{self, Wanted};
use super::decisions::{By, Decision, Decisions, block_hash};
use super::features::Features;
use super::label::{self, Label};
use super::pieces::{Piece, PieceKind, headings, pieces};
use super::{Labelled, Options, all_features, bug, buried, labelled, model, place};
use crate::document::{Document, parse};
use crate::source::Span;
use crate::tags::Kind;

/// A block that somebody should decide.
#[derive(Clone, Debug)]
pub struct Question {
    /// The key of a decision on it.
    pub hash: String,
    /// Its first and last line in the source, from 1.
    pub lines: [usize; 2],
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub kind: PieceKind,
    /// The headings above it, the nearest last.
    pub headings: Vec<String>,
    /// The likelier label.
    pub label: Kind,
    /// How likely, in percent.
    pub confidence: u8,
    /// What spoke for it most.
    pub reasons: Vec<String>,
    /// Its sentences with a guess each, where it can be cut; else none.
    pub sentences: Vec<Sentence>,
    /// Whether the labeller was sure, and facts are buried in it all the same.
    pub is_buried: bool,
    /// What was decided before.
    pub decision: Option<Decision>,
}

/// A sentence of a block that can be cut.
#[derive(Clone, Debug)]
pub struct Sentence {
    /// On one line.
    pub text: String,
    /// The likelier label.
    pub label: Kind,
    /// How likely, in percent.
    pub confidence: u8,
}

impl Question {
    /// Whether it may be a SPEC as it is; more prose than that must be cut.
    pub fn fits_spec(&self) -> bool {
        self.sentences.len() <= place::MOST_SENTENCES
    }

    /// Where it comes among the questions of its document: most uncertain first, those with buried facts last.
    pub fn rank(&self) -> (bool, u8, [usize; 2]) {
        (self.is_buried, self.confidence, self.lines)
    }

    /// Why it cannot be cut at its sentences, in the text that it is of. Computed when asked for, since hardly anybody
    /// wants to know.
    pub fn obstacle(&self, text: &str) -> Option<&'static str> {
        let document = parse(text);
        let pieces = pieces(&document);
        let features = all_features(&document, &pieces);
        let index = pieces.iter().position(|piece| piece.span == self.span)?;
        bullets::obstacle(&document, &pieces, index, features[index].as_ref()?)
    }

    /// Whether a text is in another language than English, so that nearly all of its prose is a question.
    pub fn are_foreign(text: &str, options: &Options<'_>) -> bool {
        label::is_foreign(&parse(text), options.settings.language)
    }
}

/// The blocks of a document that are for somebody to decide, most uncertain first, those with buried facts last.
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
        let score = model::words_score(names);
        Sentence {
            text: buried::one_line(document.text(*span)),
            label: if score > 0 { Kind::Spec } else { Kind::Note },
            confidence: label::confidence(score.abs()),
        }
    };
    features.parts.iter().map(of).collect()
}

/// The pieces of BUG blocks. Their fields make them that, so nobody is asked about them.
fn failures(document: &Document<'_>, pieces: &[Piece]) -> HashSet<usize> {
    bug::failures(document, pieces).iter().flat_map(|failure| failure.first..failure.end).collect()
}

/// The key of decisions on a piece.
fn hash(document: &Document<'_>, piece: &Piece) -> String {
    let heading = &document.sections[piece.section].title;
    block_hash(heading, document.text(piece.span))
}

/// What decisions come to in one document.
#[derive(Default)]
pub(super) struct Settled {
    /// Pieces to cut.
    pub(super) wanted: Wanted,
    /// Who decided, of every piece.
    pub(super) by: Vec<By>,
    /// Lines of which a decision does not hold any more.
    pub(super) stale: Vec<usize>,
}

impl Settled {
    /// What to say of decisions that do not hold any more.
    pub(super) fn notice(&self) -> Option<String> {
        let lines: Vec<String> = self.stale.iter().map(ToString::to_string).collect();
        let said = "could not be cut as decided, so that decision was left aside";
        (!lines.is_empty()).then(|| format!("line {} {said}", lines.join(", ")))
    }
}

/// Puts decisions in place of what the labeller thought.
pub(super) fn settle(
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
        let is_long = features.sentences.len() > place::MOST_SENTENCES;
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

/// The reason for a label that somebody gave.
pub(super) fn decided_by(by: By) -> &'static str {
    match by {
        By::Labeller => "decided by the labeller",
        By::Person => "decided by a person",
        By::Model => "decided by the model that was asked",
    }
}
