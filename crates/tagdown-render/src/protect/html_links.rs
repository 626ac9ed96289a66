//! Links to pages and files in HTML. Renderers adapt only the addresses of links in Markdown.

use tagdown::document::Document;
use tagdown::text::Span;

use super::addresses::is_markdown;
use super::end_tags::{is_in_same_text, is_inline};
use super::html_tags::{Found, attributes};
use super::images::{is_local, value_of};
use super::paths;
use crate::change::Change;
use crate::dialects::{Dialect, Html, Images, Layout};

/// Elements that a link in Markdown may contain.
const INNER: [&str; 18] = [
    "abbr", "b", "br", "code", "del", "em", "i", "img", "kbd", "mark", "s", "samp", "small", "span",
    "strong", "sub", "sup", "u",
];

/// Attributes that a link works without.
const SPARE: [&str; 4] = ["class", "rel", "style", "target"];

/// Writes links to pages and files as links in Markdown. `read` are the blocks of HTML in which Markdown is read.
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
    // Where a page is a file next to its source, so are the files that it links to.
    let finds_files = dialect.indexes.is_empty() && !dialect.strict && dialect.html == Html::Known;
    // MDX reads Markdown anywhere.
    let is_read = |tag: &Found| {
        is_inline(document, tag)
            || dialect.html == Html::Jsx
            || read.iter().any(|span| span.contains(tag.span.start))
    };
    for (index, open) in tags.iter().enumerate().filter(|(_, tag)| tag.name == "a" && !tag.is_end) {
        let behind = tags[index + 1..].iter().find(|tag| !INNER.contains(&tag.name.as_str()));
        let Some(close) = behind.filter(|tag| tag.name == "a" && tag.is_end) else { continue };
        let inner = document.text(Span::new(open.span.end, close.span.start));
        let is_whole = is_in_same_text(document, open.span.start, close.span.start);
        if inner.contains(['[', ']']) || !is_whole || !is_read(open) || !is_read(close) {
            out.extend(lead_to_page(document, open, dialect));
            continue;
        }
        let Some((address, title)) = target(document.text(open.span)) else {
            out.extend(lead_to_page(document, open, dialect));
            continue;
        };
        let path = address.split(['#', '?']).next().unwrap_or_default();
        if is_local(&address) && (is_markdown(path) || !finds_files && is_file(path, dialect)) {
            out.push(Change::new(open.span, "["));
            out.push(Change::new(close.span, format!("]({}{title})", paths::named(&address, dialect))));
        }
    }
}

/// Writes the address of a link to a page as that of its HTML, where no link in Markdown can be.
fn lead_to_page(document: &Document<'_>, tag: &Found, dialect: &Dialect) -> Option<Change> {
    let text = document.text(tag.span);
    let (_, start) = value_of(text, "href").filter(|(_, start)| is_local(&text[*start..]))?;
    let end = text[start..].find(['#', '?', '"', '\'', ' ', '>']).map_or(text.len(), |end| start + end);
    let page = page(&text[start..end], dialect)?;
    Some(Change::new(Span::new(tag.span.start + start, tag.span.start + end), page))
}

/// The address of the page of a document, if it follows from that of the document.
fn page(path: &str, dialect: &Dialect) -> Option<String> {
    let bare = path.strip_suffix(".md")?;
    if dialect.html == Html::Vue || dialect.strict || dialect.layout == Layout::Parted {
        return Some(format!("{bare}.html"));
    }
    let has_folders = matches!(dialect.images, Images::Markdown | Images::Attributed);
    let is_plain = path.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_./".contains(&b));
    if !has_folders || !is_plain || path.starts_with('/') {
        return None;
    }
    let up = if dialect.indexes.is_empty() { "./" } else { "../" };
    let (folder, name) = bare.rfind('/').map_or(("", bare), |slash| bare.split_at(slash + 1));
    // MkDocs keeps the names; the others write them in lower case, and do not agree on dots.
    let keeps = dialect.layout == Layout::Indented;
    match name {
        "index" | "_index" => Some(format!("{up}{folder}")),
        "README" if keeps => Some(format!("{up}{folder}")),
        _ if keeps => Some(format!("{up}{bare}/")),
        _ if name.contains('.') => None,
        _ => Some(format!("{up}{}/", bare.to_ascii_lowercase())),
    }
}

/// Writes links to a README as links to the index that the renderer makes of it.
pub(crate) fn name_index(document: &Document<'_>, tags: &[Found], out: &mut Vec<Change>) {
    for tag in tags.iter().filter(|tag| tag.name == "a" && !tag.is_end) {
        let text = document.text(tag.span);
        let Some((_, start)) = value_of(text, "href").filter(|(_, start)| is_local(&text[*start..])) else {
            continue;
        };
        let end = text[start..].find(['#', '?', '"', '\'', ' ', '>']).map_or(text.len(), |end| start + end);
        let before = text[start..end].strip_suffix("README.md");
        if let Some(before) = before.filter(|before| before.is_empty() || before.ends_with('/')) {
            let at = tag.span.start + start + before.len();
            out.push(Change::new(Span::new(at, at + "README".len()), "index"));
        }
    }
}

/// Whether a path is that of a file. A compiler stops at a link to a folder, so there it must have an ending.
fn is_file(path: &str, dialect: &Dialect) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    let compiles = matches!(dialect.html, Html::Vue | Html::Jsx);
    !["", ".", ".."].contains(&name) && (!compiles || name.trim_start_matches('.').contains('.'))
}

/// The address and title of a start tag as Markdown, unless it has something that Markdown has no place for.
fn target(tag: &str) -> Option<(String, String)> {
    let mut found = (None, String::new());
    for (name, value) in attributes(tag[2..].trim_end_matches('>')) {
        match (name.to_ascii_lowercase().as_str(), value) {
            ("href", Some(value)) if !value.contains(['<', '>', '\\', '\n', '\r']) => {
                found.0 = Some(value.trim().replace(' ', "%20").replace('(', "%28").replace(')', "%29"));
            }
            ("title", Some(value)) if !value.contains(['"', '\\', '\n', '\r']) => {
                found.1 = format!(" \"{value}\"");
            }
            (name, _) if SPARE.contains(&name) => {}
            _ => return None,
        }
    }
    Some((found.0?, found.1))
}
