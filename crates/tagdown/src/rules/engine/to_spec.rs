//! Moves sentences from a NOTE or from untagged text to the SPEC of their section, as a list. A sentence that depends on
//! the sentence before it moves together with it. Where Markdown could read the text differently afterwards, nothing
//! moves.

use super::context::Context;
use super::finding::{Edit, to_the_end};
use crate::document::{Block, Document, Kind, TagLine, can_follow_tag};
use crate::judgement::{Above, Piece, PieceKind, last_node_before};
use crate::markdown::{NodeKind, strip_list_marker};
use crate::prose::cut;
use crate::text::Span;

/// The edits that move the sentences of the block at `index`, or `None` if none of them can be moved.
pub(crate) fn edits(
    cx: &Context<'_, '_>,
    pieces: &[Piece],
    index: usize,
    sentences: &[Span],
) -> Option<Vec<Edit>> {
    let document = cx.document;
    let block = &document.blocks[index];
    let tag = document.tag_of(block);
    let from = pieces.partition_point(|piece| piece.span.end <= block.content.start);
    let to = pieces.partition_point(|piece| piece.span.start < block.content.end);
    let is_clean = tag.is_none_or(TagLine::is_well_formed)
        && block.inherited.is_empty()
        && !is_set_off(document.text(block.content))
        && is_gap(document, block.content.start, pieces.get(from)?.span.start);
    if !is_clean || to <= from {
        return None;
    }
    let mut moved =
        Moved { document, bullets: Vec::new(), edits: Vec::new(), is_rest: vec![true; to - from] };
    for at in from..to {
        moved.piece(pieces, at, from..to, sentences);
    }
    if moved.bullets.is_empty() {
        return None;
    }
    let start = document.source.this_line(tag.map_or(pieces[from].span.start, |tag| tag.span.start));
    let first = moved.is_rest.iter().position(|is_rest| *is_rest).map(|at| &pieces[from + at]);
    // The first text that stays is below the tag.
    let fits =
        first.is_none_or(|first| can_follow_tag(document, &first.node) || first.span == pieces[from].span);
    let eol = cx.eol();
    let list = moved.bullets.iter().map(|span| bullet(document.text(*span), eol)).collect::<Vec<_>>();
    let mut edits = moved.edits;
    let target = target(document, index);
    match (target, first) {
        (None, _) if !may_open(document, start, block) => return None,
        (None, None) => {
            let end = block.content.end;
            return Some(vec![Edit::replace(Span::new(start, end), new_spec(cx, &list))]);
        }
        (None, Some(_)) => {
            let note = if tag.is_none() { format!("{}{eol}", Kind::Note.tag_line()) } else { String::new() };
            edits.push(Edit::insert(start, format!("{}{eol}{eol}{note}", new_spec(cx, &list))));
        }
        (Some((at, lead)), None) => {
            edits = vec![Edit::delete(whole_block(document, start, block))];
            edits.push(Edit::insert(at, format!("{lead}{}", list.join(eol))));
        }
        (Some((at, lead)), Some(_)) => edits.push(Edit::insert(at, format!("{lead}{}", list.join(eol)))),
    }
    fits.then_some(edits)
}

/// A new SPEC with a list, without a line ending after it.
fn new_spec(cx: &Context<'_, '_>, list: &[String]) -> String {
    let eol = cx.eol();
    let gap = if cx.allows_blank_after_tag() { eol } else { "" };
    format!("{}{eol}{gap}{}", Kind::Spec.tag_line(), list.join(eol))
}

/// The lines of a block and the blank lines after it; for the last block of a document, those above it.
fn whole_block(document: &Document<'_>, start: usize, block: &Block) -> Span {
    let text = document.source.text();
    let after = &text[block.content.end..];
    let rest = after.trim_start();
    if rest.is_empty() {
        return to_the_end(&document.source, start);
    }
    Span::new(start, document.source.this_line(text.len() - rest.len()))
}

/// Whether a new tag can be written at the start of a line.
fn may_open(document: &Document<'_>, start: usize, block: &Block) -> bool {
    let source = &document.source;
    let line = source.line_of(start);
    let section = &document.sections[block.section];
    let is_below_heading = line > 0 && section.level > 0 && section.heading.end > source.line_start(line - 1);
    let is_separate = line == 0 || source.is_blank(line - 1) || is_below_heading;
    // The manifest comes before the first SPEC.
    is_separate && document.manifest.is_none_or(|manifest| manifest.span.start < start)
}

