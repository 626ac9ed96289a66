//! The comment that ends the summary of a page, such as `<!--more-->` in Hugo. The renderer takes the first one away before
//! it reads Markdown, even in code and inside a callout, which it would cut in two.

use tagdown::document::{Document, parse};
use tagdown::markdown::NodeKind;
use tagdown::text::Span;

use super::closed::closed;
use crate::change::Change;
use crate::dialects::Dialect;

/// Makes the comments above the first one outside of callouts plain comments.
pub(crate) fn part(document: &Document<'_>, dialect: &Dialect, out: &mut Vec<Change>) {
    let Some(divider) = dialect.divider else { return };
    let inner = divider.trim_start_matches("<!--").trim_end_matches("-->");
    let above = places(document, divider).into_iter().filter(|(_, is_code)| !is_code);
    out.extend(
        above.map(|(at, _)| Change::new(Span::new(at, at + divider.len()), format!("<!-- {inner} -->"))),
    );
}

/// The text of a rendered document with a comment at its start, if code would have the first one.
pub(crate) fn before_code(document: &Document<'_>, dialect: &Dialect, mut text: String) -> String {
    let Some(divider) = dialect.divider else { return text };
    if places(document, divider).iter().any(|(_, is_code)| *is_code) {
        let eol = document.source.eol();
        let made = parse(&text);
        let front_matter = made.markdown.nodes.first().filter(|node| node.kind == NodeKind::FrontMatter);
        // At the very start of a file, the renderer does not look for it.
        let (start, put) = match front_matter {
            Some(node) => (node.span.end, format!("{eol}{divider}")),
            None => (made.source.line_start(0), format!("<!-- -->{eol}{divider}{eol}{eol}")),
        };
        text.insert_str(start, &put);
    }
    text
}

/// Where the comment is above the first one outside of callouts, and whether it is in code there.
fn places(document: &Document<'_>, divider: &str) -> Vec<(usize, bool)> {
    let text = document.source.text();
    let mut found = memchr::memmem::find_iter(text.as_bytes(), divider).peekable();
    if found.peek().is_none() {
        return Vec::new();
    }
    let closed = closed(document);
    let is_code = |at: usize| {
        let last = closed.partition_point(|(span, _)| span.start <= at).checked_sub(1);
        last.is_some_and(|last| closed[last].1 && closed[last].0.contains(at))
    };
    found
        .map(|at| (at, is_code(at)))
        .take_while(|(at, is_code)| *is_code || !is_apart(document, *at))
        .collect()
}

/// Whether a comment is outside of callouts and other blocks.
fn is_apart(document: &Document<'_>, at: usize) -> bool {
    let is_tagged = document.block_at(at).is_some_and(|block| document.tag_of(block).is_some());
    !is_tagged && document.markdown.top_at(at).is_some_and(|node| node.kind == NodeKind::Comment)
}
