//! Moves definitions of links and footnotes out of a block. Some renderers do not find them in a callout, so they are
//! written after it.

use std::collections::BTreeSet;

use tagdown::document::{Block, Document};
use tagdown::markdown::NodeKind;
use tagdown::rules::whole_lines;
use tagdown::text::Span;

use crate::change::Change;
use crate::dialects::{Dialect, Layout, Shape};
use crate::options::Options;

/// The text that stays in a block, and the definitions that move after it.
pub(crate) fn part(document: &Document<'_>, block: &Block) -> (Vec<Span>, Vec<Span>) {
    if block.content.is_empty() {
        return (Vec::new(), Vec::new());
    }
    let start = first_line(document, block);
    let content = Span::new(start, end_of_text(document, block));
    let moved = definitions(document, content);
    let mut kept = Vec::with_capacity(moved.len() + 1);
    let mut at = start;
    for &span in &moved {
        kept.push(Span::new(at, span.start.max(at)));
        at = span.end;
    }
    kept.push(Span::new(at, content.end.max(at)));
    // No renderer shows a callout without text.
    if kept.iter().all(|&span| document.text(span).trim().is_empty()) {
        return (vec![content], Vec::new());
    }
    (kept, moved)
}

/// The definitions of a left-out block that other text needs.
pub(crate) fn needed(document: &Document<'_>, block: &Block, options: &Options) -> Vec<Span> {
    let mut found = definitions(document, block.content);
    let is_shown = |at: usize| document.block_at(at).is_none_or(|block| options.shows(block.kind));
    if found.is_empty() {
        return found;
    }
    let references = document.markdown.references.iter();
    let used: BTreeSet<usize> =
        references.filter(|(at, _)| is_shown(*at)).map(|(_, definition)| definition.start).collect();
    found.retain(|lines| used.range(lines.range()).next().is_some());
    found
}

/// Where the text of a block starts, including the indent of its first line unless the tag is on that line.
fn first_line(document: &Document<'_>, block: &Block) -> usize {
    let has_inline = document.tag_of(block).is_some_and(|tag| tag.inline.is_some());
    if has_inline {
        block.content.start
    } else {
        document.source.this_line(block.content.start).max(block.span.start)
    }
}

/// The end of the last line of a block, or of its text where another tag follows on that line.
fn end_of_text(document: &Document<'_>, block: &Block) -> usize {
    let end = document.source.next_line(block.content.end.saturating_sub(1));
    let next = document.tags.partition_point(|tag| tag.span.start < block.content.end);
    let is_cut = document.tags.get(next).is_some_and(|tag| tag.span.start < end && block.span.end < end);
    if is_cut { block.content.end } else { end }
}

fn definitions(document: &Document<'_>, content: Span) -> Vec<Span> {
    if !may_define(document, content) {
        return Vec::new();
    }
    let is_definition = |kind: NodeKind| matches!(kind, NodeKind::Definition | NodeKind::Footnote);
    let known = document
        .markdown
        .top_in(content)
        .filter(|node| is_definition(node.kind) && node.span.start >= content.start)
        .map(|node| whole_lines(&document.source, node.span.clip(content)).clip(content));
    let mut found: Vec<Span> = known.chain(duplicates(document, content)).collect();
    found.sort_unstable();
    found
}

/// Whether a stretch contains `]:`, as every definition does.
fn may_define(document: &Document<'_>, span: Span) -> bool {
    memchr::memmem::find(document.text(span).as_bytes(), b"]:").is_some()
}

/// Definitions of labels that already have one. They have no effect, but must not come first.
fn duplicates(document: &Document<'_>, content: Span) -> Vec<Span> {
    let source = &document.source;
    let mut found = Vec::new();
    let mut at = content.start;
    for (start, end) in document
        .markdown
        .top_in(content)
        .map(|node| (node.span.start, node.span.end))
        .chain([(content.end, content.end)])
    {
        for line in source.line_of(at)..=source.line_of(start.max(at)) {
            let span = source.full_line(line);
            let is_between = span.start >= at && source.line(line).end <= start;
            let text = source.slice(span).trim_start();
            let is_title = || {
                let is_next = found.last().is_some_and(|last: &Span| last.end == span.start);
                is_next && text.starts_with(['"', '\'', '('])
            };
            if is_between && (text.starts_with('[') && text.contains("]:") || is_title()) {
                found.push(span);
            }
        }
        at = at.max(end);
    }
    found
}

