//! Writes callouts as tagged blocks, each checked separately first. A callout that would not be read as exactly that
//! block, with the same Markdown in it, stays unchanged.

use std::collections::BTreeMap;
use std::ops::Range;

use tagdown::document::{Document, Kind, Place, TagLine, can_follow_tag, parse};
use tagdown::markdown::{Markdown, Node, NodeKind, closes_fence};
use tagdown::text::{Source, Span};

use super::callout::Found;
use crate::convert::callouts::kind::Decided;

/// A callout written as a block.
pub(crate) struct Made {
    /// The lines that it replaces.
    pub(super) lines: Range<usize>,
    pub(super) kind: Kind,
    /// The tag line and the title in bold.
    head: Vec<String>,
    body: Vec<(usize, String)>,
    /// The level of the last heading in it.
    pub(super) inner_level: Option<u8>,
}

/// A document in which callouts are blocks.
pub(crate) struct Written {
    pub(super) text: String,
    /// The source line of every line.
    pub(super) lines: Vec<usize>,
    /// The spans of the blocks: from the tag to the end, and the text only.
    pub(super) made: Vec<(Span, Span)>,
}

/// Writes a block for a section of this level.
pub(crate) fn make(found: &Found, decided: Decided, level: u8, eol: &str) -> Result<Made, &'static str> {
    let Decided { kind, title, body } = decided;
    let text: String = body.iter().map(|(_, line)| line.as_str()).collect();
    let inner = parse(&text);
    if let Some(reason) = unfit(&inner, kind, level, found.marks) {
        return Err(reason);
    }
    let mut head = match (&title, kind) {
        (Some(title), Kind::Bug) => vec![format!("**[BUG] {title}**{eol}")],
        (Some(title), _) if title.contains("**") => {
            vec![kind.tag_line() + eol, format!("{title}{eol}"), eol.to_owned()]
        }
        (Some(title), _) => vec![kind.tag_line() + eol, format!("**{title}**{eol}"), eol.to_owned()],
        (None, _) => vec![kind.tag_line() + eol],
    };
    let first = inner.markdown.top.first().map(|&index| &inner.markdown.nodes[index]);
    if head.len() == 1 && first.is_some_and(|node| !can_follow_tag(&inner, node)) {
        head.push(eol.to_owned());
    }
    let above = if level > 0 { format!("{} x{eol}{eol}", "#".repeat(level.into())) } else { String::new() };
    let head_text = head.concat();
    let whole = format!("{above}{head_text}{text}");
    let alone = parse(&whole);
    let body_at = Span::new(above.len() + head_text.len(), whole.len());
    let is_read = {
        let mut blocks = alone.tagged_blocks();
        let only = blocks.next().filter(|(block, _)| block.span.start == above.len());
        let is_whole = only.is_some_and(|(block, tag)| {
            let read = tag.title.map(|title| alone.text(title));
            let wanted = title.as_deref().filter(|_| kind == Kind::Bug);
            let end = alone.source.trim(body_at).end;
            let is_all = block.content.end == end || (text.trim().is_empty() && block.content.is_empty());
            block.kind == kind && read == wanted && tag.is_well_formed() && is_all
        });
        is_whole && blocks.next().is_none()
    };
    if !is_read || !is_same_inside(&inner.markdown, Span::new(0, text.len()), &alone.markdown, body_at) {
        return Err("as a tagged block it would be read as something else");
    }
    let inner_level = inner.sections.last().map(|section| section.level).filter(|level| *level > 0);
    Ok(Made { lines: found.lines.clone(), kind, head, body, inner_level })
}

