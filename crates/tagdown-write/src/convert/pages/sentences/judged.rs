//! What the judge and people say about the statements of a page.

use tagdown::document::Kind;
use tagdown::judgement::Statement;
use tagdown::text::Span;

use crate::convert::callouts::Opened;

/// What the judge and people say about the statements of a page.
#[derive(Clone, Copy)]
pub(crate) struct Judged<'j> {
    pub(crate) statements: &'j [Statement],
    /// The score of each statement, less the least score of a fact.
    pub(crate) scores: &'j [i32],
    pub(crate) decided: &'j dyn Fn(usize) -> Option<Vec<Kind>>,
    /// What was in callouts.
    pub(crate) opened: &'j [Opened],
    /// The decision on one sentence of a piece.
    pub(crate) decided_sentence: &'j dyn Fn(usize, Span) -> Option<Kind>,
    /// The wording that a person accepted for a sentence of a piece.
    pub(crate) worded: &'j dyn Fn(usize, Span) -> Option<String>,
}

/// Raises the scores of statements in callouts: an author sets off what must not be missed, above all a warning.
pub(crate) fn lift(statements: &[Statement], scores: &mut [i32], opened: &[Opened]) {
    for (one, score) in statements.iter().zip(scores) {
        let next = opened.partition_point(|opened| opened.span.end <= one.span.start);
        match opened.get(next).filter(|opened| opened.span.start <= one.span.start) {
            Some(opened) if opened.warns => *score = (*score).max(SET_OFF),
            Some(_) => *score += SET_OFF,
            None => {}
        }
    }
}

/// What a callout adds to a score.
const SET_OFF: i32 = 400;

impl Judged<'_> {
    /// The statements of a piece with their scores.
    pub(crate) fn of(&self, piece: usize) -> impl Iterator<Item = (&Statement, i32)> {
        let first = self.statements.partition_point(|one| one.piece < piece);
        let own = self.statements[first..].iter().zip(&self.scores[first..]);
        own.take_while(move |(one, _)| one.piece == piece).map(|(one, score)| (one, *score))
    }

    /// Whether a callout was in a span.
    pub(crate) fn has_opened(&self, span: Span) -> bool {
        let next = self.opened.partition_point(|opened| opened.span.end <= span.start);
        self.opened.get(next).is_some_and(|opened| opened.span.start < span.end)
    }

    /// The highest score in a piece.
    pub(super) fn most(&self, piece: usize) -> i32 {
        self.of(piece).map(|(_, score)| score).max().unwrap_or(-1)
    }
}
