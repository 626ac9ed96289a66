//! Decides the label of an unclear piece by its neighbours, so that text that belongs together has one tag.

use super::features::Features;
use super::label::Label;
use super::pieces::{Above, Piece, PieceKind};
use super::reasons;
use crate::document::Kind;
use crate::markdown::NodeKind;

/// Decides labels by their neighbours. On its own, a SPEC must have a confidence of at least `least` percent.
pub(crate) fn settle(pieces: &[Piece], features: &[Option<Features>], labels: &mut [Label], least: u8) {
    for index in 1..pieces.len() {
        if pieces[index].above == Above::Border {
            continue;
        }
        let (above, below) = labels.split_at_mut(index);
        let (before, this) = (&mut above[index - 1], &mut below[0]);
        let is_introduced = features[index - 1].as_ref().is_some_and(is_lead_in);
        if is_introduced && pieces[index].kind != PieceKind::Paragraph && !this.is_silent {
            introduce(before, this, least);
        }
        if let NodeKind::List { start: Some(2..) } = pieces[index].node.kind
            && let Some(list) = continued(pieces, index)
        {
            let (kind, written) = (labels[list].kind, labels[list].written);
            let decided = labels[list].decided;
            follow(&mut labels[index], kind, "it continues the list above");
            labels[index].written = written;
            labels[index].decided = decided;
        }
    }
    for index in 0..pieces.len() {
        let is_fact = |other: Option<&Label>| {
            other.is_some_and(|label| label.written == Kind::Spec && label.decided && !label.is_silent)
        };
        let is_joined = |at: usize| pieces.get(at).is_some_and(|piece| piece.above == Above::Piece);
        let before = if is_joined(index) { Some(is_fact(labels.get(index - 1))) } else { None };
        let after = if is_joined(index + 1) { Some(is_fact(labels.get(index + 1))) } else { None };
        // The start or end of a section is no evidence, so with one neighbour more confidence is required.
        let least = match (before, after) {
            (Some(true), Some(true)) => least,
            (Some(true), None) | (None, Some(true)) => least + ONE_SIDED,
            _ => continue,
        };
        if leans_to_spec(&labels[index], least) {
            follow(&mut labels[index], Kind::Spec, "it is next to facts");
        }
    }
}

/// With a neighbour on one side only, the required confidence for a SPEC is this much higher, in percent.
const ONE_SIDED: u8 = 8;

/// Whether a piece has at most one sentence and ends with a colon.
fn is_lead_in(features: &Features) -> bool {
    features.sentences.len() < 2 && features.names.iter().any(|name| name.ends_with("/lead-in"))
}

fn leans_to_spec(label: &Label, least: u8) -> bool {
    !label.is_silent && !label.decided && label.kind == Kind::Spec && label.confidence >= least
}

/// Gives a lead-in and the piece that it introduces the same label, unless both are decided otherwise.
fn introduce(lead_in: &mut Label, introduced: &mut Label, least: u8) {
    let (is_first, is_second) = (lead_in.written == Kind::Spec, introduced.written == Kind::Spec);
    if is_second && leans_to_spec(lead_in, least) {
        follow(lead_in, Kind::Spec, "it introduces facts");
    } else if is_first && leans_to_spec(introduced, least) {
        follow(introduced, Kind::Spec, "the text above announces facts");
    } else if is_first && !is_second && !introduced.is_silent {
        follow(lead_in, Kind::Note, "it introduces narrative");
    }
}

/// The list that a numbered list continues if it does not start at 1: the last numbered list above it under the same
/// heading.
fn continued(pieces: &[Piece], index: usize) -> Option<usize> {
    let first = (0..=index).rev().find(|&at| pieces[at].above == Above::Border).unwrap_or(0);
    (first..index)
        .rev()
        .take(MOST_BETWEEN)
        .find(|&at| matches!(pieces[at].node.kind, NodeKind::List { start: Some(_) }))
}

/// How far above a list the list that it continues may be, in pieces.
const MOST_BETWEEN: usize = 12;

fn follow(label: &mut Label, kind: Kind, reason: &str) {
    label.kind = kind;
    label.written = kind;
    label.decided = true;
    label.reasons.insert(0, reason.to_owned());
    label.reasons.truncate(reasons::MOST);
}
