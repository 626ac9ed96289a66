//! Finds where to cut a block that is too long for a page: between items, rows, paragraphs and sentences. A page must
//! make progress, so it may also be cut between lines or words, and within a word if the word alone is too long.

use tagdown::markdown::{Markdown, Node, NodeKind};
use tagdown::prose::sentence;
use tagdown::text::{Source, Span};

use crate::reading::Detail;

/// A text with the positions where it may be cut.
pub(crate) struct Cutter<'t> {
    source: Source<'t>,
    /// Tables and fenced code, in order; none contains another.
    holders: Vec<Node>,
    /// The ends of Markdown nodes and sentences, in order.
    edges: Vec<usize>,
}

impl<'t> Cutter<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        let source = Source::new(text);
        let markdown = Markdown::parse(&source);
        let mut edges = edges(&source, &markdown);
        edges.extend([0, text.len()]);
        edges.sort_unstable();
        edges.dedup();
        let holds = |node: &&Node| matches!(node.kind, NodeKind::Table | NodeKind::Code { fenced: true });
        let holders = markdown.nodes.iter().filter(holds).copied().collect();
        Self { source, holders, edges }
    }

    /// The longest part that starts at `from`, fits, and ends at an edge or between lines of code, before the end of
    /// the text.
    pub(super) fn to_edge(&self, from: usize, fits: &dyn Fn(&Detail) -> bool) -> Option<Detail> {
        let length = self.source.text().len();
        let is_code = |to: &usize| self.holder(*to).is_some_and(|node| node.kind != NodeKind::Table);
        let says_something = |to: &usize| self.head_end(*to).is_some_and(|end| *to > end);
        let lines = (1..self.source.line_count()).map(|line| self.source.line_start(line));
        let code = lines.filter(|to| is_code(to) && says_something(to));
        let mut ends: Vec<usize> = self.edges.iter().copied().chain(code).collect();
        ends.retain(|to| *to > from && *to < length);
        ends.sort_unstable();
        self.longest(from, &ends, fits)
    }

    /// The longest part that starts at `from` and fits; `None` if not even one character does.
    pub(super) fn anywhere(&self, from: usize, fits: &dyn Fn(&Detail) -> bool) -> Option<Detail> {
        let text = self.source.text();
        let within = |to: &usize| *to > from;
        let edges: Vec<usize> = self.edges.iter().copied().filter(within).collect();
        let found = self.longest(from, &edges, fits).or_else(|| {
            let lines = (1..self.source.line_count()).map(|line| self.source.line_start(line));
            let says_something = |to: &usize| within(to) && self.head_end(*to).is_none_or(|end| *to > end);
            self.longest(from, &lines.filter(says_something).collect::<Vec<_>>(), fits)
        });
        let found = found.or_else(|| {
            let is_start = |at: usize| text[..at].ends_with(char::is_whitespace);
            let words =
                text.char_indices().filter(|(at, c)| within(at) && !c.is_whitespace() && is_start(*at));
            self.longest(from, &words.map(|(at, _)| at).collect::<Vec<_>>(), fits)
        });
        found.or_else(|| {
            let end = |index: usize| text.floor_char_boundary(from + index + 1);
            let fits = |index: usize| end(index) == from || fits(&self.part(Span::new(from, end(index))));
            let best = end(last_fitting(text.len().saturating_sub(from), &fits)?);
            (best > from).then(|| self.part(Span::new(from, best)))
        })
    }

    fn longest(&self, from: usize, ends: &[usize], fits: &dyn Fn(&Detail) -> bool) -> Option<Detail> {
        let part = |index: usize| self.part(Span::new(from, ends[index]));
        last_fitting(ends.len(), &|index| fits(&part(index))).map(part)
    }

    /// A part with everything needed to read it on its own: the head of its table, the fence of its code, and `[...]`
    /// where it is cut within a sentence.
    pub(super) fn part(&self, span: Span) -> Detail {
        let source = &self.source;
        let is_line = |at: usize| source.this_line(at) == at && self.holder(at).is_some();
        let is_whole = |at: usize| self.edges.binary_search(&at).is_ok() || is_line(at);
        let mut lead = match (self.holder(span.start), self.head_end(span.start)) {
            (Some(node), Some(end)) if end <= span.start => {
                source.slice(Span::new(source.this_line(node.span.start), end)).to_owned()
            }
            _ => String::new(),
        };
        if !is_whole(span.start) {
            lead.push_str("[...] ");
        }
        let mut closer = String::new();
        if !is_whole(span.end) {
            closer.push_str(" [...]");
        }
        if let Some(node) = self.holder(span.end).filter(|node| node.kind != NodeKind::Table) {
            closer.push_str(&closing_fence(source, node));
        }
        Detail::Part { span, lead, closer }
    }

    /// The end of the table head or the opening fence, if the byte is inside a table or code block.
    fn head_end(&self, at: usize) -> Option<usize> {
        let node = self.holder(at)?;
        let lines = if node.kind == NodeKind::Table { 2 } else { 1 };
        Some(self.source.line_start(self.source.line_of(node.span.start) + lines))
    }

    /// The table or code block that contains a byte.
    fn holder(&self, at: usize) -> Option<&Node> {
        let after = self.holders.partition_point(|node| node.span.start < at);
        self.holders[..after].last().filter(|node| at < node.span.end)
    }
}

/// The last index below `count` that fits, given that all fitting ones come first. Searches near the start first.
fn last_fitting(count: usize, fits: &dyn Fn(usize) -> bool) -> Option<usize> {
    let mut step = 1;
    while step <= count && fits(step - 1) {
        step *= 2;
    }
    // The first `low` indices are known to fit.
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

/// The line starts before and after every Markdown node and every table row, and the ends of sentences.
fn edges(source: &Source<'_>, markdown: &Markdown) -> Vec<usize> {
    let mut edges = Vec::new();
    let mut sentences = Vec::new();
    for (index, node) in markdown.nodes.iter().enumerate() {
        edges.push(source.this_line(node.span.start));
        edges.push(source.next_line(node.span.end.saturating_sub(1)));
        if node.kind == NodeKind::Table {
            let first = source.line_of(node.span.start);
            edges.extend((first + 3..=source.line_of(node.span.end)).map(|line| source.line_start(line)));
        }
        let is_leaf = markdown.nodes.get(index + 1).is_none_or(|next| next.span.start >= node.span.end);
        if is_leaf && matches!(node.kind, NodeKind::Paragraph | NodeKind::Item) {
            let inlines = markdown.inlines_in(node.span);
            sentence::split(source.slice(node.span), node.span.start, inlines, &mut sentences);
        }
    }
    let behind = |sentence: &Span| {
        let rest = &source.text()[sentence.end..];
        sentence.end + rest.len() - rest.trim_start().len()
    };
    edges.extend(sentences.iter().map(behind));
    edges
}

fn closing_fence(source: &Source<'_>, code: &Node) -> String {
    let line = source.slice(source.line(source.line_of(code.span.start)));
    let fence = line.trim_start_matches([' ', '\t', '>', '-', '*', '+']);
    let mark = fence.chars().next().unwrap_or('`');
    let indent = &line[..line.len() - line.trim_start_matches([' ', '\t']).len()];
    let length = fence.len() - fence.trim_start_matches(mark).len();
    format!("\n{indent}{}", mark.to_string().repeat(length.max(3)))
}
