//! Cuts a page into parts with a kind each: sentences, and everything that stays in one piece.

use tagdown::document::{Document, Kind, opens_body};
use tagdown::judgement::{Above, Form, Piece, PieceKind, Statement, is_silent};
use tagdown::markdown::{Node, NodeKind, is_module_code};
use tagdown::prose::{cut, sentence};
use tagdown::text::Span;

use super::judged::Judged;
use super::marks::{has_hard_break, is_set_off, is_term, states_by_name};

/// How a part is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// As it is: a list, a table, code, a quote, HTML, a comment, or a paragraph that introduces one of them.
    Whole,
    /// A list item made of sentences.
    Bullet,
    /// Sentences that stay prose.
    Prose,
}

/// What may be done to a paragraph. Each step follows if the one before it did not pass the checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Care {
    /// It is cut at its sentences.
    Cut,
    /// With facts in it, it becomes one list item.
    OneBullet,
    /// It stays as it is, as context if it has several sentences.
    Untouched,
}

/// A part of a page.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    /// Its position in the source.
    pub(crate) span: Span,
    pub(crate) kind: Kind,
    pub(crate) shape: Shape,
    /// The index of the piece that it comes from; `None` for comments and link definitions.
    pub(crate) piece: Option<usize>,
    /// The number of sentences of prose in it.
    pub(crate) sentences: usize,
    /// Whether it has no content on its own, so it goes where its neighbour goes.
    pub(crate) is_silent: bool,
    /// Whether it belongs to the part after it: a lead-in, or a comment directly above.
    pub(crate) is_tied: bool,
    /// Whether it belongs to the part before it: the end of a sentence that a list or code interrupts.
    is_rest: bool,
    /// Whether it depends on the paragraph before it.
    leans: bool,
    /// Whether it is context beyond doubt.
    pub(super) is_clear: bool,
    /// What is written instead of a list item, as a person accepted it.
    pub(crate) wording: Option<String>,
}

/// The text between two borders: headings, thematic breaks and blocks that already have a tag.
#[derive(Clone, Debug, Default)]
pub(crate) struct Section {
    pub(crate) parts: Vec<Part>,
}

/// What decides how a page is cut.
pub(crate) struct Verdicts<'v> {
    pub(crate) judged: &'v Judged<'v>,
    /// How carefully a piece is treated.
    pub(crate) care: &'v dyn Fn(usize) -> Care,
    /// Pieces that are left alone and separate the text above from the text below.
    pub(crate) is_border: &'v dyn Fn(usize) -> bool,
    /// What belongs together, sorted.
    pub(crate) containers: &'v [Span],
}

impl Verdicts<'_> {
    /// The container that a node is in.
    fn container(&self, node: Span) -> Option<usize> {
        let next = self.containers.partition_point(|container| container.end <= node.start);
        self.containers.get(next).filter(|container| container.start < node.end).map(|_| next)
    }

    /// The highest score in a piece; tables and code are facts, and longer prose below a marker is none.
    fn kind_score(&self, document: &Document<'_>, piece: &Piece, index: usize) -> i32 {
        let is_fact = !piece.is_glued && matches!(piece.kind, PieceKind::Code | PieceKind::Table);
        let is_prose = piece.kind == PieceKind::Paragraph && opens_body(document.text(piece.span));
        match self.judged.of(index).take(2).count() {
            _ if is_fact => 0,
            2 if is_prose => -1,
            _ => self.judged.most(index),
        }
    }
}

