//! Arranges the parts of a section: facts first and context after them, or everything in its place.

use std::collections::HashSet;

use tagdown::document::{Document, Kind, can_follow_tag};
use tagdown::judgement::{Piece, PieceKind};
use tagdown::markdown::{Node, NodeKind};
use tagdown::text::Span;

use super::parts::{Part, Section, Shape};
use crate::convert::outcome::Layout;

/// A section as it is written.
pub(crate) struct Arranged {
    /// The text with tags.
    pub(crate) text: String,
    /// The position of each part in the text.
    pub(crate) spans: Vec<(Part, Span)>,
    /// If no part is cut or moved: the kind of each run and its first piece.
    pub(crate) tags: Option<Vec<(usize, Kind)>>,
}

/// A run of parts with one tag.
struct Run {
    kind: Kind,
    parts: Vec<usize>,
}

/// Arranges a section. The parts that start at `breaks` get a tag of their own.
pub(crate) fn arrange(
    document: &Document<'_>,
    pieces: &[Piece],
    section: &Section,
    layout: Layout,
    breaks: &HashSet<usize>,
    worded: &dyn Fn(&Part) -> Option<String>,
) -> Arranged {
    let mut section = section.clone();
    if layout == Layout::Place {
        join_short(&mut section.parts);
    }
    keep_prose(&mut section.parts);
    let runs = match layout {
        Layout::Section => by_kind(&section.parts),
        Layout::Place | Layout::Whole => in_place(&section.parts),
    };
    let runs: Vec<Run> = runs.iter().flat_map(|run| broken(run, &section.parts, breaks)).collect();
    for run in runs.iter().filter(|run| run.kind == Kind::Spec) {
        keep_some_prose(pieces, &mut section.parts, run);
    }
    for part in section.parts.iter_mut().filter(|part| part.shape == Shape::Bullet && part.kind == Kind::Spec)
    {
        part.wording = worded(part);
    }
    let parts = &section.parts;
    let order: Vec<usize> = runs.iter().flat_map(|run| run.parts.iter().copied()).collect();
    let is_same = order.iter().enumerate().all(|(at, part)| at == *part)
        && parts.iter().all(|part| is_kept(pieces, part));
    let tags = is_same.then(|| {
        let first = |run: &Run| {
            let mut told = run.parts.iter().filter(|&&part| !parts[part].is_silent);
            told.find_map(|&part| parts[part].piece)
        };
        runs.iter().filter_map(|run| Some((first(run)?, run.kind))).collect()
    });
    let mut writer = Writer { document, pieces, text: String::new(), spans: Vec::new() };
    for run in &runs {
        writer.run(parts, run);
    }
    Arranged { text: writer.text, spans: writer.spans, tags }
}

/// Whether a part is a complete piece that is written as it is.
fn is_kept(pieces: &[Piece], part: &Part) -> bool {
    let is_complete = part.piece.is_none_or(|piece| {
        pieces[piece].span.start == part.span.start && pieces[piece].span.end <= part.span.end
    });
    part.shape != Shape::Bullet && is_complete
}

fn by_kind(parts: &[Part]) -> Vec<Run> {
    let run =
        |kind: Kind| Run { kind, parts: (0..parts.len()).filter(|&at| parts[at].kind == kind).collect() };
    let runs = [Kind::Spec, Kind::Note, Kind::Unverified, Kind::Bug].map(run);
    runs.into_iter().filter(|run| run.parts.iter().any(|&at| !parts[at].is_silent)).collect()
}

fn in_place(parts: &[Part]) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for (at, part) in parts.iter().enumerate() {
        match runs.last_mut().filter(|run| run.kind == part.kind) {
            Some(run) => run.parts.push(at),
            None => runs.push(Run { kind: part.kind, parts: vec![at] }),
        }
    }
    runs
}

/// A run without its breaks.
fn broken(run: &Run, parts: &[Part], breaks: &HashSet<usize>) -> Vec<Run> {
    let goes_on = |_: &usize, next: &usize| !breaks.contains(&parts[*next].span.start);
    run.parts.chunk_by(goes_on).map(|own| Run { kind: run.kind, parts: own.to_vec() }).collect()
}

/// Context shorter than this stays with the facts next to it.
const SHORT: usize = 60;

