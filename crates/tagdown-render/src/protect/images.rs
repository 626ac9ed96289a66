//! Local images, videos and sounds in HTML. A renderer that moves pages or compiles addresses does not find them, unless
//! they are written as it expects.

use tagdown::document::{Document, parse};
use tagdown::markdown::{InlineKind, NodeKind, plain_text};
use tagdown::text::{Span, percent_decoded};

use super::addresses::is_markdown;
use super::closed;
use super::html_tags::{Found, attributes};
use super::running_text;
use crate::change::{Change, Changes};
use crate::dialects::{Dialect, Images, Layout};

/// Elements and attributes that refer to a file which a bundler looks up.
const SOURCES: [(&str, &str); 6] = [
    ("img", "src"),
    ("source", "src"),
    ("video", "src"),
    ("video", "poster"),
    ("audio", "src"),
    ("track", "src"),
];

/// Endings of files for which code gets an address. For `.svg` it gets a component.
const FILES: [&str; 19] = [
    ".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif", ".ico", ".mp4", ".mov", ".m4v", ".webm", ".ogv",
    ".wav", ".mp3", ".m4a", ".aac", ".oga", ".flac", ".mpeg",
];

/// Elements that may have a `srcset`.
const SETS: [&str; 2] = ["img", "source"];

/// Attributes that Markdown has a place for.
const PLACED: [&str; 3] = ["src", "alt", "title"];

/// Writes the image of a tag so that the renderer finds it. `opened` are the blocks of HTML in which Markdown is read.
pub(crate) fn part(
    document: &Document<'_>,
    tag: &Found,
    opened: &[Span],
    dialect: &Dialect,
    out: &mut Vec<Change>,
) {
    if tag.is_end || dialect.images == Images::Untouched {
        return;
    }
    let text = document.text(tag.span);
    let inner = text[1 + tag.name.len()..].trim_end_matches('>').trim_end_matches('/');
    if dialect.images == Images::Dotted {
        for (_, name) in SOURCES.iter().filter(|(element, _)| *element == tag.name) {
            let Some((at, value)) = value_of(text, name).filter(|(_, value)| is_local(&text[*value..]))
            else {
                continue;
            };
            // It looks only for names in lower case.
            if text[at..at + name.len()] != **name {
                let place = tag.span.start + at;
                out.push(Change::new(Span::new(place, place + name.len()), *name));
            }
            if !text[value..].starts_with('.') {
                out.push(Change::insert(tag.span.start + value, "./"));
            }
        }
        if SETS.contains(&tag.name.as_str()) {
            prefix_set(text, tag.span.start, "./", out);
        }
        return;
    }
    let attributes = attributes(inner);
    let value = |name: &str| {
        let found = attributes.iter().find(|(other, _)| other.eq_ignore_ascii_case(name));
        found.and_then(|(_, value)| value.as_deref())
    };
    // Pandoc shows images in HTML only in HTML.
    let is_found = |src: &&str| is_local(src) || dialect.layout == Layout::Parted;
    let Some(src) = value("src").filter(|src| tag.name == "img" && is_found(src)) else {
        return lift(text, tag, dialect, out);
    };
    let others = attributes.iter().filter(|(name, _)| !PLACED.contains(&name.to_ascii_lowercase().as_str()));
    let others: Vec<String> = others.filter_map(|(name, value)| attribute(name, value.as_deref()?)).collect();
    let is_code =
        dialect.images == Images::Required && !others.is_empty() && required(tag, "src", src).is_some();
    let is_read = dialect.images == Images::Required
        || opened.iter().any(|span| span.contains(tag.span.start))
        || is_text(document, tag.span);
    if is_code || !is_read || src.contains(['<', '>', '(', ')', '\\']) {
        return lift(text, tag, dialect, out);
    }
    let title =
        value("title").filter(|title| !title.contains(['"', '\\'])).map(|title| format!(" \"{title}\""));
    let braces = if dialect.images == Images::Attributed && !others.is_empty() {
        format!("{{ {} }}", others.join(" "))
    } else {
        String::new()
    };
    let (alt, src) = (shown(value("alt").unwrap_or_default(), dialect), src.replace(' ', "%20"));
    out.push(Change::new(tag.span, format!("![{alt}]({src}{}){braces}", title.unwrap_or_default())));
}

