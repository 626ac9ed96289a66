//! Checks whether two texts are the same Markdown. This guards all code that inserts lines into a document.

use std::fmt::Write;
use std::hash::{BuildHasher, Hasher, RandomState};

use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};
use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::front_matter;
use super::options::OPTIONS;
use crate::text::{Source, Span};

/// Whether `after` is the same Markdown as `before`, except for text entirely within `inserted`, the sorted spans of
/// `after` that were inserted.
pub fn is_same_tree(before: &str, after: &str, inserted: &[Span]) -> bool {
    // Two parsed texts at a time would need much memory. The keys are random, so no document can be made to fit them.
    let keys = RandomState::new();
    tree_hash(before, &[], &keys) == tree_hash(after, inserted, &keys)
}

/// A hash of all events of a text, except for those within `inserted`.
fn tree_hash(text: &str, inserted: &[Span], keys: &RandomState) -> u64 {
    let mut hasher = keys.build_hasher();
    let mut said = String::new();
    for (event, _) in events(text).filter(|(_, span)| !is_put_in(inserted, *span)) {
        said.clear();
        // Writing to a string does not fail.
        let _ = describe(&event, &mut said);
        hasher.write_usize(said.len());
        hasher.write(said.as_bytes());
    }
    hasher.finish()
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

/// A hash of the words of a text and its other events, without paragraphs, lists and line breaks.
fn flat(text: &str) -> u64 {
    let mut out = Flat::default();
    events(text).for_each(|(event, _)| out.add(&event));
    out.finish()
}

/// The same for the parts of a text, which must be sorted and must not overlap. A part gets the events that start in it,
/// and of a stretch of words those that are in it. Line breaks inside a part are ignored, hard ones are not.
pub fn flat_parts(text: &str, parts: &[Span]) -> Vec<u64> {
    let mut out: Vec<Flat> = parts.iter().map(|_| Flat::default()).collect();
    let part_at = |at: usize| {
        let next = parts.partition_point(|part| part.end <= at);
        parts.get(next).filter(|part| part.start <= at).map(|_| next)
    };
    for (event, span) in events(text) {
        if let Event::Text(words) = &event
            && **words == text[span.range()]
        {
            let mut next = parts.partition_point(|part| part.end <= span.start);
            while let Some(part) = parts.get(next).filter(|part| part.start < span.end) {
                out[next].words.push_str(&text[part.clip(span).range()]);
                next += 1;
            }
            continue;
        }
        let at = if matches!(event, Event::End(_)) { span.end.max(1) - 1 } else { span.start };
        if let Some(part) = part_at(at) {
            match event {
                Event::HardBreak => out[part].event("hard break"),
                event => out[part].add(&event),
            }
        }
    }
    out.into_iter().map(Flat::finish).collect()
}

/// What an event says. The parser's own form of it also depends on how the text is stored.
fn describe(event: &Event<'_>, to: &mut String) -> std::fmt::Result {
    match event {
        // The most frequent ones, without the machinery of formatting.
        Event::Text(text) => {
            to.push_str("text ");
            to.push_str(text);
            Ok(())
        }
        Event::SoftBreak => to.write_str("SoftBreak"),
        Event::Start(Tag::Paragraph) => to.write_str("Start(Paragraph)"),
        Event::End(TagEnd::Paragraph) => to.write_str("End(Paragraph)"),
        Event::Start(Tag::Item) => to.write_str("Start(Item)"),
        Event::End(TagEnd::Item) => to.write_str("End(Item)"),
        Event::Code(text) => write!(to, "code {text}"),
        Event::Html(text) | Event::InlineHtml(text) => write!(to, "html {text}"),
        Event::FootnoteReference(label) => write!(to, "footnote {label}"),
        Event::Start(Tag::FootnoteDefinition(label)) => write!(to, "definition {label}"),
        Event::Start(Tag::Link { link_type, dest_url, title, .. }) => {
            write!(to, "link {link_type:?} {dest_url} \0{title}")
        }
        Event::Start(Tag::Image { link_type, dest_url, title, .. }) => {
            write!(to, "image {link_type:?} {dest_url} \0{title}")
        }
        Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => write!(to, "fence {info}"),
        other => write!(to, "{other:?}"),
    }
}

fn name(event: &Event<'_>) -> String {
    let mut said = String::new();
    let _ = describe(event, &mut said);
    said
}

/// Hashes words and events; a list of them would be many times as long as the text.
#[derive(Default)]
struct Flat {
    hash: u64,
    words: String,
}

impl Flat {
    fn add(&mut self, event: &Event<'_>) {
        match event {
            Event::Text(text) => self.words.push_str(text),
            Event::SoftBreak
            | Event::HardBreak
            | Event::Start(Tag::Paragraph | Tag::List(_) | Tag::Item)
            | Event::End(TagEnd::Paragraph | TagEnd::List(_) | TagEnd::Item) => self.words.push(' '),
            other => self.event(&name(other)),
        }
    }

    /// Adds an event after the words before it.
    fn event(&mut self, event: &str) {
        self.flush();
        // An event is never the same as a word.
        self.hash = xxh3_64_with_seed(event.as_bytes(), self.hash.wrapping_add(1));
    }

    /// Adds the words so far.
    fn flush(&mut self) {
        for word in std::mem::take(&mut self.words).split_whitespace() {
            self.hash = xxh3_64_with_seed(word.as_bytes(), self.hash);
        }
    }

    fn finish(mut self) -> u64 {
        self.flush();
        self.hash
    }
}
