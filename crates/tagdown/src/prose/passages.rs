//! The running text of a document: paragraphs, list items and table rows, each with the block that contains it. Code,
//! HTML and quotes are omitted. `opaque` finds the parts of a passage that are not prose.

use super::citations::citations;
use crate::document::Document;
use crate::markdown::{Node, NodeKind, strip_list_marker};
use crate::text::Span;

/// The kind of a passage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// A paragraph outside a list.
    Paragraph,
    /// The text of a list item, or a paragraph in one.
    Item,
    /// A row of a table.
    Row,
}

/// A piece of running text.
#[derive(Clone, Copy, Debug)]
pub struct Passage {
    /// Its position, without a list marker.
    pub span: Span,
    /// Its kind.
    pub setting: Setting,
    /// The index of its block in the document's blocks.
    pub block: usize,
}

/// All passages of a document's blocks, in order.
pub fn passages(document: &Document<'_>) -> Vec<Passage> {
    let mut sweep = Sweep { document, open: Vec::new(), at: 0, block: 0, out: Vec::new() };
    let nodes = &document.markdown.nodes;
    let mut skip_to = 0;
    for node in nodes {
        if node.span.start < skip_to {
            continue;
        }
        sweep.close(node.span.start);
        sweep.gap(node.span.start);
        match node.kind {
            NodeKind::Item | NodeKind::List { .. } | NodeKind::Footnote => sweep.open.push(*node),
            NodeKind::Paragraph => sweep.add(node.span, sweep.setting()),
            NodeKind::Table => sweep.rows(node.span),
            // Quotes are not the writer's own text.
            NodeKind::Quote => skip_to = node.span.end,
            _ => {}
        }
        let holds_others = matches!(node.kind, NodeKind::Item | NodeKind::List { .. } | NodeKind::Footnote);
        sweep.at = sweep.at.max(if holds_others { node.span.start } else { node.span.end });
    }
    sweep.close(usize::MAX);
    sweep.out
}

/// A single pass over the nodes that keeps track of the open ones.
struct Sweep<'d, 't> {
    document: &'d Document<'t>,
    open: Vec<Node>,
    /// The end of the text that has been processed.
    at: usize,
    /// The first block that may still contain text.
    block: usize,
    out: Vec<Passage>,
}

impl Sweep<'_, '_> {
    /// Closes the nodes that end at or before `to`.
    fn close(&mut self, to: usize) {
        while let Some(node) = self.open.last().copied().filter(|node| node.span.end <= to) {
            self.gap(node.span.end);
            self.open.pop();
        }
    }

    /// Adds the text of a tight item up to `to`.
    fn gap(&mut self, to: usize) {
        if self.open.last().is_some_and(|node| node.kind == NodeKind::Item) && to > self.at {
            self.add(Span::new(self.at, to), Setting::Item);
        }
        self.at = self.at.max(to.min(self.open.last().map_or(to, |node| node.span.end)));
    }

    fn setting(&self) -> Setting {
        let is_item = self.open.last().is_some_and(|node| node.kind == NodeKind::Item);
        if is_item { Setting::Item } else { Setting::Paragraph }
    }

    fn rows(&mut self, table: Span) {
        let source = &self.document.source;
        for line in source.line_of(table.start)..=source.line_of(table.end.saturating_sub(1)) {
            self.add(source.line(line).clip(table), Setting::Row);
        }
    }

    /// Adds the parts of `span` that are in blocks.
    fn add(&mut self, span: Span, setting: Setting) {
        let blocks = &self.document.blocks;
        while blocks.get(self.block).is_some_and(|block| block.content.end <= span.start) {
            self.block += 1;
        }
        for (index, block) in blocks.iter().enumerate().skip(self.block) {
            if block.content.start >= span.end {
                break;
            }
            self.add_piece(span.clip(block.content), setting, index);
        }
    }
}