/// Writes the addresses of local files in a tag one folder up, for a page that the renderer puts in a folder.
fn lift(text: &str, tag: &Found, dialect: &Dialect, out: &mut Vec<Change>) {
    if dialect.indexes.is_empty() {
        return;
    }
    // A page has another address than its source, so only links to other files can be kept.
    let is_file = |value: &str| {
        let address = value.split(['"', '\'', ' ', '>', '#', '?']).next().unwrap_or_default();
        is_local(value) && (tag.name != "a" || !is_markdown(address))
    };
    for (_, name) in SOURCES.iter().chain(&[("a", "href")]).filter(|(element, _)| *element == tag.name) {
        let value = value_of(text, name).filter(|(_, value)| is_file(&text[*value..]));
        out.extend(value.map(|(_, value)| Change::insert(tag.span.start + value, "../")));
    }
    if SETS.contains(&tag.name.as_str()) {
        prefix_set(text, tag.span.start, "../", out);
    }
}

/// Writes a prefix before the local images in the `srcset` of a tag that is at offset `start`.
fn prefix_set(tag: &str, start: usize, prefix: &'static str, out: &mut Vec<Change>) {
    let Some((_, at)) = value_of(tag, "srcset") else { return };
    let length = tag[at..].find(['"', '\'']).unwrap_or(0);
    let mut from = at;
    for image in tag[at..at + length].split_inclusive(',') {
        let address = image.trim_start();
        if is_local(address) && !(prefix == "./" && address.starts_with('.')) {
            out.push(Change::insert(start + from + image.len() - address.len(), prefix));
        }
        from += image.len();
    }
}

/// The code that gets the addresses of local files, for an attribute in JSX.
pub(crate) fn required(tag: &Found, name: &str, value: &str) -> Option<String> {
    if name == "srcSet" && SETS.contains(&tag.name.as_str()) {
        let images = value.split(',').map(|image| {
            let (address, size) = image.trim().split_once(' ').unwrap_or((image.trim(), ""));
            Some(format!("${{{}}} {size}", require(address)?).trim_end().to_owned())
        });
        return Some(format!("{{`{}`}}", images.collect::<Option<Vec<_>>>()?.join(", ")));
    }
    let is_file = SOURCES.contains(&(tag.name.as_str(), name));
    require(value).filter(|_| is_file).map(|code| format!("{{{code}}}"))
}

/// The code that gets the address of a local file.
fn require(address: &str) -> Option<String> {
    let lower = address.to_ascii_lowercase();
    let is_found = is_local(address)
        && FILES.iter().any(|ending| lower.ends_with(ending))
        && !address.contains(['"', '\\', '\n', '\r', '&', '?', '#', '`', '$']);
    let path = percent_decoded(address).filter(|_| is_found)?;
    let dot = if path.starts_with('.') { "" } else { "./" };
    Some(format!("require(\"{dot}{path}\").default"))
}

/// Writes images with signs in their text that a renderer would escape twice as elements with code in the attribute.
pub(crate) fn with_signs(document: &Document<'_>, out: &mut Vec<Change>) {
    for image in closed::images(document) {
        let parts = document.text(image).strip_prefix("![").and_then(|text| text.rsplit_once("]("));
        let Some((alt, behind)) = parts else { continue };
        let behind = behind.strip_suffix(')').unwrap_or(behind).trim();
        let (address, title) = match behind.strip_prefix('<') {
            Some(inner) => inner.split_once('>').unwrap_or((inner, "")),
            None => behind.split_once(char::is_whitespace).unwrap_or((behind, "")),
        };
        let alt = words(alt);
        let has_sign = |text: &str| text.contains(['"', '&', '\'', '<', '>']);
        let inner = title.trim().get(1..title.trim().len().max(2) - 1).unwrap_or_default();
        if let Some(code) = require(address).filter(|_| has_sign(&alt) || has_sign(inner)) {
            let quoted = |text: &str| text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;");
            let title = plain_text(inner);
            let title = if title.is_empty() { title } else { format!(" title=\"{}\"", quoted(&title)) };
            out.push(Change::new(image, format!("<img src={{{code}}} alt=\"{}\"{title} />", quoted(&alt))));
        }
    }
}

