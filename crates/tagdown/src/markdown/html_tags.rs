//! The tags of raw HTML with their attributes: where HTML links to, and which anchors it sets.

use crate::text::Span;

/// An opening tag.
pub(crate) struct HtmlTag<'t> {
    /// Its name, as written.
    pub(crate) name: &'t str,
    /// From `<` to `>`.
    pub(crate) span: Span,
    attributes: &'t str,
}

/// Elements whose content is not HTML, or shows HTML without its meaning.
const RAW: [&str; 6] = ["script", "style", "pre", "code", "textarea", "template"];

/// The opening tags of a piece of HTML, in order. Comments, scripts and code are left out.
pub(crate) fn html_tags(html: &str) -> Vec<HtmlTag<'_>> {
    let mut tags = Vec::new();
    let mut at = 0;
    // What does not close is searched for only once.
    let (mut open_comment, mut open_content) = (false, false);
    while let Some(start) = html[at..].find('<').map(|next| at + next) {
        let rest = &html[start + 1..];
        if let Some(inner) = rest.strip_prefix("!--") {
            let end = if open_comment { None } else { inner.find("-->") };
            let Some(end) = end else {
                open_comment = true;
                at = start + 4;
                continue;
            };
            at = start + 4 + end + 3;
            continue;
        }
        let name_end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '-').unwrap_or(rest.len());
        if name_end == 0 || !rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
            at = start + 1;
            continue;
        }
        let Some(length) = tag_length(&rest[name_end..]) else {
            at = start + 1 + name_end;
            continue;
        };
        let name = &rest[..name_end];
        let attributes = &rest[name_end..name_end + length];
        at = start + 1 + name_end + length + 1;
        if !open_content && RAW.iter().any(|raw| name.eq_ignore_ascii_case(raw)) {
            let content = content_length(&html[at..], name);
            open_content = content.is_none();
            at += content.unwrap_or(0);
        }
        tags.push(HtmlTag {
            name,
            span: Span::new(start, (start + 2 + name_end + length).min(html.len())),
            attributes,
        });
    }
    tags
}

/// How many bytes of attributes come before the `>` of a tag. Attributes are short, so an open quote ends soon.
fn tag_length(attributes: &str) -> Option<usize> {
    const LONGEST: usize = 2_000;
    let mut quote = None;
    for (at, byte) in attributes.bytes().enumerate().take(LONGEST) {
        match (quote, byte) {
            (None, b'>') => return Some(at),
            (None, b'<') => return None,
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), byte) if open == byte => quote = None,
            _ => {}
        }
    }
    None
}

/// The length of the content of an element, up to its closing tag; `None` if it ends in another piece.
fn content_length(html: &str, name: &str) -> Option<usize> {
    let mut at = 0;
    while let Some(next) = html[at..].find("</").map(|next| at + next) {
        let rest = &html.as_bytes()[next + 2..];
        if rest.get(..name.len()).is_some_and(|close| close.eq_ignore_ascii_case(name.as_bytes())) {
            return Some(next);
        }
        at = next + 2;
    }
    None
}

impl<'t> HtmlTag<'t> {
    /// The value of an attribute, with the entities that occur in links decoded.
    pub(crate) fn attribute(&self, name: &str) -> Option<String> {
        let found = self.attributes().find(|(known, _)| known.eq_ignore_ascii_case(name))?;
        Some(found.1.trim().replace("&amp;", "&"))
    }

    fn attributes(&self) -> impl Iterator<Item = (&'t str, &'t str)> {
        let mut rest = self.attributes;
        std::iter::from_fn(move || {
            loop {
                rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '/');
                if rest.is_empty() {
                    return None;
                }
                let end = rest.find(|c: char| c.is_whitespace() || c == '=').unwrap_or(rest.len());
                let name = &rest[..end];
                rest = rest[end..].trim_start();
                let Some(value) = rest.strip_prefix('=').map(str::trim_start) else {
                    if name.is_empty() {
                        return None;
                    }
                    continue;
                };
                let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''));
                let inner = quote.map_or(value, |_| &value[1..]);
                let is_end = |c: char| quote.map_or(c.is_whitespace(), |quote| c == quote);
                let end = inner.find(is_end).unwrap_or(inner.len());
                rest = &inner[end..];
                rest = rest.strip_prefix(|c| Some(c) == quote).unwrap_or(rest);
                return Some((name, &inner[..end]));
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(html: &str, attribute: &str) -> Vec<String> {
        html_tags(html).iter().filter_map(|tag| tag.attribute(attribute)).collect()
    }

    #[test]
    fn attributes_are_read_as_browsers_do() {
        for (html, values_of) in [
            ("<img alt='a > b' src=\"a.png\">", vec!["a.png"]),
            ("<IMG width=3 SRC=a.png/>", vec!["a.png/"]),
            ("<img src = 'a b.png' />", vec!["a b.png"]),
            ("<img data-src='x' alt>", vec![]),
            ("<!-- <img src='x'> --> <img src='y?a&amp;b'>", vec!["y?a&b"]),
            ("<pre><img src='x'></pre><img src='y'>", vec!["y"]),
            ("a < b <img src='y'", vec![]),
            ("<!-- <img src='x'>", vec!["x"]),
        ] {
            assert_eq!(values(html, "src"), values_of, "{html}");
        }
    }
}
