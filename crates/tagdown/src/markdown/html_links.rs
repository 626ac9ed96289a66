//! The links and images of raw HTML.

use super::html_tags::html_tags;
use super::link::Link;
use super::tree::{InlineKind, Markdown, NodeKind};
use crate::text::{Source, Span};

/// The links and images of raw HTML with a relative target, in order.
pub fn html_links(source: &Source<'_>, markdown: &Markdown) -> Vec<Link> {
    let mut links = Vec::new();
    for span in html_spans(markdown) {
        let html = source.slice(span);
        if !html.contains("src") && !html.contains("href") && !html.contains("SRC") && !html.contains("HREF")
        {
            continue;
        }
        for tag in html_tags(html) {
            let (is_image, attribute) = match tag.name.to_ascii_lowercase().as_str() {
                "img" => (true, "src"),
                "a" => (false, "href"),
                _ => continue,
            };
            let Some(target) = tag.attribute(attribute) else { continue };
            let place = Span::new(span.start + tag.span.start, span.start + tag.span.end);
            links.extend(Link::relative(place, &target, is_image));
        }
    }
    links
}

/// The raw HTML of a text, without comments, in no particular order.
pub(crate) fn html_spans(markdown: &Markdown) -> impl Iterator<Item = Span> {
    let blocks = markdown.nodes.iter().filter(|node| node.kind == NodeKind::Html).map(|node| node.span);
    let inlines = markdown.inlines.iter().filter(|(kind, _)| *kind == InlineKind::Html);
    blocks.chain(inlines.map(|(_, span)| *span))
}