/// A SPEC is looked for among this many blocks before and after.
const FARTHEST: usize = 8;

/// Where the list of a SPEC in the same section can be continued, and what to write before the new items.
fn target(document: &Document<'_>, index: usize) -> Option<(usize, String)> {
    let section = document.blocks[index].section;
    let is_own = |block: &&Block| block.section == section;
    let before = document.blocks[..index].iter().rev().take_while(is_own).take(FARTHEST);
    let after = document.blocks[index + 1..].iter().take_while(is_own).take(FARTHEST);
    let block = before.chain(after).find(|block| block.kind == Kind::Spec)?;
    let end = block.content.end;
    let last_line = document.source.line(document.source.line_of(end.saturating_sub(1)));
    let is_clean = document.tag_of(block).is_some_and(TagLine::is_well_formed)
        && block.inherited.is_empty()
        && !is_set_off(document.text(last_line));
    let last = last_node_before(document, end).filter(|_| is_clean)?;
    let eol = document.source.eol();
    match last.kind {
        NodeKind::List { start: None } if document.text(last.span).starts_with("- ") => {
            let is_flush = document.source.this_line(last.span.start) == last.span.start;
            is_flush.then(|| (end, eol.to_owned()))
        }
        NodeKind::Table | NodeKind::Paragraph | NodeKind::List { start: Some(_) } => {
            Some((end, format!("{eol}{eol}")))
        }
        NodeKind::Code { fenced: true } => {
            let fence = document.text(last.span).trim_end();
            let is_closed = fence.contains('\n') && (fence.ends_with("```") || fence.ends_with("~~~"));
            is_closed.then(|| (end, format!("{eol}{eol}")))
        }
        _ => None,
    }
}

/// What moves out of a block.
struct Moved<'d, 't> {
    document: &'d Document<'t>,
    /// The text of each new item.
    bullets: Vec<Span>,
    /// The edits that remove the text.
    edits: Vec<Edit>,
    /// For each piece of the block, whether some of it stays.
    is_rest: Vec<bool>,
}

impl Moved<'_, '_> {
    /// Takes the sentences of the piece at `at`; `own` are the pieces of the block.
    fn piece(&mut self, pieces: &[Piece], at: usize, own: std::ops::Range<usize>, sentences: &[Span]) {
        let document = self.document;
        let piece = &pieces[at];
        let next = pieces.get(at + 1).filter(|next| own.contains(&(at + 1)) || next.above == Above::Piece);
        let text = document.text(piece.span);
        let first = sentences.partition_point(|span| span.start < piece.span.start);
        let wanted = sentences[first..].iter().take_while(|span| span.start < piece.span.end);
        let is_paragraph = piece.kind == PieceKind::Paragraph && piece.node.kind == NodeKind::Paragraph;
        if wanted.clone().next().is_none() || !is_paragraph || has_hard_break(text) {
            return;
        }
        let cuts = cut::sentences(document, piece.span);
        let wanted: Vec<Span> = wanted.copied().collect();
        let mut taken: Vec<bool> = cuts.iter().map(|cut| wanted.binary_search(cut).is_ok()).collect();
        self.follow(&cuts, &mut taken, next);
        if !taken.contains(&true) {
            return;
        }
        let (mut bullets, mut edits): (Vec<Span>, Vec<Edit>) = (Vec::new(), Vec::new());
        let mut index = 0;
        while index < cuts.len() {
            if !taken[index] {
                index += 1;
                continue;
            }
            let start = index;
            while index < cuts.len() && taken[index] {
                let opens = index == start || !self.leans(cuts[index]);
                match bullets.last_mut() {
                    Some(last) if !opens => *last = Span::new(last.start, cuts[index].end),
                    _ => bullets.push(cuts[index]),
                }
                index += 1;
            }
            // The next sentence may now start a line.
            if index < cuts.len() && !is_plain(document.text(cuts[index])) {
                return;
            }
            edits.push(Edit::delete(match (start, cuts.get(index)) {
                (_, Some(next)) => Span::new(cuts[start].start, next.start),
                (0, None) => piece.span,
                (_, None) => Span::new(cuts[start - 1].end, cuts[index - 1].end),
            }));
        }
        if !bullets.iter().all(|span| is_plain(document.text(*span))) {
            return;
        }
        if !taken.contains(&false) {
            let Some(span) = self.whole(pieces, at, own.clone()) else { return };
            edits = vec![Edit::delete(span)];
            self.is_rest[at - own.start] = false;
        }
        self.bullets.extend(bullets);
        self.edits.extend(edits);
    }

