//! Links to pages in HTML. Renderers adapt only the addresses of links in Markdown.

use tagdown::document::Document;
use tagdown::markdown::InlineKind;
use tagdown::text::Span;

use super::html_tags::{Found, attributes};
use crate::change::Change;
use crate::dialects::Dialect;

/// Writes links to pages as links in Markdown. `read` are the blocks of HTML in which Markdown is read.
pub(crate) fn part(
    document: &Document<'_>,
    tags: &[Found],
    read: &[Span],
    dialect: &Dialect,
    out: &mut Vec<Change>,
) {
    if dialect.serves_folders {
        return;
    }
    for (index, open) in tags.iter().enumerate().filter(|(_, tag)| tag.name == "a" && !tag.is_end) {
        let behind = tags[index + 1..].iter().find(|tag| tag.name != "img");
        let Some(close) = behind.filter(|tag| tag.name == "a" && tag.is_end) else { continue };
        let inner = document.text(Span::new(open.span.end, close.span.start));
        let is_read = |tag: &Found| {
            let is_inline = document.markdown.inlines_in(tag.span).contains(&(InlineKind::Html, tag.span));
            is_inline || read.iter().any(|span| span.contains(tag.span.start))
        };
        if inner.contains(['[', ']', '\n', '\r']) || !is_read(open) || !is_read(close) {
            continue;
        }
        let text = document.text(open.span);
        let attributes = attributes(text[2..].trim_end_matches('>'));
        let [(name, Some(address))] = &attributes[..] else { continue };
        let path = address.split(['#', '?']).next().unwrap_or_default();
        let is_page = path.rsplit_once('.').is_some_and(|(_, ending)| ending == "md");
        let is_page = is_page && name.eq_ignore_ascii_case("href") && !path.contains(':');
        if is_page && !address.contains([' ', '(', ')', '<', '>', '\\']) {
            out.push(Change::new(open.span, "["));
            out.push(Change::new(close.span, format!("]({address})")));
        }
    }
}