/// The sections of a page with their parts, in order.
pub(crate) fn sections(document: &Document<'_>, pieces: &[Piece], verdicts: &Verdicts<'_>) -> Vec<Section> {
    let mut out = vec![Section::default()];
    let mut next = 0;
    let mut inside = None;
    for &index in &document.markdown.top {
        let node = document.markdown.nodes[index];
        let piece = pieces.get(next).filter(|piece| piece.node.span == node.span);
        if piece.is_some() {
            next += 1;
        }
        let is_border = match piece {
            Some(piece) => {
                piece.tagged.is_some()
                    || (verdicts.is_border)(next - 1)
                    || is_anchor(document, piece)
                    || is_module_code(document.text(piece.span))
            }
            None => !matches!(node.kind, NodeKind::Comment | NodeKind::Definition),
        };
        let opens = piece.is_some_and(|piece| piece.above == Above::Border);
        if (is_border || opens) && out.last().is_some_and(|section| !section.parts.is_empty()) {
            out.push(Section::default());
        }
        if is_border {
            inside = None;
            continue;
        }
        let Some(section) = out.last_mut() else { break };
        let container = verdicts.container(node.span);
        let is_same = container.is_some() && container == inside && !section.parts.is_empty();
        inside = container;
        match piece {
            _ if is_same => {
                let is_told = piece.is_some_and(|piece| !is_silent(document, piece));
                let most =
                    piece.filter(|_| is_told).map(|piece| verdicts.kind_score(document, piece, next - 1));
                join(section, node.span.end, most);
            }
            Some(piece) if piece.is_glued => {
                join(section, piece.span.end, Some(verdicts.judged.most(next - 1)));
            }
            Some(piece) if container.is_some() => {
                let is_silent = is_silent(document, piece);
                let is_fact = !is_silent && verdicts.kind_score(document, piece, next - 1) >= 0;
                let kind = if is_fact { Kind::Spec } else { Kind::Note };
                let part = Part {
                    span: piece.span,
                    kind,
                    shape: Shape::Whole,
                    piece: Some(next - 1),
                    sentences: 0,
                    is_silent,
                    is_tied: false,
                    is_rest: false,
                    leans: false,
                    is_clear: false,
                    wording: None,
                };
                section.parts.push(part);
            }
            // A link definition below a list is part of the list.
            None if section.parts.last().is_some_and(|last| node.span.end <= last.span.end) => {}
            None => section.parts.push(loose(document, &node)),
            Some(_) => section.parts.extend(of_piece(document, pieces, next - 1, verdicts)),
        }
    }
    out.retain(|section| section.parts.iter().any(|part| !part.is_silent));
    for section in &mut out {
        settle(&mut section.parts);
    }
    out
}

/// Whether a piece is only an anchor for the heading below it.
fn is_anchor(document: &Document<'_>, piece: &Piece) -> bool {
    let text = document.text(piece.span);
    text.starts_with("<a ") && text.ends_with("</a>") && text.matches("</a>").count() == 1
}

/// A comment or link definition.
fn loose(document: &Document<'_>, node: &Node) -> Part {
    let source = &document.source;
    let below = source.next_line(node.span.end.saturating_sub(1));
    let is_close = below < source.text().len() && !source.is_blank(source.line_of(below));
    Part {
        span: node.span,
        kind: Kind::Note,
        shape: Shape::Whole,
        piece: None,
        sentences: 0,
        is_silent: true,
        is_tied: node.kind == NodeKind::Comment && is_close,
        is_rest: false,
        leans: false,
        is_clear: false,
        wording: None,
    }
}

/// Adds what belongs to the last part, up to `end`: the body of an admonition, or more of a container. The part is a fact
/// if any statement in it is; `most` is the highest score, or `None` if nothing is said there.
fn join(section: &mut Section, end: usize, most: Option<i32>) {
    if let Some(last) = section.parts.last_mut() {
        if most.is_some_and(|most| most >= 0) {
            last.kind = Kind::Spec;
        }
        last.span.end = end;
        last.shape = Shape::Whole;
        last.is_silent &= most.is_none();
        last.is_tied = false;
    }
}

