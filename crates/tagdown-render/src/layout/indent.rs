//! Indents lists by four spaces per level, as Python-Markdown requires.

use tagdown::document::Document;
use tagdown::markdown::{Node, NodeKind};
use tagdown::text::{Source, Span};

use crate::change::Change;

/// Deeper lists stay as they are: nobody reads them, and their indents would be longer than their text.
const DEEPEST: u32 = 200;

/// Indents the lists of a document that contain more than one line of text per item. With `mends`, more than white
/// space may change.
pub(crate) fn part(document: &Document<'_>, mends: bool, out: &mut Vec<Change>) {
    let nodes = &document.markdown.nodes;
    let source = &document.source;
    // For each ancestor, whether it and all of its ancestors are quotes.
    let mut quoted: Vec<bool> = Vec::new();
    let mut index = 0;
    while index < nodes.len() {
        let node = &nodes[index];
        quoted.truncate(node.depth as usize);
        let is_quoted = quoted.last().is_none_or(|is_quoted| *is_quoted);
        let is_list = matches!(node.kind, NodeKind::List { .. });
        if !is_list && node.kind != NodeKind::Footnote {
            quoted.push(is_quoted && node.kind == NodeKind::Quote);
            index += 1;
            continue;
        }
        let end = subtree_end(nodes, index);
        let inside = &nodes[index + 1..end];
        let is_readable = inside.iter().all(|inner| inner.depth < node.depth + DEEPEST);
        if is_list && is_quoted && is_readable && (is_deep(inside) || (mends && is_odd(source, inside))) {
            // Code directly after a marker cannot be moved by changing only white space.
            let starts_with_code = |pair: &[Node]| {
                pair[0].kind == NodeKind::Item
                    && pair[1].kind == NodeKind::Code { fenced: false }
                    && source.line_of(pair[0].span.start) == source.line_of(pair[1].span.start)
            };
            if mends || !inside.windows(2).any(starts_with_code) {
                List { source, mends, quotes: node.depth, inside }.indent(node.span, out);
            }
        }
        index = end;
    }
}

/// Whether a list contains more than one line of text per item.
fn is_deep(inside: &[Node]) -> bool {
    let mut last = NodeKind::Item;
    inside.iter().any(|node| {
        let is_second = node.kind == NodeKind::Paragraph && last == NodeKind::Paragraph;
        last = node.kind;
        is_second || !matches!(node.kind, NodeKind::Item | NodeKind::Paragraph)
    })
}

/// Whether a list has items that Python-Markdown does not recognize: empty ones, and numbers with a parenthesis.
fn is_odd(source: &Source<'_>, inside: &[Node]) -> bool {
    inside.iter().filter(|node| node.kind == NodeKind::Item).any(|node| {
        let text = source.slice(node.span).trim_start();
        let marker = text.trim_start_matches(|c: char| c.is_ascii_digit());
        marker.starts_with(')') || marker.lines().next().unwrap_or_default().trim_end().len() < 2
    })
}

/// A container that is open on a line.
enum Open {
    /// An item, with its old and new width inside its container.
    Item {
        offset: usize,
        width: usize,
    },
    Quote,
}

impl Open {
    fn prefix(&self) -> String {
        match self {
            Open::Quote => "> ".to_owned(),
            Open::Item { width, .. } => " ".repeat(*width),
        }
    }
}

/// A list at the top level or inside quotes only.
struct List<'l, 't> {
    source: &'l Source<'t>,
    mends: bool,
    quotes: u32,
    inside: &'l [Node],
}

impl List<'_, '_> {
    fn indent(&self, list: Span, out: &mut Vec<Change>) {
        let source = self.source;
        let mut coming = 0;
        let mut open: Vec<(usize, Open)> = Vec::new();
        let bottom = source.line_of(list.end.saturating_sub(1).max(list.start));
        for line in source.line_of(list.start)..=bottom {
            let span = source.line(line);
            open.truncate(open.iter().take_while(|(end, _)| *end > span.start).count());
            let mut reader = Columns::new(source, span);
            if (0..self.quotes).any(|_| !reader.take_quote()) {
                continue;
            }
            let from = reader.at;
            let mut prefix = String::new();
            let is_continued = open.iter().all(|(_, container)| {
                let goes_on = match container {
                    Open::Quote => reader.take_quote(),
                    Open::Item { offset, .. } => reader.take_blanks(*offset),
                };
                prefix.push_str(&container.prefix());
                goes_on || reader.is_at_end()
            });
            if !is_continued {
                self.continue_lazily(Span::new(from, span.end), &open, out);
                continue;
            }
            self.open_containers(span, &mut coming, &mut reader, &mut open, &mut prefix);
            prefix.push_str(&" ".repeat(reader.left));
            if reader.is_at_end() {
                prefix.truncate(prefix.trim_end().len());
            }
            let old = Span::new(from, if reader.is_at_end() { span.end } else { reader.at });
            if source.slice(old) != prefix {
                out.push(Change::new(old, prefix));
            }
        }
    }

