//! Puts tags on their own lines where a compiler requires it: an element ends in the paragraph where it starts, or its tags
//! are not in a paragraph.

use tagdown::document::Document;
use tagdown::markdown::{Node, NodeKind};
use tagdown::text::Span;

use super::html_tags::{Found, is_whole, unbalanced};
use super::pairs;
use crate::change::Change;
use crate::dialects::Html;

/// Puts a tag on its own line if its partner is in another paragraph. `alone` are the tags without a partner;
/// `may_omit` tells whether a tag needs none.
pub(crate) fn part(
    document: &Document<'_>,
    tags: &[Found],
    html: Html,
    may_omit: fn(&Found) -> bool,
    alone: &[usize],
    out: &mut Vec<Change>,
) {
    let shown = pairs::alone(document, tags, true);
    let source = &document.source;
    // Vue gets blocks of HTML as they are.
    let is_jsx = html == Html::Jsx;
    for text in texts(document, html).filter(|text| is_jsx || !text.is_html) {
        let first = tags.partition_point(|tag| tag.span.start < text.span.start);
        let inside = &tags[first..tags.partition_point(|tag| tag.span.start < text.span.end).max(first)];
        if inside.is_empty() {
            continue;
        }
        let gap = text.gap(document);
        let last = source.line_of(text.span.end.saturating_sub(1).max(text.span.start));
        let mut line = source.line_of(text.span.start);
        while line <= last {
            let from = line;
            // A line that contains only tags is not a paragraph.
            let mut next = end_of(document, inside, line) + 1;
            while line <= last && (!is_jsx || has_text(document, inside, text.lines(document, line, next))) {
                line = next;
                next = end_of(document, inside, line) + 1;
            }
            let run = Span::new(source.line_start(from), source.line_start(line));
            line = if line == from { next } else { line };
            let start = inside.partition_point(|tag| tag.span.start < run.start);
            let here = &inside[start..inside.partition_point(|tag| tag.span.start < run.end).max(start)];
            let those: Vec<&Found> = here.iter().collect();
            for index in unbalanced(&those) {
                let tag = &here[index];
                let place = first + start + index;
                let is_omitted = may_omit(tag) && alone.binary_search(&place).is_ok();
                if is_omitted || shown.binary_search(&place).is_ok() || is_whole(tag) {
                    continue;
                }
                let start = text.start(document, source.line_of(tag.span.start)).min(tag.span.start);
                let end = source.line(source.line_of(tag.span.end - 1)).end.max(tag.span.end);
                for (at, beside) in [
                    (tag.span.start, Span::new(start, tag.span.start)),
                    (tag.span.end, Span::new(tag.span.end, end)),
                ] {
                    if !document.text(beside).trim().is_empty() {
                        out.push(Change::insert(at, gap.clone()));
                    }
                }
            }
        }
    }
}

/// What starts a new paragraph in the block of HTML at an offset.
pub(crate) fn gap(document: &Document<'_>, at: usize) -> String {
    let nodes = &document.markdown.nodes;
    let last = nodes.partition_point(|node| node.span.start <= at).checked_sub(1);
    let node = last.map(|last| nodes[last]);
    let (span, is_inside) = node.map_or((Span::at(at), false), |node| (node.span, node.depth > 0));
    Text { span, is_inside, is_html: true, is_unindented: false }.gap(document)
}

/// A stretch of text that may be read as paragraphs.
struct Text {
    span: Span,
    /// Whether it is inside an item, a quote or a footnote.
    is_inside: bool,
    is_html: bool,
    /// Whether it is inside a footnote that becomes a paragraph.
    is_unindented: bool,
}

impl Text {
    /// The start of a line, behind the marks of items and quotes.
    fn start(&self, document: &Document<'_>, line: usize) -> usize {
        let line = document.source.line(line);
        let start = line.start.max(self.span.start.min(line.end));
        if !self.is_inside || start > line.start {
            return start;
        }
        let text = document.text(line);
        line.start + text.len() - text.trim_start_matches([' ', '\t', '>']).len()
    }

    /// The lines from one to before another.
    fn lines(&self, document: &Document<'_>, line: usize, next: usize) -> Span {
        let start = self.start(document, line);
        Span::new(start, document.source.line(next - 1).end.max(start))
    }

    /// What starts a new paragraph.
    fn gap(&self, document: &Document<'_>) -> String {
        let source = &document.source;
        let before = document.text(Span::new(source.this_line(self.span.start), self.span.start));
        let keep = |c: char| if "> \t".contains(c) { c } else { ' ' };
        let prefix: String = before.chars().filter(|_| self.is_inside).map(keep).collect();
        let prefix = if self.is_unindented { prefix.trim_start() } else { &*prefix };
        format!("{0}{1}{0}{prefix}", source.eol(), prefix.trim_end())
    }
}

/// The last of the lines that the tags on a line extend to.
fn end_of(document: &Document<'_>, tags: &[Found], line: usize) -> usize {
    let source = &document.source;
    let mut last = line.min(source.line_count().saturating_sub(1));
    let first = tags.partition_point(|tag| tag.span.start < source.line(last).start);
    for tag in &tags[first..] {
        if tag.span.start >= source.line(last).end {
            break;
        }
        last = last.max(source.line_of(tag.span.end - 1));
    }
    last
}

/// The blocks of HTML, the paragraphs, and the text of items that have no paragraphs.
fn texts<'d>(document: &'d Document<'_>, html: Html) -> impl Iterator<Item = Text> + 'd {
    let nodes = &document.markdown.nodes;
    let mut note = 0;
    let text = move |(index, node): (usize, &Node)| {
        if node.kind == NodeKind::Footnote && html == Html::Vue {
            note = node.span.end;
        }
        let is_unindented = node.span.start < note;
        let end = nodes.get(index + 1).map_or(node.span.end, |next| next.span.start.min(node.span.end));
        let is_inside = node.depth > 0 || node.kind == NodeKind::Item;
        match node.kind {
            NodeKind::Html | NodeKind::Paragraph => {
                Some(Text { span: node.span, is_inside, is_html: node.kind == NodeKind::Html, is_unindented })
            }
            NodeKind::Item => {
                let start = node.span.start + marker(document.text(Span::new(node.span.start, end)));
                (start < end).then_some(Text {
                    span: Span::new(start, end),
                    is_inside,
                    is_html: false,
                    is_unindented,
                })
            }
            _ => None,
        }
    };
    nodes.iter().enumerate().filter_map(text)
}

/// The length of the marker of an item and the white space around it.
fn marker(item: &str) -> usize {
    let behind = item.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
    let behind = behind.strip_prefix(['-', '*', '+', '.', ')']).unwrap_or(behind);
    item.len() - behind.trim_start_matches([' ', '\t']).len()
}

/// Whether lines contain more than tags.
fn has_text(document: &Document<'_>, tags: &[Found], line: Span) -> bool {
    let mut at = line.start;
    let first = tags.partition_point(|tag| tag.span.start < line.start);
    for tag in tags[first..].iter().take_while(|tag| tag.span.start < line.end) {
        if !document.text(Span::new(at, tag.span.start.max(at))).trim().is_empty() {
            return true;
        }
        at = tag.span.end.min(line.end);
    }
    !document.text(Span::new(at, line.end.max(at))).trim().is_empty()
}
