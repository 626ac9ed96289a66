//! Links that a renderer knows only in HTML: to anchors that are no headings, and with schemes that it refuses.

use tagdown::document::Document;
use tagdown::markdown::InlineKind;
use tagdown::text::Span;

use super::addresses::is_markdown;
use super::headings;
use crate::change::Change;
use crate::dialects::Dialect;

/// The schemes of links that run a program or hold a page. No renderer may make a link of them that works.
pub(crate) const RUNNING: [&str; 4] = ["blob", "data", "javascript", "vbscript"];

/// The scheme of an address, in lower case.
fn scheme_of(address: &str) -> String {
    address.split_once(':').map_or(String::new(), |(scheme, _)| scheme.to_ascii_lowercase())
}

/// Writes the text of a link between these pieces of HTML; `address` is what follows the text in Markdown.
fn rewrite(span: Span, address: &str, [open, close]: [String; 2], out: &mut Vec<Change>) {
    out.push(Change::new(Span::new(span.start, span.start + 1), open));
    out.push(Change::new(Span::new(span.end - address.len() - "]()".len(), span.end), close));
}

/// Writes links to other places of the page than headings, to places of the server, and with unusual schemes as HTML,
/// for a renderer that only knows headings and files.
pub(crate) fn anchors(document: &Document<'_>, dialect: &Dialect, out: &mut Vec<Change>) {
    // A heading with HTML that is shown as text has the anchor of an element.
    let shown = headings::shown_tags(document, dialect, out);
    let has_shown = |heading: Span| {
        let next = shown.partition_point(|at| *at < heading.start);
        shown.get(next).is_some_and(|at| heading.contains(*at))
    };
    let links = document.markdown.inlines.iter().filter(|(kind, _)| *kind == InlineKind::Link);
    for &(_, span) in links {
        let text = document.text(span);
        let Some((_, place)) = text.rsplit_once("](").filter(|_| text.starts_with('[')) else { continue };
        let Some(place) = place.strip_suffix(')') else { continue };
        let anchor = place.strip_prefix('#').unwrap_or(place);
        let is_known = document
            .sections
            .iter()
            .any(|section| section.level > 0 && section.slug == anchor && !has_shown(section.heading));
        let is_on_page = place.starts_with('#') || place.is_empty();
        let is_on_server = place.starts_with('/') && !place.split(['#', '?']).any(is_markdown);
        let scheme = scheme_of(place);
        if RUNNING.contains(&&*scheme) {
            rewrite(span, place, Default::default(), out);
            continue;
        }
        let is_scheme = |scheme: &str| scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
        let is_elsewhere = is_scheme(&scheme) && !["", "http", "https", "mailto", "ftp"].contains(&&*scheme);
        let is_plain = !anchor.contains(['%', ' ', '"', '<', '>']) && !is_known;
        if (is_on_page || is_on_server || is_elsewhere) && is_plain {
            let mark = if is_on_page { "#" } else { "" };
            rewrite(span, place, [format!("<a href=\"{mark}{anchor}\">"), "</a>".to_owned()], out);
        }
    }
}

/// Writes links to files of a server as HTML, for a renderer that shows them as text. Links that run a program become their
/// text, as on GitHub.
pub(crate) fn schemes(document: &Document<'_>, out: &mut Vec<Change>) {
    let links = document.markdown.inlines.iter().filter(|(kind, _)| *kind == InlineKind::Link);
    for &(_, span) in links {
        let text = document.text(span);
        let Some((_, address)) = text.rsplit_once("](").filter(|_| text.starts_with('[')) else { continue };
        let Some(address) = address.strip_suffix(')') else { continue };
        let scheme = scheme_of(address);
        if RUNNING.contains(&&*scheme) {
            rewrite(span, address, Default::default(), out);
        } else if scheme == "file" && !address.contains([' ', '"', '<', '>', '{']) {
            rewrite(span, address, [format!("<a href=\"{address}\">"), "</a>".to_owned()], out);
        }
    }
}
