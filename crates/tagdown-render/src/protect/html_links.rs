//! Links to pages in HTML. Renderers adapt only the addresses of links in Markdown.

use tagdown::document::Document;
use tagdown::markdown::InlineKind;
use tagdown::text::Span;

use super::html_tags::{Found, attributes};
use crate::change::Change;
use crate::dialects::Dialect;

/// Writes links to pages as links in Markdown.
pub(crate) fn part(document: &Document<'_>, tags: &[Found], dialect: &Dialect, out: &mut Vec<Change>) {
    if dialect.serves_folders {
        return;
    }
    for pair in tags.windows(2).filter(|pair| pair.iter().all(|tag| tag.name == "a")) {
        let [open, close] = pair else { continue };
        let inner = document.text(Span::new(open.span.end, close.span.start));
        let text = document.text(open.span);
        let is_text = !open.is_end && close.is_end && !inner.contains(['[', ']', '\n', '\r']);
        let is_inline =
            |tag: &Found| document.markdown.inlines_in(tag.span).contains(&(InlineKind::Html, tag.span));
        if !is_text || !is_inline(open) || !is_inline(close) {
            continue;
        }
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
