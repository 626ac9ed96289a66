//! Judges the statements of a document, unless something prevents its conversion.

use tagdown::document::Document;
use tagdown::judgement::{
    Piece, PieceKind, Statement, is_contents, is_foreign, is_html_table, is_silent, pieces, scores,
    statements,
};
use tagdown::rules::spec_cues;

use crate::convert::checks::obstacle;
use crate::convert::outcome::Options;

/// A document with a score for each of its statements.
pub(crate) struct Labelled {
    pub(super) pieces: Vec<Piece>,
    pub(super) statements: Vec<Statement>,
    /// The score of each statement, less the least score of a fact.
    pub(super) scores: Vec<i32>,
    pub(super) is_foreign: bool,
}

/// Why a document stays unchanged.
pub(crate) enum Left {
    /// It must not be converted.
    Refused(String),
    /// There is nothing to do.
    Done(String),
}

/// The score of what its form tells to be a fact, and that of what its form tells to be none.
const CERTAIN: i32 = 4000;

/// Tables in HTML are facts, as those in Markdown are, and tables of contents are none.
fn by_form(document: &Document<'_>, pieces: &[Piece], statements: &[Statement], scores: &mut [i32]) {
    let mut known: Option<(usize, Option<i32>)> = None;
    for (statement, score) in statements.iter().zip(scores) {
        let piece = &pieces[statement.piece];
        let certain = known.filter(|(index, _)| *index == statement.piece).map_or_else(
            || match piece.kind {
                PieceKind::Html => is_html_table(document.text(piece.span)).then_some(CERTAIN),
                PieceKind::List => is_contents(document.text(piece.span)).then_some(-CERTAIN),
                _ => None,
            },
            |(_, certain)| certain,
        );
        known = Some((statement.piece, certain));
        *score = certain.unwrap_or(*score);
    }
}

/// Judges a document that can be converted.
pub(crate) fn labelled(document: &Document<'_>, options: &Options<'_>) -> Result<Labelled, Left> {
    if let Some(reason) = obstacle(document) {
        return Err(Left::Refused(reason));
    }
    let pieces = pieces(document);
    if pieces.is_empty() && document.is_tagged() {
        return Err(Left::Done("already fully tagged".to_owned()));
    }
    let is_empty = pieces.iter().all(|piece| is_silent(document, piece));
    if is_empty && (pieces.is_empty() || document.tags.is_empty()) {
        return Err(Left::Done("no text to tag".to_owned()));
    }
    let is_foreign = is_foreign(document, options.settings.language);
    let statements = statements(document, &pieces);
    let least = options.profile.least_fact();
    let scores = scores(document, &pieces, &statements, spec_cues());
    let mut scores: Vec<i32> = scores.into_iter().map(|score| score - least).collect();
    by_form(document, &pieces, &statements, &mut scores);
    Ok(Labelled { pieces, statements, scores, is_foreign })
}
