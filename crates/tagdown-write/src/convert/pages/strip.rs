//! Removes tags, header and manifest again.

use tagdown::document::{
    Block, Document, Kind, MANIFEST, OwnTags, Place, TagLine, can_follow_tag, first_node, parse,
};
use tagdown::judgement::last_node_before;
use tagdown::markdown::{Events, Markdown, Node, NodeKind, is_same_tree};
use tagdown::rules::{Edit, apply, whole_lines};
use tagdown::text::{Source, Span};

use super::tag_lines::{blank_lines_above, can_absorb};
use crate::convert::header::{first_section, is_header_line};
use crate::convert::undo::Undos;

/// The document without its tags and without the header and manifest that a conversion adds. For a converted document
/// this is its source, byte for byte. A header, manifest or BUG title that somebody wrote stays.
pub fn strip(text: &str) -> String {
    let made = edits(text, false);
    let stripped = apply(text, &made);
    let cut: Vec<Span> = made.iter().map(|edit| edit.span).collect();
    // Paragraphs separated by two blank lines must not run together. Titles that stay are new to the tree.
    let keeps_titles = made.iter().any(|edit| !edit.text.is_empty());
    if keeps_titles || is_same_tree(&stripped, text, &cut) {
        stripped
    } else {
        apply(text, &edits(text, true))
    }
}

/// Whether [`strip`] makes this source of a text.
pub(crate) fn restores(text: &str, source: &Events<'_>) -> bool {
    let made = edits(text, false);
    let cut: Vec<Span> = made.iter().map(|edit| edit.span).collect();
    let is_same = made.iter().all(|edit| edit.text.is_empty()) && apply(text, &made) == source.text();
    is_same && source.is_same_tree(text, &cut) || strip(text) == source.text()
}

/// The edits of [`strip`]. The parsed document, which is large, does not outlive them.
fn edits(text: &str, is_careful: bool) -> Vec<Edit> {
    let document = parse(text);
    let mut edits = tag_edits(&document, is_careful);
    edits.extend(header_edits(&document));
    edits.extend(manifest_edit(&document));
    disjoint(edits)
}

/// The same, but sections that a conversion cut or rearranged are restored from their records first.
pub fn strip_with(text: &str, undos: &Undos) -> String {
    strip(&undos.restore(text, &tagged_stretches(&parse(text))))
}

/// The text of a document in which the sections that a conversion cut or rearranged are restored from their records.
pub(crate) fn with_sources(document: &Document<'_>, undos: &Undos) -> String {
    let text = document.source.text();
    // The records know nothing of the tags that a project declares.
    let is_plain = document.own_tags == OwnTags::default();
    let stretches = if is_plain { tagged_stretches(document) } else { tagged_stretches(&parse(text)) };
    undos.restore(text, &stretches)
}

/// The text from each tag to the end of its section.
fn tagged_stretches(document: &Document<'_>) -> Vec<Span> {
    let text = document.source.text();
    let top = document.markdown.top.iter().map(|&index| &document.markdown.nodes[index]);
    let borders: Vec<usize> = top
        .filter(|node| matches!(node.kind, NodeKind::Heading { .. } | NodeKind::Rule))
        .map(|node| document.source.this_line(node.span.start))
        .collect();
    let section = |start: usize| {
        let next = borders.partition_point(|border| *border <= start);
        let end = borders.get(next).copied().unwrap_or(text.len());
        Span::new(start, start + text[start..end].trim_end().len())
    };
    document.tagged_blocks().map(|(_, tag)| section(document.source.this_line(tag.span.start))).collect()
}

