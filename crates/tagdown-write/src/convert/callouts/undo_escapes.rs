//! Undoes the escapes that `render` writes within a line, in pages that it wrote: outside code, and only where the
//! meaning is unambiguous. Reads the dialect's own escape table backwards.

use std::collections::BTreeSet;

use tagdown::document::{Document, parse};
use tagdown::markdown::{InlineKind, NodeKind};
use tagdown::rules::{Edit, apply};
use tagdown::text::Span;
use tagdown_render::{Dialect, Escape, Html, Place, Places, Shape};

use crate::convert::callouts::{undo_elements, undo_links};

/// The text of a page as it was before `render`. The lines in `kept` stay unchanged.
pub(crate) fn undo(text: &str, dialect: &Dialect, kept: &BTreeSet<usize>) -> String {
    let document = parse(text);
    let mut edits = undo_elements::edits(&document, dialect);
    edits.extend(undo_links::edits(&document, dialect));
    let mut escapes = Vec::new();
    let mut places = Places::new(text);
    let mut at = 0;
    for closed in closed(&document).into_iter().chain([Span::at(text.len())]) {
        if closed.start > at {
            scan(&mut places, Span::new(at, closed.start), dialect, &mut escapes);
        }
        at = at.max(closed.end);
    }
    edits.extend(escapes);
    edits.retain(|edit| !kept.contains(&document.source.line_of(edit.span.start)));
    edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
    let mut end = 0;
    edits.retain(|edit| {
        let is_clear = edit.span.start >= end;
        end = if is_clear { edit.span.end } else { end };
        is_clear
    });
    apply(text, &edits)
}

fn scan(places: &mut Places<'_>, span: Span, dialect: &Dialect, edits: &mut Vec<Edit>) {
    let text = places.text();
    let mut at = span.start;
    while let Some(found) = text[at..span.end].find(['&', '\\', '<']) {
        at += found;
        if let Some((length, source)) = source_of(places, at, span.end, dialect) {
            edits.push(Edit::replace(Span::new(at, at + length), source));
            at += length;
        } else {
            // A backslash takes the next character with it.
            let rest = &text[at..span.end];
            let signs = if rest.starts_with('\\') { 2 } else { 1 };
            at += rest.chars().take(signs).map(char::len_utf8).sum::<usize>();
        }
    }
}

/// The source characters for an escape at this place: the length of the escape, and the characters.
fn source_of(
    places: &mut Places<'_>,
    at: usize,
    end: usize,
    dialect: &Dialect,
) -> Option<(usize, &'static str)> {
    let (before, rest) = places.text().split_at(at);
    if let Some(behind) = rest.strip_prefix("&lt;") {
        return less_than(behind, dialect).map(|source| ("&lt;".len(), source));
    }
    let compiles = matches!(dialect.html, Html::Vue | Html::Jsx);
    if compiles && rest.starts_with("&#123;") {
        return Some(("&#123;".len(), "{"));
    }
    if dialect.shape == Shape::Colons && rest.starts_with("\\:::") && places.is_in(Place::LineStart, at, 1) {
        return Some((2, ":"));
    }
    let mut is_meant = |escape: &&Escape| {
        let is_marked = escape.put.starts_with(['\\', '&', '<']) && !OFTEN.contains(&escape.put);
        is_marked
            && escape.put != escape.find
            && at + escape.put.len() <= end
            && rest.strip_prefix(escape.put).is_some_and(|behind| (escape.when)(before, behind))
            && places.is_in(escape.place, at, escape.put.len())
    };
    let escape = dialect.escapes.iter().find(&mut is_meant)?;
    Some((escape.put.len(), escape.find))
}

/// How far to search for the matching character.
const FAR: usize = 200;

/// Written by authors far more often than by `render`.
const OFTEN: &[&str] = &["&amp;"];

/// The source of a less-than sign. An author who writes it as an entity writes the greater-than sign as one too.
fn less_than(behind: &str, dialect: &Dialect) -> Option<&'static str> {
    let behind = &behind[..behind.floor_char_boundary(FAR)];
    let line = behind.lines().next().unwrap_or_default();
    let close = line.find('>').unwrap_or(line.len());
    let is_entity = line.find("&gt;").is_some_and(|entity| entity < close);
    let is_escaped = line[..close].ends_with('\\') && close < line.len();
    let knows = |find: &str| dialect.escapes.iter().any(|escape| escape.find == find);
    match (is_entity, is_escaped) {
        (true, _) => None,
        (_, true) => knows("\\<").then_some("\\<"),
        _ => Some("<"),
    }
}

/// Everything that is not running text, in order: code, addresses, and the part above the document.
fn closed(document: &Document<'_>) -> Vec<Span> {
    let is_closed = |kind: NodeKind| {
        matches!(
            kind,
            NodeKind::Code { .. } | NodeKind::Comment | NodeKind::FrontMatter | NodeKind::Definition
        )
    };
    let markdown = &document.markdown;
    let nodes = markdown.nodes.iter().filter(|node| is_closed(node.kind)).map(|node| node.span);
    let is_code = |(kind, _): &&(InlineKind, Span)| *kind == InlineKind::Code;
    let inlines = markdown.inlines.iter().filter(is_code).map(|(_, span)| *span);
    let mut closed: Vec<Span> = nodes.chain(inlines).chain(markdown.targets.iter().copied()).collect();
    closed.sort_unstable();
    closed
}
