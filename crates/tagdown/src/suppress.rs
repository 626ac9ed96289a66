//! Comments that allow a rule: `<!-- tagdown: allow RULE reason -->` for what follows,
//! `<!-- tagdown: allow-file RULE reason -->` for the whole file.

use crate::document::Document;
use crate::markdown::{InlineKind, Markdown, NodeKind};
use crate::source::{Source, Span};

/// A comment that allows rules.
#[derive(Clone, Debug)]
pub struct Suppression {
    /// The comment.
    pub span: Span,
    /// The names it gives, known or not.
    pub rules: Vec<Span>,
    /// Whether it holds for the whole file.
    pub whole_file: bool,
}

pub(crate) fn find(source: &Source<'_>, markdown: &Markdown) -> Vec<Suppression> {
    let text = source.text();
    let mut found: Vec<Suppression> = Vec::new();
    let mut end = 0;
    for start in memchr::memmem::find_iter(text.as_bytes(), "<!--") {
        if start < end || !is_html_at(markdown, start) {
            continue;
        }
        let Some(length) = text[start + 4..].find("-->") else { break };
        let body = Span::new(start + 4, start + 4 + length);
        end = body.end;
        let Some(rest) = source.slice(body).trim_start().strip_prefix("tagdown:") else { continue };
        let rest = rest.trim_start();
        let (whole_file, names) = match rest.split_once(char::is_whitespace) {
            Some(("allow", names)) => (false, names),
            Some(("allow-file", names)) => (true, names),
            _ => continue,
        };
        let rules = read_names(names, body.end - names.len());
        found.push(Suppression { span: Span::new(start, body.end + 3), rules, whole_file });
    }
    found
}

fn is_html_at(markdown: &Markdown, offset: usize) -> bool {
    let after = markdown.nodes.partition_point(|node| node.span.start <= offset);
    let node = after.checked_sub(1).map(|index| &markdown.nodes[index]);
    let block = node.filter(|node| node.span.contains(offset)).map(|node| node.kind);
    let in_code =
        markdown.inlines_in(Span::new(offset, offset + 1)).iter().all(|(kind, _)| *kind == InlineKind::Html);
    match block {
        Some(NodeKind::Comment | NodeKind::Html) => true,
        Some(NodeKind::Code { .. } | NodeKind::FrontMatter) => false,
        _ => in_code && markdown.is_opaque_at(offset),
    }
}

/// The names, separated by commas; what follows the last is the reason.
fn read_names(names: &str, at: usize) -> Vec<Span> {
    let mut spans = Vec::new();
    let mut rest = names;
    loop {
        rest = rest.trim_start();
        let start = at + names.len() - rest.len();
        let length = rest.find(|c: char| c.is_whitespace() || c == ',').unwrap_or(rest.len());
        if length > 0 {
            spans.push(Span::new(start, start + length));
        }
        let after = rest[length..].trim_start();
        match after.strip_prefix(',') {
            Some(more) if !more.trim().is_empty() => rest = more,
            _ => return spans,
        }
    }
}

impl Suppression {
    /// Where it holds: the whole file, or the block or line that follows it.
    pub fn scope(&self, document: &Document<'_>) -> Span {
        let source = &document.source;
        if self.whole_file {
            return Span::new(0, source.text().len() + 1);
        }
        let is_suppression =
            |line: usize| source.slice(source.line(line)).trim_start().starts_with("<!-- tagdown:");
        let next = source.line_of(self.span.end.saturating_sub(1)) + 1;
        let Some(line) = (next..source.line_count()).find(|&i| !source.is_blank(i) && !is_suppression(i))
        else {
            return Span::at(source.text().len());
        };
        let mut scope = source.full_line(line);
        let first = source.trim(scope).start;
        if let Some(block) = document.block_at(first)
            && document.tag_of(block).is_some_and(|tag| scope.contains(tag.span.start))
        {
            scope.end = scope.end.max(block.span.end);
        } else if let Some(node) = document.markdown.top_at(first)
            && node.span.start >= scope.start
        {
            scope.end = scope.end.max(node.span.end);
        }
        scope
    }
}
