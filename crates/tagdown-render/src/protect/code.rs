//! Rewrites code blocks so that a renderer can read them: between fences, with a one-word language.

use tagdown::document::Document;
use tagdown::markdown::{InlineKind, Node, NodeKind};
use tagdown::text::{Source, Span};

use crate::change::Change;
use crate::dialects::{Code, Dialect, Layout, Shape};
use crate::fence::longest_run;
use crate::layout::indent;

/// Rewrites the code of a document.
pub(crate) fn part(document: &Document<'_>, dialect: &Dialect, out: &mut Vec<Change>) {
    let code = dialect.code;
    if dialect.shape == Shape::Quote {
        spread_tabs(document, out);
    }
    let mut table = Span::at(0);
    let mut inlines =
        document.markdown.inlines.iter().filter(|(kind, _)| *kind == InlineKind::Code).peekable();
    let mut above: Vec<Node> = Vec::new();
    for node in &document.markdown.nodes {
        above.truncate(node.depth as usize);
        above.push(*node);
        if node.kind == (NodeKind::Code { fenced: true }) && dialect.shape != Shape::Tags {
            close(document, node, dialect, &above, out);
        }
        match node.kind {
            NodeKind::Code { fenced: true } if code.named => fence(document, node, code, out),
            NodeKind::Code { fenced: true } if code.hiding => show_lines(document, node, out),
            NodeKind::Code { fenced: true } if code.uncombined => name_alone(document, node, out),
            // Code in list items moves with the items.
            NodeKind::Code { fenced: false } if code.fenced && (node.depth == 0 || !code.named) => {
                between(document, node, dialect, &above, out);
            }
            NodeKind::Table if code.piped => table = node.span,
            _ => continue,
        }
        if node.span == table {
            while inlines.next_if(|(_, span)| span.start < table.start).is_some() {}
            while let Some((_, span)) = inlines.next_if(|(_, span)| span.start < table.end) {
                out.extend(piped(document.text(*span)).map(|code| Change::new(*span, code)));
            }
        }
    }
    if code.compiled {
        let spans = document.markdown.inlines.iter().filter(|(kind, _)| *kind == InlineKind::Code);
        let compiled = spans.filter(|(_, span)| document.text(*span).contains("{{"));
        out.extend(compiled.map(|(_, span)| Change::insert(span.end, "{v-pre}")));
    }
}

/// Code with an escaped pipe, as in a table cell, written as a `code` element.
fn piped(code: &str) -> Option<String> {
    let text = code.contains("\\|").then(|| code.trim_matches('`'))?;
    let inner = text.strip_prefix(' ').and_then(|text| text.strip_suffix(' ')).unwrap_or(text);
    let mut out = "<code>".to_owned();
    for c in inner.replace("\\|", "|").chars() {
        if c.is_ascii_punctuation() {
            out.push_str(&format!("&#{};", u32::from(c)));
        } else {
            out.push(c);
        }
    }
    Some(out + "</code>")
}

/// Adds a `#` to lines of Rust that mdBook would hide.
fn show_lines(document: &Document<'_>, node: &Node, out: &mut Vec<Change>) {
    let source = &document.source;
    let first = source.line_of(node.span.start);
    let opener = document.text(Span::new(node.span.start, source.line(first).end));
    if !opener.trim_start_matches(['`', '~', ' ']).starts_with("rust") {
        return;
    }
    for line in first + 1..source.line_of(node.span.end.saturating_sub(1)) {
        let text = source.slice(source.line(line));
        let code = text.trim_start_matches([' ', '\t', '>']);
        let is_hidden = code == "#" || code.starts_with("# ") || code.starts_with("##");
        if is_hidden {
            out.push(Change::insert(source.line(line).end - code.len(), "#"));
        }
    }
}

/// Reduces the info string to what the renderer accepts.
fn fence(document: &Document<'_>, node: &Node, code: Code, out: &mut Vec<Change>) {
    let (opener, run) = opener(document, node);
    let info = document.text(opener)[run..].trim();
    let kept = language(info, code);
    if kept != info {
        out.push(Change::new(Span::new(opener.start + run, opener.end), kept));
    }
}