/// The parts of a piece.
fn of_piece(document: &Document<'_>, pieces: &[Piece], index: usize, verdicts: &Verdicts<'_>) -> Vec<Part> {
    let piece = &pieces[index];
    let next = pieces.get(index + 1).filter(|next| next.above == Above::Piece);
    let decided = (verdicts.judged.decided)(index);
    let own: Vec<(&Statement, i32)> = verdicts.judged.of(index).collect();
    let part = |span: Span, kind: Kind, shape: Shape| Part {
        span,
        kind,
        shape,
        piece: Some(index),
        sentences: if shape == Shape::Whole { 0 } else { sentences_in(document, span) },
        is_silent: false,
        is_tied: false,
        is_rest: false,
        leans: false,
        is_clear: false,
        wording: None,
    };
    if states_by_name(document.text(piece.span)) {
        return vec![part(piece.span, Kind::Spec, Shape::Whole)];
    }
    if is_silent(document, piece) {
        return vec![Part { is_silent: true, ..part(piece.span, Kind::Note, Shape::Whole) }];
    }
    let is_body = next.is_some_and(|next| next.is_glued);
    let whole = decided.as_ref().filter(|kinds| kinds.len() == 1).map(|kinds| kinds[0]);
    let kind_of = |score: i32| if score >= 0 { Kind::Spec } else { Kind::Note };
    let care = (verdicts.care)(index);
    let is_whole = is_body || is_set_off(document.text(piece.span)) || care == Care::Untouched;
    if piece.kind != PieceKind::Paragraph || is_whole {
        let most = verdicts.judged.most(index);
        let kind = match piece.kind {
            PieceKind::Code | PieceKind::Table => Kind::Spec,
            PieceKind::List => of_list(&own),
            // A SPEC has little prose, so longer prose that cannot be cut stays a NOTE.
            PieceKind::Paragraph if own.len() > 1 => Kind::Note,
            _ => kind_of(most),
        };
        let sentences = if piece.kind == PieceKind::Paragraph { own.len().max(1) } else { 0 };
        return vec![Part { sentences, ..part(piece.span, whole.unwrap_or(kind), Shape::Whole) }];
    }
    let before = index.checked_sub(1).map(|last| &pieces[last]).filter(|_| piece.above == Above::Piece);
    let is_rest = before.is_some_and(|before| before.kind != PieceKind::Paragraph)
        && document.text(piece.span).starts_with(char::is_lowercase);
    let introduces = next.is_some_and(|next| !matches!(next.kind, PieceKind::Paragraph) || next.is_glued);
    let mut out: Vec<Part> = Vec::new();
    let text = document.text(piece.span);
    let is_one = has_hard_break(text) || care == Care::OneBullet;
    let spans = if is_one { vec![piece.span] } else { cut::sentences(document, piece.span) };
    let labels = decided.filter(|kinds| kinds.len() == spans.len());
    let mut was_chosen = false;
    for (at, span) in spans.iter().enumerate() {
        let text = document.text(*span);
        let is_last = at + 1 == spans.len();
        let first = own.partition_point(|(one, _)| one.span.start < span.start);
        let inside = own[first..].iter().take_while(|(one, _)| one.span.start < span.end);
        let score = inside.map(|(_, score)| *score).max().unwrap_or(-1);
        let chosen = (verdicts.judged.decided_sentence)(index, *span);
        let chosen = chosen.or(labels.as_ref().map(|kinds| kinds[at]));
        let kind = chosen.or(whole).unwrap_or(kind_of(score));
        // What somebody chose for a sentence does not change because of its neighbours.
        let (is_chosen, after_chosen) = (chosen.is_some(), was_chosen);
        was_chosen = is_chosen;
        let is_term = spans.len() == 1 && is_term(text);
        let is_lead_in =
            if introduces { cut::leads_in(text) } else { is_term || text.trim_end().ends_with(':') };
        if is_last && next.is_some() && is_lead_in {
            let sentences = usize::from(!introduces);
            out.push(Part { is_tied: true, sentences, ..part(*span, kind, Shape::Whole) });
            continue;
        }
        if at == 0 && is_rest && !is_chosen {
            out.push(Part {
                is_rest,
                ..part(*span, kind, if kind == Kind::Note { Shape::Prose } else { Shape::Whole })
            });
            continue;
        }
        let shape = if kind == Kind::Note { Shape::Prose } else { Shape::Bullet };
        let joins = |last: &&mut Part| {
            if is_chosen || after_chosen {
                last.kind == kind && (kind == Kind::Note || cut::leans(text))
            } else {
                joins(last, text, kind, score)
            }
        };
        if let Some(last) = out.last_mut().filter(joins) {
            was_chosen |= after_chosen;
            last.span.end = span.end;
            last.sentences += sentences_in(document, *span);
            if last.kind == Kind::Note && kind == Kind::Spec {
                last.kind = kind;
                last.shape = Shape::Bullet;
            }
            continue;
        }
        let leans = at == 0 && index > 0 && cut::leans(text);
        let is_clear = score <= -CLEAR;
        out.push(Part { leans, is_clear, ..part(*span, kind, shape) });
    }
    out
}

