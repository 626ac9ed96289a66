//! Checks whether two texts are the same Markdown. This guards all code that inserts lines into a document.

use pulldown_cmark::{Event, Parser, Tag, TagEnd};

use super::front_matter;
use super::options::OPTIONS;
use crate::text::{Source, Span};

/// Whether `after` is the same Markdown as `before`, except for text entirely within `inserted`, the sorted spans of
/// `after` that were inserted.
pub fn is_same_tree(before: &str, after: &str, inserted: &[Span]) -> bool {
    let old = events(after).filter(|(_, span)| !is_put_in(inserted, *span)).map(|(event, _)| event);
    events(before).map(|(event, _)| event).eq(old)
}

/// Whether a span lies entirely within one of the `inserted` spans, which are sorted.
pub fn is_put_in(inserted: &[Span], span: Span) -> bool {
    let next = inserted.partition_point(|put| put.end < span.end);
    inserted.get(next).is_some_and(|put| put.start <= span.start)
}

/// Whether two texts have the same words, code and links in the same order, regardless of paragraphs and lists.
pub fn is_same_text(before: &str, after: &str) -> bool {
    flat(before) == flat(after)
}

fn events(text: &str) -> impl Iterator<Item = (Event<'_>, Span)> {
    let base = front_matter::end(&Source::new(text));
    let events = Parser::new_ext(&text[base..], OPTIONS).into_offset_iter();
    events.map(move |(event, range)| (event, Span::new(range.start + base, range.end + base)))
}

/// The words of a text and its other events, without paragraphs, lists and line breaks.
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