/// Joins short runs of context to the facts next to them. Facts never become context.
fn join_short(parts: &mut [Part]) {
    let runs = in_place(parts);
    for (at, run) in runs.iter().enumerate() {
        let length: usize = run.parts.iter().map(|&part| parts[part].span.len()).sum();
        let is_fact =
            |at: Option<usize>| at.and_then(|at| runs.get(at)).is_some_and(|run| run.kind == Kind::Spec);
        let is_clear = run.parts.iter().all(|&part| parts[part].is_clear);
        if run.kind == Kind::Note
            && length < SHORT
            && !is_clear
            && (is_fact(at.checked_sub(1)) || is_fact(Some(at + 1)))
        {
            for &part in &run.parts {
                parts[part].kind = Kind::Spec;
                if parts[part].shape == Shape::Prose {
                    parts[part].shape = Shape::Bullet;
                }
            }
        }
    }
}

/// The number of sentences of prose that a SPEC may have.
const MOST_PROSE: usize = tagdown::judgement::MOST_SENTENCES;

/// Leaves facts as prose if they are few and no paragraph is cut for them.
fn keep_prose(parts: &mut Vec<Part>) {
    let bullets = || parts.iter().filter(|part| part.shape == Shape::Bullet);
    let facts = parts.iter().filter(|part| part.kind == Kind::Spec);
    let sentences: usize = facts.map(|part| part.sentences).sum();
    let is_cut = |part: &Part| {
        let others = parts.iter().filter(|other| other.piece == part.piece);
        others.clone().any(|other| other.shape != Shape::Bullet || other.kind != part.kind)
    };
    // The sum comes first: with few sentences, there are few bullets to compare with all parts.
    let has_term = parts.windows(2).any(|pair| pair[0].is_tied && pair[1].shape == Shape::Bullet);
    if sentences == 0 || sentences > MOST_PROSE || has_term || bullets().any(is_cut) {
        return;
    }
    let mut out: Vec<Part> = Vec::with_capacity(parts.len());
    for mut part in parts.drain(..) {
        if part.shape == Shape::Bullet {
            part.shape = Shape::Prose;
            if let Some(last) =
                out.last_mut().filter(|last| last.shape == Shape::Prose && last.piece == part.piece)
            {
                last.span.end = part.span.end;
                last.sentences += part.sentences;
                continue;
            }
        }
        out.push(part);
    }
    *parts = out;
}

/// Leaves some facts as prose, as far as a SPEC may have prose: a single one, and those directly below a list, which would
/// look like more of its items.
fn keep_some_prose(pieces: &[Piece], parts: &mut [Part], run: &Run) {
    let is_prose = |part: &Part| part.shape != Shape::Bullet && !part.is_tied;
    let told = run.parts.iter().map(|&at| &parts[at]);
    let mut room =
        MOST_PROSE.saturating_sub(told.filter(|part| is_prose(part)).map(|part| part.sentences).sum());
    let bullets: Vec<usize> =
        (0..run.parts.len()).filter(|&at| parts[run.parts[at]].shape == Shape::Bullet).collect();
    if let [only] = bullets[..] {
        let is_introduced = only > 0 && parts[run.parts[only - 1]].is_tied;
        let part = &mut parts[run.parts[only]];
        if part.sentences <= room && !is_introduced {
            part.shape = Shape::Prose;
        }
        return;
    }
    for pair in run.parts.windows(2) {
        let is_list = |part: &Part| {
            let of = part.piece.map(|piece| pieces[piece].kind);
            part.shape == Shape::Whole && of == Some(PieceKind::List)
        };
        let is_complete = |part: &Part| {
            part.shape == Shape::Bullet && part.piece.is_some_and(|piece| pieces[piece].span == part.span)
        };
        let below = &parts[pair[1]];
        if is_list(&parts[pair[0]]) && is_complete(below) && below.sentences <= room {
            room -= below.sentences;
            parts[pair[1]].shape = Shape::Prose;
        }
    }
}

struct Writer<'d, 't> {
    document: &'d Document<'t>,
    pieces: &'d [Piece],
    text: String,
    spans: Vec<(Part, Span)>,
}