/// Cuts what follows the language without a space, as in `rust,ignore`. The renderer would not know that language.
fn name_alone(document: &Document<'_>, node: &Node, out: &mut Vec<Change>) {
    let (opener, run) = opener(document, node);
    let info = document.text(opener)[run..].trim_start();
    let word = info.split([' ', '\t', '{']).next().unwrap_or_default();
    if let Some(comma) = word.find(',') {
        let start = opener.end - info.len();
        out.push(Change::new(Span::new(start + comma, start + word.len()), ""));
    }
}

/// The opening line of a fenced block, and the length of its fence.
fn opener(document: &Document<'_>, node: &Node) -> (Span, usize) {
    let line = document.source.line(document.source.line_of(node.span.start));
    let opener = Span::new(node.span.start, line.end.max(node.span.start));
    let text = document.text(opener);
    let run = text.chars().next().map_or(0, |mark| text.len() - text.trim_start_matches(mark).len());
    (opener, run)
}

/// Adds a missing closing fence, or shortens one that is longer than the opening fence.
fn close(document: &Document<'_>, node: &Node, dialect: &Dialect, above: &[Node], out: &mut Vec<Change>) {
    let source = &document.source;
    let (opener, run) = opener(document, node);
    let fence = &document.text(opener)[..run];
    let last = source.line_of(node.span.end.saturating_sub(1));
    let line = Span::new(source.line_start(last), node.span.end);
    let closer = document.text(line).trim_start_matches([' ', '\t', '>']);
    let is_closed = last > source.line_of(opener.start)
        && closer.starts_with(fence)
        && closer.trim_end_matches(&fence[..1]).is_empty();
    if !is_closed {
        let prefix = prefix(source, node, dialect, above);
        out.push(Change::insert(node.span.end, format!("{}{prefix}{fence}", source.eol())));
    } else if dialect.code.named && closer.len() > run {
        out.push(Change::new(Span::new(node.span.end - (closer.len() - run), node.span.end), ""));
    }
}

/// What precedes the lines of a fenced block: quote marks, and list indents as the dialect writes them.
fn prefix(source: &Source<'_>, node: &Node, dialect: &Dialect, above: &[Node]) -> String {
    if dialect.layout == Layout::Indented && above.iter().any(|node| node.kind == NodeKind::Item) {
        return indent::prefix(source, above);
    }
    let opener = source.slice(Span::new(source.this_line(node.span.start), node.span.start));
    opener.chars().map(|c| if "> \t".contains(c) { c } else { ' ' }).collect()
}

/// The code block options of MkDocs.
const OPTIONS: [&str; 3] = ["title", "hl_lines", "linenums"];

/// The language of an info string, with the options that the renderer supports.
fn language(info: &str, code: Code) -> String {
    let is_word = |c: char| c.is_alphanumeric() || "_#.+-".contains(c);
    let (name, rest) = info.split_at(info.find(|c: char| !is_word(c)).unwrap_or(info.len()));
    if code.attributes && (!info.contains('{') || is_attributed(rest.trim())) {
        return info.to_owned();
    }
    let mut kept = name.to_owned();
    let mut rest = rest.trim_start();
    while code.options && !name.is_empty() {
        let Some((option, behind)) = rest.split_once("=\"") else { break };
        let Some((value, behind)) = behind.split_once('"') else { break };
        let option = option.rsplit(' ').next().unwrap_or_default();
        if OPTIONS.contains(&option) {
            kept.push_str(&format!(" {option}=\"{value}\""));
        }
        rest = behind.trim_start();
    }
    kept
}

