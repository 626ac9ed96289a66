//! Small checks and conversions of raw Markdown and single parser events.

use pulldown_cmark::{Event, LinkType, Parser, Tag, TagEnd};

use super::options::OPTIONS;
use crate::text::{BLANKS, Source, Span};

/// The words of a piece of inline Markdown, without its markup.
pub fn plain_text(markdown: &str) -> String {
    let mut text = String::new();
    for event in Parser::new_ext(markdown, OPTIONS) {
        match event {
            Event::Text(piece) | Event::Code(piece) => text.push_str(&piece),
            Event::SoftBreak | Event::HardBreak => text.push(' '),
            _ => {}
        }
    }
    text
}

/// Where a piece of inline Markdown has emphasis, strong emphasis or strikethrough: the outermost spans, in order.
pub(crate) fn emphasis_spans(markdown: &str) -> Vec<Span> {
    let mut out: Vec<Span> = Vec::new();
    for (event, range) in Parser::new_ext(markdown, OPTIONS).into_offset_iter() {
        let is_emphasis = matches!(event, Event::Start(Tag::Emphasis | Tag::Strong | Tag::Strikethrough));
        if is_emphasis && out.last().is_none_or(|last| last.end <= range.start) {
            out.push(Span::new(range.start, range.end));
        }
    }
    out
}

/// Those of the stars, underscores and tildes in plain text that some parsers take for markup: stars, underscores that are not
/// within a word, and tildes next to others.
pub(crate) fn literal_signs(all: &str, signs: impl Iterator<Item = usize>) -> impl Iterator<Item = usize> {
    let bytes = all.as_bytes();
    // Within a word, an underscore is never a mark.
    let is_outside = |at: usize| {
        let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        let before = all[..at].chars().rev().take(4).find(|c| *c != '_');
        let after = all[at..].chars().take(4).find(|c| *c != '_');
        !(is_word(before) && is_word(after))
    };
    let is_sign = move |at: usize| match bytes[at] {
        b'_' => is_outside(at),
        b'~' => bytes[..at].ends_with(b"~") || bytes[at + 1..].starts_with(b"~"),
        _ => true,
    };
    let is_escaped = |at: usize| at > 0 && bytes[at - 1] == b'\\';
    signs.filter(move |&at| !is_escaped(at) && is_sign(at))
}

pub(crate) fn leans_on_definition(link: LinkType) -> bool {
    matches!(link, LinkType::Reference | LinkType::Collapsed | LinkType::Shortcut)
}

/// The text of a code span that contains a CRLF. The parser would turn the CRLF into two spaces.
pub(crate) fn code_text(raw: &str) -> String {
    let text = raw.trim_matches('`').replace("\r\n", " ");
    let inner = text.strip_prefix(' ').and_then(|text| text.strip_suffix(' '));
    inner.filter(|inner| !inner.trim().is_empty()).map_or(text.clone(), str::to_owned)
}

/// Whether a line is a heading that starts with `#`.
pub(crate) fn is_atx(line: &str) -> bool {
    let line = line.trim_start_matches([' ', '>', '-', '*', '+', '\t']);
    let signs = line.len() - line.trim_start_matches('#').len();
    (1..=6).contains(&signs) && (line.len() == signs || line[signs..].starts_with([' ', '\t']))
}

/// The label of the link definition that starts at `at`, as written.
pub(crate) fn raw_label(text: &str, at: usize) -> Option<&str> {
    let inner = text[at..].trim_start().strip_prefix('[')?;
    Some(inner[..inner.find(']')?].trim())
}

/// Whether an HTML block contains only comments.
pub(crate) fn is_comment(html: &str) -> bool {
    let mut rest = html.trim();
    while let Some(inner) = rest.strip_prefix("<!--") {
        match inner.find("-->") {
            Some(end) => rest = inner[end + 3..].trim_start(),
            None => return true,
        }
    }
    rest.is_empty()
}

pub(crate) fn trim_node(source: &Source<'_>, span: Span) -> Span {
    let text = source.slice(span);
    // For a list after a tab, the parser reports a span that starts with the line ending above it.
    let above = text.len() - text.trim_start_matches(['\n', '\r']).len();
    Span::new(span.start + above, span.start + text.trim_end_matches(BLANKS).len().max(above))
}

pub(crate) fn is_block(end: TagEnd) -> bool {
    matches!(
        end,
        TagEnd::Paragraph
            | TagEnd::Heading(_)
            | TagEnd::BlockQuote(_)
            | TagEnd::List(_)
            | TagEnd::Item
            | TagEnd::CodeBlock
            | TagEnd::HtmlBlock
            | TagEnd::Table
            | TagEnd::FootnoteDefinition
    )
}

/// Whether the last line of a code block is the fence that closes it.
pub fn closes_fence(opener: &str, last: &str) -> bool {
    let mark = opener.trim_start().chars().next().unwrap_or('`');
    let length = opener.trim_start().len() - opener.trim_start().trim_start_matches(mark).len();
    last.trim().len() >= length && last.trim().chars().all(|c| c == mark)
}
