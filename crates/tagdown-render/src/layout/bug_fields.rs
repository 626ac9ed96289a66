//! Keeps each field of a BUG on its own line, because plain Markdown would join them.

use tagdown::document::{Block, Document, Form};
use tagdown::markdown::{Node, NodeKind};
use tagdown::text::Span;

use crate::change::Change;

/// Adds hard breaks between the fields of a block, or blank lines where a list or table would absorb the next field.
/// Fields on one line are separated only if more than white space may change (`mends`).
pub(crate) fn part(document: &Document<'_>, block: &Block, mends: bool, out: &mut Vec<Change>) {
    let source = &document.source;
    let eol = source.eol();
    for field in &block.fields {
        let at = field.label.start;
        if at <= block.content.start {
            continue;
        }
        let above = document.text(Span::new(block.content.start.max(source.this_line(at)), at));
        if field.form == Form::Joined && !above.trim().is_empty() {
            if !mends {
                continue;
            }
            let end = at - (above.len() - above.trim_end().len());
            out.push(Change::new(Span::new(end, at), format!("  {eol}")));
            continue;
        }
        let line = source.line_of(at);
        if line == 0 || source.is_blank(line - 1) || source.line_start(line) <= block.content.start {
            continue;
        }
        let end = source.line(line - 1).end;
        let node = document.markdown.top_at(at);
        let holds = |node: &Node| node.span.start < end && node.span.end > at;
        match node.map(|node| node.kind) {
            Some(NodeKind::Paragraph) if node.is_some_and(holds) => {
                let before = document.text(Span::new(source.line_start(line - 1), end));
                if !before.ends_with("  ") && !before.ends_with('\\') {
                    out.push(Change::insert(end, "  "));
                }
            }
            // A field that is a list item stays one.
            Some(NodeKind::List { .. }) if is_item(document, at) => {}
            Some(_) => out.push(Change::insert(source.line_start(line), eol)),
            None => {}
        }
    }
}

/// Whether a list item starts on the line of `at`.
pub(crate) fn is_item(document: &Document<'_>, at: usize) -> bool {
    let items = document.markdown.nodes_in(Span::new(document.source.this_line(at), at + 1));
    items.iter().any(|node| node.kind == NodeKind::Item)
}
