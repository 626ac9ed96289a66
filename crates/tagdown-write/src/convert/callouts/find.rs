//! Finds callouts line by line; the Markdown tree identifies code, HTML, lists and quotes. A callout that cannot be
//! read with certainty is reported and left unchanged.

use std::ops::Range;

use tagdown::document::{Document, Kind};
use tagdown::markdown::{Node, NodeKind, closes_fence};
use tagdown::text::Span;
use tagdown_render::{Dialect, Frame};

use super::inside_html;
use super::myst_options::take;
use super::opener::{Opener, frames, lex};
use crate::convert::callouts::callout::{Found, Left};

/// Why a callout in a list or a quote is left unchanged.
pub(crate) const NESTED: &str = "it is nested in another block";

/// The callouts of a document, in order.
pub(crate) fn find(
    document: &Document<'_>,
    dialect: &Dialect,
    is_known: &dyn Fn(&str) -> bool,
) -> (Vec<Found>, Vec<Left>) {
    let mut search = Search {
        document,
        dialect,
        is_known,
        elements: inside_html::elements(document),
        found: Vec::new(),
        left: Vec::new(),
        unclosed: usize::MAX,
    };
    let count = document.source.line_count();
    let mut line = 0;
    while line < count {
        line = search.look(line).max(line + 1);
    }
    search.look_into_lists();
    let Search { found, mut left, .. } = search;
    left.sort_by_key(|left| left.line);
    (found, left)
}

struct Search<'s, 't> {
    document: &'s Document<'t>,
    dialect: &'s Dialect,
    is_known: &'s dyn Fn(&str) -> bool,
    /// The content of HTML elements.
    elements: Vec<Span>,
    found: Vec<Found>,
    left: Vec<Left>,
    /// No container with this many colons or more is closed further down.
    unclosed: usize,
}