/// Whether a text consists of attributes in braces: `{linenos=table hl_lines=[1,"3-4"]}`.
fn is_attributed(text: &str) -> bool {
    let Some(inner) = text.strip_prefix('{').and_then(|text| text.strip_suffix('}')) else { return false };
    let (mut depth, mut is_quoted) = (0_usize, false);
    let parts = inner.split(|c: char| {
        match c {
            '"' => is_quoted = !is_quoted,
            '[' if !is_quoted => depth += 1,
            ']' if !is_quoted => depth = depth.saturating_sub(1),
            _ => {}
        }
        " ,".contains(c) && !is_quoted && depth == 0
    });
    let is_plain = |value: &str| !value.is_empty() && value.bytes().all(|b| b.is_ascii_alphanumeric());
    let is_string = |value: &str| {
        value.len() > 1 && value.starts_with('"') && value.ends_with('"') && !value.contains(['{', '}', '\\'])
    };
    let is_listed = |value: &str| {
        let inner = value.strip_prefix('[').and_then(|value| value.strip_suffix(']'));
        inner.is_some_and(|inner| {
            inner.split(',').map(str::trim).all(|value| is_plain(value) || is_string(value))
        })
    };
    let mut parts = parts.filter(|part| !part.is_empty()).peekable();
    parts.peek().is_some()
        && parts.all(|part| {
            part.split_once('=').is_some_and(|(name, value)| {
                let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic());
                let is_name =
                    is_name && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-".contains(&b));
                is_name && (is_plain(value) || is_string(value) || is_listed(value))
            })
        })
}

/// Replaces tabs in indents with spaces, because a quote mark shifts the tab stops.
fn spread_tabs(document: &Document<'_>, out: &mut Vec<Change>) {
    let (source, nodes) = (&document.source, &document.markdown.nodes);
    let mut fenced = nodes.iter().filter(|node| node.kind == NodeKind::Code { fenced: true }).peekable();
    let is_moved = |kind| matches!(kind, NodeKind::List { .. } | NodeKind::Code { fenced: false });
    for node in nodes.iter().filter(|node| node.depth == 0 && is_moved(node.kind)) {
        let last = source.line_of(node.span.end.saturating_sub(1).max(node.span.start));
        for line in source.line_of(node.span.start)..=last {
            let span = source.line(line);
            while fenced.next_if(|node| node.span.end <= span.start).is_some() {}
            let is_fenced = fenced.peek().is_some_and(|node| node.span.start < span.start);
            let text = source.slice(span);
            let blanks = text.len() - behind_markers(text).len();
            // After the indent, a tab belongs to the code.
            let blanks = match node.kind {
                _ if is_fenced => usize::from(text.starts_with('\t')),
                NodeKind::Code { .. } => Place::default().blanks(text, 4).at,
                _ => blanks,
            };
            if text[..blanks].contains('\t') && blanks < text.len() {
                let spread = text[..blanks].chars().fold(String::new(), |mut spread, c| {
                    let width = if c == '\t' { 4 - spread.len() % 4 } else { 0 };
                    spread.push_str(&if c == '\t' { " ".repeat(width) } else { c.to_string() });
                    spread
                });
                out.push(Change::new(Span::new(span.start, span.start + blanks), spread));
            }
        }
    }
}

/// The text behind the blanks and list markers at the start of a line.
fn behind_markers(line: &str) -> &str {
    let mut rest = line.trim_start_matches([' ', '\t']);
    loop {
        let marker = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let is_number = marker.len() < rest.len();
        let sign = marker.strip_prefix(if is_number { &['.', ')'][..] } else { &['-', '*', '+'][..] });
        match sign.filter(|behind| behind.starts_with([' ', '\t'])) {
            Some(behind) => rest = behind.trim_start_matches([' ', '\t']),
            None => return rest,
        }
    }
}

/// The column after a byte at `column`.
fn step(column: usize, byte: u8) -> usize {
    if byte == b'\t' { column + 4 - column % 4 } else { column + 1 }
}

