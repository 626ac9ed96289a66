//! Labels complete pieces by what the judge says of their statements, for conversions that never cut a paragraph.

use super::label::{Label, confidence};
use super::neighbours;
use super::pieces::{Piece, PieceKind, is_silent};
use super::statements::{Form, Statement};
use super::structure::{is_contents, is_html_table};
use crate::document::{Document, Kind};
use crate::prose::{Evidence, Language, language, passages, sentence};
use crate::text::Span;

/// The maximum number of sentences in a SPEC.
pub const MOST_SENTENCES: usize = 2;

/// A label with a lower confidence than this needs review, in percent.
pub const SURE: u8 = 60;

/// Whether a document is not written in English.
pub fn is_foreign(document: &Document<'_>, language: Language) -> bool {
    match language {
        Language::English => false,
        Language::Other => true,
        Language::Auto => language::read(document, &passages::passages(document)) == Evidence::Other,
    }
}

/// The sentences of a paragraph's prose.
pub fn sentences(document: &Document<'_>, piece: &Piece) -> Vec<Span> {
    let mut sentences = Vec::new();
    let is_prose = match piece.kind {
        PieceKind::Paragraph => true,
        PieceKind::Code => piece.is_glued,
        _ => false,
    };
    if is_prose {
        let inlines = document.markdown.inlines_in(piece.span);
        sentence::split(document.text(piece.span), piece.span.start, inlines, &mut sentences);
    }
    sentences
}

/// The label of every piece. `scores` has the score of each statement, less the least score of a fact.
pub fn labels(
    document: &Document<'_>,
    pieces: &[Piece],
    statements: &[Statement],
    scores: &[i32],
    is_foreign: bool,
) -> Vec<Label> {
    let mut at = 0;
    let label = |(index, piece): (usize, &Piece)| {
        let first = at;
        at += statements[first..].iter().take_while(|one| one.piece == index).count();
        if is_silent(document, piece) {
            return Label { is_silent: true, ..Label::certain(Kind::Note, 99, "no content on its own") };
        }
        let text = document.text(piece.span);
        if piece.kind == PieceKind::Html && is_html_table(text) {
            return Label::certain(Kind::Spec, 99, "a table of facts");
        }
        if piece.kind == PieceKind::List && is_contents(text) {
            return Label::certain(Kind::Note, 97, "a table of contents");
        }
        let sentences = sentences(document, piece).len();
        if is_foreign {
            by_structure(piece, sentences)
        } else {
            judge(piece, sentences, &statements[first..at], &scores[first..at])
        }
    };
    let mut labels: Vec<Label> = pieces.iter().enumerate().map(label).collect();
    if !is_foreign {
        neighbours::settle(document, pieces, &mut labels);
    }
    labels
}

fn judge(piece: &Piece, sentences: usize, statements: &[Statement], scores: &[i32]) -> Label {
    if sentences > MOST_SENTENCES {
        return too_long(sentences);
    }
    let score = match piece.kind {
        PieceKind::Table => return Label::certain(Kind::Spec, 99, "a table of facts"),
        PieceKind::Code if !piece.is_glued => return Label::certain(Kind::Spec, 95, "code"),
        PieceKind::List => best_quarter(statements, scores),
        PieceKind::Paragraph => median(scores),
        // A quote or the body of an admonition is a SPEC if it contains a fact.
        _ => scores.iter().copied().max().unwrap_or(-1),
    };
    let kind = if score >= 0 { Kind::Spec } else { Kind::Note };
    let confidence = confidence(i64::from(score.abs()));
    Label { kind, confidence, decided: confidence >= SURE, reasons: Vec::new(), is_silent: false }
}

/// The score that decides a list: it is a SPEC if at least a quarter of its text reads as facts.
pub fn best_quarter(statements: &[Statement], scores: &[i32]) -> i32 {
    let texts = statements.iter().zip(scores).filter(|(one, _)| one.form != Form::Code);
    let mut scores: Vec<i32> = texts.map(|(_, score)| *score).collect();
    scores.sort_unstable_by(|a, b| b.cmp(a));
    scores.get(scores.len().div_ceil(4).saturating_sub(1)).copied().unwrap_or(0)
}

/// The lower of the two middle scores, so most statements must be facts.
fn median(scores: &[i32]) -> i32 {
    let mut scores = scores.to_vec();
    scores.sort_unstable();
    scores.get(scores.len().saturating_sub(1) / 2).copied().unwrap_or(-1)
}

fn too_long(sentences: usize) -> Label {
    Label::certain(
        Kind::Note,
        97,
        &format!("{sentences} sentences of prose; a SPEC has at most {MOST_SENTENCES}"),
    )
}

/// The label of a piece that is not in English.
fn by_structure(piece: &Piece, sentences: usize) -> Label {
    match piece.kind {
        PieceKind::Table => Label::certain(Kind::Spec, 99, "a table of facts"),
        PieceKind::Code if !piece.is_glued => Label::certain(Kind::Spec, 95, "code"),
        PieceKind::List => Label::certain(Kind::Spec, 86, "a list that is not in English"),
        _ if sentences > MOST_SENTENCES => too_long(sentences),
        _ => Label { decided: false, ..Label::certain(Kind::Note, 60, "prose that is not in English") },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::parse;
    use crate::judgement::{pieces, scores, statements};
    use crate::rules::spec_cues;

    #[test]
    fn a_piece_is_labelled_by_its_statements() {
        for (text, kind) in [
            ("The port is 8080.", Kind::Spec),
            ("The port is 8080. We hope that you like it.", Kind::Note),
            ("The port is 8080. The limit is 5. The size is 7.", Kind::Note),
            ("- `a` is 1.\n- We hope that you like it.", Kind::Spec),
            ("We hope that you like it.", Kind::Note),
            ("| a | b |\n|---|---|\n| 1 | 2 |", Kind::Spec),
            ("```sh\nrun\n```", Kind::Spec),
            ("![](a.png)", Kind::Note),
        ] {
            let text = format!("# T\n\n## Limits\n\n{text}\n");
            let document = parse(&text);
            let pieces = pieces(&document);
            let statements = statements(&document, &pieces);
            let scores = scores(&document, &pieces, &statements, spec_cues());
            let labels = labels(&document, &pieces, &statements, &scores, false);
            assert_eq!(labels.iter().map(|label| label.kind).collect::<Vec<_>>(), [kind], "{text}");
        }
    }

    #[test]
    fn most_statements_must_be_facts() {
        assert_eq!((median(&[]), median(&[5]), median(&[5, -1]), median(&[5, -1, 7])), (-1, 5, -1, 5));
    }
}