impl<'t> Search<'_, 't> {
    fn text(&self, line: usize) -> &'t str {
        self.document.source.slice(self.document.source.line(line))
    }

    /// Examines a line and returns the next line to examine.
    fn look(&mut self, line: usize) -> usize {
        let text = self.text(line).trim_start_matches([' ', '\t']);
        let Some(opener) = lex(text, self.dialect) else { return line + 1 };
        let at = self.document.source.line(line).end - text.len();
        let block = self.block_at(at);
        let is_code = |node: &Node| matches!(node.kind, NodeKind::Code { .. });
        match opener.frame {
            Frame::Quote
                if block.is_none_or(|node| node.kind != NodeKind::Quote || node.span.start != at) =>
            {
                return line + 1;
            }
            Frame::Fence if !block.is_some_and(|node| is_code(node) && node.span.start == at) => {
                return line + 1;
            }
            Frame::Colons(_) | Frame::Indent if self.is_quoted(at) => return line + 1,
            _ => {}
        }
        let end = self.end(line, at, &opener);
        let Some(end) = end else {
            if let Frame::Colons(marks) = opener.frame {
                self.unclosed = self.unclosed.min(marks);
            }
            let is_known = (self.is_known)(&opener.name);
            self.leave(line, &opener, "it is not closed, so everything after it would belong to it");
            return if is_known { usize::MAX } else { line + 1 };
        };
        match self.problem(at, &opener) {
            Some(reason) => self.leave(line, &opener, &reason),
            None => match self.read(line..end, opener.clone()) {
                Ok(found) => self.found.push(found),
                Err(reason) => self.leave(line, &opener, reason),
            },
        }
        end
    }

    fn leave(&mut self, line: usize, opener: &Opener, reason: &str) {
        self.left.push(Left { line, name: opener.name.clone(), reason: reason.to_owned() });
    }

    /// The innermost node that starts last at or before an offset, if it contains the offset.
    fn block_at(&self, at: usize) -> Option<&Node> {
        let nodes = &self.document.markdown.nodes;
        let after = nodes.partition_point(|node| node.span.start <= at);
        let same = nodes[..after].iter().rev().take_while(|node| node.span.start == at);
        let quote = same.filter(|node| node.kind == NodeKind::Quote).last();
        quote.or_else(|| after.checked_sub(1).map(|last| &nodes[last])).filter(|node| node.span.contains(at))
    }

    /// Whether the characters at an offset are only displayed. In Material, text in tabs is indented like code.
    fn is_quoted(&self, at: usize) -> bool {
        let is_text = self.dialect.read_back.is_some_and(|back| back.has_indented_text);
        let is_tab = |node: &Node| is_text && node.kind == NodeKind::Code { fenced: false };
        self.document.markdown.is_opaque_at(at) && !self.block_at(at).is_some_and(is_tab)
    }

    /// The line after a callout; `None` if nothing closes it.
    fn end(&self, line: usize, at: usize, opener: &Opener) -> Option<usize> {
        let source = &self.document.source;
        let count = source.line_count();
        match opener.frame {
            Frame::Quote | Frame::Fence => {
                let node = self.block_at(at)?;
                let last = source.line_of(node.span.end.saturating_sub(1).max(at));
                let is_closed =
                    opener.frame == Frame::Quote || closes_fence(self.text(line), self.text(last));
                (is_closed && (last > line || opener.frame == Frame::Quote)).then_some(last + 1)
            }
            Frame::Colons(marks) if marks >= self.unclosed => None,
            Frame::Colons(marks) => {
                (line + 1..count).find(|&line| is_closing(self.text(line), marks)).map(|last| last + 1)
            }
            Frame::Indent => {
                let own = width(self.text(line));
                let is_inside = |&line: &usize| source.is_blank(line) || width(self.text(line)) >= own + 4;
                let inside = (line + 1..count).take_while(is_inside);
                Some(inside.filter(|&line| !source.is_blank(line)).last().unwrap_or(line) + 1)
            }
        }
    }

    /// Why a callout cannot be converted.
    fn problem(&self, at: usize, opener: &Opener) -> Option<String> {
        let source = &self.document.source;
        let indent = width(self.document.text(Span::new(source.this_line(at), at)));
        let is_nested = indent > 3
            || indent > 0 && self.document.markdown.outer_item_at(at).is_some()
            || self
                .block_at(at)
                .is_some_and(|node| matches!(opener.frame, Frame::Quote | Frame::Fence) && node.depth > 0);
        let after = self.elements.partition_point(|span| span.start <= at);
        let is_enclosed = after.checked_sub(1).is_some_and(|last| self.elements[last].contains(at));
        let is_field =
            self.document.block_at(at).is_some_and(|block| block.tag.is_some() && block.kind == Kind::Bug);
        if self.document.in_manifest(at) {
            return Some("it is in the manifest".to_owned());
        }
        if is_nested {
            return Some(NESTED.to_owned());
        }
        if is_enclosed {
            return Some("it is between HTML tags".to_owned());
        }
        if is_field {
            return Some("it is in a BUG and would split its fields".to_owned());
        }
        if let Some(problem) = opener.problem {
            return Some(problem.to_owned());
        }
        // The class of an `admonition` directive decides what it is.
        let is_open = opener.name == "admonition";
        (!is_open && !(self.is_known)(&opener.name))
            .then(|| format!("`{}` is not a callout in {}", opener.name, self.dialect.name))
    }

    /// Whether a line of a quote is code, where a tab stays a tab.
    fn is_code(&self, line: usize) -> bool {
        let at = self.document.source.line(line).end.saturating_sub(1);
        let after = self.document.markdown.nodes.partition_point(|node| node.span.start <= at);
        let last = after.checked_sub(1).map(|last| &self.document.markdown.nodes[last]);
        last.filter(|node| node.span.contains(at)).is_some_and(|node| match node.kind {
            NodeKind::Code { fenced } => fenced || self.text(line).starts_with(">     "),
            _ => false,
        })
    }

    /// Removes the frame.
    fn read(&self, lines: Range<usize>, opener: Opener) -> Result<Found, &'static str> {
        let source = &self.document.source;
        let closer = usize::from(matches!(opener.frame, Frame::Colons(_) | Frame::Fence));
        let inner = lines.start + 1..(lines.end - closer).max(lines.start + 1);
        let unframed = inner.map(|line| {
            let text = source.slice(source.full_line(line));
            let text = match opener.frame {
                Frame::Quote if text.starts_with("> ") && self.is_code(line) => text[2..].to_owned(),
                Frame::Quote => unquoted(text),
                Frame::Indent => dedented(text),
                Frame::Colons(_) | Frame::Fence => text.to_owned(),
            };
            (line, text)
        });
        let mut body: Vec<(usize, String)> = unframed.collect();
        let mut found = Found {
            frame: self.text(lines.start).to_owned(),
            marks: if let Frame::Colons(marks) = opener.frame { Some(marks) } else { None },
            lines,
            name: opener.name,
            title: opener.title,
            body: Vec::new(),
        };
        if self.dialect.read_back.is_some_and(|back| back.has_directives) {
            take(&mut found, &mut body)?;
            let first = opener.first.map(|first| (found.lines.start, first + source.eol()));
            body.splice(0..0, first);
        }
        let is_blank = |line: &(usize, String)| line.1.trim().is_empty();
        let first = body.iter().position(|line| !is_blank(line)).ok_or("it has no text")?;
        let last = body.iter().rposition(|line| !is_blank(line)).unwrap_or(first);
        found.body = body.drain(first..=last).collect();
        let is_known = found.name == "admonition" || (self.is_known)(&found.name);
        is_known.then_some(found).ok_or("its class is not a callout")
    }

    /// Reports the callouts that are quotes inside lists and other quotes.
    fn look_into_lists(&mut self) {
        if !frames(self.dialect).contains(&Frame::Quote) {
            return;
        }
        let source = &self.document.source;
        let mut seen: Vec<Range<usize>> = self.found.iter().map(|found| found.lines.clone()).collect();
        seen.extend(self.left.iter().map(|left| left.line..left.line + 1));
        seen.sort_by_key(|lines| lines.start);
        let mut end = 0;
        for node in self.document.markdown.nodes.iter().filter(|node| node.kind == NodeKind::Quote) {
            let line = source.line_of(node.span.start);
            let before = seen.partition_point(|lines| lines.start <= line);
            let is_seen = before.checked_sub(1).is_some_and(|last| seen[last].contains(&line));
            if node.span.start >= end {
                end = if node.depth == 0 && is_seen { node.span.end } else { end };
            }
            if node.depth == 0 || is_seen || node.span.start < end {
                continue;
            }
            let text =
                self.document.text(Span::new(node.span.start, source.line(line).end.max(node.span.start)));
            if let Some(opener) = lex(text, self.dialect) {
                let reason = NESTED.to_owned();
                self.left.push(Left { line, name: opener.name, reason });
            }
        }
    }
}