    /// Writes a line that continues a paragraph without the marks of its containers. Inside a quote, it needs them; with
    /// one more indent, it could be an underline.
    fn continue_lazily(&self, line: Span, open: &[(usize, Open)], out: &mut Vec<Change>) {
        let text = self.source.slice(line);
        let inner = text.trim_start_matches([' ', '\t', '>']);
        let is_quoted = open.iter().any(|(_, container)| matches!(container, Open::Quote));
        let is_underline = inner.trim_end().trim_start_matches('=').is_empty();
        if self.mends && is_quoted && !is_underline {
            let prefix: String = open.iter().map(|(_, container)| container.prefix()).collect();
            out.push(Change::new(Span::new(line.start, line.start + text.len() - inner.len()), prefix));
        }
    }

    /// Opens the items and quotes that start on a line.
    fn open_containers(
        &self,
        span: Span,
        coming: &mut usize,
        reader: &mut Columns<'_, '_>,
        open: &mut Vec<(usize, Open)>,
        prefix: &mut String,
    ) {
        let line_end = span.end.max(span.start + 1);
        while let Some(node) = self.inside.get(*coming).filter(|node| node.span.start < line_end) {
            *coming += 1;
            match node.kind {
                NodeKind::Quote => {
                    reader.skip_to(node.span.start);
                    reader.take_quote();
                    prefix.push_str("> ");
                    open.push((node.span.end, Open::Quote));
                }
                NodeKind::Item => {
                    let start = reader.column - reader.left;
                    reader.skip_to(node.span.start);
                    let marker = reader.take_marker();
                    let width = (marker.len() + 1).max(4);
                    prefix.push_str(&if self.mends { marker.replace(')', ".") } else { marker.to_owned() });
                    prefix.push_str(&" ".repeat(width - marker.len()));
                    let offset = self.offset(node, start, reader.column - reader.left - start);
                    open.push((node.span.end, Open::Item { offset, width }));
                    let child = self.inside.get(*coming).filter(|child| child.depth == node.depth + 1);
                    let is_block = child.is_some_and(|child| {
                        child.span.start < line_end && child.kind != NodeKind::Paragraph
                    });
                    if self.mends && (reader.is_at_end() || (is_block && self.quotes == 0)) {
                        prefix.push_str("<!-- -->");
                    }
                    if self.mends && is_block && self.quotes == 0 && !reader.is_at_end() {
                        let eol = self.source.eol();
                        let inner: String = open.iter().map(|(_, container)| container.prefix()).collect();
                        prefix.push_str(&format!("{eol}{eol}{inner}"));
                    }
                }
                _ => {}
            }
        }
    }
}

impl List<'_, '_> {
    /// How far the lines below the marker of an item are indented; they need `needed` columns. Where all have four or more,
    /// the author wrote them for Python-Markdown, and further columns would make a callout or a fence there plain text.
    fn offset(&self, item: &Node, start: usize, needed: usize) -> usize {
        const WIDTH: usize = 4;
        let source = self.source;
        let column = |line: usize| {
            let mut reader = Columns::new(source, source.line(line));
            while matches!(reader.peek(), Some(b' ' | b'\t')) {
                reader.step();
            }
            reader.column.saturating_sub(start)
        };
        let first = source.line_of(item.span.start) + 1;
        let last = source.line_of(item.span.end.saturating_sub(1).max(item.span.start));
        let inner = self.inside.partition_point(|node| node.span.start < item.span.start);
        let inner = self.inside[inner..].iter().take_while(|node| node.span.start < item.span.end);
        let mut code = inner.filter(|node| node.kind == NodeKind::Code { fenced: false });
        let mut lines = (first..=last).filter(|line| !source.is_blank(*line));
        let is_wide = needed < WIDTH
            && lines.all(|line| column(line) >= WIDTH)
            // Code stays code.
            && code.all(|node| column(source.line_of(node.span.start)) >= 2 * WIDTH);
        if is_wide { WIDTH } else { needed }
    }
}

