//! Rewrites addresses that a renderer reads differently: in angle brackets, without brackets, or with characters that
//! would be escaped.

use tagdown::document::Document;
use tagdown::markdown::{InlineKind, NodeKind, bare_addresses};
use tagdown::text::Span;

use super::closed::closed;
use crate::change::Change;
use crate::dialects::{Addresses, Dialect, Html, Layout};

/// Rewrites addresses in angle brackets that renderers read as elements, or as links that lead nowhere: `<host:port>`.
pub(crate) fn show_odd(document: &Document<'_>, dialect: &Dialect, out: &mut Vec<Change>) {
    for &target in document.markdown.targets.iter().filter(|span| document.text(**span).starts_with('<')) {
        let address = document.text(target).trim_matches(['<', '>']);
        let scheme = address.split(':').next().unwrap_or_default().to_ascii_lowercase();
        if ["http", "https", "ftp", "mailto"].contains(&scheme.as_str()) || !address.contains(':') {
            continue;
        }
        let is_address = address.contains("://") || ["tel", "urn"].contains(&scheme.as_str());
        if is_address && dialect.layout != Layout::Indented {
            continue;
        }
        if is_address {
            out.push(Change::new(target, format!("[{address}]({address})")));
        } else {
            out.push(Change::new(Span::new(target.start, target.start + 1), "&lt;"));
        }
    }
}

/// Ends an address before an element that is shown as text. Otherwise it would continue into the escaped `<`.
pub(crate) fn end_address(document: &Document<'_>, at: usize, html: Html, out: &mut Vec<Change>) {
    let Some(start) = crate::dialects::places::address(&document.source.text()[..at]) else { return };
    if html == Html::Jsx {
        out.push(Change::new(Span::new(start, at), as_link("", document.text(Span::new(start, at)))));
    } else {
        out.push(Change::insert(start, "<"));
        out.push(Change::insert(at, ">"));
    }
}

/// Turns addresses without brackets into links if they contain characters that would be escaped, because the escape
/// would become part of the address.
pub(crate) fn link_bare(document: &Document<'_>, out: &mut Vec<Change>) {
    let text = document.source.text();
    let closed = closed(document);
    let (mut next, mut end) = (0, 0);
    for at in memchr::memmem::find_iter(text.as_bytes(), "://") {
        // An address may contain another one.
        if at < end {
            continue;
        }
        while closed.get(next).is_some_and(|(span, _)| span.end <= at) {
            next += 1;
        }
        let is_closed =
            closed[next..].iter().take_while(|(span, _)| span.start <= at).any(|(span, _)| span.end > at);
        let host = text[at + 3..].chars().next();
        let Some(start) = crate::dialects::places::address(&text[..at + 3 + host.map_or(0, char::len_utf8)])
        else {
            continue;
        };
        let length =
            text[at..].find(|c: char| c.is_whitespace() || "<>|`\"*".contains(c)).unwrap_or(text.len() - at);
        end = at + length;
        let address = text[start..end].trim_end_matches(['.', ',', ';', ':', '!', '?', '\'', ')', '_']);
        if !is_closed && address.contains('{') && !address.contains(['(', '[', ']', '\\']) {
            out.push(Change::new(Span::new(start, start + address.len()), as_link("", address)));
        }
    }
}

/// Marks the addresses in running text as links, and returns where they are.
pub(crate) fn mark(
    document: &Document<'_>,
    dialect: &Dialect,
    closed: &[(Span, bool)],
    out: &mut Vec<Change>,
) -> Vec<Span> {
    let text = document.source.text();
    let links = document.markdown.inlines.iter().filter(|(kind, _)| *kind == InlineKind::Link);
    let mut shut: Vec<Span> =
        closed.iter().map(|(span, _)| *span).chain(links.map(|(_, span)| *span)).collect();
    shut.sort_unstable();
    let mut marked = Vec::new();
    let mut at = 0;
    for span in shut.into_iter().chain([Span::at(text.len())]) {
        if span.start > at {
            for found in bare_addresses(&text[at..span.start]) {
                let whole = Span::new(at + found.span.start, at + found.span.end);
                let in_table = document.markdown.nodes_in(Span::new(0, whole.end)).iter().rev();
                let in_table = in_table
                    .take(1)
                    .any(|node| node.kind == NodeKind::Table && node.span.contains(whole.start));
                let bar = text[whole.range()].find('|').filter(|_| in_table);
                let place = bar.map_or(whole, |bar| Span::new(whole.start, whole.start + bar));
                let behind =
                    text[place.end..].trim_start_matches(['?', '!', '.', ',', ':', ';', '_', '~', '*', '\'']);
                let address = &text[place.range()];
                let is_named = found.scheme == "http://";
                // No browser opens these any more.
                if address.starts_with("ftp") {
                    continue;
                }
                // Some renderers show `%20` as a space in the text of a link that they make, or make it too long.
                let is_same = !is_named
                    && !address.contains('%')
                    && !text[place.end..].starts_with(['_', '*', '~', '&']);
                if is_same && dialect.addresses == Addresses::Complete {
                    continue;
                }
                // `end_address` ends an address before an element; a name is a link only if nothing in it is markup.
                if behind.len() < text.len() - place.end && behind.starts_with('<')
                    || is_named && address.contains(['_', '(', ')'])
                {
                    continue;
                }
                let has_codes = address.contains('%') && !address.contains(['_', '*', '(', ')', '{', '~']);
                if is_named || has_codes {
                    out.push(Change::new(place, format!("[{address}]({}{address})", found.scheme)));
                } else {
                    out.push(Change::insert(place.start, "<"));
                    out.push(Change::insert(place.end, ">"));
                }
                marked.push(place);
            }
        }
        at = at.max(span.end);
    }
    marked
}