/// Why a text cannot be the content of a block.
fn unfit(inner: &Document<'_>, kind: Kind, level: u8, marks: Option<usize>) -> Option<&'static str> {
    let nodes = &inner.markdown.nodes;
    // A container ends an open fence inside it; at the end of the text nothing does.
    let end = inner.source.trim(Span::new(0, inner.source.text().len())).end;
    let is_open = |node: &Node| {
        let text = inner.text(node.span);
        let last = text.lines().last().unwrap_or_default();
        node.kind == NodeKind::Code { fenced: true }
            && node.span.end >= end
            && (text.lines().count() < 2 || !closes_fence(text, last.trim_start_matches(['>', ' '])))
    };
    if nodes.iter().any(is_open) {
        return Some("a fence in it is not closed");
    }
    if marks.is_some_and(|marks| has_rival(inner, marks)) {
        return Some("a nested container has as many colons");
    }
    // Tags inside a list are only text.
    let is_tag = |tag: &TagLine| tag.place != Place::Nested;
    if inner.tags.iter().any(is_tag) {
        return Some("it contains something that reads like a tag");
    }
    let ends = |node: &Node| match node.kind {
        NodeKind::Rule => true,
        NodeKind::Heading { level: own, .. } => !kind.tag().is_stretch || own <= level.max(2),
        _ => false,
    };
    let top = inner.markdown.top.iter().map(|&index| &nodes[index]);
    if top.into_iter().any(ends) {
        return Some("a heading or a thematic break in it would end the block");
    }
    None
}

/// Whether a nested container has as many colons as the outer one, which makes closing lines ambiguous.
fn has_rival(inner: &Document<'_>, marks: usize) -> bool {
    let source = &inner.source;
    (0..source.line_count()).any(|line| {
        let text = source.slice(source.line(line)).trim();
        let own = text.len() - text.trim_start_matches(':').len();
        own >= marks && !inner.markdown.is_opaque_at(source.line(line).end - text.len())
    })
}

/// Whether two spans of the same text parse as the same Markdown. Below a tag, the first paragraph starts with the tag.
pub(crate) fn is_same_inside(one: &Markdown, of_one: Span, other: &Markdown, of_other: Span) -> bool {
    let nodes = |markdown: &Markdown, of: Span| {
        let first = markdown.nodes.partition_point(|node| node.span.start < of.start);
        let above = markdown.top_at(of.start).filter(|node| node.span.start < of.start).copied();
        let inside = markdown.nodes[first..].iter().take_while(move |node| node.span.start < of.end).copied();
        // The second definition of a label has no effect.
        let mut all: Vec<(NodeKind, usize, usize)> = above
            .into_iter()
            .chain(inside)
            .filter(|node| node.kind != NodeKind::Definition)
            .map(|node| {
                let kind = match node.kind {
                    NodeKind::Heading { level, setext, .. } => NodeKind::Heading { level, setext, text: 0 },
                    kind => kind,
                };
                (kind, node.span.start.max(of.start) - of.start, node.span.end.min(of.end) - of.start)
            })
            .collect();
        // The indent of the first line is outside the paragraph in one text and inside it in the other.
        if let Some((_, start, _)) = all.first_mut() {
            *start = 0;
        }
        all
    };
    nodes(one, of_one) == nodes(other, of_other)
}

/// Assembles the document: the callouts as blocks, and tags above the lines that need one.
pub(crate) fn assemble(
    source: &Source<'_>,
    before: &Document<'_>,
    made: Vec<Made>,
    tags: &BTreeMap<usize, Kind>,
    is_ours: bool,
) -> Written {
    let mut page = Page { text: String::new(), lines: Vec::new(), eol: source.eol() };
    page.text.push_str(&source.text()[..source.line_start(0)]);
    let mut spans = Vec::with_capacity(made.len());
    let mut made = made.into_iter().peekable();
    let mut line = 0;
    let mut is_behind = false;
    let mut last = None;
    while line < source.line_count() {
        if let Some(next) = made.next_if(|made| made.lines.start == line) {
            page.part(line);
            let start = page.text.len();
            next.head.iter().for_each(|head| page.push(head, line));
            let body = page.text.len();
            next.body.iter().for_each(|(line, text)| page.push(text, *line));
            spans.push((Span::new(start, page.text.len()), Span::new(body, page.text.len())));
            line = next.lines.end;
            is_behind = true;
            last = Some(next.kind);
            continue;
        }
        let is_blank = source.is_blank(line);
        if is_behind && !is_blank {
            page.part(line);
        }
        is_behind &= is_blank;
        if let Some(kind) = tags.get(&line) {
            page.part(line);
            // In a page that `render` wrote, only a closing tag can have been here.
            let closed = last.filter(|_| is_ours && *kind == Kind::Note);
            if let Some(closed) = closed {
                page.push(&format!("**[/{}]**{}", closed.name(), source.eol()), line);
                page.part(line);
            } else {
                page.push(&(kind.tag_line() + source.eol()), line);
            }
            let at = before.source.line(line);
            let node = before.markdown.top_in(at).find(|node| node.span.start >= at.start);
            if closed.is_none() && node.is_some_and(|node| !can_follow_tag(before, node)) {
                page.push(source.eol(), line);
            }
        }
        page.push(source.slice(source.full_line(line)), line);
        line += 1;
    }
    Written { text: page.text, lines: page.lines, made: spans }
}

/// A text that grows line by line.
struct Page {
    text: String,
    lines: Vec<usize>,
    eol: &'static str,
}

impl Page {
    fn push(&mut self, text: &str, line: usize) {
        self.text.push_str(text);
        self.lines.push(line);
    }

    /// Makes sure that a blank line comes next.
    fn part(&mut self, line: usize) {
        let above = self.text.trim_start_matches('\u{feff}');
        if above.is_empty() {
            return;
        }
        if !above.ends_with(['\n', '\r']) {
            self.text.push_str(self.eol);
        }
        let last = self.text.trim_start_matches('\u{feff}').lines().next_back().unwrap_or_default();
        if !last.trim().is_empty() {
            self.push(self.eol, line);
        }
    }
}
