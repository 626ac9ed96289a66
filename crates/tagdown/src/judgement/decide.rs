//! Decides which kind of block each piece becomes: by its structure if that is conclusive, otherwise by the model.

use super::label::{Label, confidence};
use super::thresholds::Profile;
use crate::document::{Document, Kind};
use crate::judgement::features::Features;
use crate::judgement::model::{self, Term};
use crate::judgement::pieces::{Piece, PieceKind};
use crate::judgement::{neighbours, reasons};
use crate::prose::{Evidence, Language, language, passages};

/// The maximum number of sentences in a SPEC.
pub const MOST_SENTENCES: usize = 2;

/// Whether a document is not written in English.
pub fn is_foreign(document: &Document<'_>, language: Language) -> bool {
    match language {
        Language::English => false,
        Language::Other => true,
        Language::Auto => language::read(document, &passages::passages(document)) == Evidence::Other,
    }
}

/// The label of every piece.
pub fn labels(
    pieces: &[Piece],
    features: &[Option<Features>],
    profile: Profile,
    is_foreign: bool,
) -> Vec<Label> {
    let scores = model::scores(pieces, features);
    let pairs = pieces.iter().zip(features).zip(scores);
    let labels = pairs.map(|((piece, features), terms)| match features {
        None => Label { is_silent: true, ..Label::certain(Kind::Note, 99, "no content on its own") },
        Some(features) if is_foreign => by_structure(piece, features),
        Some(features) => judge(piece, features, terms, profile),
    });
    let mut labels: Vec<Label> = labels.collect();
    if !is_foreign {
        neighbours::settle(pieces, features, &mut labels, profile.thresholds().0 - LENIENCE);
    }
    labels
}

/// If its neighbours are facts, the required confidence for a SPEC is this much lower, in percent.
pub(crate) const LENIENCE: u8 = 15;

pub(crate) fn judge(piece: &Piece, features: &Features, terms: Vec<Term>, profile: Profile) -> Label {
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

pub(crate) fn too_long(sentences: usize) -> Label {
    Label::certain(
        Kind::Note,
        97,
        &format!("{sentences} sentences of prose; a SPEC has at most {MOST_SENTENCES}"),
    )
}

/// The label of a piece that is not in English.
pub(crate) fn by_structure(piece: &Piece, features: &Features) -> Label {
    match piece.kind {
        PieceKind::Table => Label::certain(Kind::Spec, 99, "a table of facts"),
        PieceKind::Code if !piece.is_glued => Label::certain(Kind::Spec, 95, "code"),
        PieceKind::List => Label::certain(Kind::Spec, 86, "a list that is not in English"),
        _ if features.sentences.len() > MOST_SENTENCES => too_long(features.sentences.len()),
        _ => Label { decided: false, ..Label::certain(Kind::Note, 60, "prose that is not in English") },
    }
}
