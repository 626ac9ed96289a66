//! Links that a renderer knows only in HTML: to anchors that are no headings, and with schemes that it refuses.

use tagdown::document::Document;
use tagdown::markdown::InlineKind;
use tagdown::text::Span;

use super::addresses::is_markdown;
use super::headings;
use crate::change::Change;
use crate::dialects::Dialect;

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
        let scheme = place.split_once(':').map_or("", |(scheme, _)| scheme);
        let is_scheme = |scheme: &str| scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
        let is_elsewhere = is_scheme(scheme) && !["", "http", "https", "mailto", "ftp"].contains(&scheme);
        let is_plain = !anchor.contains(['%', ' ', '"', '<', '>']) && !is_known;
        if (is_on_page || is_on_server || is_elsewhere) && is_plain {
            let mark = if is_on_page { "#" } else { "" };
            let open = format!("<a href=\"{mark}{anchor}\">");
            out.push(Change::new(Span::new(span.start, span.start + 1), open));
            out.push(Change::new(Span::new(span.end - place.len() - 3, span.end), "</a>"));
        }
    }
}

/// Writes links to files of a server as HTML, for a renderer that shows them as text. Links that run a program become their
/// text, as on GitHub.
pub(crate) fn schemes(document: &Document<'_>, out: &mut Vec<Change>) {
    let links = document.markdown.inlines.iter().filter(|(kind, _)| *kind == InlineKind::Link);
    for &(_, span) in links {
        let text = document.text(span);
        let Some((shown, address)) = text.rsplit_once("](").filter(|_| text.starts_with('[')) else {
            continue;
        };
        let Some(address) = address.strip_suffix(')') else { continue };
        let scheme = address.split(':').next().unwrap_or_default().to_ascii_lowercase();
        if address.contains([' ', '"', '<', '>', '{'])
            || !["file", "javascript", "vbscript", "data"].contains(&&*scheme)
        {
            continue;
        }
        let is_file = scheme == "file";
        let open = if is_file { format!("<a href=\"{address}\">") } else { String::new() };
        out.push(Change::new(Span::new(span.start, span.start + 1), open));
        let close = if is_file { "</a>" } else { "" };
        out.push(Change::new(Span::new(span.start + shown.len(), span.end), close));
    }
}
