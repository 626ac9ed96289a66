//! What is written for every piece of a page that is labelled as a whole. What belongs together gets one tag.

use tagdown::document::{Document, Kind, containers};
use tagdown::judgement::{self, Above, Label, Piece, PieceKind};

use super::failures;
use super::tag_lines::Written;

/// The container that each piece is in.
pub(crate) fn containers_of(document: &Document<'_>, pieces: &[Piece]) -> Vec<Option<usize>> {
    let containers = containers(document);
    let of = |piece: &Piece| {
        let next = containers.partition_point(|container| container.end <= piece.span.start);
        containers.get(next).filter(|container| container.start < piece.span.end).map(|_| next)
    };
    pieces.iter().map(of).collect()
}

/// What is written for every piece. Adjusts the labels to match.
pub(crate) fn written(
    document: &Document<'_>,
    pieces: &[Piece],
    containers: &[Option<usize>],
    labels: &mut [Label],
) -> Vec<Written> {
    let failures = failures::failures(document, pieces);
    let mut out = Vec::with_capacity(pieces.len());
    for index in 0..pieces.len() {
        let is_counted = labels[index].is_silent || pieces[index].kind == PieceKind::Paragraph;
        let sentences = if is_counted { judgement::sentences(document, &pieces[index]).len() } else { 0 };
        out.push(if labels[index].is_silent {
            Written::Along(sentences)
        } else {
            Written::Block(labels[index].kind, sentences)
        });
    }
    join_bodies(pieces, labels, &mut out);
    join_containers(pieces, containers, labels, &mut out);
    for failure in failures {
        for index in failure.first..failure.end {
            labels[index] = Label::certain(Kind::Bug, 97, "it has a symptom, a cause and a fix");
            out[index] = Written::Along(0);
        }
        out[failure.first] = Written::Bug(failure.title);
    }
    out
}

/// An admonition and its body have one kind: SPEC only if all of it is.
fn join_bodies(pieces: &[Piece], labels: &mut [Label], out: &mut [Written]) {
    let mut first = 0;
    while first < pieces.len() {
        let body = pieces[first + 1..].iter().take_while(|piece| piece.is_glued).count();
        let group = first..first + 1 + body;
        if body > 0 {
            let is_note =
                group.clone().any(|index| !labels[index].is_silent && labels[index].kind != Kind::Spec);
            let kind = if is_note { Kind::Note } else { Kind::Spec };
            group.clone().for_each(|index| labels[index].kind = kind);
            let sentences = match out[first] {
                Written::Along(sentences) | Written::Block(_, sentences) => sentences,
                Written::Bug(_) => 0,
            };
            out[group.clone()].fill(Written::Along(0));
            out[first] = Written::Block(kind, sentences);
        }
        first = group.end;
    }
}

/// The pieces of a container have one kind: SPEC if any of them is, unless somebody found one of them doubtful.
fn join_containers(pieces: &[Piece], of: &[Option<usize>], labels: &mut [Label], out: &mut [Written]) {
    let mut first = 0;
    while first < pieces.len() {
        let is_more = |index: &usize| {
            of[first].is_some()
                && of[*index] == of[first]
                && pieces[*index].above == Above::Piece
                && pieces[*index].tagged.is_none()
        };
        let end = (first + 1..pieces.len()).take_while(is_more).last().map_or(first + 1, |last| last + 1);
        let told = || {
            out[first..end].iter().filter_map(|written| match written {
                Written::Block(kind, _) => Some(*kind),
                Written::Along(_) | Written::Bug(_) => None,
            })
        };
        let is_own = |kind: &Kind| !matches!(kind, Kind::Spec | Kind::Note);
        let kind = told().find(is_own).or_else(|| told().find(|kind| *kind == Kind::Spec)).or(told().next());
        if let Some(kind) = kind.filter(|_| of[first].is_some() && pieces[first].tagged.is_none()) {
            labels[first..end].iter_mut().for_each(|label| label.kind = kind);
            out[first..end].fill(Written::Along(0));
            out[first] = Written::Block(kind, 0);
        }
        first = end;
    }
}
