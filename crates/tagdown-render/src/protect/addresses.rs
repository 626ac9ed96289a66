//! Rewrites addresses that a renderer reads differently: in angle brackets, without brackets, or with characters that
//! would be escaped.

use tagdown::document::Document;
use tagdown::text::Span;

use super::running_text;
use crate::change::Change;
use crate::dialects::{Dialect, Html, Layout};

/// Rewrites addresses in angle brackets that older renderers read as elements.
pub(crate) fn show_odd(document: &Document<'_>, dialect: &Dialect, out: &mut Vec<Change>) {
    for &target in document.markdown.targets.iter().filter(|span| document.text(**span).starts_with('<')) {
        let address = document.text(target).trim_matches(['<', '>']);
        let scheme = address.split(':').next().unwrap_or_default().to_ascii_lowercase();
        if ["http", "https", "ftp", "mailto"].contains(&scheme.as_str()) || !address.contains(':') {
            continue;
        }
        if dialect.layout == Layout::Indented
            && (address.contains("://") || ["tel", "urn"].contains(&scheme.as_str()))
        {
            out.push(Change::new(target, format!("[{address}]({address})")));
        } else if !address.contains("://") {
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
pub(crate) fn bare_addresses(document: &Document<'_>, out: &mut Vec<Change>) {
    let text = document.source.text();
    let closed = running_text::closed(document);
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

/// An address as an MDX link, with an optional scheme that is not shown.
fn as_link(scheme: &str, address: &str) -> String {
    let shown = address.replace(':', "\\:").replace('{', "\\{");
    let leads_to = address.replace('{', "%7B").replace('}', "%7D");
    format!("[{shown}]({scheme}{leads_to})")
}

/// Turns addresses in angle brackets into links.
pub(crate) fn link(document: &Document<'_>, out: &mut Vec<Change>) {
    for &target in document.markdown.targets.iter().filter(|span| document.text(**span).starts_with('<')) {
        let address = document.text(target).trim_matches(['<', '>']);
        let is_mail = address.contains('@') && !address.contains(':');
        let scheme = if is_mail { "mailto:" } else { "" };
        out.push(Change::new(target, as_link(scheme, address)));
    }
}
