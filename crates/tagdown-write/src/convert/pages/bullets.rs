//! Turns paragraphs of facts into lists, one sentence per item, and splits paragraphs of mixed kinds: with `--bullets`
//! where the judge is sure, and where a decision says so. Every sentence stays unchanged and in its place.

use std::collections::BTreeMap;

use tagdown::document::{Document, Kind, parse};
use tagdown::judgement::{self, Above, Piece, PieceKind};
use tagdown::markdown::is_same_text;
use tagdown::prose::cut::leans;
use tagdown::rules::{Edit, apply};
use tagdown::text::Span;
use tagdown::text::one_line;

use super::sentences::{Judged, has_hard_break};
use super::tag_lines::Written;

/// How far from that of a fact the score of every sentence must be, in thousandths of log odds: 55%.
const SURE: i32 = 201;

/// A text with some of its paragraphs split, and what is written for each of its pieces.
pub(crate) struct Cut {
    pub(super) text: String,
    pub(super) written: Vec<Written>,
    /// The source pieces that were split, with their kind: SPEC if all sentences are.
    pub(super) pieces: Vec<(usize, Kind)>,
}

/// The rewrite of one paragraph and the kinds of its parts.
struct Rewrite {
    piece: usize,
    edit: Edit,
    written: Vec<Written>,
}

/// The label that each sentence of a piece should get, by piece.
pub(crate) type Wanted = BTreeMap<usize, Vec<Kind>>;

/// Splits the requested pieces where possible; `None` if there are none.
pub(crate) fn cut(
    document: &Document<'_>,
    pieces: &[Piece],
    judged: &Judged<'_>,
    written: &[Written],
    wanted: &Wanted,
) -> Option<Cut> {
    let of = |(&index, kinds): (&usize, &Vec<Kind>)| {
        let sentences = sentences(judged, index);
        let can_cut = kinds.len() == sentences.len() && can_cut(document, pieces, index, &sentences);
        can_cut.then(|| rewrite(document, pieces[index].span, index, &runs(&sentences, kinds)))
    };
    let all: Vec<Rewrite> = wanted.iter().filter_map(of).collect();
    let mut kept: Vec<&Rewrite> = all.iter().collect();
    if !holds(document, pieces, &kept) {
        kept.truncate(if document.source.text().len() > LARGE { 0 } else { MOST_TRIED });
        kept.retain(|one| holds(document, pieces, &[one]));
    }
    if kept.is_empty() || !holds(document, pieces, &kept) {
        return None;
    }
    let mut out = Vec::new();
    let mut rewrites = kept.iter().peekable();
    for (index, written) in written.iter().enumerate() {
        match rewrites.next_if(|rewrite| rewrite.piece == index) {
            Some(rewrite) => out.extend(rewrite.written.iter().cloned()),
            None => out.push(written.clone()),
        }
    }
    let edits: Vec<Edit> = kept.iter().map(|rewrite| rewrite.edit.clone()).collect();
    let text = apply(document.source.text(), &edits);
    let kind = |rewrite: &Rewrite| match rewrite.written.as_slice() {
        [Written::Block(kind, _)] => *kind,
        _ => Kind::Note,
    };
    let pieces = kept.iter().map(|rewrite| (rewrite.piece, kind(rewrite))).collect();
    Some(Cut { text, written: out, pieces })
}

/// How many paragraphs are tried one by one if all at once would fail; each costs a parse.
const MOST_TRIED: usize = 50;

/// In documents of at least this many bytes, paragraphs are not tried one by one.
const LARGE: usize = 200_000;

/// Whether the text means the same after the rewrites and has the expected pieces.
fn holds(document: &Document<'_>, pieces: &[Piece], rewrites: &[&Rewrite]) -> bool {
    let edits: Vec<Edit> = rewrites.iter().map(|rewrite| rewrite.edit.clone()).collect();
    let text = apply(document.source.text(), &edits);
    let more: usize = rewrites.iter().map(|rewrite| rewrite.written.len() - 1).sum();
    let after = parse(&text);
    is_same_text(document.source.text(), &text) && judgement::pieces(&after).len() == pieces.len() + more
}

/// The sentences of a piece.
pub(crate) fn sentences(judged: &Judged<'_>, piece: usize) -> Vec<Span> {
    judged.of(piece).map(|(one, _)| one.span).collect()
}

