//! mdBook helpers such as `{{#title x}}`, which mdBook expands even where a text only names them.

use tagdown::document::{Document, parse};
use tagdown::markdown::{InlineKind, NodeKind};
use tagdown::text::Span;

use crate::change::{Change, Changes};

/// The helpers that insert a file, which code blocks are made for.
const INSERTS: [&str; 3] = ["include", "rustdoc_include", "template"];

/// A helper that inserts a file, but not in code.
const PLAYGROUND: &str = "playground";

/// A chapter with a backslash before each helper that it only names, so that mdBook shows it: every helper in inline code,
/// those in code blocks that insert no file, and in running text those of files that do not exist, and titles in a sentence.
pub fn keep_helpers(text: &str, is_file: impl Fn(&str) -> bool) -> String {
    let document = parse(text);
    let nodes = document.markdown.nodes.iter();
    let inlines = document.markdown.inlines.iter().filter_map(|(kind, span)| match kind {
        InlineKind::Code => Some((*span, Place::Inline)),
        InlineKind::Html => Some((*span, Place::Closed)),
        InlineKind::Link => None,
    });
    let blocks = nodes.filter_map(|node| match node.kind {
        NodeKind::Code { .. } => Some((node.span, Place::Block)),
        NodeKind::Html | NodeKind::Comment | NodeKind::FrontMatter => Some((node.span, Place::Closed)),
        _ => None,
    });
    let mut closed: Vec<(Span, Place)> = blocks.chain(inlines).collect();
    closed.sort_unstable_by_key(|(span, _)| span.start);
    let place = |at: usize| {
        let last = closed.partition_point(|(span, _)| span.start <= at).checked_sub(1);
        last.map(|last| closed[last])
            .filter(|(span, _)| span.end > at)
            .map_or(Place::Text, |(_, place)| place)
    };
    let is_named = |at: usize| match (place(at), name(&text[at..])) {
        (Place::Closed, _) => false,
        (Place::Inline, _) => true,
        (Place::Block, name) => !INSERTS.contains(&name),
        (Place::Text, "title") => !is_alone(&document, at),
        (Place::Text, name) => {
            let is_insert = INSERTS.contains(&name) || name == PLAYGROUND;
            is_insert && path(&text[at..]).is_some_and(|path| !is_file(path))
        }
    };
    let mut found = Vec::new();
    // A backslash covers everything up to the last `}}` on its line.
    let mut decided = 0;
    for (at, _) in text.match_indices("{{#").filter(|(at, _)| is_named(*at)) {
        if at < decided {
            continue;
        }
        let above = document.text(Span::new(document.source.this_line(at), at));
        let end = text[at..].find(['\n', '\r']).map_or(text.len(), |end| at + end);
        let is_covered = above.ends_with('\\') || above.contains("\\{{#");
        let mut others = text[at + 1..end].match_indices("{{#").map(|(other, _)| at + 1 + other);
        let wanted = others.find(|other| place(at) == Place::Text && !is_named(*other));
        decided = wanted.unwrap_or(end);
        if !is_covered && wanted.is_none() && text[at..end].contains("}}") {
            found.push(Change::insert(at, "\\"));
        }
    }
    let mut out = String::with_capacity(text.len());
    Changes::new(found).write(&document.source, Span::new(0, text.len()), &mut out);
    out
}

/// Where a helper is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Text,
    Inline,
    Block,
    Closed,
}

/// The name of a helper.
fn name(helper: &str) -> &str {
    let name = helper.trim_start_matches("{{#");
    name.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default()
}

/// The file that a helper inserts, without the lines of it.
fn path(helper: &str) -> Option<&str> {
    let inner = helper.split("}}").next()?.split(['\n', '\r']).next()?;
    let path = inner.split_whitespace().nth(1)?;
    Some(path.split(':').next().unwrap_or(path))
}

/// Whether nothing else is on the line of a helper.
fn is_alone(document: &Document<'_>, at: usize) -> bool {
    let line = document.source.line(document.source.line_of(at));
    let before = document.text(Span::new(line.start, at));
    let behind = document.text(Span::new(at, line.end)).split_once("}}").map_or("", |(_, behind)| behind);
    before.trim().is_empty() && behind.trim().is_empty()
}