    fn leans(&self, sentence: Span) -> bool {
        cut::leans(self.document.text(sentence))
    }

    /// Takes what the taken sentences depend on and what depends on them. Leaves what is needed where it is.
    fn follow(&self, cuts: &[Span], taken: &mut [bool], next: Option<&Piece>) {
        for index in (1..cuts.len()).rev() {
            taken[index - 1] |= taken[index] && self.leans(cuts[index]);
        }
        for index in 1..cuts.len() {
            taken[index] |= taken[index - 1] && self.leans(cuts[index]);
        }
        let Some(last) = cuts.last().map(|last| self.document.text(*last)) else { return };
        let is_needed = next.is_some_and(|next| {
            last.ends_with(':') || next.is_glued || cut::leans(self.document.text(next.span))
        });
        let mut index = if self.leans(cuts[0]) { 0 } else { cuts.len() };
        // A chain that starts with what depends on an earlier paragraph stays.
        while index < cuts.len() && (index == 0 || self.leans(cuts[index])) {
            taken[index] = false;
            index += 1;
        }
        let mut index = if is_needed { cuts.len() } else { 0 };
        while index > 0 {
            index -= 1;
            taken[index] = false;
            if !self.leans(cuts[index]) {
                break;
            }
        }
    }

    /// The lines of a paragraph that moves completely, and the blank lines around it.
    fn whole(&self, pieces: &[Piece], at: usize, own: std::ops::Range<usize>) -> Option<Span> {
        let document = self.document;
        let span = pieces[at].span;
        let is_first = !self.is_rest[..at - own.start].contains(&true);
        if is_first && at + 1 < own.end {
            let next = &pieces[at + 1].span;
            let end = document.source.this_line(next.start);
            return is_gap(document, span.end, next.start).then(|| Span::new(span.start, end));
        }
        if is_first {
            return Some(span);
        }
        let above = pieces[at - 1].span.end;
        let end = above.max(document.source.text()[..span.start].trim_end().len());
        is_gap(document, end, span.start).then(|| Span::new(end, span.end))
    }
}

/// Whether there is only white space between two places.
fn is_gap(document: &Document<'_>, from: usize, to: usize) -> bool {
    from >= to || document.text(Span::new(from, to)).trim().is_empty()
}

/// A list item. Further lines of the text are indented.
fn bullet(text: &str, eol: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    format!("- {}", lines.join(&format!("{eol}  ")))
}

/// Whether a text reads the same at the start of a line.
fn is_plain(text: &str) -> bool {
    let starts = |c: char| c.is_alphanumeric() || "`*_[(\"'“‘".contains(c);
    let is_number = text.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with(['.', ')']);
    let is_link_like = text.starts_with('[')
        && (text.starts_with("[^")
            || text.split_once(']').is_none_or(|(label, rest)| label.len() < 3 || rest.starts_with(':')));
    text.starts_with(starts)
        && strip_list_marker(text) == text
        && !is_number
        && !text.starts_with("```")
        && !text.starts_with("**[")
        && !is_link_like
}

/// Whether a line opens or closes a component, an admonition or a template of another tool.
fn is_set_off(text: &str) -> bool {
    const MARKS: [&str; 9] = ["!!!", "???", ":::", "===", "{%", "{{", "[[", "--8<--", "<"];
    text.lines().any(|line| MARKS.iter().any(|mark| line.trim_start().starts_with(mark)))
}

/// Whether a line but the last ends with a hard line break.
fn has_hard_break(text: &str) -> bool {
    const BREAKS: [&str; 4] = ["  ", "\\", "<br>", "<br/>"];
    text.lines().rev().skip(1).any(|line| BREAKS.iter().any(|mark| line.ends_with(mark)))
}