/// Writes links that lead nowhere as links to the page itself, as browsers read them.
pub(crate) fn fill_empty(document: &Document<'_>, out: &mut Vec<Change>) {
    for &target in document.markdown.targets.iter().filter(|span| document.text(**span) == "]()") {
        out.push(Change::new(target, "](#)"));
    }
}

/// Writes links to other places of the page than headings as HTML, for a renderer that only knows headings.
pub(crate) fn anchors_in_html(document: &Document<'_>, out: &mut Vec<Change>) {
    let links = document.markdown.inlines.iter().filter(|(kind, _)| *kind == InlineKind::Link);
    for &(_, span) in links {
        let text = document.text(span);
        let Some((_, place)) = text.rsplit_once("](").filter(|_| text.starts_with('[')) else { continue };
        let place = place.trim_end_matches(')');
        let anchor = place.strip_prefix('#').unwrap_or(place);
        let is_known = document.sections.iter().any(|section| section.level > 0 && section.slug == anchor);
        if (place.starts_with('#') || place.is_empty()) && !anchor.contains(['%', ' ', '"', '>']) && !is_known
        {
            out.push(Change::new(Span::new(span.start, span.start + 1), format!("<a href=\"#{anchor}\">")));
            out.push(Change::new(Span::new(span.end - place.len() - 3, span.end), "</a>"));
        }
    }
}

/// Encodes brackets that a backslash keeps from ending an address, because the backslash may become a part of it.
pub(crate) fn encode_brackets(document: &Document<'_>, out: &mut Vec<Change>) {
    for &target in document.markdown.targets.iter().filter(|span| document.text(**span).starts_with("](")) {
        let address = document.text(target).split([' ', '"']).next().unwrap_or_default();
        for (sign, code) in [("\\(", "%28"), ("\\)", "%29")] {
            for (at, _) in address.match_indices(sign) {
                out.push(Change::new(Span::new(target.start + at, target.start + at + 2), code));
            }
        }
    }
}

/// Writes titles of links between quotation marks, for a renderer that takes `(title)` for a part of the address.
pub(crate) fn quote_titles(document: &Document<'_>, out: &mut Vec<Change>) {
    for &target in document.markdown.targets.iter().filter(|span| document.text(**span).starts_with("](")) {
        let text = document.text(target);
        let Some(open) = text.rfind(" (").filter(|_| text.ends_with("))")) else { continue };
        let title = &text[open + 2..text.len() - 2];
        if !title.contains(['(', ')', '"']) {
            let start = target.start + open + 1;
            out.push(Change::new(Span::new(start, target.end - 1), format!("\"{title}\"")));
        }
    }
}

/// An address as an MDX link, with an optional scheme that is not shown.
fn as_link(scheme: &str, address: &str) -> String {
    let shown = address.replace(':', "\\:").replace('{', "\\{");
    let leads_to = address.replace('{', "%7B").replace('}', "%7D");
    format!("[{shown}]({scheme}{leads_to})")
}

/// Turns addresses in angle brackets into links.
pub(crate) fn link(document: &Document<'_>, out: &mut Vec<Change>) {
    for &target in document.markdown.targets.iter().filter(|span| document.text(**span).starts_with('<')) {
        if out.iter().any(|change| change.span == Span::new(target.start, target.start + 1)) {
            continue;
        }
        let address = document.text(target).trim_matches(['<', '>']);
        let is_mail = address.contains('@') && !address.contains(':');
        let scheme = if is_mail { "mailto:" } else { "" };
        out.push(Change::new(target, as_link(scheme, address)));
    }
}
