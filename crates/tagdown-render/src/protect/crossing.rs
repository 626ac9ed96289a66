//! Elements that open in one part of a document and close in another: around a heading, a tag or a rule. A callout must
//! not cut them, so their tags are written between callouts, each with what belongs to it.

use tagdown::document::Document;
use tagdown::markdown::NodeKind;
use tagdown::text::Span;

use super::html_tags::{Found, matched, tag_at};
use super::pairs::{across, ends};
use super::raw_html;
use crate::dialects::{Dialect, Html};

/// Elements that have a place in another element, where text has none.
const STRUCTURE: [&str; 15] = [
    "caption",
    "col",
    "colgroup",
    "dd",
    "dt",
    "figcaption",
    "legend",
    "li",
    "source",
    "summary",
    "tbody",
    "td",
    "th",
    "thead",
    "tr",
];

/// What is written between callouts, in order: tags of such elements, and the summaries and rows next to them. With
/// `raw`, elements have any name.
pub(crate) fn stretches(document: &Document<'_>, dialect: &Dialect, raw: bool) -> Vec<Span> {
    if dialect.html == Html::Untouched || !document.source.text().contains("</") {
        return Vec::new();
    }
    let tags = if raw { raw_tags(document) } else { raw_html::elements(document, dialect) };
    let ends = ends(across(document, &tags, raw));
    let mut out: Vec<Span> = Vec::new();
    for chunk in ends.chunk_by(|a, b| top(document, &tags[*a]) == top(document, &tags[*b])) {
        block(document, &tags, chunk, &mut out);
    }
    out
}

/// The index of the top-level node that a tag is in.
fn top(document: &Document<'_>, tag: &Found) -> usize {
    let (top, nodes) = (&document.markdown.top, &document.markdown.nodes);
    top.partition_point(|&index| nodes[index].span.start <= tag.span.start)
}

/// The stretches of one block of HTML, which contains these tags of crossing elements.
fn block(document: &Document<'_>, tags: &[Found], crossing: &[usize], out: &mut Vec<Span>) {
    let Some(node) = document.markdown.top_at(tags[crossing[0]].span.start) else { return };
    let first = tags.partition_point(|tag| tag.span.start < node.span.start);
    let end = tags.partition_point(|tag| tag.span.start < node.span.end);
    let here: Vec<&Found> = tags[first..end].iter().collect();
    let (inside, _) = matched(&here);
    let structure = inside
        .into_iter()
        .filter(|(open, _)| STRUCTURE.contains(&here[*open].name.as_str()))
        .map(|(open, close)| (Span::new(here[open].span.start, here[close].span.end), false));
    let mut atoms: Vec<(Span, bool)> =
        crossing.iter().map(|&index| (tags[index].span, true)).chain(structure).collect();
    // Of nested ones, the outermost.
    atoms.sort_by_key(|(span, _)| (span.start, std::cmp::Reverse(span.end)));
    let mut joined: Vec<(Span, bool)> = Vec::new();
    for (span, is_crossing) in atoms {
        match joined.last_mut() {
            Some((last, has)) if span.start < last.end => {
                last.end = last.end.max(span.end);
                *has |= is_crossing;
            }
            Some((last, has)) if document.text(Span::new(last.end, span.start)).trim().is_empty() => {
                last.end = span.end;
                *has |= is_crossing;
            }
            _ => joined.push((span, is_crossing)),
        }
    }
    out.extend(joined.into_iter().filter(|(_, has)| *has).map(|(span, _)| span));
}

/// The tags of elements and components of any name, in blocks of HTML and on lines of their own.
fn raw_tags(document: &Document<'_>) -> Vec<Found> {
    let mut tags = Vec::new();
    for &index in &document.markdown.top {
        let node = document.markdown.nodes[index];
        let text = document.text(node.span);
        match node.kind {
            NodeKind::Html => {
                let mut at = 0;
                while let Some(open) = text[at..].find('<').map(|open| at + open) {
                    let tag = tag_at(&text[open..], node.span.start + open, true);
                    at = tag.as_ref().map_or(open + 1, |tag| tag.span.end - node.span.start);
                    tags.extend(tag);
                }
            }
            NodeKind::Paragraph => lines_of_tags(text, node.span.start, &mut tags),
            _ => {}
        }
    }
    tags
}

/// The tags on the lines of a paragraph that contain nothing else.
fn lines_of_tags(text: &str, start: usize, out: &mut Vec<Found>) {
    let mut at = 0;
    while at < text.len() {
        let mut line = Vec::new();
        loop {
            at += text[at..].len() - text[at..].trim_start_matches([' ', '\t']).len();
            let Some(tag) = tag_at(&text[at..], start + at, true) else { break };
            at = tag.span.end - start;
            line.push(tag);
        }
        let end = text[at..].find('\n').map_or(text.len(), |end| at + end + 1);
        if text[at..end].trim().is_empty() {
            out.append(&mut line);
        }
        at = end;
    }
}
