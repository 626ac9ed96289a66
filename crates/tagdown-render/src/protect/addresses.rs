//! Rewrites addresses that a renderer reads differently: in angle brackets, without brackets, or with characters that
//! would be escaped.

use std::path::Path;

use tagdown::document::Document;
use tagdown::markdown::{InlineKind, NodeKind, bare_addresses};
use tagdown::text::{Span, percent_decoded};

use super::closed::closed;
use crate::change::Change;
use crate::dialects::{Addresses, Dialect, Html, Layout, conditions};
use crate::layout::tables;

/// Whether a path leads to a page.
pub(super) fn is_markdown(path: &str) -> bool {
    Path::new(path).extension().is_some_and(|extension| extension == "md")
}

/// Rewrites addresses in angle brackets that renderers read as elements, or as links that lead nowhere: `<host:port>`.
pub(crate) fn show_odd(document: &Document<'_>, dialect: &Dialect, out: &mut Vec<Change>) {
    for &target in document.markdown.targets.iter().filter(|span| document.text(**span).starts_with('<')) {
        let address = document.text(target).trim_matches(['<', '>']);
        let scheme = address.split(':').next().unwrap_or_default().to_ascii_lowercase();
        if ["http", "https", "ftp"].contains(&scheme.as_str()) || !address.contains(':') {
            continue;
        }
        let is_address = address.contains("://") || ["mailto", "tel", "urn"].contains(&scheme.as_str());
        if is_address && dialect.layout != Layout::Indented {
            continue;
        }
        if is_address {
            out.push(Change::new(target, named(address, "")));
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
    // A border ends an address.
    let tables = document.markdown.nodes.iter().filter(|node| node.kind == NodeKind::Table);
    for table in tables {
        let bars = tables::bars(document.text(table.span)).map(|bar| table.span.start + bar);
        shut.extend(bars.map(|bar| Span::new(bar, bar + 1)));
    }
    shut.sort_unstable();
    let mut marked = Vec::new();
    let mut at = 0;
    for span in shut.into_iter().chain([Span::at(text.len())]) {
        if span.start > at {
            for found in bare_addresses(&text[at..span.start]) {
                let place = Span::new(at + found.span.start, at + found.span.end);
                let behind =
                    text[place.end..].trim_start_matches(['?', '!', '.', ',', ':', ';', '_', '~', '*', '\'']);
                let address = &text[place.range()];
                let is_named = found.scheme == "http://";
                let is_file = address.starts_with("ftp:");
                if dialect.addresses == Addresses::Web && !is_file {
                    continue;
                }
                // Some renderers show `%20` as a space in the text of a link that they make, or make it too long.
                // A parser that knows only old top-level domains does not find all mail addresses.
                let is_same = found.scheme.is_empty()
                    && behind.len() + 1 >= text.len() - place.end
                    && !address.contains('%')
                    && !text[place.end..].starts_with(['_', '*', '~', '&']);
                if is_same && dialect.addresses == Addresses::Complete {
                    continue;
                }
                // `end_address` ends an address before an element.
                if behind.len() < text.len() - place.end && behind.starts_with('<') {
                    continue;
                }
                let has_codes = address.contains('%') && !address.contains(['_', '*', '(', ')', '{', '~']);
                let is_mail = address.get(..7).is_some_and(|scheme| scheme.eq_ignore_ascii_case("mailto:"));
                marked.push(place);
                if dialect.layout == Layout::Parted {
                    show_tildes(text, place, out);
                }
                if dialect.html == Html::Jsx {
                    out.push(Change::new(place, as_link(found.scheme, address)));
                } else if is_named || is_mail || has_codes {
                    out.push(Change::new(place, named(address, found.scheme)));
                } else if text[place.end..].starts_with('<') {
                    // The same insertions as those of `end_address`, which may be about this address.
                    out.push(Change::insert(place.start, "<"));
                    out.push(Change::insert(place.end, ">"));
                } else {
                    out.push(Change::new(place, format!("<{address}>")));
                }
            }
        }
        at = at.max(span.end);
    }
    marked
}

/// Escapes the tildes behind an address, unless they end struck text.
fn show_tildes(text: &str, address: Span, out: &mut Vec<Change>) {
    let before = text[..address.start].rsplit("\n\n").next().unwrap_or_default();
    let count = text[address.end..].bytes().take_while(|&byte| byte == b'~').count();
    if count > 1 && !before.contains("~~") {
        out.extend((address.end..address.end + count).map(|at| Change::insert(at, "\\")));
    }
}

/// An address as a link, with an optional scheme that is not shown. Nothing in it is markup.
fn named(address: &str, scheme: &str) -> String {
    let mut shown = String::with_capacity(address.len());
    for c in address.chars() {
        if "_*~".contains(c) {
            shown.push('\\');
        }
        shown.push(c);
    }
    format!("[{shown}]({scheme}{})", address.replace('(', "%28").replace(')', "%29"))
}

/// Writes links that lead nowhere as links to the page itself, as browsers read them.
pub(crate) fn fill_empty(document: &Document<'_>, out: &mut Vec<Change>) {
    for &target in document.markdown.targets.iter().filter(|span| document.text(**span) == "]()") {
        out.push(Change::new(target, "](#)"));
    }
}

/// Writes the anchors in links without the marks that are added to letters and symbols, for a renderer whose anchors
/// have none. On another page too, the anchor differs only in them.
pub(crate) fn plain_anchors(document: &Document<'_>, out: &mut Vec<Change>) {
    for &target in document.markdown.targets.iter().filter(|span| document.text(**span).starts_with("](")) {
        let text = document.text(target);
        let Some(start) = text.find('#').filter(|_| !text.contains(':')).map(|hash| hash + 1) else {
            continue;
        };
        let length = text[start..].find([' ', ')', '>']).unwrap_or(0);
        let anchor = &text[start..start + length];
        let decoded = percent_decoded(anchor).unwrap_or_default();
        let plain = conditions::without_marks(&decoded);
        if plain != decoded {
            out.push(Change::new(Span::new(target.start + start, target.start + start + length), plain));
        }
    }
}

/// Cuts the query of links to pages and files, which only GitHub understands, for a renderer that takes it for a part of
/// the name.
pub(crate) fn cut_queries(document: &Document<'_>, out: &mut Vec<Change>) {
    for &target in document.markdown.targets.iter().filter(|span| document.text(**span).starts_with("](")) {
        let address = document.text(target);
        let path = address.split(['#', '?', ' ', ')', '>']).next().unwrap_or_default();
        let is_local = !path.contains(':') && !path.starts_with("](/");
        if is_local && address[path.len()..].starts_with('?') {
            let query = &address[path.len()..];
            let length = query.find(['#', ' ', ')', '>']).unwrap_or(query.len());
            let start = target.start + path.len();
            out.push(Change::new(Span::new(start, start + length), ""));
        }
    }
}

/// Writes the quotation marks in titles of links as entities, for a renderer that knows no escapes there.
pub(crate) fn encode_quotes(document: &Document<'_>, out: &mut Vec<Change>) {
    for &target in document.markdown.targets.iter().filter(|span| document.text(**span).starts_with("](")) {
        for (at, _) in document.text(target).match_indices("\\\"") {
            out.push(Change::new(Span::new(target.start + at, target.start + at + 2), "&quot;"));
        }
    }
}

/// Writes links to a README as links to the index that the renderer makes of it.
pub(crate) fn name_index(document: &Document<'_>, out: &mut Vec<Change>) {
    for target in targets(document) {
        let address = document.text(target);
        let path = address.split(['#', '?', ' ', ')', '>', '\n', '\r', '\t']).next().unwrap_or_default();
        let before = path.strip_suffix("README.md");
        let is_name = |before: &&str| before.is_empty() || before.ends_with(['/', '(', '<']);
        if let Some(before) = before.filter(is_name).filter(|before| !before.contains(':')) {
            let start = target.start + before.len();
            out.push(Change::new(Span::new(start, start + "README".len()), "index"));
        }
    }
}

/// The addresses and titles of links, images and definitions, with the brackets before an address.
pub(super) fn targets<'d>(document: &'d Document<'_>) -> impl Iterator<Item = Span> + 'd {
    let markdown = &document.markdown;
    let targets = markdown.targets.iter().copied().filter(|span| document.text(*span).starts_with("]("));
    let definitions = markdown.nodes.iter().filter(|node| node.kind == NodeKind::Definition);
    targets.chain(definitions.filter_map(|node| {
        let text = document.text(node.span);
        let address = text.split_once("]:").map_or("", |(_, rest)| rest.trim_start());
        (!address.is_empty()).then(|| Span::new(node.span.end - address.len(), node.span.end))
    }))
}

/// Writes what a backslash keeps from being markup in an address without it, for a renderer that takes the backslash
/// for a part of the address.
pub(crate) fn without_backslashes(document: &Document<'_>, out: &mut Vec<Change>) {
    for target in targets(document) {
        let text = document.text(target);
        let inner = text.trim_start_matches("](").trim_start();
        let at = target.start + text.len() - inner.len();
        let end = if inner.starts_with('<') { inner.find('>') } else { inner.find([' ', '\t', '\n']) };
        let address = &inner[..end.unwrap_or(inner.len())];
        let mut signs = address.char_indices().peekable();
        while let Some((place, sign)) = signs.next() {
            let Some((_, escaped)) = signs.next_if(|(_, next)| sign == '\\' && next.is_ascii_punctuation())
            else {
                continue;
            };
            let put = match escaped {
                '-' | '.' | '_' | '~' | '@' | '/' | ':' | ',' | ';' | '+' | '=' | '!' | '$' | '\'' => {
                    escaped.to_string()
                }
                '&' => "&amp;".to_owned(),
                other => format!("%{:02X}", u32::from(other)),
            };
            out.push(Change::new(Span::new(at + place, at + place + 2), put));
        }
    }
}

/// Writes the addresses of local images and files next to them, for a renderer that does not look for them in
/// definitions.
pub(crate) fn place_files(document: &Document<'_>, out: &mut Vec<Change>) {
    let inlines = &document.markdown.inlines;
    for (at, definition) in &document.markdown.references {
        let first = inlines.partition_point(|(_, span)| span.start < *at);
        let Some((_, link)) = inlines.get(first).filter(|(_, span)| span.start == *at) else { continue };
        let text = document.text(*link);
        let defined = document.text(*definition).split_once("]:").map_or("", |(_, rest)| rest.trim());
        let address = match defined.strip_prefix('<') {
            Some(inner) => inner.split('>').next(),
            None => defined.split(char::is_whitespace).next(),
        };
        let is_image = text.starts_with('!');
        let path = address.and_then(|address| address.split(['#', '?']).next()).unwrap_or_default();
        let is_local = !path.is_empty() && !path.contains([':', '<']) && !path.starts_with('/');
        let is_found = is_local && (is_image || !is_markdown(path));
        let mark = if is_image { "![" } else { "[" };
        let Some(shown) = text.strip_prefix(mark).filter(|_| is_found) else { continue };
        let end = shown.rfind("][").or_else(|| shown.rfind(']'));
        if let Some(end) = end.filter(|&end| !shown[..end].contains(['[', ']'])) {
            let is_collapsed = document.source.text()[link.end..].starts_with("[]");
            let place = Span::new(link.start + mark.len() + end, link.end + 2 * usize::from(is_collapsed));
            // In a link, brackets would end the address.
            let bare = address.filter(|address| !defined.starts_with('<') && address.contains(['(', ')']));
            let put = match bare {
                Some(address) => format!("](<{address}>{})", &defined[address.len()..]),
                None => format!("]({defined})"),
            };
            out.push(Change::new(place, put));
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