/// Puts fences around indented code, inside its containers.
fn between(document: &Document<'_>, node: &Node, dialect: &Dialect, above: &[Node], out: &mut Vec<Change>) {
    let source = &document.source;
    let first = source.line_of(node.span.start);
    let last = source.line_of(node.span.end.saturating_sub(1).max(node.span.start));
    let run = longest_run(document.text(node.span), b'`').map_or(3, |run| run + 1);
    let fence = "`".repeat(run);
    // The columns where the text of items and footnotes starts; `None` for a quote.
    let is_holder = |node: &&Node| matches!(node.kind, NodeKind::Item | NodeKind::Quote | NodeKind::Footnote);
    let is_note = above.iter().any(|node| node.kind == NodeKind::Footnote);
    let holders = above.iter().filter(is_holder);
    let holders: Vec<(Option<usize>, usize)> =
        holders.map(|node| (inside(source, node), source.line_of(node.span.start))).collect();
    let mut prefix = String::new();
    for (holder, _) in &holders {
        match holder {
            Some(column) => prefix.push_str(&" ".repeat(column.saturating_sub(prefix.len()))),
            None => prefix.push_str("> "),
        }
    }
    // A footnote that becomes a paragraph loses its indent.
    if is_note && !dialect.footnotes {
        prefix.drain(..prefix.len().min(4));
    }
    for line in first..=last {
        let span = source.line(line);
        let text = source.slice(span);
        let mut start = Place::default();
        for (holder, opened) in &holders {
            start = match holder {
                Some(column) if *opened == line => start.skip(text, *column),
                Some(column) => start.blanks(text, *column),
                None => start.quote(text),
            };
        }
        let end = start.blanks(text, start.column + 4);
        let cut = Span::new(span.start + start.at, span.start + end.at);
        let left = " ".repeat(end.column.saturating_sub(start.column + 4));
        let open = if line == first { format!("{fence}{}{prefix}", source.eol()) } else { String::new() };
        out.push(Change::new(cut, format!("{open}{left}")));
    }
    out.push(Change::insert(source.line(last).end, format!("{}{prefix}{fence}", source.eol())));
}

/// The column where the text of an item or footnote starts; `None` for a quote.
fn inside(source: &Source<'_>, node: &Node) -> Option<usize> {
    if node.kind == NodeKind::Quote {
        return None;
    }
    if node.kind == NodeKind::Footnote {
        return Some(node.span.start - source.this_line(node.span.start) + 4);
    }
    let line = source.line(source.line_of(node.span.start));
    let text = source.slice(line);
    let mut place = Place::default();
    while place.at < node.span.start - line.start {
        place = place.next(text.as_bytes()[place.at]);
    }
    place = place.blanks(text, usize::MAX);
    let marker = text[place.at..].trim_start_matches(|c: char| c.is_ascii_digit());
    let column = place.column + text[place.at..].len() - marker.len() + 1;
    let mut behind = Place { at: text.len() - marker.len() + 1, column }.blanks(text, usize::MAX);
    if behind.at >= text.len() || behind.column > column + 4 {
        behind.column = column + 1;
    }
    Some(behind.column)
}

/// A position in a line.
#[derive(Clone, Copy, Default)]
struct Place {
    at: usize,
    column: usize,
}

impl Place {
    fn next(self, byte: u8) -> Self {
        Self { at: self.at + 1, column: step(self.column, byte) }
    }

    /// The position after a marker and the white space after it, up to a column.
    fn skip(mut self, text: &str, column: usize) -> Self {
        while let Some(byte) = text.as_bytes().get(self.at).filter(|byte| byte.is_ascii())
            && self.column < column
        {
            self = self.next(*byte);
        }
        self
    }

    /// The position after white space, up to a column.
    fn blanks(mut self, text: &str, column: usize) -> Self {
        while let Some(byte @ (b' ' | b'\t')) = text.as_bytes().get(self.at)
            && self.column < column
        {
            self = self.next(*byte);
        }
        self
    }

    /// The position after a quote mark, if there is one.
    fn quote(self, text: &str) -> Self {
        let mark = self.blanks(text, self.column + 3);
        if text.as_bytes().get(mark.at) != Some(&b'>') {
            return self;
        }
        let behind = mark.next(b'>');
        behind.blanks(text, behind.column + 1)
    }
}
