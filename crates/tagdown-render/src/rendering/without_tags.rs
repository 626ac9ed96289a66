//! A document as Markdown reads it without the tags. A tag without a blank line above or below it hides the structure
//! of the text around it.

use tagdown::document::{Block, Document, Form, Place, TagLine};
use tagdown::markdown::{Markdown, NodeKind, Trap};
use tagdown::text::{Source, Span};

use crate::layout::is_item;

/// The document with the Markdown that it has without its tag lines, if that differs.
pub(crate) fn read<'t>(document: &Document<'t>) -> Option<Document<'t>> {
    let is_hiding = |tag: &&TagLine| {
        tag.place == Place::Folded
            || hides(document, tag)
            || tag.title.is_some_and(|title| is_cut(document, title))
    };
    let swallowed: Vec<Span> = document.blocks.iter().flat_map(|block| swallowed(document, block)).collect();
    if swallowed.is_empty() {
        document.tagged_blocks().map(|(_, tag)| tag).find(is_hiding)?;
    }
    let mut text = document.source.text().as_bytes().to_vec();
    for (_, tag) in document.tagged_blocks() {
        if matches!(tag.place, Place::Line | Place::Folded) && tag.inline.is_none() {
            // A break separates the text above from the text below, and has no other effect.
            let line = &mut text[tag.span.range()];
            line.fill(b' ');
            line[..3].fill(b'*');
        }
    }
    for label in swallowed {
        // A heading never continues the text above it.
        text[label.range()].fill(b' ');
        text[label.start] = b'#';
    }
    let text = String::from_utf8(text).ok()?;
    let mut markdown = Markdown::parse(&Source::new(&text));
    let traps = traps(document, &markdown);
    markdown.split_headings(&traps);
    Some(Document { markdown, traps, ..document.clone() })
}

/// The labels of fields that Markdown reads as part of the list or table above them.
fn swallowed<'d>(document: &'d Document<'_>, block: &'d Block) -> impl Iterator<Item = Span> + 'd {
    let source = &document.source;
    let labels = block.fields.iter().filter(|field| field.form != Form::Joined).map(|field| field.label);
    labels.filter(move |label| {
        let line = source.line_of(label.start);
        let opens = source.slice(Span::new(source.line_start(line), label.start)).trim().is_empty();
        let is_behind = label.start > block.content.start && line > 0 && !source.is_blank(line - 1);
        let node = document.markdown.top_at(label.start);
        let is_text = node.is_some_and(|node| node.kind == NodeKind::Paragraph);
        opens && is_behind && !is_text && !is_item(document, label.start)
    })
}

/// The headings that appear without the tags and that the document does not have.
fn traps(document: &Document<'_>, markdown: &Markdown) -> Vec<Trap> {
    let source = &document.source;
    let is_section = |span: Span| {
        let after = document.sections.partition_point(|section| section.heading.start < span.end);
        document.sections[..after].last().is_some_and(|section| section.heading.end > span.start)
    };
    let headings = markdown.top.iter().map(|&index| &markdown.nodes[index]);
    let new = headings
        .filter(|node| matches!(node.kind, NodeKind::Heading { setext: true, .. }) && !is_section(node.span));
    let made = new.map(|node| {
        let underline = Span::new(source.this_line(node.span.end.saturating_sub(1)), node.span.end);
        let paragraph = source.trim(Span::new(node.span.start, underline.start.max(node.span.start)));
        let is_break = document.text(underline).trim_start().starts_with('-');
        Trap { paragraph, underline: source.trim(underline), is_break, is_decoration: false }
    });
    made.collect()
}

/// Whether the line below a tag is something that Markdown does not recognize directly below text.
fn hides(document: &Document<'_>, tag: &TagLine) -> bool {
    let source = &document.source;
    let next = source.line_of(tag.span.end.saturating_sub(1)) + 1;
    if next >= source.line_count() || tag.inline.is_some() {
        return false;
    }
    let line = source.slice(source.line(next));
    let body = line.trim_start_matches(' ');
    let is_numbered = body.starts_with(|c: char| c.is_ascii_digit()) && !body.starts_with("1.");
    let is_definition = body.starts_with('[') && body.contains("]:");
    let below = if next + 1 < source.line_count() { source.slice(source.line(next + 1)).trim() } else { "" };
    let is_table = below.starts_with(['-', ':', '|'])
        && below.contains("--")
        && below.trim_matches(['-', ':', '|', ' ', '\t']).is_empty();
    let is_seen =
        || document.markdown.top_at(source.line_start(next)).is_some_and(|node| node.kind == NodeKind::Table);
    (is_table && !is_seen())
        || line.starts_with("    ")
        || body.starts_with(['\t', '<'])
        || is_numbered
        || is_definition
}

/// Whether a stretch contains only the start of a code span, which ends in the text below it.
pub(crate) fn is_cut(document: &Document<'_>, title: Span) -> bool {
    let inlines = &document.markdown.inlines;
    let next = inlines.partition_point(|(_, span)| span.start < title.end);
    inlines[..next].last().is_some_and(|(_, span)| span.start >= title.start && span.end > title.end)
}

/// The spans of the block titles.
pub(crate) fn titles(document: &Document<'_>) -> Vec<Span> {
    document.tagged_blocks().filter_map(|(_, tag)| tag.title).collect()
}
