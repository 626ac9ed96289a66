//! Finds facts inside prose that becomes a NOTE, and claims that read as unverified, for a person to review.

use std::sync::LazyLock;

use tagdown::document::Document;
use tagdown::judgement::{Piece, PieceKind, Statement};
use tagdown::prose::{DOUBT, Lexicon, sentence};
use tagdown::text::{Span, one_line};

use crate::convert::outcome::Sentences;

/// The sentences of a piece that the judge calls facts, in prose that became a NOTE because it could not be cut.
pub(crate) fn judged<'s>(
    document: &Document<'_>,
    piece: &Piece,
    statements: impl Iterator<Item = (&'s Statement, i32)>,
) -> Option<Sentences> {
    let facts = statements.filter(|(_, score)| *score >= 0);
    let found = facts.map(|(one, _)| one_line(document.text(one.span))).collect();
    sentences(document, piece, found).filter(|_| piece.tagged.is_none())
}

/// The sentences that read as unverified claims.
pub(crate) fn doubts(document: &Document<'_>, pieces: &[Piece]) -> Vec<Sentences> {
    static DOUBTS: LazyLock<Lexicon<()>> =
        LazyLock::new(|| Lexicon::new(DOUBT.iter().map(|cue| (cue.words, ()))));
    let mut out = Vec::new();
    for piece in pieces
        .iter()
        .filter(|piece| piece.tagged.is_none() && piece.is_text() && piece.kind != PieceKind::Html)
    {
        let mut spans = Vec::new();
        let inlines = document.markdown.inlines_in(piece.span);
        sentence::split(document.text(piece.span), piece.span.start, inlines, &mut spans);
        let is_doubtful = |span: &&Span| {
            let mut found = false;
            DOUBTS.find(document.text(**span), |()| true, |_| found = true);
            found
        };
        let found = spans.iter().filter(is_doubtful).map(|span| one_line(document.text(*span))).collect();
        out.extend(sentences(document, piece, found));
    }
    out
}

fn sentences(document: &Document<'_>, piece: &Piece, sentences: Vec<String>) -> Option<Sentences> {
    (!sentences.is_empty()).then(|| Sentences { lines: piece.lines(document), sentences })
}
