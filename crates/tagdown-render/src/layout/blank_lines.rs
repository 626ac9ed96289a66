//! Adds the blank lines and indents that a renderer needs to keep blocks separate.

use tagdown::document::Document;
use tagdown::markdown::{Node, NodeKind};
use tagdown::text::{Source, Span};

use super::indent;
use crate::change::Change;
use crate::dialects::{Dialect, Layout, Shape};
use crate::layout::indent::subtree_end;

/// Adds blank lines and indents to a document.
pub(crate) fn part(document: &Document<'_>, dialect: &Dialect, out: &mut Vec<Change>) {
    let layout = dialect.layout;
    // If the tags stay, only white space may change.
    let mends = dialect.shape != Shape::Tags;
    if dialect.shape == Shape::Quote {
        end_tables(document, out);
    }
    if layout == Layout::Common {
        return;
    }
    blank_lines(document, layout, mends, out);
    if layout == Layout::Parted {
        // Three dashes may open metadata anywhere.
        let rules = document.markdown.nodes.iter().filter(|node| node.kind == NodeKind::Rule);
        let dashes = rules.filter(|node| document.text(node.span).starts_with('-'));
        out.extend(dashes.map(|node| Change::new(node.span, "***")));
    }
    if layout == Layout::Indented {
        indent::part(document, mends, out);
    }
}

/// Adds a blank line where a table in a quote ends and other text follows, because some renderers continue the table.
fn end_tables(document: &Document<'_>, out: &mut Vec<Change>) {
    let source = &document.source;
    for node in document.markdown.nodes.iter().filter(|node| node.kind == NodeKind::Table && node.depth > 0) {
        let next = source.line_of(node.span.end.saturating_sub(1)) + 1;
        let is_lazy = next < source.line_count() && {
            let line = source.slice(source.line(next));
            !line.trim().is_empty() && !line.trim_start().starts_with(['>', '-', '*', '+', '|'])
        };
        if is_lazy && document.markdown.nodes_in(source.line(next)).iter().any(|next| next.depth < node.depth)
        {
            out.push(Change::insert(source.line_start(next), source.eol()));
        }
    }
}

fn is_list(kind: NodeKind) -> bool {
    matches!(kind, NodeKind::List { .. })
}

/// Adds a blank line between two blocks that need one and have none.
fn blank_lines(document: &Document<'_>, layout: Layout, mends: bool, out: &mut Vec<Change>) {
    let source = &document.source;
    let nodes = &document.markdown.nodes;
    // The last node at each depth.
    let mut last: Vec<Node> = Vec::new();
    // The outermost list, and whether it has a gap somewhere and so needs one above every item.
    let (mut outer, mut is_loose) = (Span::at(0), false);
    for (index, node) in nodes.iter().enumerate() {
        let depth = node.depth as usize;
        let before = last.get(depth).copied();
        let parent = depth.checked_sub(1).and_then(|above| last.get(above)).copied();
        last.truncate(depth);
        last.push(*node);
        if is_list(node.kind) && node.span.start >= outer.end {
            outer = node.span;
            let inside = &nodes[index + 1..subtree_end(nodes, index)];
            // A list that starts on the line of its item gets a line of its own.
            let is_moved = |pair: &[Node]| {
                let line = |node: &Node| source.line_of(node.span.start);
                pair[0].kind == NodeKind::Item && is_list(pair[1].kind) && line(&pair[0]) == line(&pair[1])
            };
            is_loose = inside.iter().any(|node| !is_list(node.kind) && node.kind != NodeKind::Item)
                || mends && inside.windows(2).any(is_moved);
        }
        let line = source.line_of(node.span.start);
        let may_gap =
            layout == Layout::Indented && is_loose && outer.contains(node.span.start) && node.span != outer;
        let is_first = before.is_none() && parent.is_none_or(|parent| parent.span == outer);
        let needed = match (node.kind, before, parent) {
            (NodeKind::FrontMatter, ..) => false,
            (NodeKind::Item, ..) => may_gap && !is_first,
            (kind, Some(before), _) => parts(before.kind, kind) || (may_gap && is_list(kind)),
            // The text of an item is not a node.
            (kind, None, Some(parent)) if parent.kind == NodeKind::Item => {
                let is_text = matches!(kind, NodeKind::List { .. } | NodeKind::Paragraph);
                (!is_text || (may_gap && is_list(kind))) && source.line_of(parent.span.start) < line
            }
            _ => false,
        };
        if mends && is_list(node.kind) && before.is_some_and(|before| is_list(before.kind)) {
            let prefix = quote_prefix(source, line, node.span.start);
            let (eol, bare) = (source.eol(), prefix.trim_end());
            out.push(Change::insert(
                source.line_start(line),
                format!("{bare}{eol}{prefix}<!-- -->{eol}{bare}{eol}"),
            ));
        } else if needed && line > 0 {
            let above = source.slice(source.line(line - 1));
            if !above.trim_matches([' ', '\t', '>']).is_empty() && opens_line(source, line, node.span.start) {
                let is_moved =
                    layout == Layout::Indented && last.iter().any(|node| node.kind == NodeKind::Item);
                let moved = is_moved.then(|| indent::prefix(source, &last[..depth]));
                let prefix = quote_prefix(source, line, node.span.start);
                let prefix = moved.as_deref().filter(|_| !prefix.is_empty()).unwrap_or(prefix);
                let blank = format!("{}{}", prefix.trim_end(), source.eol());
                out.push(Change::insert(source.line_start(line), blank));
            }
        }
    }
}

/// Whether a block is the first thing on its line.
fn opens_line(source: &Source<'_>, line: usize, at: usize) -> bool {
    let from = source.line_start(line);
    source.slice(Span::new(from, at.max(from))).trim_matches([' ', '\t', '>']).is_empty()
}

/// The quote marks before `at`.
fn quote_prefix<'t>(source: &Source<'t>, line: usize, at: usize) -> &'t str {
    let from = source.line_start(line);
    let before = source.slice(Span::new(from, at.max(from)));
    if before.contains('>') { before } else { "" }
}

/// Whether two blocks need a blank line between them.
fn parts(before: NodeKind, kind: NodeKind) -> bool {
    let is_silent = |kind| matches!(kind, NodeKind::Comment | NodeKind::Definition | NodeKind::FrontMatter);
    let is_text = |kind| matches!(kind, NodeKind::Paragraph | NodeKind::Heading { .. });
    if before == NodeKind::Comment {
        return !is_silent(kind) && !is_text(kind);
    }
    // Below a paragraph, Pandoc takes the signs of a heading for text.
    let is_lost = before == NodeKind::Paragraph && kind != NodeKind::Paragraph;
    let is_open = is_silent(before) || is_silent(kind) || (is_text(before) && is_text(kind) && !is_lost);
    !is_open
}
