//! Turns paragraphs of facts into lists, one sentence per item, and splits paragraphs of mixed kinds: with `--bullets`
//! where the labeller is sure, and where a decision says so. Every sentence stays unchanged and in its place.

use std::collections::BTreeMap;

use tagdown::document::{Document, Kind, parse};
use tagdown::judgement::{self, Above, Features, Piece, PieceKind, words_score};
use tagdown::markdown::is_same_text;
use tagdown::rules::{Edit, apply};
use tagdown::text::Span;
use tagdown::text::one_line;

use super::tag_lines::Written;

/// How sure the labeller must be of every sentence, in thousandths of log odds: three times out of four.
const SURE: i64 = 1100;

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
    features: &[Option<Features>],
    written: &[Written],
    wanted: &Wanted,
) -> Option<Cut> {
    let of = |(&index, kinds): (&usize, &Vec<Kind>)| {
        let features =
            features[index].as_ref().filter(|features| can_cut(document, pieces, index, features))?;
        (kinds.len() == features.parts.len())
            .then(|| rewrite(document, pieces[index].span, index, &runs(features, kinds)))
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

/// Whether a piece is only a paragraph of several sentences, with no neighbour that a list would join.
pub(crate) fn can_cut(document: &Document<'_>, pieces: &[Piece], index: usize, features: &Features) -> bool {
    obstacle(document, pieces, index, features).is_none()
}

/// What prevents a piece from being split at its sentences.
pub(crate) fn obstacle(
    document: &Document<'_>,
    pieces: &[Piece],
    index: usize,
    features: &Features,
) -> Option<&'static str> {
    let piece = &pieces[index];
    let sentences = &features.sentences;
    let is_list = |other: Option<&Piece>, joins: &Piece| {
        let is_joined = joins.above == Above::Piece;
        other.is_some_and(|other| is_joined && matches!(other.kind, PieceKind::List | PieceKind::Quote))
    };
    let (before, next) = (index.checked_sub(1).map(|index| &pieces[index]), pieces.get(index + 1));
    let text = document.text(piece.span);
    let are_told_apart = || features.parts.len() == sentences.len() && tiles(document, piece.span, sentences);
    let obstacles = [
        (piece.kind != PieceKind::Paragraph, "it is not a paragraph"),
        (piece.tagged.is_some(), "it already has a tag"),
        (text.trim_end().ends_with(':'), "it ends with a colon and introduces the next block"),
        (is_set_off(text), "it contains admonition or template markers"),
        (has_hard_break(text), "it has hard line breaks"),
        // Text set off by these markers is not counted as a sentence, so the markers are the more accurate reason.
        (sentences.len() < 2, "it is one sentence"),
        (is_list(before, piece), "a list or quote is directly above it"),
        (next.is_some_and(|next| is_list(Some(next), next)), "a list or quote is directly below it"),
        (!are_told_apart(), "its sentences could not be separated"),
    ];
    obstacles.into_iter().find(|(is_met, _)| *is_met).map(|(_, obstacle)| obstacle)
}

/// The paragraphs that become a NOTE although the labeller is sure of a fact in them, with a label for each sentence.
/// Only paragraphs where it is sure of every sentence and no sentence depends on its neighbour.
pub(crate) fn sure(document: &Document<'_>, features: &[Option<Features>], written: &[Written]) -> Wanted {
    let of = |(index, features): (usize, &Option<Features>)| {
        let is_note = matches!(written[index], Written::Block(Kind::Note, _));
        let features = features.as_ref().filter(|_| is_note)?;
        let scores = features.parts.iter().map(|(_, names)| words_score(names));
        let kind =
            |score: i64| (score.abs() >= SURE).then_some(if score > 0 { Kind::Spec } else { Kind::Note });
        let kinds: Vec<Kind> = scores.map(kind).collect::<Option<_>>()?;
        let runs = runs(features, &kinds);
        let leans = |span: &Span| leans(document.text(*span));
        let is_bad = |(kind, spans): &(Kind, Vec<Span>)| {
            spans.first().is_some_and(leans) || *kind == Kind::Spec && spans.iter().any(leans)
        };
        let is_worth = kinds.contains(&Kind::Spec) && runs.len() <= MOST_RUNS;
        (is_worth && !runs.iter().any(is_bad)).then_some((index, kinds))
    };
    features.iter().enumerate().filter_map(of).collect()
}

/// The sentences of a paragraph, grouped into runs of one kind.
fn runs(features: &Features, kinds: &[Kind]) -> Vec<(Kind, Vec<Span>)> {
    let mut runs: Vec<(Kind, Vec<Span>)> = Vec::new();
    for ((span, _), kind) in features.parts.iter().zip(kinds) {
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

fn has_hard_break(text: &str) -> bool {
    let mut lines = text.lines().rev().skip(1);
    lines.any(|line| {
        line.ends_with("  ") || line.ends_with('\\') || line.ends_with("<br>") || line.ends_with("<br/>")
    })
}

/// Words that refer to the previous sentence.
const LEANING: &str = "it, its, it's, this, that, these, those, they, their, them, he, she, such, however, therefore, thus, \
    hence, but, and, or, so, also, then, otherwise, instead, consequently, additionally, furthermore, \
    moreover, nevertheless, nonetheless, similarly, likewise, conversely, alternatively, besides, both, \
    neither, either, the former, the latter, in this, in that, in these, in those, in both, in such, for \
    this, for that, for these, because of this, as such, as a result, doing so, if so, if not, here, \
    there, yet, still, once, afterwards, meanwhile, finally, first, second, third, next, again, the \
    same, another, others, one, to do so, to do this, to do that, with this, with that, with these, by \
    doing, in other, in addition, in contrast, on the other, that's, they're, which, who, where, what, \
    why, how";

/// Whether a sentence can only be understood after another.
fn leans(sentence: &str) -> bool {
    let plain = sentence.trim_start_matches(['*', '_', '"', '(', '[', '“']).to_lowercase();
    let opens = |words: &str| {
        let rest = plain.strip_prefix(words);
        rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '-' || c == '`'))
    };
    LEANING.split(", ").any(opens)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_that_points_back_is_known() {
        for text in [
            "It stops.",
            "This is why.",
            "*These* are kept.",
            "However, no.",
            "If so, wait.",
            "For this reason, no.",
        ] {
            assert!(leans(text), "{text}");
        }
        for text in [
            "Items are kept.",
            "Thistles grow.",
            "`it` is a name.",
            "If a file is there, it is read.",
            "Itself a list.",
        ] {
            assert!(!leans(text), "{text}");
        }
    }
}