/// Reads the start of a line by columns, as Markdown counts them.
struct Columns<'s, 't> {
    source: &'s Source<'t>,
    end: usize,
    at: usize,
    column: usize,
    /// Columns of a tab that were read but not used.
    left: usize,
}

impl<'s, 't> Columns<'s, 't> {
    fn new(source: &'s Source<'t>, span: Span) -> Self {
        Self { source, end: span.end, at: span.start, column: 0, left: 0 }
    }

    fn peek(&self) -> Option<u8> {
        self.source.text().as_bytes()[..self.end].get(self.at).copied()
    }

    fn is_at_end(&self) -> bool {
        self.source.slice(Span::new(self.at, self.end)).trim().is_empty()
    }

    fn step(&mut self) {
        let width = if self.peek() == Some(b'\t') { 4 - self.column % 4 } else { 1 };
        self.column += width;
        self.at += 1;
    }

    /// Takes white space of this width; false if there is less.
    fn take_blanks(&mut self, width: usize) -> bool {
        let mut wanted = width;
        let kept = self.left.min(wanted);
        self.left -= kept;
        wanted -= kept;
        while wanted > 0 && matches!(self.peek(), Some(b' ' | b'\t')) {
            let before = self.column;
            self.step();
            let width = self.column - before;
            self.left = width.saturating_sub(wanted);
            wanted = wanted.saturating_sub(width);
        }
        wanted == 0
    }

    fn take_quote(&mut self) -> bool {
        let (at, column, left) = (self.at, self.column, self.left);
        while matches!(self.peek(), Some(b' ')) && self.at - at < 3 {
            self.step();
        }
        if self.peek() != Some(b'>') {
            (self.at, self.column, self.left) = (at, column, left);
            return false;
        }
        self.left = 0;
        self.step();
        if matches!(self.peek(), Some(b' ' | b'\t')) {
            self.take_blanks(1);
        }
        true
    }

    fn skip_to(&mut self, at: usize) {
        self.left = 0;
        while self.at < at {
            self.step();
        }
    }

    /// Takes the marker of an item and the white space after it.
    fn take_marker(&mut self) -> &'t str {
        while matches!(self.peek(), Some(b' ' | b'\t')) {
            self.step();
        }
        let start = self.at;
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.step();
        }
        self.step();
        let marker = self.source.slice(Span::new(start, self.at.min(self.end)));
        let rest = self.source.slice(Span::new(self.at.min(self.end), self.end));
        let column = self.column;
        let (mut ahead, mut end) = (column, 0);
        for byte in rest.bytes().take_while(|byte| b" \t".contains(byte)) {
            ahead += if byte == b'\t' { 4 - ahead % 4 } else { 1 };
            end += 1;
        }
        // Text more than four columns away is code that starts one column after the marker.
        let is_code = ahead - column > 4;
        if rest.len() == end {
            self.column += 1;
            self.at = self.end;
        } else if is_code {
            self.take_blanks(1);
        } else {
            self.take_blanks(ahead - column);
        }
        marker
    }
}

/// What precedes the lines inside these nodes, as this file writes them.
pub(crate) fn prefix(source: &Source<'_>, above: &[Node]) -> String {
    let holders = above.iter().filter(|node| matches!(node.kind, NodeKind::Item | NodeKind::Quote));
    let written = |node: &Node| {
        if node.kind == NodeKind::Quote {
            return "> ".to_owned();
        }
        let text = source.slice(node.span).trim_start();
        let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        " ".repeat((digits + 2).max(4))
    };
    holders.map(written).collect()
}

/// The end of the nodes inside the node at `index`.
pub(crate) fn subtree_end(nodes: &[Node], index: usize) -> usize {
    let depth = nodes[index].depth;
    nodes[index + 1..]
        .iter()
        .position(|node| node.depth <= depth)
        .map_or(nodes.len(), |inner| index + 1 + inner)
}
