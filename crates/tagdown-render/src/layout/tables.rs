//! Writes tables so that renderers with other rules read the same rows and cells.

use tagdown::document::Document;
use tagdown::markdown::{Node, NodeKind};
use tagdown::text::{Source, Span};

use crate::change::Change;
use crate::dialects::{Dialect, Layout, Shape};

/// Writes out the rows that leave out borders or cells.
pub(crate) fn part(document: &Document<'_>, dialect: &Dialect, out: &mut Vec<Change>) {
    if dialect.layout == Layout::Common || dialect.shape == Shape::Tags {
        return;
    }
    let tables = document.markdown.nodes.iter().filter(|node| node.kind == NodeKind::Table);
    tables.for_each(|table| write_out(&document.source, table, out));
}

/// A row of a table: where it is, without the marks of quotes and items around it, and its cells.
struct Row {
    span: Span,
    is_opened: bool,
    is_closed: bool,
    cells: usize,
}

impl Row {
    fn new(source: &Source<'_>, span: Span) -> Self {
        let text = source.slice(span);
        let bars: Vec<usize> = bars(text).collect();
        let is_opened = bars.first() == Some(&0);
        let is_closed = bars.last().is_some_and(|&last| last + 1 == text.len() && (last > 0 || !is_opened));
        let cells = bars.len() + 1 - usize::from(is_opened) - usize::from(is_closed);
        Self { span, is_opened, is_closed, cells }
    }
}

/// The offsets of the bars between the cells of a row. A backslash keeps a bar in its cell.
pub(crate) fn bars(row: &str) -> impl Iterator<Item = usize> {
    let mut is_escaped = false;
    row.bytes().enumerate().filter_map(move |(at, byte)| {
        let is_bar = byte == b'|' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        is_bar.then_some(at)
    })
}

/// Writes all cells and borders of a table that has a row without some of them.
fn write_out(source: &Source<'_>, table: &Node, out: &mut Vec<Change>) {
    let first = source.line_of(table.span.start);
    let last = source.line_of(table.span.end.saturating_sub(1).max(table.span.start));
    let before = source.slice(Span::new(source.line_start(first), table.span.start));
    let quotes = before.matches('>').count();
    let rows = (first..=last).map(|line| {
        let row = content(source, line, quotes);
        // The mark of an item may be before the first row.
        Row::new(source, Span::new(row.start.max(table.span.start), row.end))
    });
    let rows: Vec<Row> = rows.collect();
    let Some(header) = rows.first() else { return };
    let is_even = |row: &Row| (row.is_opened, row.is_closed) == (header.is_opened, header.is_closed);
    let is_whole = |row: &Row| row.is_opened || row.cells >= header.cells;
    if rows.iter().all(|row| is_even(row) && is_whole(row)) {
        return;
    }
    for row in rows.iter().filter(|row| !row.span.is_empty()) {
        if !row.is_opened {
            out.push(Change::insert(row.span.start, "| "));
        }
        let missing = " |".repeat(header.cells.saturating_sub(row.cells) + usize::from(!row.is_closed));
        if !missing.is_empty() {
            out.push(Change::insert(row.span.end, missing));
        }
    }
}

/// The text of a line, behind so many quote marks and without the blanks around it.
fn content(source: &Source<'_>, line: usize, quotes: usize) -> Span {
    let span = source.line(line);
    let text = source.slice(span);
    let mut rest = text.trim_start_matches([' ', '\t']);
    for _ in 0..quotes {
        rest = rest.strip_prefix('>').map_or(rest, |rest| rest.trim_start_matches([' ', '\t']));
    }
    let start = span.start + text.len() - rest.len();
    Span::new(start, start + rest.trim_end().len())
}

/// Escapes the bar at the start of a line that is not in a table. Pandoc reads such lines as verses.
pub(crate) fn escape_verses(document: &Document<'_>, dialect: &Dialect, out: &mut Vec<Change>) {
    if dialect.layout != Layout::Parted {
        return;
    }
    let (source, markdown) = (&document.source, &document.markdown);
    let mut nodes = markdown.nodes.iter().filter(|node| node.kind == NodeKind::Table).peekable();
    for line in 0..source.line_count() {
        let span = source.line(line);
        let text = source.slice(span);
        let rest = text.trim_start_matches([' ', '\t', '>', '-', '*', '+']);
        if !rest.starts_with("| ") {
            continue;
        }
        let at = span.end - rest.len();
        while nodes.next_if(|node| node.span.end <= at).is_some() {}
        if nodes.peek().is_none_or(|node| node.span.start > at) && !markdown.is_opaque_at(at) {
            out.push(Change::new(Span::new(at, at + 1), "\\|"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_part_cells() {
        let found = |row| bars(row).collect::<Vec<_>>();
        assert_eq!(found("| a \\| b | c |"), [0, 9, 13]);
        assert_eq!(found("a \\\\| b"), [4]);
        assert!(found("a").is_empty());
    }
}
