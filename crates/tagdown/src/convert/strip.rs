//! Takes tags, header and manifest away again.

use super::front::{MADE_TITLE, first_section};
use super::place::{blank_lines_above, can_absorb, last_node_before};
use crate::document::{Block, Document, parse};
use crate::finding::{Edit, apply};
use crate::manifest::MANIFEST;
use crate::markdown::{Markdown, is_same_tree};
use crate::rules::follow::{can_follow_tag, first_node};
use crate::source::{Source, Span};
use crate::tag_line::{Place, TagLine};

/// The document without its tags, header and manifest: of a converted document, its source, byte for byte. The title of
/// a BUG that nothing else says stays, in bold.
pub fn strip(text: &str) -> String {
    let document = parse(text);
    let careful = |is_careful: bool| {
        let mut edits = tag_edits(&document, is_careful);
        edits.extend(header_edits(&document));
        disjoint(edits)
    };
    let edits = careful(false);
    let stripped = apply(text, &edits);
    let cut: Vec<Span> = edits.iter().map(|edit| edit.span).collect();
    // Lines that somebody parted by two blank lines are not to run together.
    if is_same_tree(&stripped, text, &cut) { stripped } else { apply(text, &careful(true)) }
}

/// Edits that do not overlap: cuts that do are one, and a title does not stay where its line goes.
fn disjoint(mut edits: Vec<Edit>) -> Vec<Edit> {
    edits.sort_by_key(|edit| edit.span);
    let mut out: Vec<Edit> = Vec::with_capacity(edits.len());
    for edit in edits {
        match out.last_mut() {
            Some(last) if edit.span.start < last.span.end => {
                last.span.end = last.span.end.max(edit.span.end);
                last.text.push_str(&edit.text);
            }
            _ => out.push(edit),
        }
    }
    out
}

fn tag_edits(document: &Document<'_>, is_careful: bool) -> Vec<Edit> {
    let source = &document.source;
    let mut edits = Vec::new();
    for (block, tag) in document.tagged_blocks() {
        if matches!(tag.place, Place::Heading(_) | Place::Nested) {
            continue;
        }
        let line = source.this_line(tag.span.start);
        let title = kept_title(document, block, tag);
        if let Some(inline) = tag.inline {
            edits.push(Edit::replace(
                Span::new(tag.span.start, inline.start),
                title.map(|title| format!("{title} ")).unwrap_or_default(),
            ));
            continue;
        }
        if let Some(title) = title {
            edits.push(Edit::replace(tag.span, title));
            continue;
        }
        let mut cut = Span::new(line, source.next_line(tag.span.end.saturating_sub(1)));
        let node = first_node(document, block);
        // A node that starts on the tag line is the paragraph that Markdown makes of both.
        let below = node.filter(|node| node.span.start >= cut.end);
        if below.is_some_and(|node| !can_follow_tag(document, node)) && is_blank_at(source, cut.end) {
            cut.end = source.next_line(cut.end);
        }
        let above = last_node_before(document, line).is_some_and(|node| can_absorb(node.kind));
        if above && !is_careful {
            let lines = match blank_lines_above(source, line) {
                2 if stand_apart(document, line, cut.end) => 2,
                0..=2 => 0,
                _ => 1,
            };
            cut.start = source.line_start(source.line_of(line) - lines);
        }
        edits.push(Edit::delete(cut));
    }
    edits
}

/// Whether the text below a tag would be a block of its own directly below the one above the tag.
fn stand_apart(document: &Document<'_>, tag: usize, below: usize) -> bool {
    let source = &document.source;
    let Some(above) = last_node_before(document, tag) else { return true };
    let mut text = source.slice(Span::new(source.this_line(above.span.start), above.span.end)).to_owned();
    text.push('\n');
    let at = text.len();
    text.push_str(source.slice(source.full_line(source.line_of(below))));
    let joined = Source::new(&text);
    let markdown = Markdown::parse(&joined);
    markdown.top.iter().any(|&index| joined.this_line(markdown.nodes[index].span.start) == at)
}

fn is_blank_at(source: &Source<'_>, at: usize) -> bool {
    at < source.text().len() && source.is_blank(source.line_of(at))
}

/// The title of a BUG, in bold, where neither its heading nor its text says it.
fn kept_title(document: &Document<'_>, block: &Block, tag: &TagLine) -> Option<String> {
    let title = document.text(tag.title?);
    let words = |text: &str| {
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        format!(" {} ", words.collect::<Vec<_>>().join(" ").to_lowercase())
    };
    let is_said = |text: &str| words(text).contains(&words(title));
    let heading = &document.sections[block.section].title;
    (!is_said(heading) && !is_said(document.text(block.content))).then(|| format!("**{title}**"))
}

fn header_edits(document: &Document<'_>) -> Vec<Edit> {
    let source = &document.source;
    let mut edits = Vec::new();
    if let Some(paragraph) = document.header.paragraph.filter(|paragraph| is_ours(document.text(*paragraph)))
    {
        let mut cut =
            Span::new(source.this_line(paragraph.start), source.next_line(paragraph.end.saturating_sub(1)));
        let line = source.line_of(cut.start);
        let is_parted = line > 0 && source.is_blank(line - 1);
        if document.text(paragraph).contains(MADE_TITLE) {
            cut.start = document.header.title.map_or(cut.start, |title| source.this_line(title.start));
        } else if is_parted {
            cut.start = source.line_start(line - 1);
        }
        if (is_parted || document.text(paragraph).contains(MADE_TITLE)) && is_blank_at(source, cut.end) {
            cut.end = source.next_line(cut.end);
        }
        edits.push(Edit::delete(cut));
    }
    edits.extend(manifest_edit(document));
    edits
}

/// Whether a paragraph is a header line of the format and nothing else.
fn is_ours(paragraph: &str) -> bool {
    paragraph.lines().count() == 1 && paragraph.starts_with("**Version ") && paragraph.contains("HADS ")
}

fn manifest_edit(document: &Document<'_>) -> Option<Edit> {
    let source = &document.source;
    let manifest = document.manifest?;
    let text = document.text(source.trim(manifest.span));
    let is_ours = text.lines().eq(MANIFEST);
    let mut cut = manifest.span;
    if !is_ours {
        return Some(Edit::delete(cut));
    }
    if first_section(document).is_none() && cut.end < source.text().len() {
        // The break that keeps the text below out of the manifest, and the blank line below it.
        cut.end = source.next_line(cut.end);
        if is_blank_at(source, cut.end) {
            cut.end = source.next_line(cut.end);
        }
    }
    Some(Edit::delete(cut))
}