/// The words of the text of an image, in which HTML is text.
fn words(alt: &str) -> String {
    let document = parse(alt);
    let tags = document.markdown.inlines.iter().filter(|(kind, _)| *kind == InlineKind::Html);
    let found = tags.map(|(_, span)| Change::new(Span::new(span.start, span.start + 1), "&lt;")).collect();
    let mut out = String::new();
    Changes::new(found).write(&document.source, Span::new(0, alt.len()), &mut out);
    plain_text(&out)
}

/// Writes code in the text of images as plain text, for a renderer that leaves it out.
pub(crate) fn with_words(document: &Document<'_>, out: &mut Vec<Change>) {
    for image in closed::images(document).filter(|image| document.text(*image).contains('`')) {
        for &(_, span) in
            document.markdown.inlines_in(image).iter().filter(|(kind, _)| *kind == InlineKind::Code)
        {
            let code = document.text(span).trim_matches('`').trim();
            if !code.contains(['*', '_', '[', ']', '<', '>', '&', '\\', '`', '~', '!', '{']) {
                out.push(Change::new(span, code.to_owned()));
            }
        }
    }
}

/// Whether an address leads to a file next to the page.
pub(crate) fn is_local(address: &str) -> bool {
    let first = address.split(['/', '?', '#', '"', '\'', ' ', '>']).next().unwrap_or_default();
    !first.is_empty() && !first.contains(':')
}

/// The offsets of an attribute in a tag and of its value.
pub(crate) fn value_of(tag: &str, name: &str) -> Option<(usize, usize)> {
    let lower = tag.to_ascii_lowercase();
    lower.match_indices(name).find_map(|(at, _)| {
        let behind = lower[at + name.len()..].trim_start().strip_prefix('=')?.trim_start();
        let value = behind.trim_start_matches(['"', '\'']);
        lower[..at].ends_with(|c: char| c.is_ascii_whitespace()).then(|| (at, lower.len() - value.len()))
    })
}

/// An attribute in braces.
fn attribute(name: &str, value: &str) -> Option<String> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || " %.-_".contains(c);
    let is_kept =
        ["width", "height", "align", "class", "id", "loading"].contains(&name) && value.chars().all(is_plain);
    (is_kept && !value.is_empty()).then(|| format!("{name}=\"{value}\""))
}

/// Whether Markdown is read where a tag is: in running text, or in a block that has nothing else.
fn is_text(document: &Document<'_>, tag: Span) -> bool {
    let markdown = &document.markdown;
    let is_inline = markdown.inlines_in(tag).contains(&(InlineKind::Html, tag));
    let last = markdown.nodes.partition_point(|node| node.span.start <= tag.start).checked_sub(1);
    let block = last.map(|last| &markdown.nodes[last]).filter(|node| node.kind == NodeKind::Html);
    let is_image = |piece: &str| piece.get(..3).is_some_and(|name| name.eq_ignore_ascii_case("img"));
    let is_alone = block.is_some_and(|node| {
        let mut pieces = document.text(node.span).split('<');
        pieces.next().is_some_and(|before| before.trim().is_empty()) && pieces.all(is_image)
    });
    is_inline || is_alone
}

/// An alternative text as Markdown.
fn shown(alt: &str, dialect: &Dialect) -> String {
    let mut plain = String::with_capacity(alt.len());
    for c in alt.split_whitespace().collect::<Vec<_>>().join(" ").chars() {
        if "\\[]*_`".contains(c) {
            plain.push('\\');
        }
        plain.push(c);
    }
    let document = parse(&plain);
    let mut found = Vec::new();
    running_text::part(&document, dialect, &mut found);
    let mut out = String::new();
    Changes::new(found).write(&document.source, Span::new(0, plain.len()), &mut out);
    out
}
