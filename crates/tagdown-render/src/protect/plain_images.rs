//! Images for a renderer that does not decode their addresses, and finds an element only in running text or alone in its
//! block.

use rustc_hash::FxHashMap;
use tagdown::document::Document;
use tagdown::markdown::{InlineKind, NodeKind, plain_text};
use tagdown::text::{Span, percent_decoded};

use super::closed;
use super::end_tags::without_marks;
use super::html_tags::Found;
use super::images::{is_local, value_of};
use super::own_lines;
use crate::change::Change;

/// Writes the images of a document so that they are found. `opened` are the blocks of HTML in which Markdown is read.
pub(crate) fn part(document: &Document<'_>, tags: &[Found], opened: &[Span], out: &mut Vec<Change>) {
    let references: FxHashMap<usize, Span> = document.markdown.references.iter().copied().collect();
    for image in closed::images(document) {
        out.extend(as_element(document, image, &references));
    }
    for tag in tags.iter().filter(|tag| !tag.is_end) {
        let text = document.text(tag.span);
        if tag.name == "img" {
            correct_options(text, tag.span.start, out);
        }
        let is_source =
            tag.name == "source" && value_of(text, "srcset").is_some_and(|(_, at)| is_local(&text[at..]));
        if is_source {
            // It would be shown in place of the image, but is not published.
            out.push(Change::new(tag.span, ""));
        }
        let Some((_, at)) =
            value_of(text, "src").filter(|(_, at)| tag.name == "img" && is_local(&text[*at..]))
        else {
            continue;
        };
        let (src, is_quoted) = value_at(text, at);
        if let Some(path) = percent_decoded(src).filter(|path| path != src || path.contains(' ')) {
            let (start, path) = (tag.span.start + at, path.replace(' ', "\\ "));
            let quoted = if is_quoted { path } else { format!("\"{path}\"") };
            out.push(Change::new(Span::new(start, start + src.len()), quoted));
        }
        if value_of(text, "alt").is_none() {
            // Otherwise, it is the address.
            out.push(Change::insert(tag.span.start + 1 + tag.name.len(), " alt=\"\""));
        }
        if !opened.iter().any(|span| span.contains(tag.span.start)) {
            set_apart(document, tag.span, out);
        }
    }
}

/// The value of an attribute that starts at `at`, and whether it is in quotation marks.
fn value_at(tag: &str, at: usize) -> (&str, bool) {
    let quote = tag[..at].chars().next_back().filter(|c| "\"'".contains(*c));
    let is_end = |c: char| quote.map_or(c.is_whitespace() || c == '>', |quote| c == quote);
    let length = tag[at..].find(is_end).unwrap_or(tag.len() - at);
    (&tag[at..at + length], quote.is_some())
}

/// Corrects the sizes of an image that browsers understand but the renderer refuses, such as `100px;`, and leaves out what
/// it cannot be given.
fn correct_options(tag: &str, start: usize, out: &mut Vec<Change>) {
    for name in ["width", "height", "align"] {
        let Some((attribute, at)) = value_of(tag, name) else { continue };
        let (value, is_quoted) = value_at(tag, at);
        if is_option(name, value) {
            continue;
        }
        let better = value.trim().trim_end_matches(';').trim_end().to_ascii_lowercase();
        let end = at + value.len();
        out.push(if is_option(name, &better) {
            Change::new(Span::new(start + at, start + end), better)
        } else {
            Change::new(Span::new(start + attribute, start + end + usize::from(is_quoted)), "")
        });
    }
}

/// Whether the renderer takes this value of an attribute of an image.
fn is_option(name: &str, value: &str) -> bool {
    const UNITS: [&str; 9] = ["", "em", "ex", "px", "in", "cm", "mm", "pt", "pc"];
    let number = value.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    let unit = number.trim_start();
    match name {
        "align" => ["top", "middle", "bottom", "left", "center", "right"].contains(&value),
        _ if number.len() == value.len() => false,
        "width" => unit == "%" || UNITS.contains(&unit),
        _ => UNITS.contains(&unit),
    }
}

/// Writes an image as an element, if its address would be encoded or its text has code.
fn as_element(document: &Document<'_>, image: Span, references: &FxHashMap<usize, Span>) -> Option<Change> {
    let text = document.text(image).strip_prefix("![")?;
    let (alt, behind, end) = if let Some((alt, behind)) = text.rsplit_once("](") {
        (alt, behind.strip_suffix(')').unwrap_or(behind), image.end)
    } else {
        let definition = references.get(&image.start)?;
        let is_collapsed = document.source.text()[image.end..].starts_with("[]");
        let alt = &text[..text.rfind("][").or_else(|| text.rfind(']'))?];
        let defined = document.text(*definition).split_once("]:").map_or("", |(_, rest)| rest);
        (alt, defined, image.end + 2 * usize::from(is_collapsed))
    };
    let behind = behind.trim();
    let (address, title) = match behind.strip_prefix('<') {
        Some(inner) => inner.split_once('>').unwrap_or((inner, "")),
        None => behind.split_once(char::is_whitespace).unwrap_or((behind, "")),
    };
    let decoded = percent_decoded(address).filter(|_| is_local(address));
    let is_encoded =
        decoded.as_ref().is_some_and(|path| path != address || path.contains(' ') || !path.is_ascii());
    let src = decoded.map_or_else(|| address.to_owned(), |path| path.replace(' ', "\\ "));
    if !is_encoded && !alt.contains('`') || address.contains(['"', '\\', '<', '>']) {
        return None;
    }
    let quoted = |text: &str| text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;");
    let title = plain_text(title.trim().trim_matches(['"', '\'', '(', ')']));
    let title = if title.is_empty() { title } else { format!(" title=\"{}\"", quoted(&title)) };
    let alt = quoted(&plain_text(alt));
    Some(Change::new(Span::new(image.start, end), format!("<img src=\"{src}\" alt=\"{alt}\"{title}>")))
}

/// Puts an image in a block of HTML between blank lines.
fn set_apart(document: &Document<'_>, image: Span, out: &mut Vec<Change>) {
    let markdown = &document.markdown;
    let last = markdown.nodes.partition_point(|node| node.span.start <= image.start).checked_sub(1);
    let block = last.map(|last| markdown.nodes[last]).filter(|node| node.kind == NodeKind::Html);
    let is_inline = markdown.inlines_in(image).contains(&(InlineKind::Html, image));
    let Some(block) = block.filter(|block| !is_inline && block.span.end >= image.end) else { return };
    let gap = own_lines::gap(document, block.span.start);
    let before = document.text(Span::new(block.span.start, image.start));
    let above = without_marks(before);
    if !above.is_empty() {
        out.push(Change::new(Span::new(block.span.start + above.len(), image.start), gap.clone()));
    }
    let behind = document.text(Span::new(image.end, block.span.end));
    let mut rest = behind.trim_start_matches([' ', '\t']);
    while let Some(next) = rest.strip_prefix('\n').or_else(|| rest.strip_prefix("\r\n")) {
        rest = next.trim_start_matches([' ', '\t', '>']);
    }
    if !rest.is_empty() {
        out.push(Change::new(Span::new(image.end, image.end + behind.len() - rest.len()), gap));
    }
}
