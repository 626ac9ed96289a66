//! Questions that the layer asks about raw Markdown and single events.

use pulldown_cmark::{Event, LinkType, Parser, TagEnd};

use super::OPTIONS;
use crate::source::{BLANKS, Source, Span};

/// The words of a piece of inline Markdown, without its markup.
pub(crate) fn plain_text(markdown: &str) -> String {
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

pub(super) fn leans_on_definition(link: LinkType) -> bool {
    matches!(link, LinkType::Reference | LinkType::Collapsed | LinkType::Shortcut)
}

/// What a code span that runs over a CRLF says; the parser would count the line end as two spaces.
pub(super) fn code_text(raw: &str) -> String {
    let text = raw.trim_matches('`').replace("\r\n", " ");
    let inner = text.strip_prefix(' ').and_then(|text| text.strip_suffix(' '));
    inner.filter(|inner| !inner.trim().is_empty()).map_or(text.clone(), str::to_owned)
}

/// Whether a line is a heading by its number signs.
pub(super) fn is_atx(line: &str) -> bool {
    let line = line.trim_start_matches([' ', '>', '-', '*', '+', '\t']);
    let signs = line.len() - line.trim_start_matches('#').len();
    (1..=6).contains(&signs) && (line.len() == signs || line[signs..].starts_with([' ', '\t']))
}

/// The label of the link definition that starts at `at`, as written.
pub(super) fn raw_label(text: &str, at: usize) -> Option<&str> {
    let inner = text[at..].trim_start().strip_prefix('[')?;
    Some(inner[..inner.find(']')?].trim())
}

/// Whether an HTML block holds nothing but comments.
pub(super) fn is_comment(html: &str) -> bool {
    let mut rest = html.trim();
    while let Some(inner) = rest.strip_prefix("<!--") {
        match inner.find("-->") {
            Some(end) => rest = inner[end + 3..].trim_start(),
            None => return true,
        }
    }
    rest.is_empty()
}

pub(super) fn trim_node(source: &Source<'_>, span: Span) -> Span {
    let text = source.slice(span);
    // A list behind a tab is said to start with the line end above it.
    let above = text.len() - text.trim_start_matches(['\n', '\r']).len();
    Span::new(span.start + above, span.start + text.trim_end_matches(BLANKS).len().max(above))
}

pub(super) fn is_block(end: TagEnd) -> bool {
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
