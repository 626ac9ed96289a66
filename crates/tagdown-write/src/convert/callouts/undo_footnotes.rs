//! Restores footnotes, which `render` writes as a superscript link and a paragraph for renderers without footnotes.

use tagdown::document::parse;
use tagdown::markdown::{InlineKind, Node, NodeKind};
use tagdown::rules::{Edit, apply};
use tagdown::text::{Source, Span, slug};
use tagdown_render::Dialect;

use crate::convert::callouts::opener::lex;

/// The page with footnotes; its line numbers do not change.
pub(crate) fn restore(text: &str, dialect: &Dialect) -> String {
    if dialect.footnotes || !text.contains("<sup") {
        return text.to_owned();
    }
    let document = parse(text);
    let source = &document.source;
    let markdown = &document.markdown;
    let is_code = |at: usize| {
        let block = markdown.top_at(at).is_some_and(|node| node.kind.is_opaque());
        let nodes = markdown.nodes_in(Span::new(at, at + 1)).iter();
        let inner = nodes.filter(|node| node.kind.is_opaque()).any(|node| node.span.contains(at));
        let inlines = markdown.inlines_in(Span::new(source.this_line(at), at + 1)).iter();
        let code = |(kind, span): &(InlineKind, Span)| *kind == InlineKind::Code && span.contains(at);
        block || inner || inlines.into_iter().any(code)
    };
    let mut edits = Vec::new();
    for (at, _) in text.match_indices("<sup>[") {
        if let Some((length, label)) = reference(&text[at..])
            && !is_code(at)
        {
            edits.push(Edit::replace(Span::new(at, at + length), format!("[^{label}]")));
        }
    }
    let mut is_behind = false;
    for line in 0..source.line_count() {
        let span = source.line(line);
        let found = definition(source.slice(span));
        // Other definitions of the callout may come between.
        if !source.is_blank(line) && found.is_none() && !source.slice(span).starts_with('[') {
            is_behind = is_closing(source, line);
        }
        let Some((length, label)) = found else { continue };
        if is_code(span.start) {
            continue;
        }
        edits.push(Edit::replace(Span::new(span.start, span.start + length), format!("[^{label}]:")));
        for more in line + 1..end(source, line, is_behind, dialect, &document.markdown.nodes) {
            if !source.is_blank(more) {
                edits.push(Edit::insert(source.line_start(more), "    "));
            }
        }
    }
    edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
    apply(text, &edits)
}

/// `<sup>[1](#fn-1)</sup>`
fn reference(text: &str) -> Option<(usize, &str)> {
    let (label, rest) = text.strip_prefix("<sup>[")?.split_once("](#fn-")?;
    let (anchor, rest) = rest.split_once(")</sup>")?;
    (anchor == slug(label)).then(|| (text.len() - rest.len(), label))
}

/// `<sup id="fn-1">1</sup>`
fn definition(line: &str) -> Option<(usize, &str)> {
    let (anchor, rest) = line.strip_prefix("<sup id=\"fn-")?.split_once("\">")?;
    let (label, rest) = rest.split_once("</sup>")?;
    (anchor == slug(label)).then(|| (line.len() - rest.len(), label))
}

/// Whether a line closes a callout.
fn is_closing(source: &Source<'_>, line: usize) -> bool {
    let text = source.slice(source.line(line));
    text.starts_with(":::") && text.trim_end().bytes().all(|b| b == b':')
}

/// The line after a definition. After a callout, everything up to the next callout, heading or break belongs to the
/// definition: other text would be inside the callout.
fn end(source: &Source<'_>, line: usize, is_behind: bool, dialect: &Dialect, nodes: &[Node]) -> usize {
    let text = |line: usize| source.slice(source.line(line));
    let is_border = |line: usize| {
        let span = source.line(line);
        let first = nodes.partition_point(|node| node.span.start < span.start);
        let starts = nodes[first..].iter().take_while(|node| node.span.start <= span.end);
        let ends = |kind: NodeKind| {
            matches!(
                kind,
                NodeKind::Heading { .. }
                    | NodeKind::Rule
                    | NodeKind::Definition
                    | NodeKind::Comment
                    | NodeKind::Footnote
            )
        };
        starts.into_iter().any(|node| node.depth == 0 && ends(node.kind))
            || definition(text(line)).is_some()
            || is_closing(source, line)
            || lex(text(line), dialect).is_some()
    };
    let limit = |line: usize| if is_behind { is_border(line) } else { source.is_blank(line) };
    let end = (line + 1..source.line_count()).find(|&line| limit(line) || is_border(line));
    end.unwrap_or(source.line_count())
}
