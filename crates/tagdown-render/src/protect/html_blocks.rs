//! Blocks of HTML with local images and links to pages. Renderers find these only in Markdown, which they read between
//! blank lines.

use tagdown::document::Document;
use tagdown::markdown::{Node, NodeKind};
use tagdown::text::Span;

use super::addresses::is_markdown;
use super::html_tags::{Found, attributes, matched};
use super::pairs::{across, ends, is_large};
use crate::change::Change;
use crate::dialects::{Dialect, Html, Images, Layout};

/// Elements that may be around running text, and that a `div` can replace.
const OUTER: [&str; 3] = ["center", "div", "p"];

/// Elements of running text.
const INNER: [&str; 24] = [
    "a", "abbr", "b", "br", "cite", "code", "del", "dfn", "em", "i", "img", "ins", "kbd", "mark", "q", "s",
    "samp", "small", "span", "strong", "sub", "sup", "u", "var",
];

/// Opens the blocks to Markdown, and returns their text.
pub(crate) fn part(
    document: &Document<'_>,
    tags: &[Found],
    dialect: &Dialect,
    out: &mut Vec<Change>,
) -> Vec<Span> {
    let is_html = |node: &&Node| node.kind == NodeKind::Html && node.depth == 0;
    let blocks = document.markdown.nodes.iter().filter(is_html);
    blocks.filter_map(|node| open(document, node.span, tags, dialect, out)).collect()
}

/// Opens one block, if it has something that only Markdown finds and nothing that Markdown cannot contain.
fn open(
    document: &Document<'_>,
    block: Span,
    tags: &[Found],
    dialect: &Dialect,
    out: &mut Vec<Change>,
) -> Option<Span> {
    let first = tags.partition_point(|tag| tag.span.start < block.start);
    let end = tags.partition_point(|tag| tag.span.start < block.end);
    let [opening, inner @ .., closing] = &tags[first..end] else { return None };
    let is_around = opening.span.start == block.start
        && closing.span.end == block.end
        && !opening.is_end
        && closing.is_end
        && opening.name == closing.name
        && OUTER.contains(&opening.name.as_str());
    let is_running = inner.iter().all(|tag| INNER.contains(&tag.name.as_str()));
    let is_lost = |tag: &Found| refers_to_file(document.text(tag.span), tag, dialect);
    if !is_around || !is_running || !inner.iter().any(is_lost) {
        return None;
    }
    let body = Span::new(opening.span.end, closing.span.start);
    let text = document.text(body);
    // MDX reads Markdown anywhere.
    if dialect.html == Html::Jsx {
        return Some(body);
    }
    let eol = document.source.eol();
    let name = Span::new(opening.span.start + 1, opening.span.start + 1 + opening.name.len());
    let is_centred = opening.name == "center";
    out.push(Change::new(name, if is_centred { "div align=\"center\"" } else { "div" }));
    if dialect.layout == Layout::Indented {
        out.push(Change::insert(opening.span.end - 1, " markdown"));
    }
    let start = body.start + text.len() - text.trim_start().len();
    let stop = body.start + text.trim_end().len();
    // A tag alone on the first line would make everything below it HTML again.
    let (line, _) = text.trim().split_once('\n').unwrap_or_default();
    let line = line.trim_end();
    let is_written =
        dialect.images != Images::Untouched && inner.first().is_some_and(|tag| tag.name == "img");
    let is_tag = line.starts_with('<') && line.find('>') == Some(line.len() - 1) && !is_written;
    let mark = if is_tag && dialect.layout == Layout::Common { "<span></span>" } else { "" };
    out.push(Change::new(Span::new(body.start, start), format!("{eol}{eol}{mark}")));
    for (at, _) in text.trim().match_indices('\n') {
        let from = start + at + 1;
        let behind = document.text(Span::new(from, stop));
        let indent = behind.len() - behind.trim_start_matches([' ', '\t']).len();
        out.push(Change::new(Span::new(from, from + indent), ""));
    }
    out.push(Change::new(Span::new(stop, body.end), eol.repeat(2)));
    if dialect.layout == Layout::Common {
        escape_signs(document, body, inner, out);
    }
    out.push(Change::new(Span::new(closing.span.start + 2, closing.span.end - 1), "div"));
    Some(body)
}

/// Marks elements around several blocks as Markdown, outside of callouts, for a renderer that shows everything in an
/// element as it is written.
pub(crate) fn read_markdown(document: &Document<'_>, tags: &[Found], out: &mut Vec<Change>) {
    let all: Vec<&Found> = tags.iter().collect();
    let across = ends(across(document, tags, false));
    let is_plain = |at: usize| document.block_at(at).is_none_or(|block| document.tag_of(block).is_none());
    for (open, close) in matched(&all).0 {
        let (tag, end) = (&tags[open], tags[close].span.start);
        let node = document.markdown.top_at(tag.span.start);
        let Some(node) = node.filter(|node| node.kind == NodeKind::Html && node.span.end <= end) else {
            continue;
        };
        let has_end = document.markdown.top_at(end).is_some_and(|node| node.kind == NodeKind::Html);
        let is_outside = is_plain(tag.span.start) || across.binary_search(&open).is_ok();
        let is_marked = document
            .text(tag.span)
            .split_whitespace()
            .any(|word| word.trim_end_matches('>').split('=').next().is_some_and(|name| name == "markdown"));
        if is_large(&tag.name) && has_end && is_outside && !is_marked && !node.span.is_empty() {
            out.push(Change::insert(tag.span.end - 1, " markdown=\"block\""));
        }
    }
}

/// Writes the signs of Markdown as entities, in the text between tags.
fn escape_signs(document: &Document<'_>, body: Span, inner: &[Found], out: &mut Vec<Change>) {
    let starts = [body.start].into_iter().chain(inner.iter().map(|tag| tag.span.end));
    let ends = inner.iter().map(|tag| tag.span.start).chain([body.end]);
    for (start, end) in starts.zip(ends) {
        for (at, sign) in document.text(Span::new(start, end)).match_indices(['*', '_', '`', '[']) {
            let entity = format!("&#{};", u32::from(sign.as_bytes()[0]));
            out.push(Change::new(Span::new(start + at, start + at + 1), entity));
        }
    }
}

/// Whether a tag refers to a file that the renderer does not find in HTML.
fn refers_to_file(text: &str, tag: &Found, dialect: &Dialect) -> bool {
    if tag.is_end || dialect.serves_folders {
        return false;
    }
    // Pandoc shows images in HTML only in HTML.
    if dialect.layout == Layout::Parted && tag.name == "img" {
        return true;
    }
    let (name, is_image) = match tag.name.as_str() {
        "img" => ("src", true),
        "a" => ("href", false),
        _ => return false,
    };
    let inner = text[1 + tag.name.len()..].trim_end_matches('>').trim_end_matches('/');
    let found = attributes(inner).into_iter().find(|(other, _)| other.eq_ignore_ascii_case(name));
    let Some((_, Some(address))) = found else { return false };
    let path = address.split(['#', '?']).next().unwrap_or_default();
    let is_local = !path.is_empty() && !path.starts_with('/') && !path.contains(':');
    let is_lost = if is_image { dialect.images != Images::Dotted } else { is_markdown(path) };
    is_local && is_lost
}