impl Sweep<'_, '_> {
    /// Adds the part of `span` that is in one block; each field of a BUG is a separate passage.
    fn add_piece(&mut self, span: Span, setting: Setting, block: usize) {
        let mut at = span.start;
        let fields = &self.document.blocks[block].fields;
        let first = fields.partition_point(|field| field.value.end <= span.start);
        for field in fields[first..].iter().take_while(|field| field.label.start < span.end) {
            self.push(Span::new(at, field.label.start.max(at)), setting, block);
            at = field.value.end.clamp(at, span.end);
            self.push(field.value.clip(span), setting, block);
        }
        self.push(Span::new(at, span.end.max(at)), setting, block);
    }

    fn push(&mut self, span: Span, setting: Setting, block: usize) {
        let mut span = self.document.source.trim(span);
        if setting == Setting::Item {
            span.start = span.end - unmarked(self.document.text(span)).len();
        }
        if !span.is_empty() {
            self.out.push(Passage { span, setting, block });
        }
    }
}

/// The text of an item without its marker and task box.
fn unmarked(text: &str) -> &str {
    // The text of a loose item is in paragraphs, so only the marker is left.
    if text.len() < 11
        && text.trim_start_matches(|c: char| c.is_ascii_digit()).chars().all(|c| "-*+.)".contains(c))
    {
        return "";
    }
    let text = strip_list_marker(text);
    let boxed = ["[ ] ", "[x] ", "[X] "].iter().find_map(|task| text.strip_prefix(task));
    boxed.unwrap_or(text).trim_start()
}

/// The parts of a passage that are not the writer's own running text: code, links, HTML and quoted text. They are
/// sorted and disjoint.
pub(crate) fn opaque(document: &Document<'_>, passage: Span) -> Vec<Span> {
    let text = document.text(passage);
    let inlines = document.markdown.inlines_in(passage).iter().map(|(_, inline)| inline.clip(passage));
    let hidden = merge(inlines.collect());
    if text.is_ascii() && memchr::memchr3(b'"', b'\'', b'[', text.as_bytes()).is_none() {
        return hidden;
    }
    let is_hidden = |at: usize| {
        let after = hidden.partition_point(|span| span.start <= at);
        after.checked_sub(1).is_some_and(|index| hidden[index].contains(at))
    };
    let place = |span: Span| Span::new(passage.start + span.start, passage.start + span.end);
    let mut spans: Vec<Span> =
        quoted(text, |at| is_hidden(passage.start + at)).into_iter().map(place).collect();
    spans.extend(citations(text).map(place).filter(|span| !is_hidden(span.start)));
    if spans.is_empty() {
        return hidden;
    }
    spans.extend(hidden);
    merge(spans)
}

/// The same bytes as sorted, disjoint spans.
pub(crate) fn merge(mut spans: Vec<Span>) -> Vec<Span> {
    spans.sort_unstable();
    let mut merged: Vec<Span> = Vec::with_capacity(spans.len());
    for span in spans {
        match merged.last_mut() {
            Some(last) if span.start < last.end => last.end = last.end.max(span.end),
            _ => merged.push(span),
        }
    }
    merged
}

/// Quoted text, including the quotation marks. Marks for which `is_hidden` is true do not count.
fn quoted(text: &str, is_hidden: impl Fn(usize) -> bool) -> Vec<Span> {
    let mut spans = Vec::new();
    // Opening marks without a closing mark in the rest of the text.
    let mut hopeless: Vec<char> = Vec::new();
    let mut end = 0;
    for (index, open) in openings(text) {
        let close: &[char] = match open {
            '"' => &['"'],
            '“' => &['”'],
            '„' => &['“', '”'],
            '«' => &['»'],
            _ => &['\'', '’'],
        };
        let before = text[..index].chars().next_back();
        let inside = index + open.len_utf8();
        let is_single = close.contains(&'\'');
        let opens = if is_single {
            before.is_none_or(|c| c.is_whitespace() || "([".contains(c))
                && !text[inside..].starts_with(char::is_whitespace)
        } else {
            // `5"` is five inches.
            open != '"' || !before.is_some_and(|c| c.is_ascii_digit())
        };
        if index < end || !opens || hopeless.contains(&open) || is_hidden(index) {
            continue;
        }
        let closes = |(at, c): &(usize, char)| {
            let after = *at + c.len_utf8();
            let parts = |word: &str| !word.starts_with(char::is_alphanumeric);
            !is_single || (parts(&text[after..]) && !text[..*at].ends_with(char::is_whitespace))
        };
        let mut marks = text[inside..]
            .match_indices(close)
            .map(|(at, mark)| (inside + at, mark.chars().next().unwrap_or(open)));
        match marks.find(|mark| closes(mark) && !is_hidden(mark.0)) {
            Some((at, mark)) => {
                end = at + mark.len_utf8();
                spans.push(Span::new(index, end));
            }
            None => hopeless.push(open),
        }
    }
    spans
}

