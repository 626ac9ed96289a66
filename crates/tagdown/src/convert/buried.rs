//! Facts inside prose that is written as a NOTE, and claims that read as unverified: what a person should look at.

use std::sync::LazyLock;

use serde::Serialize;

use super::features::Features;
use super::label::Label;
use super::model;
use super::pieces::{Piece, PieceKind};
use crate::document::Document;
use crate::lexicon::Lexicon;
use crate::rules::doubt::DOUBT;
use crate::sentence;
use crate::source::Span;
use crate::tags::Kind;

/// Sentences of one block.
#[derive(Clone, Debug, Serialize)]
pub struct Sentences {
    /// The lines of the block in the source, from 1.
    pub lines: [usize; 2],
    /// The sentences, each on one line.
    pub sentences: Vec<String>,
}

/// The sentences that read as facts in prose which becomes a NOTE: a reader of SPEC blocks does not see them.
pub(super) fn facts(
    document: &Document<'_>,
    pieces: &[Piece],
    features: &[Option<Features>],
    labels: &[Label],
) -> Vec<Sentences> {
    let mut out = Vec::new();
    for ((piece, features), label) in pieces.iter().zip(features).zip(labels) {
        let Some(features) = features.as_ref().filter(|_| label.written == Kind::Note && is_prose(piece))
        else {
            continue;
        };
        let reads_as_fact = |(_, names): &&(Span, Vec<String>)| model::words_score(names) > 0;
        let found =
            features.parts.iter().filter(reads_as_fact).map(|(span, _)| one_line(document.text(*span)));
        out.extend(sentences(document, piece, found.collect()));
    }
    out
}

/// The sentences that read as claims which nobody has verified.
pub(super) fn doubts(document: &Document<'_>, pieces: &[Piece]) -> Vec<Sentences> {
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

fn is_prose(piece: &Piece) -> bool {
    piece.tagged.is_none() && matches!(piece.kind, PieceKind::Paragraph | PieceKind::Quote | PieceKind::Code)
}

fn sentences(document: &Document<'_>, piece: &Piece, sentences: Vec<String>) -> Option<Sentences> {
    (!sentences.is_empty()).then(|| Sentences { lines: piece.lines(document), sentences })
}

/// A sentence without its line breaks, and without the marks of a quote.
pub(super) fn one_line(text: &str) -> String {
    let lines = text.lines().map(|line| line.trim_start().trim_start_matches("> ").trim_start_matches('>'));
    lines.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}
