//! Undoes what `render` writes so that links and images work: anchors of headings, brackets around addresses, and images
//! with attributes.

use tagdown::document::Document;
use tagdown::markdown::{InlineKind, NodeKind, bare_addresses};
use tagdown::rules::Edit;
use tagdown::text::Span;
use tagdown_render::{Addresses, Dialect, Images};

/// All edits that undo something, unordered.
pub(crate) fn edits(document: &Document<'_>, dialect: &Dialect) -> Vec<Edit> {
    let mut edits = Vec::new();
    anchors(document, &mut edits);
    if dialect.addresses != Addresses::Linked {
        addresses(document, &mut edits);
    }
    match dialect.images {
        Images::Attributed => attributed(document, &mut edits),
        Images::Required => required(document, &mut edits),
        Images::Dotted => dotted(document, &mut edits),
        Images::Untouched | Images::Markdown => {}
    }
    edits
}

/// ` {#anchor}` at the end of a heading. An author's own has a backslash after `render`; for Docusaurus both have one.
fn anchors(document: &Document<'_>, edits: &mut Vec<Edit>) {
    for section in document.sections.iter().filter(|section| section.level > 0) {
        let text = document.text(section.heading);
        // Where a heading has HTML that is shown as text, the anchor may be an element.
        let inner = text.trim_end().strip_suffix("\"></a>");
        let open = inner.and_then(|inner| {
            inner.rfind(" <a id=\"").filter(|open| !inner[open + " <a id=\"".len()..].contains('"'))
        });
        if let Some(open) = open.filter(|open| text[..*open].contains("&lt;")) {
            let start = section.heading.start;
            edits.push(Edit::delete(Span::new(start + open, start + text.trim_end().len())));
            continue;
        }
        let line =
            text.lines().rev().find(|line| line.trim_end().trim_end_matches(['#', ' ']).ends_with('}'));
        let Some(title) = line.map(|line| line.trim_end().trim_end_matches(['#', ' '])) else { continue };
        let is_own = |before: &str| !before.ends_with('}') && !before.contains("&lt;");
        let second = || title.rfind(" \\{#").filter(|open| !is_own(&title[..*open]));
        let Some(open) = title.rfind(" {#").or_else(second) else { continue };
        let anchor = title[open..title.len() - 1].trim_start_matches([' ', '\\', '{', '#']);
        if !anchor.is_empty() && !anchor.contains([' ', '{', '}', '\\']) {
            let start = section.heading.start + (title.as_ptr() as usize - text.as_ptr() as usize) + open;
            edits.push(Edit::delete(Span::new(start, start + title.len() - open)));
        }
    }
}

/// `<https://x>`, which was an address in running text or means the same.
fn addresses(document: &Document<'_>, edits: &mut Vec<Edit>) {
    for &target in document.markdown.targets.iter().filter(|span| document.text(**span).starts_with('<')) {
        let inner = Span::new(target.start + 1, target.end.saturating_sub(1).max(target.start + 1));
        let found = bare_addresses(document.text(inner));
        if found.len() == 1 && found[0].span == Span::new(0, inner.end - inner.start) {
            edits.push(Edit::delete(Span::new(target.start, inner.start)));
            edits.push(Edit::delete(Span::new(inner.end, target.end)));
        }
    }
    for (span, shown, target) in links(document) {
        if shown.starts_with("www.") && target.strip_prefix("http://") == Some(shown) {
            edits.push(Edit::replace(span, shown));
        }
    }
}

/// The links and images with their text and address, and without a title.
fn links<'t>(document: &Document<'t>) -> impl Iterator<Item = (Span, &'t str, &'t str)> {
    let links = document.markdown.inlines.iter().filter(|(kind, _)| *kind == InlineKind::Link);
    links.filter_map(|(_, span)| {
        let inner = document.text(*span).trim_start_matches('!').strip_prefix('[')?.strip_suffix(')')?;
        let (shown, target) = inner.rsplit_once("](")?;
        Some((*span, shown, target))
    })
}

/// `<img src="./b.png">`, which means the same without the dot.
fn dotted(document: &Document<'_>, edits: &mut Vec<Edit>) {
    let markdown = &document.markdown;
    let blocks = markdown.nodes.iter().filter(|node| node.kind == NodeKind::Html).map(|node| node.span);
    let inlines = markdown.inlines.iter().filter(|(kind, _)| *kind == InlineKind::Html);
    for piece in blocks.chain(inlines.map(|(_, span)| *span)) {
        for (at, found) in document.text(piece).match_indices(" src=\"./") {
            let end = piece.start + at + found.len();
            edits.push(Edit::delete(Span::new(end - 2, end)));
        }
    }
}

/// `![a](b.png){ width="20" }`
fn attributed(document: &Document<'_>, edits: &mut Vec<Edit>) {
    let text = document.source.text();
    for (span, alt, address) in links(document).filter(|(span, ..)| text[span.start..].starts_with('!')) {
        let behind = text[span.end..].strip_prefix("{ ").and_then(|behind| behind.split_once(" }"));
        let Some((attributes, _)) = behind.filter(|(inner, _)| !inner.contains(['{', '\n', '\r'])) else {
            continue;
        };
        let alt = if alt.is_empty() { String::new() } else { format!(" alt=\"{}\"", alt.replace('\\', "")) };
        let end = span.end + "{ ".len() + attributes.len() + " }".len();
        let tag = format!("<img src=\"{}\"{alt} {attributes}>", address.replace("%20", " "));
        edits.push(Edit::replace(Span::new(span.start, end), tag));
    }
}

/// `<img src={require("./b.png").default} width="20" />`
fn required(document: &Document<'_>, edits: &mut Vec<Edit>) {
    const OPEN: &str = "{require(\"";
    const CLOSE: &str = "\").default}";
    let text = document.source.text();
    for (at, _) in text.match_indices(OPEN) {
        let rest = &text[at + OPEN.len()..];
        let Some(length) = rest.find(CLOSE).filter(|end| !rest[..*end].contains(['"', '\n', '\r'])) else {
            continue;
        };
        if document.markdown.is_opaque_at(at) || !text[..at].ends_with('=') {
            continue;
        }
        let path = rest[..length].strip_prefix("./").unwrap_or(&rest[..length]);
        let end = at + OPEN.len() + length + CLOSE.len();
        edits.push(Edit::replace(Span::new(at, end), format!("\"{path}\"")));
        if let Some(close) = text[end..].find('>').filter(|close| text[end..end + close].ends_with(" /")) {
            edits.push(Edit::delete(Span::new(end + close - 2, end + close)));
        }
    }
}
