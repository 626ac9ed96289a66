//! Which kind of block each piece should be: by its structure where that decides, else by the model.

use super::features::Features;
use super::model::{self, Term};
use super::neighbours;
use super::pieces::{Piece, PieceKind};
use super::reasons;
use crate::document::Document;
use crate::language::{self, Evidence, Language};
use crate::prose;
use crate::tags::Kind;

/// How sure the labeller must be before it decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Profile {
    /// Surer than usual; more is left for a person.
    Cautious,
    /// Facts are right 19 times out of 20, over many projects.
    #[default]
    Balanced,
    /// Whatever is likelier.
    Bold,
}

impl Profile {
    /// What must be likely, in percent, for a SPEC and for a NOTE.
    fn thresholds(self) -> (u8, u8) {
        match self {
            Self::Cautious => (93, 80),
            Self::Balanced => (85, 65),
            Self::Bold => (50, 50),
        }
    }
}

/// What a piece was taken for.
#[derive(Clone, Debug)]
pub struct Label {
    /// The likelier kind.
    pub kind: Kind,
    /// How likely, in percent.
    pub confidence: u8,
    /// Whether that was enough; where it was not, a NOTE is written.
    pub decided: bool,
    /// What spoke for it most, three at most.
    pub reasons: Vec<String>,
    /// Whether it says nothing by itself, and goes with what stands above it.
    pub(super) is_silent: bool,
    /// The kind of block that it goes into.
    pub(super) written: Kind,
}

impl Label {
    pub(super) fn certain(kind: Kind, confidence: u8, reason: &str) -> Self {
        let reasons = vec![reason.to_owned()];
        Self { kind, confidence, decided: true, reasons, is_silent: false, written: kind }
    }
}

/// More prose than this is no SPEC.
const MOST_SENTENCES: usize = super::place::MOST_SENTENCES;

/// Whether a document is written in another language than English.
pub(super) fn is_foreign(document: &Document<'_>, language: Language) -> bool {
    match language {
        Language::English => false,
        Language::Other => true,
        Language::Auto => language::read(document, &prose::passages(document)) == Evidence::Other,
    }
}

/// The label of every piece.
pub(super) fn labels(
    pieces: &[Piece],
    features: &[Option<Features>],
    profile: Profile,
    is_foreign: bool,
) -> Vec<Label> {
    let scores = model::scores(pieces, features);
    let pairs = pieces.iter().zip(features).zip(scores);
    let labels = pairs.map(|((piece, features), terms)| match features {
        None => Label { is_silent: true, ..Label::certain(Kind::Note, 99, "says nothing by itself") },
        Some(features) if is_foreign => by_structure(piece, features),
        Some(features) => judge(piece, features, terms, profile),
    });
    let mut labels: Vec<Label> = labels.collect();
    if !is_foreign {
        neighbours::settle(pieces, features, &mut labels, profile.thresholds().0 - LENIENCE);
    }
    labels
}

/// With its neighbours on its side, a piece needs to be so much less likely a SPEC, in percent.
const LENIENCE: u8 = 15;

fn judge(piece: &Piece, features: &Features, terms: Vec<Term>, profile: Profile) -> Label {
    let sentences = features.sentences.len();
    if sentences > MOST_SENTENCES {
        return too_long(sentences);
    }
    if piece.kind == PieceKind::Table {
        return Label::certain(Kind::Spec, 99, "a table of facts");
    }
    let score: i64 = terms.iter().map(|term| term.value).sum();
    let kind = if score > 0 { Kind::Spec } else { Kind::Note };
    let confidence = confidence(score.abs());
    let (spec, note) = profile.thresholds();
    let decided = confidence >= if kind == Kind::Spec { spec } else { note };
    let reasons = reasons::strongest(terms, features, kind == Kind::Spec);
    let written = if decided { kind } else { Kind::Note };
    Label { kind, confidence, decided, reasons, is_silent: false, written }
}

fn too_long(sentences: usize) -> Label {
    Label::certain(
        Kind::Note,
        97,
        &format!("{sentences} sentences of prose, and a SPEC holds {MOST_SENTENCES}"),
    )
}

/// The label of a piece whose words nobody here can read.
fn by_structure(piece: &Piece, features: &Features) -> Label {
    match piece.kind {
        PieceKind::Table => Label::certain(Kind::Spec, 99, "a table of facts"),
        PieceKind::Code if !piece.is_glued => Label::certain(Kind::Spec, 95, "code"),
        PieceKind::List => Label::certain(Kind::Spec, 86, "a list, in another language than English"),
        _ if features.sentences.len() > MOST_SENTENCES => too_long(features.sentences.len()),
        _ => Label {
            decided: false,
            ..Label::certain(Kind::Note, 60, "prose in another language than English")
        },
    }
}

/// How likely a score makes its label, in percent.
pub(super) fn confidence(score: i64) -> u8 {
    let steps = LOGITS.partition_point(|&least| least <= score).saturating_sub(1);
    50 + u8::try_from(steps).unwrap_or(49)
}

/// The least score, in thousandths, that makes a label 50, 51, … 99 percent likely.
const LOGITS: [i64; 50] = [
    0, 40, 80, 120, 160, 201, 241, 282, 323, 364, 405, 447, 490, 532, 575, 619, 663, 708, 754, 800, 847, 895,
    944, 995, 1046, 1099, 1153, 1208, 1266, 1325, 1386, 1450, 1516, 1586, 1658, 1735, 1815, 1901, 1992, 2091,
    2197, 2314, 2442, 2587, 2752, 2944, 3178, 3476, 3892, 4595,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_becomes_a_chance() {
        for (score, percent) in [(0, 50), (39, 50), (40, 51), (1099, 75), (4594, 98), (99_999, 99)] {
            assert_eq!(confidence(score), percent, "{score}");
        }
    }
}
