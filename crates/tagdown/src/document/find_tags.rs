//! Finds the tags in a text, both well-formed tags and near misses. It searches line by line, as a person reads,
//! because a Markdown tree joins a tag with the text above it.

use super::kinds::OwnTags;
use super::read_tag::{Page, lex, part_marks};
use super::tag::{Name, Place, TagLine, Wrap};
use super::{code_tags, heading_tags, inner_tags};
use crate::markdown::{Markdown, NodeKind};
use crate::text::{Source, Span};

/// All tags of a text, in order, including nested ones, which are marked as nested. `own` are the tags that the project
/// declares.
pub(crate) fn find(source: &Source<'_>, markdown: &Markdown, own: &OwnTags) -> Vec<TagLine> {
    let page = &Page::new(source, markdown, own);
    let text = source.text();
    let mut tags = Vec::new();
    let mut line = 0;
    let mut seen = None;
    for bracket in memchr::memchr_iter(b'[', text.as_bytes()) {
        while source.line_start(line + 1) <= bracket {
            line += 1;
        }
        if seen == Some(line) {
            continue;
        }
        seen = Some(line);
        let last = tags.last();
        if last.is_none_or(|tag: &TagLine| tag.span.end <= source.line_start(line))
            && let Some(tag) = on_line(page, line, bracket, last)
        {
            tags.push(tag);
        }
    }
    add_cells(page, &mut tags);
    inner_tags::add(page, &mut tags);
    add_closers(page, &mut tags);
    heading_tags::add(page, &mut tags);
    drop_legends(markdown, &mut tags);
    code_tags::add(page, &mut tags);
    tags
}

/// The tag on a line whose first bracket is at `bracket`; `last` is the tag before it.
fn on_line(page: &Page<'_, '_>, line: usize, bracket: usize, last: Option<&TagLine>) -> Option<TagLine> {
    let (source, markdown) = (page.source, page.markdown);
    let span = source.line(line);
    let (before, marks) = part_marks(&source.text()[span.start..bracket]);
    let start = span.start + before.len();
    let words = before.trim_start_matches(' ');
    let indent = before.len() - words.len();
    if indent <= 3 && !words.is_empty() && !words.starts_with('#') && !is_container_prefix(before) {
        return None;
    }
    let lexed = lex(page, Span::new(start, span.end), marks, bracket)?;
    if markdown.is_opaque_at(bracket) {
        let place = (before.trim().is_empty() && is_html_tail(source, markdown, line, last))
            .then_some(Place::Folded)?;
        return lexed.judge(page, place).filter(|tag| tag.wrap == Wrap::Bold);
    }
    let place = match words {
        _ if indent > 3 => nested_place(markdown, bracket)?,
        "" => line_place(source, markdown, Span::new(start - indent, start), last)?,
        hashes => match heading_place(markdown, hashes, start) {
            Some(place) => place,
            None if is_container_prefix(before) => nested_place(markdown, bracket)?,
            None => return None,
        },
    };
    lexed.judge(page, place)
}

/// Whether a line is part of an HTML block only because no blank line separates it from a closing HTML tag:
/// `</details>`, then the line, then no more HTML. After the first tag there, all further lines are such lines.
fn is_html_tail(source: &Source<'_>, markdown: &Markdown, line: usize, last: Option<&TagLine>) -> bool {
    let start = source.line_start(line);
    let node = markdown.top_at(start).filter(|node| node.kind == NodeKind::Html);
    let (Some(node), Some(above)) = (node, line.checked_sub(1)) else { return false };
    if last.is_some_and(|tag| node.span.contains(tag.span.start)) {
        return true;
    }
    let above = source.slice(source.line(above)).trim();
    let is_void = ["<img", "<br", "<hr"].iter().any(|tag| above.starts_with(tag));
    let closes = above.starts_with('<')
        && above.ends_with('>')
        && (above.contains("</") || above.ends_with("/>") || is_void);
    let opens_raw = ["<!", "<?", "<script", "<pre", "<style", "<textarea"]
        .iter()
        .any(|raw| source.slice(node.span).starts_with(raw));
    closes && !opens_raw && !source.slice(Span::new(start, node.span.end.max(start))).contains('<')
}

/// Whether only quote and list markers precede the tag.
fn is_container_prefix(before: &str) -> bool {
    before.split_whitespace().all(|word| {
        let digits = word.trim_end_matches(['.', ')']);
        let ordered = digits.len() + 1 == word.len() && digits.bytes().all(|b| b.is_ascii_digit());
        matches!(word, "-" | "*" | "+") || ordered || word.bytes().all(|b| b == b'>')
    })
}

fn nested_place(markdown: &Markdown, offset: usize) -> Option<Place> {
    let container = markdown.top_at(offset)?.kind;
    matches!(container, NodeKind::List { .. } | NodeKind::Quote | NodeKind::Footnote).then_some(Place::Nested)
}

fn heading_place(markdown: &Markdown, hashes: &str, start: usize) -> Option<Place> {
    let number = hashes.trim_start_matches('#');
    let level = hashes.len() - number.len();
    // A heading may have a number: `### 2.1 **[BUG]** …`.
    let is_number = number.trim().bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let is_heading = (1..=6).contains(&level) && number.starts_with([' ', '\t']) && is_number;
    let node = markdown.top_at(start)?;
    (is_heading && matches!(node.kind, NodeKind::Heading { .. })).then_some(Place::Heading(level as u8))
}