/// Whether a line consists of at least this many colons.
pub(super) fn is_closing(line: &str, marks: usize) -> bool {
    let signs = line.trim();
    signs.len() >= marks && signs.bytes().all(|b| b == b':') && width(line) < 4
}

/// The width of a line's leading white space, in columns.
fn width(line: &str) -> usize {
    let blanks = line.chars().take_while(|c| " \t".contains(*c));
    blanks.fold(0, |width, c| if c == '\t' { width / 4 * 4 + 4 } else { width + 1 })
}

/// A line without its quote marker. A continuation line without one is still text.
fn unquoted(line: &str) -> String {
    let indent = line.len() - line.trim_start_matches(' ').len();
    let Some(rest) = line.get(indent.min(3)..).and_then(|line| line.strip_prefix('>')) else {
        return line.to_owned();
    };
    let text = rest.trim_start_matches([' ', '\t']);
    let blanks = &rest[..rest.len() - text.len()];
    if !blanks.contains('\t') {
        return rest.strip_prefix(' ').unwrap_or(rest).to_owned();
    }
    // A tab reaches to the next tab stop, counted from the start of the line.
    let from = indent.min(3) + 1;
    let to = blanks.chars().fold(from, |column, c| if c == '\t' { column / 4 * 4 + 4 } else { column + 1 });
    " ".repeat(to - from - 1) + text
}

/// A line without its first four columns of white space.
fn dedented(line: &str) -> String {
    let mut column = 0;
    for (at, sign) in line.char_indices() {
        match sign {
            _ if column >= 4 => return " ".repeat(column - 4) + &line[at..],
            ' ' => column += 1,
            '\t' => column = column / 4 * 4 + 4,
            _ => return line[at..].to_owned(),
        }
    }
    String::new()
}