/// The number of sentences that the rules count in a span; several if they share one emphasis.
fn sentences_in(document: &Document<'_>, span: Span) -> usize {
    let mut found = Vec::new();
    sentence::split(document.text(span), span.start, document.markdown.inlines_in(span), &mut found);
    found.len().max(1)
}

/// Whether a sentence stays with the part before it: prose with prose, and a sentence that depends on the one before.
fn joins(last: &Part, text: &str, kind: Kind, score: i32) -> bool {
    match (last.kind, kind) {
        (Kind::Note, Kind::Note) => true,
        (Kind::Spec, Kind::Note) => cut::leans(text) && score > -CLEAR,
        (Kind::Spec | Kind::Note, Kind::Spec) => cut::leans(text),
        (last, kind) => last == kind && cut::leans(text),
    }
}

/// A sentence that depends on a fact, but whose score is this far below that of a fact, is still context.
const CLEAR: i32 = 900;

/// The kind of a list, by its items.
fn of_list(own: &[(&Statement, i32)]) -> Kind {
    let items: Vec<i32> =
        own.iter().filter(|(one, _)| one.form != Form::Code).map(|(_, score)| *score).collect();
    let facts = items.iter().filter(|score| **score >= 0).count();
    if items.is_empty() || facts * 4 >= items.len() { Kind::Spec } else { Kind::Note }
}

/// Gives silent and tied parts the kind of the part that they belong to.
fn settle(parts: &mut [Part]) {
    for index in 1..parts.len() {
        let (above, below) = parts.split_at_mut(index);
        let (above, below) = (&mut above[index - 1], &mut below[0]);
        if below.is_rest && !above.is_silent {
            below.kind = above.kind;
        }
        // A fact must be understood without the NOTE above it.
        let is_short = above.sentences == 1 && above.shape == Shape::Prose;
        if below.leans && below.kind == Kind::Spec && above.kind == Kind::Note && is_short {
            above.kind = Kind::Spec;
            above.shape = Shape::Bullet;
        }
    }
    for index in (0..parts.len().saturating_sub(1)).rev() {
        if parts[index].is_tied && !parts[index + 1].is_silent {
            parts[index].kind = parts[index + 1].kind;
            parts[index].is_silent = false;
            // What introduces prose is prose too, unless that becomes a list.
            if parts[index].sentences > 0 && parts[index + 1].shape != Shape::Bullet {
                let is_fact = parts[index].kind == Kind::Spec;
                parts[index].shape = if is_fact { Shape::Bullet } else { Shape::Prose };
            }
        }
    }
    let mut before = None;
    for part in parts.iter_mut() {
        match before {
            Some(kind) if part.is_silent => part.kind = kind,
            None if part.is_silent => {}
            _ => before = Some(part.kind),
        }
    }
    let first = parts.iter().find(|part| !part.is_silent).map(|part| part.kind);
    if let Some(kind) = first {
        parts.iter_mut().take_while(|part| part.is_silent).for_each(|part| part.kind = kind);
    }
}
