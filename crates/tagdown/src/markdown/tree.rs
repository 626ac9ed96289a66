//! Whether two texts are the same Markdown: the guard behind everything that puts lines into a document.

use pulldown_cmark::{Event, Parser, Tag, TagEnd};

use super::OPTIONS;
use crate::front_matter;
use crate::source::{Source, Span};

/// Whether `after` is the same Markdown as `before`, apart from what lies wholly in the spans of `after` that were
/// put in, which are sorted.
pub(crate) fn is_same_tree(before: &str, after: &str, inserted: &[Span]) -> bool {
    let old = events(after).filter(|(_, span)| !is_put_in(inserted, *span)).map(|(event, _)| event);
    events(before).map(|(event, _)| event).eq(old)
}

/// Whether a span lies wholly in one of those that were put in, which are sorted.
pub(crate) fn is_put_in(inserted: &[Span], span: Span) -> bool {
    let next = inserted.partition_point(|put| put.end < span.end);
    inserted.get(next).is_some_and(|put| put.start <= span.start)
}

/// Whether two texts have the same words, code and links in the same order, whatever paragraphs and lists they are
/// set in.
pub(crate) fn is_same_text(before: &str, after: &str) -> bool {
    flat(before) == flat(after)
}

fn events(text: &str) -> impl Iterator<Item = (Event<'_>, Span)> {
    let base = front_matter::end(&Source::new(text));
    let events = Parser::new_ext(&text[base..], OPTIONS).into_offset_iter();
    events.map(move |(event, range)| (event, Span::new(range.start + base, range.end + base)))
}

/// The inline events of a text, with the words between them on one line.
fn flat(text: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut words = String::new();
    for (event, _) in events(text) {
        match event {
            Event::Text(text) => words.push_str(&text),
            Event::SoftBreak
            | Event::HardBreak
            | Event::Start(Tag::Paragraph | Tag::List(_) | Tag::Item)
            | Event::End(TagEnd::Paragraph | TagEnd::List(_) | TagEnd::Item) => words.push(' '),
            other => {
                out.extend(words.split_whitespace().map(str::to_owned));
                words.clear();
                out.push(format!("{other:?}"));
            }
        }
    }
    out.extend(words.split_whitespace().map(str::to_owned));
    out
}