/// The place of a tag that only the spaces in `indent` precede on its line.
fn line_place(
    source: &Source<'_>,
    markdown: &Markdown,
    indent: Span,
    last: Option<&TagLine>,
) -> Option<Place> {
    let start = indent.end;
    let node = markdown.top_at(start)?;
    match node.kind {
        // Markdown reads `[NOTE]: *` as the definition of a link.
        NodeKind::Paragraph | NodeKind::Heading { .. } | NodeKind::Definition
            if node.span.start >= indent.start =>
        {
            Some(Place::Line)
        }
        NodeKind::List { .. } => {
            let item = markdown.outer_item_at(start)?;
            let inside = start - indent.start >= content_column(source, item.span);
            // To a reader, a tag at the margin ends the item, even if it does not in Markdown.
            let ended = last.is_some_and(|tag| {
                matches!(tag.place, Place::Folded | Place::Line)
                    && tag.kind().is_some()
                    && item.span.contains(tag.span.start)
            });
            let parted = source.is_blank(source.line_of(start).saturating_sub(1));
            Some(match (inside, ended) {
                (true, false) => Place::Nested,
                (true, true) if parted => Place::Line,
                _ => Place::Folded,
            })
        }
        NodeKind::Table => {
            let row = source.slice(source.line(source.line_of(start)));
            (!row.replace("\\|", "").contains('|')).then_some(Place::Folded)
        }
        _ => Some(Place::Folded),
    }
}

/// The column at which the content of a list item starts.
pub(crate) fn content_column(source: &Source<'_>, item: Span) -> usize {
    let line = source.line_of(item.start);
    let lead = &source.text()[source.line_start(line)..item.end];
    let lead = lead.lines().next().unwrap_or_default();
    let marker_at = lead.len() - lead.trim_start_matches(' ').len();
    let rest = &lead[marker_at..];
    let marker = rest.find([' ', '\t']).unwrap_or(rest.len());
    let gap = rest[marker..].len() - rest[marker..].trim_start_matches(' ').len();
    let is_empty = rest[marker..].trim().is_empty();
    marker_at + marker + if is_empty || gap == 0 || gap > 4 { 1 } else { gap }
}

/// Adds tags that fill a table cell.
fn add_cells(page: &Page<'_, '_>, tags: &mut Vec<TagLine>) {
    let (source, markdown) = (page.source, page.markdown);
    let mut found = Vec::new();
    for table in markdown.nodes.iter().filter(|node| node.kind == NodeKind::Table) {
        for at in memchr::memmem::find_iter(source.slice(table.span).as_bytes(), "**[") {
            let start = table.span.start + at;
            let line = source.line(source.line_of(start));
            let before = source.text()[line.start..start].trim_end_matches(' ');
            let cell_end = source.text()[start..line.end].find('|').map_or(line.end, |end| start + end);
            if !before.ends_with('|') || cell_end == line.end || markdown.is_opaque_at(start) {
                continue;
            }
            if let Some(lexed) = lex(page, Span::new(start, cell_end), "**", start + 2)
                && let Some(tag) = lexed.judge(page, Place::Nested)
                && tag.inline.is_none()
            {
                found.push(tag);
            }
        }
    }
    if !found.is_empty() {
        tags.extend(found);
        tags.sort_by_key(|tag| tag.span.start);
    }
}

/// Adds closing tags that follow other text at the end of a line.
fn add_closers(page: &Page<'_, '_>, tags: &mut Vec<TagLine>) {
    let (source, markdown) = (page.source, page.markdown);
    let mut found = Vec::new();
    for at in memchr::memmem::find_iter(source.text().as_bytes(), "**[/") {
        let line = source.line(source.line_of(at));
        let before = source.slice(Span::new(line.start, at)).trim();
        // A heading is a heading or a tag; it does not end a block behind its words.
        let is_heading =
            markdown.top_at(at).is_some_and(|node| matches!(node.kind, NodeKind::Heading { .. }));
        if before.is_empty() || is_heading || markdown.is_opaque_at(at) {
            continue;
        }
        if let Some(lexed) = lex(page, Span::new(at, line.end), "**", at + 2)
            && matches!(lexed.name, Name::Closing(_))
            && let Some(tag) = lexed.judge(page, Place::Line)
            && tag.inline.is_none()
        {
            found.push(tag);
        }
    }
    for closer in found {
        let next = tags.partition_point(|tag| tag.span.start < closer.span.start);
        if let Some(inline) = next.checked_sub(1).and_then(|last| tags[last].inline.as_mut())
            && inline.contains(closer.span.start)
        {
            *inline = source.trim(Span::new(inline.start, closer.span.start));
        }
        tags.insert(next, closer);
    }
}

/// Removes the tags in legends. A list or table that names at least three kinds, each once, only explains the tags.
fn drop_legends(markdown: &Markdown, tags: &mut Vec<TagLine>) {
    let container = |tag: &TagLine| match tag.place {
        Place::Nested => markdown.top_at(tag.span.start).map(|node| node.span.start),
        _ => None,
    };
    let containers: Vec<_> = tags.iter().map(container).collect();
    let mut index = 0;
    let legends: Vec<usize> = containers
        .chunk_by(|a, b| a.is_some() && a == b)
        .filter_map(|run| {
            let members = &tags[index..index + run.len()];
            index += run.len();
            let mut kinds: Vec<_> = members.iter().filter_map(TagLine::kind).collect();
            kinds.sort_unstable();
            let named = kinds.len();
            kinds.dedup();
            (kinds.len() >= 3 && kinds.len() == named).then(|| run[0]).flatten()
        })
        .collect();
    if !legends.is_empty() {
        let mut place = containers.iter();
        tags.retain(|_| !place.next().is_some_and(|at| at.is_some_and(|at| legends.contains(&at))));
    }
}