/// Whether a piece is only a paragraph of several sentences, with no neighbour that a list would join.
pub(crate) fn can_cut(document: &Document<'_>, pieces: &[Piece], index: usize, sentences: &[Span]) -> bool {
    let piece = &pieces[index];
    let is_list = |other: Option<&Piece>, joins: &Piece| {
        let is_joined = joins.above == Above::Piece;
        other.is_some_and(|other| is_joined && matches!(other.kind, PieceKind::List | PieceKind::Quote))
    };
    let (before, next) = (index.checked_sub(1).map(|index| &pieces[index]), pieces.get(index + 1));
    let text = document.text(piece.span);
    piece.kind == PieceKind::Paragraph
        && piece.tagged.is_none()
        && sentences.len() > 1
        && !text.trim_end().ends_with(':')
        && !is_set_off(text)
        && !has_hard_break(text)
        && !is_list(before, piece)
        && !next.is_some_and(|next| is_list(Some(next), next))
        && tiles(document, piece.span, sentences)
}

/// The paragraphs that become a NOTE although the judge is sure of a fact in them, with a label for each sentence. Only
/// paragraphs where it is sure of every sentence and no sentence depends on its neighbour.
pub(crate) fn sure(document: &Document<'_>, judged: &Judged<'_>, written: &[Written]) -> Wanted {
    let of = |index: usize| {
        let kind =
            |score: i32| (score.abs() >= SURE).then_some(if score > 0 { Kind::Spec } else { Kind::Note });
        let kinds: Vec<Kind> = judged.of(index).map(|(_, score)| kind(score)).collect::<Option<_>>()?;
        let runs = runs(&sentences(judged, index), &kinds);
        let leans = |span: &Span| leans(document.text(*span));
        let is_bad = |(kind, spans): &(Kind, Vec<Span>)| {
            spans.first().is_some_and(leans) || *kind == Kind::Spec && spans.iter().any(leans)
        };
        let is_worth = kinds.contains(&Kind::Spec) && runs.len() <= MOST_RUNS;
        (is_worth && !runs.iter().any(is_bad)).then_some((index, kinds))
    };
    let is_note = |index: &usize| matches!(written[*index], Written::Block(Kind::Note, _));
    (0..written.len()).filter(is_note).filter_map(of).collect()
}

/// The sentences of a paragraph, grouped into runs of one kind.
fn runs(sentences: &[Span], kinds: &[Kind]) -> Vec<(Kind, Vec<Span>)> {
    let mut runs: Vec<(Kind, Vec<Span>)> = Vec::new();
    for (span, kind) in sentences.iter().zip(kinds) {
        match runs.last_mut() {
            Some((last, spans)) if last == kind => spans.push(*span),
            _ => runs.push((*kind, vec![*span])),
        }
    }
    runs
}

/// A paragraph in parts: facts as a list with one sentence per item, the rest as paragraphs.
fn rewrite(document: &Document<'_>, paragraph: Span, piece: usize, runs: &[(Kind, Vec<Span>)]) -> Rewrite {
    let eol = document.source.eol();
    let set = |(kind, spans): &(Kind, Vec<Span>)| {
        let (first, last) = (spans[0].start, spans[spans.len() - 1].end);
        if *kind != Kind::Spec {
            return document.text(Span::new(first, last)).to_owned();
        }
        let item = |span: &Span| format!("- {}", one_line(document.text(*span)));
        spans.iter().map(item).collect::<Vec<_>>().join(eol)
    };
    let made = runs.iter().map(set).collect::<Vec<_>>().join(&eol.repeat(2));
    let written = runs.iter().map(|(kind, spans)| match kind {
        Kind::Spec => Written::Block(Kind::Spec, 0),
        kind => Written::Block(*kind, spans.len()),
    });
    Rewrite { piece, edit: Edit::replace(paragraph, made), written: written.collect() }
}

/// A paragraph with more changes of kind than this is not split.
const MOST_RUNS: usize = 3;

/// Whether the sentences cover the complete paragraph.
fn tiles(document: &Document<'_>, paragraph: Span, sentences: &[Span]) -> bool {
    let ends = std::iter::once(paragraph.start).chain(sentences.iter().map(|span| span.end));
    let starts = sentences.iter().map(|span| span.start).chain([paragraph.end]);
    ends.zip(starts)
        .all(|(end, start)| end <= start && document.text(Span::new(end, start)).trim().is_empty())
}

/// Whether a line opens or closes an admonition, a tab or a template.
fn is_set_off(text: &str) -> bool {
    const MARKS: [&str; 8] = ["!!!", "???", ":::", "===", "{%", "{{", "[[", "--8<--"];
    text.lines().any(|line| MARKS.iter().any(|mark| line.trim_start().starts_with(mark)))
}
