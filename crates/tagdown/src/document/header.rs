//! The header of a document: title, version and metadata, in all supported forms.

use super::tag::{Name, Place, TagLine};
use crate::markdown::{Markdown, Node, NodeKind, is_module_code};
use crate::text::{Source, Span};

/// The header above the first section.
#[derive(Clone, Debug, Default)]
pub struct Header {
    /// The H1 that opens the document.
    pub title: Option<Span>,
    /// The title in the front matter of a document that no H1 opens.
    pub front_title: Option<Span>,
    /// The version of the document.
    pub version: Option<Version>,
    /// The Markdown block that contains the version.
    pub paragraph: Option<Span>,
    /// The `1.0.0` in `HADS 1.0.0`.
    pub format_version: Option<Span>,
    /// The date or year.
    pub date: Option<Span>,
    /// The author: the first metadata item of no other type.
    pub author: Option<Span>,
    /// Draft, stable, deprecated or similar.
    pub status: Option<Span>,
    /// The licence.
    pub licence: Option<Span>,
}

impl Header {
    /// Whether the document has a title.
    pub fn has_title(&self) -> bool {
        self.title.or(self.front_title).is_some()
    }
}

/// The version of the document.
#[derive(Clone, Debug)]
pub struct Version {
    /// The number as written, including a leading `v`.
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
    /// `**Version 1.0.0 · more**`: the emphasis includes text after the version.
    BoldLine {
        /// The markers that end the emphasis.
        closer: Span,
    },
    /// At the start of its paragraph, in another form.
    Loose,
    /// After other text, or in a list, quote or table.
    Misplaced,
    /// Only as `version:` in the front matter.
    FrontMatter,
}

/// Whether a version has the form that a header requires.
pub fn is_semver(version: &str) -> bool {
    semver::Version::parse(version).is_ok()
}

pub(crate) fn read(source: &Source<'_>, markdown: &Markdown, tags: &[TagLine]) -> Header {
    let mut header = Header::default();
    let mut nodes = markdown.top.iter().map(|&i| &markdown.nodes[i]).peekable();
    let is_silent = |node: &&Node| match node.kind {
        NodeKind::FrontMatter | NodeKind::Comment | NodeKind::Definition => true,
        NodeKind::Paragraph => is_module_code(source.slice(node.span)),
        _ => false,
    };
    while nodes.next_if(is_silent).is_some() {}
    let holds_tag = |node: &Node| tags.iter().any(|tag| node.span.contains(tag.span.start));
    let is_title = |node: &&Node| matches!(node.kind, NodeKind::Heading { level: 1, .. }) && !holds_tag(node);
    if let Some(first) = nodes.next_if(is_title) {
        header.title = Some(first.span);
    } else {
        header.front_title = front_matter_value(source, markdown, "title", is_title_value);
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
        // A title below a badge still has its version below it.
        if matches!(node.kind, NodeKind::Heading { level, .. } if level > 1) {
            break;
        }
    }
    if header.version.is_none() {
        header.version = front_matter_version(source, markdown);
    }
    header
}

