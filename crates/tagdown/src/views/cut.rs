//! Where a block that is too long for a page may be cut: between items, rows and paragraphs, else between lines, and
//! only within a line that is itself too long.

use super::view::Detail;
use crate::markdown::{Markdown, NodeKind};
use crate::source::{Source, Span};

/// The longest part of `text` that fits, from its byte `range.start` on and at most up to `range.end`; `None` where
/// not even a character does.
pub(super) fn longest(text: &str, range: Span, fits: &dyn Fn(&Detail) -> bool) -> Option<Detail> {
    let from = range.start;
    let source = Source::new(text);
    let markdown = Markdown::parse(&source);
    let part = |to: usize| make_part(&source, &markdown, Span::new(from, to));
    let within = |to: &usize| *to > from && *to <= range.end;
    let mut edges: Vec<usize> =
        edges(&source, &markdown).into_iter().chain([range.end]).filter(within).collect();
    edges.sort_unstable();
    edges.dedup();
    let lines: Vec<usize> =
        (1..source.line_count()).map(|line| source.line_start(line)).filter(within).collect();
    for ends in [edges, lines] {
        if let Some(best) = last_fitting(ends.len(), &|index| fits(&part(ends[index]))) {
            return Some(part(ends[best]));
        }
    }
    let end = |index: usize| text.floor_char_boundary(from + index + 1);
    let best =
        last_fitting(range.end.saturating_sub(from), &|index| end(index) == from || fits(&part(end(index))))?;
    (end(best) > from).then(|| part(end(best)))
}

/// A part of a text.
pub(super) fn part(text: &str, span: Span) -> Detail {
    let source = Source::new(text);
    make_part(&source, &Markdown::parse(&source), span)
}

/// The last index below `count` that fits, where those that fit come first. Looks near the start before far away.
fn last_fitting(count: usize, fits: &dyn Fn(usize) -> bool) -> Option<usize> {
    let mut step = 1;
    while step <= count && fits(step - 1) {
        step *= 2;
    }
    // `low` indices fit for certain.
    let (mut low, mut high) = (step / 2, count.min(step - 1));
    while low < high {
        let middle = low + (high - low) / 2;
        if fits(middle) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low.checked_sub(1)
}

/// The starts of lines before and behind every piece of Markdown, and those of the rows of tables.
fn edges(source: &Source<'_>, markdown: &Markdown) -> Vec<usize> {
    let mut edges = Vec::new();
    for node in &markdown.nodes {
        edges.push(source.this_line(node.span.start));
        edges.push(source.next_line(node.span.end.saturating_sub(1)));
        if node.kind == NodeKind::Table {
            let first = source.line_of(node.span.start);
            edges.extend((first + 3..=source.line_of(node.span.end)).map(|line| source.line_start(line)));
        }
    }
    edges
}

/// A part with what it needs to be read by itself: the head of its table, the fence of its code.
fn make_part(source: &Source<'_>, markdown: &Markdown, span: Span) -> Detail {
    let is_inside = |node: Span, at: usize| node.start < at && at < node.end;
    let holder = |at: usize| {
        let holds = |kind: NodeKind| matches!(kind, NodeKind::Table | NodeKind::Code { fenced: true });
        markdown.nodes.iter().find(|node| holds(node.kind) && is_inside(node.span, at))
    };
    let lead = holder(span.start).and_then(|node| {
        let first = source.line_of(node.span.start);
        let head = if node.kind == NodeKind::Table { first + 2 } else { first + 1 };
        let lines = Span::new(source.line_start(first), source.line_start(head));
        (lines.end <= span.start).then(|| source.slice(lines).to_owned())
    });
    let closer = holder(span.end).filter(|node| node.kind != NodeKind::Table).map(|node| {
        let line = source.slice(source.line(source.line_of(node.span.start)));
        let fence = line.trim_start_matches([' ', '\t', '>', '-', '*', '+']);
        let mark = fence.chars().next().unwrap_or('`');
        let indent = &line[..line.len() - line.trim_start_matches([' ', '\t']).len()];
        let length = fence.len() - fence.trim_start_matches(mark).len();
        format!("\n{indent}{}", mark.to_string().repeat(length.max(3)))
    });
    Detail::Part { span, lead: lead.unwrap_or_default(), closer: closer.unwrap_or_default() }
}
