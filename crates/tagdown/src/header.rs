//! The header of a document: title, version and the metadata beside it, in all forms that are read.

use crate::markdown::{Markdown, Node, NodeKind};
use crate::source::{Source, Span};
use crate::tag_line::{Name, Place, TagLine};

/// What stands above the first section.
#[derive(Clone, Debug, Default)]
pub struct Header {
    /// The H1 that opens the document.
    pub title: Option<Span>,
    /// The document's own version.
    pub version: Option<Version>,
    /// The Markdown block that holds the version.
    pub paragraph: Option<Span>,
    /// `1.0.0` of `HADS 1.0.0`.
    pub format_version: Option<Span>,
    /// A date, or a year.
    pub date: Option<Span>,
    /// Who wrote it: the first piece of metadata that is nothing else.
    pub author: Option<Span>,
    /// Draft, stable, deprecated or like.
    pub status: Option<Span>,
    /// A licence.
    pub licence: Option<Span>,
}

/// The document's own version.
#[derive(Clone, Debug)]
pub struct Version {
    /// The number as written, a leading `v` included.
    pub value: Span,
    /// The word `Version`, the number and the emphasis around them.
    pub phrase: Span,
    /// Where and how it is written.
    pub form: VersionForm,
}

/// Where and how a version is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VersionForm {
    /// `**Version 1.0.0**` at the start of its paragraph.
    Canonical,
    /// `**Version 1.0.0 · more**`.
    BoldLine {
        /// Where the bold ends.
        bold_end: usize,
    },
    /// At the start of its paragraph, in another way.
    Loose,
    /// Behind other text, or in a list, quote or table.
    Misplaced,
    /// `version:` in the front matter only.
    FrontMatter,
}

pub(crate) fn read(source: &Source<'_>, markdown: &Markdown, tags: &[TagLine]) -> Header {
    let mut header = Header::default();
    let mut nodes = markdown.top.iter().map(|&i| &markdown.nodes[i]).peekable();
    let is_silent =
        |node: &&Node| matches!(node.kind, NodeKind::FrontMatter | NodeKind::Comment | NodeKind::Definition);
    while nodes.next_if(is_silent).is_some() {}
    let holds_tag = |node: &Node| tags.iter().any(|tag| node.span.contains(tag.span.start));
    let is_title = |node: &&Node| matches!(node.kind, NodeKind::Heading { level: 1, .. }) && !holds_tag(node);
    if let Some(first) = nodes.next_if(is_title) {
        header.title = Some(first.span);
    }
    let first_tag =
        tags.iter().find(|tag| !matches!(tag.name, Name::Unknown(_)) && tag.place != Place::Nested);
    let limit = first_tag.map_or(source.text().len(), |tag| source.this_line(tag.span.start));
    for node in nodes.take_while(|node| node.span.start < limit) {
        let span = source.trim(node.span.clip(Span::new(0, limit)));
        if let Some(version) = find_version(source, markdown, node.kind, span) {
            header.version = Some(version);
            header.paragraph = Some(span);
            read_metadata(source, &mut header);
            break;
        }
        if matches!(node.kind, NodeKind::Heading { .. }) {
            break;
        }
    }
    if header.version.is_none() {
        header.version = front_matter_version(source, markdown);
    }
    header
}

/// Whether a line of the paragraph is a version line.
pub(crate) fn holds_version(source: &Source<'_>, paragraph: Span) -> bool {
    let lines = source.line_of(paragraph.start)..=source.line_of(paragraph.end);
    lines.into_iter().any(|line| version_on_line(source, source.line(line).clip(paragraph)).is_some())
}

fn find_version(
    source: &Source<'_>,
    markdown: &Markdown,
    kind: NodeKind,
    paragraph: Span,
) -> Option<Version> {
    let at_top = match kind {
        NodeKind::Paragraph => true,
        NodeKind::List { .. } | NodeKind::Quote | NodeKind::Table => false,
        _ => return None,
    };
    for line in source.line_of(paragraph.start)..=source.line_of(paragraph.end) {
        let span = source.line(line).clip(paragraph);
        let Some(mut version) = version_on_line(source, span) else { continue };
        if markdown.is_opaque_at(version.value.start) {
            continue;
        }
        let opens = version.phrase.start == paragraph.start;
        if !at_top || !opens {
            version.form = VersionForm::Misplaced;
        }
        return Some(version);
    }
    None
}

