//! Gives pieces that belong together one label: a lead-in and what it introduces, and the parts of a numbered list.

use super::label::Label;
use super::pieces::{Above, Piece, PieceKind};
use super::reasons;
use crate::document::{Document, Kind};
use crate::markdown::NodeKind;
use crate::prose::sentence;

/// Changes labels to match those of their neighbours.
pub(super) fn settle(document: &Document<'_>, pieces: &[Piece], labels: &mut [Label]) {
    for index in 1..pieces.len() {
        if pieces[index].above == Above::Border {
            continue;
        }
        let (kind, is_silent) = (labels[index].kind, labels[index].is_silent);
        if is_lead_in(document, &pieces[index - 1])
            && pieces[index].kind != PieceKind::Paragraph
            && !is_silent
        {
            let said = if kind == Kind::Spec { "it introduces facts" } else { "it introduces narrative" };
            follow(&mut labels[index - 1], kind, said);
        }
        if let NodeKind::List { start: Some(2..) } = pieces[index].node.kind
            && let Some(list) = continued(pieces, index)
        {
            let kind = labels[list].kind;
            follow(&mut labels[index], kind, "it continues the list above");
        }
    }
}

/// Whether a piece is one sentence that ends with a colon.
fn is_lead_in(document: &Document<'_>, piece: &Piece) -> bool {
    let text = document.text(piece.span);
    piece.kind == PieceKind::Paragraph && text.trim_end().ends_with(':') && sentence::most(text) < 2
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
    if label.is_silent || label.kind == kind {
        return;
    }
    label.kind = kind;
    label.decided = true;
    label.reasons.insert(0, reason.to_owned());
    label.reasons.truncate(reasons::MOST);
}