impl Writer<'_, '_> {
    fn eol(&self) -> &'static str {
        self.document.source.eol()
    }

    fn run(&mut self, parts: &[Part], run: &Run) {
        let mut last: Option<&Part> = None;
        let mut marker = '-';
        for (at, &index) in run.parts.iter().enumerate() {
            let part = &parts[index];
            let joins = last.is_some_and(|last| last.shape == Shape::Bullet && part.shape == Shape::Bullet);
            if !joins {
                marker = self.marker(parts, run, at);
            }
            match last {
                Some(_) if joins => self.text.push_str(self.eol()),
                Some(last) if !self.would_join(last, part) => self.text.push_str(&self.eol().repeat(2)),
                _ => self.tag(part, run.kind),
            }
            self.part(part, marker);
            last = Some(part);
        }
    }

    fn tag(&mut self, part: &Part, kind: Kind) {
        let eol = self.eol();
        if !self.text.is_empty() {
            self.text.push_str(&eol.repeat(2));
        }
        self.text.push_str(&kind.tag_line());
        self.text.push_str(eol);
        let fits = part.shape != Shape::Whole
            || self.node(part).is_none_or(|node| can_follow_tag(self.document, node));
        if !fits {
            self.text.push_str(eol);
        }
    }

    fn node(&self, part: &Part) -> Option<&Node> {
        let piece = &self.pieces[part.piece?];
        (piece.span.start == part.span.start).then_some(&piece.node)
    }

    /// Whether Markdown would join two parts that a blank line separates.
    fn would_join(&self, above: &Part, below: &Part) -> bool {
        let is_list = |part: &Part| part.shape == Shape::Bullet || self.list_marker(part).is_some();
        if is_list(above) && self.is_indented(below) {
            return true;
        }
        match (self.list_marker(above), self.list_marker(below)) {
            (Some(above), Some(below)) => above == below,
            _ => self.is_indented_code(above) && self.is_indented_code(below),
        }
    }

    /// Whether a part starts where the text of a list item would.
    fn is_indented(&self, part: &Part) -> bool {
        let line = self.document.source.this_line(part.span.start);
        let indent = self.document.source.slice(Span::new(line, part.span.start));
        part.shape != Shape::Bullet && indent.trim().is_empty() && (indent.len() > 1 || indent.contains('\t'))
    }

    fn is_indented_code(&self, part: &Part) -> bool {
        self.node(part).is_some_and(|node| node.kind == NodeKind::Code { fenced: false })
    }

    /// The character that distinguishes the list that a part is from other lists.
    fn list_marker(&self, part: &Part) -> Option<char> {
        let node = self.node(part).filter(|_| part.shape == Shape::Whole)?;
        matches!(node.kind, NodeKind::List { .. }).then_some(())?;
        let text = self.document.text(part.span).trim_start();
        text.chars().find(|c| !c.is_ascii_digit())
    }

    /// A list marker that differs from those of the lists directly above and below a new list.
    fn marker(&self, parts: &[Part], run: &Run, at: usize) -> char {
        let is_bullet = |at: usize| run.parts.get(at).is_some_and(|&part| parts[part].shape == Shape::Bullet);
        let end = (at..run.parts.len()).find(|&at| !is_bullet(at));
        let of = |at: Option<usize>| at.and_then(|at| self.list_marker(&parts[run.parts[at]]));
        let taken = [of(at.checked_sub(1)), of(end)];
        ['-', '*', '+'].into_iter().find(|marker| !taken.contains(&Some(*marker))).unwrap_or('-')
    }

    fn part(&mut self, part: &Part, marker: char) {
        let source = &self.document.source;
        let eol = self.eol();
        match part.shape {
            Shape::Bullet => {
                self.text.push(marker);
                self.text.push(' ');
                let start = self.text.len();
                if let Some(wording) = &part.wording {
                    self.text.push_str(wording);
                    return self.spans.push((part.clone(), Span::new(start, self.text.len())));
                }
                let mut lines = self.document.text(part.span).lines().peekable();
                while let Some(line) = lines.next() {
                    let is_break = ["  ", "\\", "<br>", "<br/>"].iter().any(|mark| line.ends_with(mark));
                    match (lines.peek().is_some(), is_break) {
                        (true, true) => self.text.push_str(&format!("{}{eol}  ", line.trim_start())),
                        (true, false) => self.text.push_str(&format!("{} ", line.trim())),
                        (false, _) => self.text.push_str(line.trim()),
                    }
                }
                self.spans.push((part.clone(), Span::new(start, self.text.len())));
            }
            Shape::Whole | Shape::Prose => {
                let line = source.this_line(part.span.start);
                let indent = source.slice(Span::new(line, part.span.start));
                if indent.trim().is_empty() {
                    self.text.push_str(indent);
                }
                let start = self.text.len();
                self.text.push_str(self.document.text(part.span).trim_end());
                self.spans.push((part.clone(), Span::new(start, self.text.len())));
            }
        }
    }
}
