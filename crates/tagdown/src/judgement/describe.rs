//! The pieces of a document with the features of each.

use super::features::{self, Cues, Features};
use super::model;
use super::pieces::{self, Piece};
use crate::document::{Document, parse};

/// The pieces of a document with the features and score of each: the input for training.
pub fn describe(text: &str, cues: &Cues) -> Vec<(Piece, Option<Features>, i64)> {
    let document = parse(text);
    let pieces = pieces::pieces(&document);
    let features = all_features(&document, &pieces, cues);
    let scores = model::scores(&pieces, &features);
    let sums = scores.iter().map(|terms| terms.iter().map(|term| term.value).sum());
    pieces
        .into_iter()
        .zip(features)
        .zip(sums)
        .map(|((piece, features), sum)| (piece, features, sum))
        .collect()
}

/// The features of all pieces; `None` for a piece without content.
pub fn all_features(document: &Document<'_>, pieces: &[Piece], cues: &Cues) -> Vec<Option<Features>> {
    let mut sections = features::Headings::default();
    let of = |index: usize| {
        let is_silent = pieces::is_silent(document, &pieces[index]);
        (!is_silent).then(|| {
            features::features(document, pieces, index, sections.of(document, pieces[index].section), cues)
        })
    };
    (0..pieces.len()).map(of).collect()
}