/// The opening quotation marks of a text, with their offsets.
fn openings(text: &str) -> impl Iterator<Item = (usize, char)> {
    let opening = |at: usize| text[at..].chars().next().filter(|c| OPENING.contains(c));
    let foreign = if text.is_ascii() { "" } else { text };
    let foreign = foreign.bytes().enumerate().filter(|(_, byte)| matches!(byte, 0xe2 | 0xc2));
    let mut foreign = foreign.map(|(at, _)| at).peekable();
    let mut ascii = memchr::memchr2_iter(b'"', b'\'', text.as_bytes()).peekable();
    let starts = std::iter::from_fn(move || match (ascii.peek(), foreign.peek()) {
        (Some(one), Some(other)) if one > other => foreign.next(),
        (None, _) => foreign.next(),
        _ => ascii.next(),
    });
    starts.filter_map(move |at| Some((at, opening(at)?)))
}

const OPENING: [char; 6] = ['"', '“', '„', '«', '\'', '‘'];

/// Whether a span overlaps one of the spans from [`opaque`].
pub(crate) fn touches(opaque: &[Span], span: Span) -> bool {
    let after = opaque.partition_point(|other| other.start < span.end);
    after.checked_sub(1).is_some_and(|last| opaque[last].overlaps(span))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(body: &str) -> Vec<String> {
        let text = format!("# T\n\n## S\n\n**[SPEC]**\n{body}");
        let document = crate::document::parse(&text);
        let out = passages(&document);
        out.iter().map(|passage| document.text(passage.span).replace('\n', "|")).collect()
    }

    #[test]
    fn every_piece_of_running_text_once() {
        for (body, expected) in [
            ("One.\ntwo\n\nThree.\n", &["One.|two", "Three."][..]),
            ("- a\n  b\n  - c\n    - d\n- e\n", &["a|  b", "c", "d", "e"]),
            ("- a\n\n  b\n\n  - c\n\n  d\n", &["a", "b", "c", "d"]),
            ("- a\n  ```\n  code\n  ```\n  b\n", &["a", "b"]),
            ("1. [ ] a\n2. [x] b\n", &["a", "b"]),
            ("| a | b |\n|---|---|\n| c | d |\n", &["| a | b |", "|---|---|", "| c | d |"]),
            ("> quoted\n\n- > quoted\n\n  own\n", &["own"]),
            ("- a\n  > quoted\n- b\n", &["a", "b"]),
            ("text\n\n```\ncode\n```\n\n<div>\nx\n</div>\n", &["text"]),
            ("text[^1]\n\n[^1]: note\n", &["text[^1]", "note"]),
        ] {
            assert_eq!(texts(body), expected, "{body}");
        }
    }

    #[test]
    fn quotation_marks_are_told_from_apostrophes() {
        for (text, quoted) in [
            ("say \"X\" twice", true),
            ("say “X” twice", true),
            ("say 'X' twice", true),
            ("the user's X isn't", false),
            ("'a' and X and 'b'", false),
            ("\"a\" and X and \"b\"", false),
            ("say ‘a X b’ twice", true),
        ] {
            let mark = text.find('X').expect("a mark");
            assert_eq!(
                super::quoted(text, |_| false).iter().any(|span| span.contains(mark)),
                quoted,
                "{text}"
            );
        }
    }
}