/// Merges overlapping edits.
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
        if let Place::HeadingEnd(_) = tag.place {
            let line = source.this_line(tag.span.start);
            let words = source.slice(Span::new(line, tag.span.start)).trim_end();
            let qualifier = tag.qualifier.map(|words| format!(" — {}", document.text(words)));
            let cut = Span::new(line + words.len(), tag.span.end);
            edits.push(Edit::replace(cut, qualifier.unwrap_or_default()));
            continue;
        }
        if tag.is_in_heading() || tag.place == Place::Nested || tag.own_name().is_some() {
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
        let mut cut = whole_lines(source, tag.span);
        let node = first_node(document, block);
        // A node that starts on the tag line is the paragraph that Markdown makes of the tag and its text.
        let below = node.filter(|node| node.span.start >= cut.end);
        if below.is_some_and(|node| !can_follow_tag(document, node)) && is_blank_at(source, cut.end) {
            cut.end = source.next_line(cut.end);
        }
        let is_header = |node: &Node| {
            Some(node.span) == document.header.paragraph && is_header_line(document.text(node.span)).is_some()
        };
        let above =
            last_node_before(document, line).is_some_and(|node| can_absorb(node.kind) && !is_header(node));
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

/// Whether the text below a tag would be a separate block directly below the block above the tag.
fn stand_apart(document: &Document<'_>, tag: usize, below: usize) -> bool {
    let source = &document.source;
    let Some(above) = last_node_before(document, tag) else { return true };
    let mut text = source.slice(Span::new(source.this_line(above.span.start), above.span.end)).to_owned();
    text.push('\n');
    let at = text.len();
    // Two lines, since the second distinguishes a table from a paragraph.
    let line = source.line_of(below);
    text.push_str(source.slice(Span::new(source.line_start(line), source.line_start(line + 2))));
    let joined = Source::new(&text);
    let markdown = Markdown::parse(&joined);
    markdown.top.iter().any(|&index| joined.this_line(markdown.nodes[index].span.start) == at)
}

fn is_blank_at(source: &Source<'_>, at: usize) -> bool {
    at < source.text().len() && source.is_blank(source.line_of(at))
}

/// The title of a block, in bold, unless the heading or the text of a BUG contains it. A qualifier is part of the title.
fn kept_title(document: &Document<'_>, block: &Block, tag: &TagLine) -> Option<String> {
    let title = &document.block_title(block)?;
    let words = |text: &str| {
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        format!(" {} ", words.collect::<Vec<_>>().join(" ").to_lowercase())
    };
    let is_said = |text: &str| words(text).contains(&words(title));
    let heading = &document.sections[block.section].title;
    let is_said =
        tag.kind() == Some(Kind::Bug) && (is_said(heading) || is_said(document.text(block.content)));
    (!is_said).then(|| format!("**{title}**"))
}

/// Removes the lines that a conversion adds below or as the title. A header that somebody wrote stays.
fn header_edits(document: &Document<'_>) -> Vec<Edit> {
    let source = &document.source;
    let Some(paragraph) = document.header.paragraph.filter(|_| document.header.has_title()) else {
        return Vec::new();
    };
    let Some(is_made) = is_header_line(document.text(paragraph)) else { return Vec::new() };
    let mut cut = whole_lines(source, paragraph);
    let line = source.line_of(cut.start);
    let title = document.header.title.map(|title| whole_lines(source, title));
    let is_parted = line > 0 && source.is_blank(line - 1);
    if let Some(title) = title.filter(|title| is_made && title.end == cut.start) {
        cut.start = title.start;
    } else if is_parted && title.is_some() {
        cut.start = source.line_start(line - 1);
    }
    let is_alone = is_parted || is_made || title.is_none();
    if is_alone && is_blank_at(source, cut.end) {
        cut.end = source.next_line(cut.end);
    }
    vec![Edit::delete(cut)]
}

/// Where the text above a line ends, without this many line endings.
fn line_end_above(source: &Source<'_>, at: usize, endings: usize) -> usize {
    let mut text = source.slice(Span::new(0, at));
    for _ in 0..endings {
        text = text.strip_suffix('\n').map_or(text, |text| text.strip_suffix('\r').unwrap_or(text));
    }
    text.len()
}

/// Removes the manifest that a conversion adds, with the blank line below it. Text that somebody wrote there stays.
fn manifest_edit(document: &Document<'_>) -> Option<Edit> {
    let source = &document.source;
    let start = document.manifest?.span.start;
    let line = source.line_of(start);
    let is_ours =
        MANIFEST.iter().enumerate().all(|(index, text)| source.slice(source.line(line + index)) == *text);
    if !is_ours {
        return None;
    }
    let mut end = source.line_start(line + MANIFEST.len());
    if end == source.text().len() && first_section(document).is_none() {
        let lines = if source.text().ends_with('\n') { 1 } else { 2 };
        return Some(Edit::delete(Span::new(line_end_above(source, start, lines), end)));
    }
    let skip_blank = |at: usize| if is_blank_at(source, at) { source.next_line(at) } else { at };
    end = skip_blank(end);
    let is_break = end < source.text().len() && source.slice(source.line(source.line_of(end))) == "---";
    if first_section(document).is_none() && is_break {
        // The break keeps the text below out of the manifest.
        end = skip_blank(source.next_line(end));
    }
    Some(Edit::delete(Span::new(start, end)))
}
