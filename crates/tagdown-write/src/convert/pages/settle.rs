//! The effect of decisions on a page whose blocks are labelled as a whole.

use std::collections::HashSet;

use tagdown::document::{Document, Kind};
use tagdown::judgement::{self, Label, MOST_SENTENCES, Piece};

use super::bullets::{self, Wanted};
use super::doubts::hash;
use super::failures;
use super::sentences::Judged;
use crate::convert::decisions::{By, Decisions};

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

/// The pieces that a decision may label: not those of a BUG, which is recognised by its fields.
pub(super) fn open(document: &Document<'_>, pieces: &[Piece], labels: &[Label]) -> Vec<bool> {
    let failures = failures::failures(document, pieces);
    let failures: HashSet<usize> = failures.iter().flat_map(|failure| failure.first..failure.end).collect();
    let is_open = |(index, piece): (usize, &Piece)| {
        piece.tagged.is_none() && !piece.is_glued && !labels[index].is_silent && !failures.contains(&index)
    };
    pieces.iter().enumerate().map(is_open).collect()
}

/// Replaces labels with decisions.
pub(crate) fn settle(
    document: &Document<'_>,
    pieces: &[Piece],
    judged: &Judged<'_>,
    labels: &mut [Label],
    decisions: &Decisions,
) -> Settled {
    let mut settled = Settled { by: vec![By::Labeller; pieces.len()], ..Settled::default() };
    if decisions.is_empty() {
        return settled;
    }
    let open = open(document, pieces, labels);
    for (index, piece) in pieces.iter().enumerate().filter(|(index, _)| open[*index]) {
        let Some(decision) = decisions.get(&hash(document, piece)) else { continue };
        let kinds = decision.labels();
        let whole = kinds.iter().all(|kind| *kind == kinds[0]).then_some(kinds[0]);
        let is_long = judgement::sentences(document, piece).len() > MOST_SENTENCES;
        let sentences = bullets::sentences(judged, index);
        match whole {
            Some(kind) if !(kind == Kind::Spec && is_long) => {
                let confidence = labels[index].confidence;
                labels[index] = Label::certain(kind, confidence, decided_by(decision.by));
            }
            _ if bullets::can_cut(document, pieces, index, &sentences)
                && [1, sentences.len()].contains(&kinds.len()) =>
            {
                let each = |at: usize| kinds.get(at).copied().unwrap_or(kinds[0]);
                settled.wanted.insert(index, (0..sentences.len()).map(each).collect());
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
fn decided_by(by: By) -> &'static str {
    match by {
        By::Labeller => "decided by the labeller",
        By::Person => "decided by a person",
        By::Model => "decided by a model",
    }
}