/// Whether a line of the paragraph contains a version.
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
        if markdown.is_opaque_at(version.phrase.start) {
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

/// `Version 1.2.0` at the start of a line or after a separator, with any emphasis.
fn version_on_line(source: &Source<'_>, line: Span) -> Option<Version> {
    let text = source.slice(line);
    let mut at = line.start;
    for piece in text.split_inclusive(['·', '|', '•', ';']) {
        let span = Span::new(at, at + piece.len());
        at = span.end;
        if let Some(version) = version_in_piece(source, line, span) {
            return Some(version);
        }
    }
    None
}

fn version_in_piece(source: &Source<'_>, line: Span, piece: Span) -> Option<Version> {
    let text = source.slice(piece);
    let lead = text.len() - text.trim_start_matches([' ', '\t', '>', '-', '+', '|']).len();
    let marks = &text[lead..text.len() - text[lead..].trim_start_matches(['*', '_', ' ', '[']).len()];
    let words = &text[lead + marks.len()..];
    let owner =
        ["document ", "doc ", "docs "].iter().find(|owner| starts_with(words, owner)).map_or(0, |o| o.len());
    let labelled = starts_with(&words[owner..], "version");
    let label = if labelled { owner + 7 } else { 0 };
    let gap = words[label..].len() - words[label..].trim_start_matches(['*', '_', ':', ' ', '\t', '`']).len();
    let number = &words[label + gap..];
    let length =
        number.find(|c: char| !(c.is_ascii_alphanumeric() || ".+-".contains(c))).unwrap_or(number.len());
    let value = number[..length].trim_end_matches(['.', '-']);
    let digits = value.trim_start_matches(['v', 'V']);
    if !digits.starts_with(|c: char| c.is_ascii_digit()) || (labelled && gap == 0) {
        return None;
    }
    let is_dotted = digits.contains('.') && digits.len() < value.len();
    let is_semver = semver::Version::parse(digits).is_ok() && piece.start == line.start;
    let after = number[value.len()..].trim_start_matches(['*', '_', '`', '.']);
    let closer = &number[value.len()..number.len() - after.len()];
    let rest = after.trim_start();
    let stands_alone = rest.is_empty()
        || rest.starts_with(['·', '|', '•', ';', ',', '(', ')', '—', '–', '\\', '<', ']'])
        || rest.starts_with("- ");
    if !(labelled || is_dotted || is_semver) || !stands_alone {
        return None;
    }
    let value_at = piece.end - number.len();
    let value_span = Span::new(value_at, value_at + value.len());
    let phrase = Span::new(piece.start + lead, piece.end - after.len());
    let odd = marks.contains('[') || closer.contains('`') || text[lead..].contains('`');
    let form =
        if odd { VersionForm::Misplaced } else { form_of(source, line, phrase, value_span, marks.trim()) };
    Some(Version { value: value_span, phrase, form })
}

fn starts_with(text: &str, word: &str) -> bool {
    text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
}

fn form_of(source: &Source<'_>, line: Span, phrase: Span, value: Span, marks: &str) -> VersionForm {
    let value_text = source.slice(value).trim_start_matches(['v', 'V']);
    let text = source.slice(phrase);
    let canonical = text.strip_prefix("**Version ").and_then(|rest| rest.strip_suffix("**"));
    if canonical.is_some_and(|rest| rest.trim_start_matches(['v', 'V']) == value_text) {
        return VersionForm::Canonical;
    }
    let inner = text.strip_prefix(marks).unwrap_or(text);
    let after = source.slice(Span::new(phrase.end, line.end));
    match (marks, after.find(marks)) {
        ("", _) => VersionForm::Loose,
        _ if inner.contains(marks) => VersionForm::Loose,
        (_, Some(end)) => {
            VersionForm::BoldLine { closer: Span::new(phrase.end + end, phrase.end + end + marks.len()) }
        }
        (_, None) => VersionForm::Misplaced,
    }
}

fn front_matter_version(source: &Source<'_>, markdown: &Markdown) -> Option<Version> {
    let is_version = |value: &str| value.trim_start_matches('v').starts_with(|c: char| c.is_ascii_digit());
    let value = front_matter_value(source, markdown, "version", is_version)?;
    let phrase = source.line(source.line_of(value.start));
    Some(Version { value, phrase, form: VersionForm::FrontMatter })
}

/// Whether a value in front matter is a title on one line.
fn is_title_value(value: &str) -> bool {
    !value.is_empty() && !value.starts_with(['|', '>', '{', '[', '&', '*', '!'])
}

/// The first value of a key in the front matter that fits.
fn front_matter_value(
    source: &Source<'_>,
    markdown: &Markdown,
    key: &str,
    fits: impl Fn(&str) -> bool,
) -> Option<Span> {
    let node = markdown.nodes.first().filter(|node| node.kind == NodeKind::FrontMatter)?;
    for line in source.line_of(node.span.start)..source.line_of(node.span.end) {
        let span = source.line(line);
        let text = source.slice(span);
        // Keys in a TOML table or in a multi-line string do not describe the document.
        if text.starts_with('[') || text.contains("\"\"\"") || text.contains("'''") {
            return None;
        }
        let Some(rest) = text.strip_prefix(key).map(str::trim_start) else { continue };
        let Some(raw) = rest.strip_prefix([':', '=']) else { continue };
        let value = raw.split(" #").next().unwrap_or_default().trim().trim_matches(['"', '\'']);
        if fits(value) {
            let at = span.start + text.rfind(value)?;
            return Some(Span::new(at, at + value.len()));
        }
    }
    None
}

/// Reads the metadata between the separators.
fn read_metadata(source: &Source<'_>, header: &mut Header) {
    let (Some(paragraph), Some(version)) = (header.paragraph, &header.version) else { return };
    let value = version.value;
    let mut at = paragraph.start;
    for piece in source.slice(paragraph).split_inclusive(['·', '\n', '|', '•']) {
        let span = Span::new(at, at + piece.len());
        at = span.end;
        let text = piece.trim_matches(|c: char| c.is_whitespace() || "·|•*_>\\[".contains(c));
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
    let format = if key == "hads" { Some(lower.as_str()) } else { lower.strip_prefix("hads") };
    let slot = if let Some(number) = format.map(str::trim_start) {
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