/// The definitions inside list items, for a renderer that reads them as text there, with the lines that they are on.
pub(crate) fn nested(document: &Document<'_>, dialect: &Dialect) -> Vec<(Span, Span)> {
    if dialect.layout != Layout::Parted {
        return Vec::new();
    }
    let (source, markdown) = (&document.source, &document.markdown);
    let is_top =
        |span: Span| markdown.top_at(span.start).is_none_or(|node| node.kind == NodeKind::Definition);
    let definitions = markdown.defined.links.values().filter(|span| !is_top(**span));
    let mut found: Vec<(Span, Span)> = definitions
        .map(|span| source.trim(*span))
        .filter(|span| {
            let before = document.text(Span::new(source.this_line(span.start), span.start));
            before.trim_matches([' ', '\t', '>']).is_empty() && !document.text(*span).contains("\n>")
        })
        .map(|span| (span, whole_lines(source, span)))
        .collect();
    found.sort_unstable();
    found
}

/// Writes the addresses of definitions in a form that Python-Markdown reads: without spaces and brackets.
pub(crate) fn encode(document: &Document<'_>, dialect: &Dialect, out: &mut Vec<Change>) {
    if dialect.layout != Layout::Indented || dialect.shape == Shape::Tags {
        return;
    }
    for span in document.markdown.defined.links.values() {
        let text = document.text(*span);
        if text.trim_end().contains(['\n', '\r']) && !text.contains('>') {
            let joined = text.split_whitespace().collect::<Vec<_>>().join(" ");
            out.push(Change::new(Span::new(span.start, span.start + text.trim_end().len()), joined));
            continue;
        }
        let Some(open) =
            text.find("]:").map(|end| end + 2 + (text[end + 2..].len() - text[end + 2..].trim_start().len()))
        else {
            continue;
        };
        let Some(close) = text[open..].strip_prefix('<').and_then(|rest| rest.find('>')) else { continue };
        let address = &text[open + 1..=open + close];
        if address.contains(' ') {
            let span = Span::new(span.start + open, span.start + open + close + 2);
            out.push(Change::new(span, address.replace(' ', "%20")));
        }
    }
}

/// Writes the addresses of links whose label is code next to them. Python-Markdown reads the code first and does not
/// find the label.
pub(crate) fn resolve_code(document: &Document<'_>, dialect: &Dialect, out: &mut Vec<Change>) {
    if dialect.layout != Layout::Indented || dialect.shape == Shape::Tags {
        return;
    }
    let inlines = &document.markdown.inlines;
    for (at, definition) in &document.markdown.references {
        let first = inlines.partition_point(|(_, span)| span.start < *at);
        let Some((_, link)) = inlines.get(first).filter(|(_, span)| span.start == *at) else { continue };
        let text = document.text(*link);
        let defined = document.text(*definition).split_once("]:").map_or("", |(_, rest)| rest.trim_start());
        let address = defined.split_whitespace().next().unwrap_or_default();
        if text.contains('`') && text.starts_with('[') && !text.contains("][") && !address.is_empty() {
            out.push(Change::insert(link.end, format!("({address})")));
        }
    }
}

/// Removes duplicate definitions, for a renderer that uses the last one or stops at them.
pub(crate) fn drop_duplicates(document: &Document<'_>, dialect: &Dialect, out: &mut Vec<Change>) {
    if dialect.strict || dialect.layout != Layout::Common && dialect.shape != Shape::Tags {
        let blocks = document.blocks.iter().filter(|block| may_define(document, block.content));
        let found: Vec<Span> = blocks.flat_map(|block| duplicates(document, block.content)).collect();
        let is_inside = |at: usize| {
            let next = found.partition_point(|span| span.end <= at);
            found.get(next).is_some_and(|span| span.contains(at))
        };
        out.retain(|change| !is_inside(change.span.start));
        out.extend(found.into_iter().map(|span| Change::new(span, "")));
    }
}