/// `Version 1.2.0` at the start of a line or behind a separator, in any emphasis.
fn version_on_line(source: &Source<'_>, line: Span) -> Option<Version> {
    let text = source.slice(line);
    let mut at = 0;
    for piece in text.split_inclusive(['·', '|', '•', ';']) {
        let piece_at = at;
        at += piece.len();
        let lead = piece.len() - piece.trim_start_matches([' ', '\t', '>', '-', '+', '|']).len();
        let marks = piece[lead..].len() - piece[lead..].trim_start_matches(['*', '_', ' ']).len();
        let start = lead + marks;
        let words = &piece[start..];
        let labelled = words.get(..7).is_some_and(|word| word.eq_ignore_ascii_case("version"));
        let label = if labelled { 7 } else { 0 };
        let gap_end = words.len() - words[label..].trim_start_matches(['*', '_', ':', ' ', '\t']).len();
        let number = &words[gap_end..];
        let length =
            number.find(|c: char| !(c.is_ascii_alphanumeric() || ".+-".contains(c))).unwrap_or(number.len());
        let value = number[..length].trim_end_matches(['.', '-']);
        let digits = value.trim_start_matches(['v', 'V']);
        if !digits.starts_with(|c: char| c.is_ascii_digit()) || (labelled && gap_end == 7) {
            continue;
        }
        let is_bare = !labelled && (digits.len() == value.len() || !digits.contains('.'));
        let rest = number[value.len()..].trim_start_matches(['*', '_']);
        let stands_alone = rest.trim_start().is_empty()
            || rest.trim_start().starts_with(['·', '|', '•', ';', ',', '(', '—', '–', '\\', '<'])
            || rest.trim_start().starts_with("- ");
        if is_bare || !stands_alone {
            continue;
        }
        let base = line.start + piece_at;
        let value_at = base + start + gap_end;
        let value_span = Span::new(value_at, value_at + value.len());
        let phrase = Span::new(base + lead, line.end - (text.len() - piece_at - (piece.len() - rest.len())));
        return Some(Version { value: value_span, phrase, form: form_of(source, line, phrase, value_span) });
    }
    None
}

fn form_of(source: &Source<'_>, line: Span, phrase: Span, value: Span) -> VersionForm {
    let value_text = source.slice(value).trim_start_matches(['v', 'V']);
    let text = source.slice(phrase);
    let canonical = text.strip_prefix("**Version ").and_then(|rest| rest.strip_suffix("**"));
    if canonical.is_some_and(|rest| rest.trim_start_matches(['v', 'V']) == value_text) {
        return VersionForm::Canonical;
    }
    let after = source.slice(Span::new(value.end, line.end));
    if text == format!("**Version {}", source.slice(value))
        && let Some(end) = after.trim_end().strip_suffix("**")
        && !end.contains("**")
    {
        return VersionForm::BoldLine { bold_end: value.end + end.len() };
    }
    VersionForm::Loose
}

fn front_matter_version(source: &Source<'_>, markdown: &Markdown) -> Option<Version> {
    let node = markdown.nodes.first().filter(|node| node.kind == NodeKind::FrontMatter)?;
    for line in source.line_of(node.span.start)..source.line_of(node.span.end) {
        let span = source.line(line);
        let text = source.slice(span);
        let Some(rest) = text.strip_prefix("version").map(str::trim_start) else { continue };
        let Some(raw) = rest.strip_prefix([':', '=']) else { continue };
        let value = raw.split(" #").next().unwrap_or_default().trim().trim_matches(['"', '\'']);
        if value.trim_start_matches('v').starts_with(|c: char| c.is_ascii_digit()) {
            let at = span.start + text.rfind(value)?;
            let value = Span::new(at, at + value.len());
            return Some(Version { value, phrase: span, form: VersionForm::FrontMatter });
        }
    }
    None
}

/// Recognises the pieces of metadata between the separators.
fn read_metadata(source: &Source<'_>, header: &mut Header) {
    let (Some(paragraph), Some(version)) = (header.paragraph, &header.version) else { return };
    let value = version.value;
    let mut at = paragraph.start;
    for piece in source.slice(paragraph).split_inclusive(['·', '\n', '|', '•']) {
        let span = Span::new(at, at + piece.len());
        at = span.end;
        let text = piece.trim_matches(|c: char| c.is_whitespace() || "·|•*_>\\".contains(c));
        if text.is_empty() || span.overlaps(value) {
            continue;
        }
        let start = span.start + piece.find(text).unwrap_or(0);
        let (key, body) = match text.split_once(':') {
            Some((key, body)) if key.len() < 24 => (key.trim_matches('*').to_lowercase(), body),
            _ => (String::new(), text),
        };
        let body = body.trim_matches(|c: char| c.is_whitespace() || c == '*' || c == '_');
        let body_at = start + text.rfind(body).unwrap_or(0);
        let span = Span::new(body_at, body_at + body.len());
        file_metadata(header, &key, body, span);
    }
}

fn file_metadata(header: &mut Header, key: &str, body: &str, span: Span) {
    let lower = body.to_lowercase();
    let year = body.get(..4).is_some_and(|year| year.bytes().all(|b| b.is_ascii_digit()));
    let is_date = year && body.bytes().all(|b| b.is_ascii_digit() || b"-/.".contains(&b));
    let word = |words: &[&str]| lower.split(|c: char| !c.is_alphanumeric()).any(|w| words.contains(&w));
    let slot = if let Some(number) = lower.strip_prefix("hads").map(str::trim_start) {
        let number = number.trim_start_matches("version").trim_start_matches([' ', 'v']);
        if number.starts_with(|c: char| c.is_ascii_digit()) {
            let length = number.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(number.len());
            let start = span.end - number.len();
            header.format_version.get_or_insert(Span::new(start, start + length));
        }
        return;
    } else if is_date || matches!(key, "date" | "updated" | "last updated") {
        &mut header.date
    } else if key == "status"
        || word(&["draft", "stable", "deprecated", "final", "proposed", "accepted", "archived"])
    {
        &mut header.status
    } else if matches!(key, "license" | "licence")
        || word(&["license", "licence", "mit", "apache", "gpl", "agpl"])
    {
        &mut header.licence
    } else if key.is_empty() || matches!(key, "author" | "authors" | "owner" | "team") {
        &mut header.author
    } else {
        return;
    };
    slot.get_or_insert(span);
}
