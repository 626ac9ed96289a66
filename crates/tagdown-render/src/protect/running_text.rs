//! Escapes what a renderer would read as its own syntax in running text. Code stays as it is, except for syntax that a
//! renderer also reads there.

use tagdown::document::Document;
use tagdown::markdown::{Node, NodeKind};
use tagdown::text::Span;

use super::addresses;
use super::closed::{closed, images};
use crate::change::Change;
use crate::dialects::{Addresses, Dialect, Escape, Html, Images, Layout, Places, Shape, Title, places};

/// Finds what must be escaped in a document.
pub(crate) fn part(document: &Document<'_>, dialect: &Dialect, out: &mut Vec<Change>) {
    let (escapes, mut closed) = (dialect.escapes, closed(document));
    if dialect.addresses != Addresses::Linked {
        let marked = addresses::mark(document, dialect, &closed, out);
        closed.extend(marked.into_iter().map(|span| (span, false)));
        closed.sort_by_key(|(span, _)| (span.start, span.end));
    }
    if dialect.layout != Layout::Common && dialect.shape != Shape::Tags {
        // These renderers read a backslash as the end of a line even where nothing follows it.
        for at in last_backslashes(document) {
            out.push(Change::insert(at, "\\"));
            closed.push((Span::new(at, at + 1), false));
        }
        closed.sort_by_key(|(span, _)| (span.start, span.end));
        // They find emphasis where Markdown has none.
        let is_open = |at: &usize| {
            let next = closed.partition_point(|(span, _)| span.end <= *at);
            closed.get(next).is_none_or(|(span, _)| !span.contains(*at))
        };
        let is_read =
            |at: &usize| dialect.layout == Layout::Parted || !document.source.text()[*at..].starts_with('~');
        let stars = document.markdown.stars.iter().filter(|at| is_open(at) && is_read(at));
        out.extend(stars.map(|&at| Change::insert(at, "\\")));
    } else if dialect.title == Title::Bracketed {
        // The parser of these renderers lets pairs of stars that are no markup end at those in struck text.
        let text = document.source.text().as_bytes();
        let is_pair = |at: usize| text[..at].ends_with(b"*") || text[at + 1..].starts_with(b"*");
        let is_address = |at: usize| places::address(&document.source.text()[..at]).is_some();
        let stars =
            document.markdown.stars.iter().filter(|&&at| text[at] == b'*' && is_pair(at) && !is_address(at));
        out.extend(stars.map(|&at| Change::insert(at, "\\")));
    }
    if dialect.images == Images::Markdown {
        // A backslash stays in the text of an image.
        for image in images(document) {
            let bars = document.text(image).match_indices("\\|").map(|(at, _)| image.start + at);
            out.extend(bars.map(|at| Change::new(Span::new(at, at + 2), "&#124;")));
        }
    }
    if escapes.is_empty() {
        return;
    }
    if dialect.html == Html::Vue {
        // Its parser loses escaped characters in the text of an image, where nothing has a meaning.
        closed.extend(images(document).map(|span| (span, false)));
        closed.sort_by_key(|(span, _)| (span.start, span.end));
    }
    let text = document.source.text();
    let mut starts = [false; 256];
    for escape in escapes {
        starts[usize::from(escape.find.as_bytes()[0])] = true;
    }
    let has_code = escapes.iter().any(|escape| escape.in_code);
    let mut places = Places::new(text);
    let mut at = 0;
    for (span, is_code) in closed.into_iter().chain([(Span::at(text.len()), false)]) {
        if span.start > at {
            scan(&mut places, Span::new(at, span.start), escapes, &starts, out);
        }
        // What a renderer reads in code, it also reads in comments and attributes.
        if has_code && (is_code || text[span.range()].starts_with('<')) {
            let coded: Vec<Escape> = escapes.iter().filter(|escape| escape.in_code).copied().collect();
            scan(&mut places, span, &coded, &starts, out);
        }
        at = at.max(span.end);
    }
}

/// The backslashes at the end of paragraphs, items and headings. They are text.
fn last_backslashes(document: &Document<'_>) -> Vec<usize> {
    let nodes = &document.markdown.nodes;
    let text_of = |(index, node): (usize, &Node)| match node.kind {
        NodeKind::Paragraph | NodeKind::Heading { setext: false, .. } => Some(node.span),
        NodeKind::Item => {
            let end = nodes.get(index + 1).map_or(node.span.end, |next| next.span.start.min(node.span.end));
            Some(Span::new(node.span.start, end))
        }
        _ => None,
    };
    let mut found: Vec<usize> = nodes
        .iter()
        .enumerate()
        .filter_map(text_of)
        .filter_map(|span| {
            let text = document.text(span).trim_end();
            let signs = text.len() - text.trim_end_matches('\\').len();
            (signs % 2 == 1).then(|| span.start + text.len() - 1)
        })
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}

fn scan(
    places: &mut Places<'_>,
    span: Span,
    escapes: &[Escape],
    starts: &[bool; 256],
    out: &mut Vec<Change>,
) {
    let text = places.text();
    let bytes = text.as_bytes();
    let mut at = span.start;
    while at < span.end {
        // A word only matches where a word starts.
        let is_inside =
            |at: usize| at > 0 && bytes[at].is_ascii_alphabetic() && bytes[at - 1].is_ascii_alphabetic();
        if !starts[usize::from(bytes[at])] || is_inside(at) {
            at += 1;
            continue;
        }
        let (before, rest) = text.split_at(at);
        let is_escaped = || !(before.len() - before.trim_end_matches('\\').len()).is_multiple_of(2);
        let found = escapes.iter().find(|escape| {
            // Compare the first byte first, because it rules out most candidates.
            bytes[at] == escape.find.as_bytes()[0]
                && rest.starts_with(escape.find)
                && places.is_in(escape.place, at, escape.find.len())
                && (escape.when)(before, &rest[escape.find.len()..])
                && (escape.in_code || bytes[at] == b'\\' || !is_escaped())
        });
        match found {
            Some(escape) => {
                let end = at + escape.find.len();
                out.push(Change::new(Span::new(at, end), escape.put));
                at = end;
            }
            None => at += 1,
        }
    }
}
