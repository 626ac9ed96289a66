//! Checks whether two texts are the same Markdown. This guards all code that inserts lines into a document.

use std::borrow::Borrow;
use std::fmt::Write;
use std::hash::{BuildHasher, Hasher, RandomState};

use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};
use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::front_matter;
use super::options::OPTIONS;
use crate::text::Span;

/// Whether `after` is the same Markdown as `before`, except for text entirely within `inserted`, the sorted spans of
/// `after` that were inserted.
pub fn is_same_tree(before: &str, after: &str, inserted: &[Span]) -> bool {
    if before.len().max(after.len()) <= SMALL {
        return are_same(events(before).map(|(event, _)| event), after, inserted);
    }
    // Two parsed texts at a time would need much memory. The keys are random, so no document can be made to fit them.
    let keys = RandomState::new();
    tree_hash(before, &[], &keys) == tree_hash(after, inserted, &keys)
}

/// Whether a text has these events, and others only within `inserted`.
fn are_same<'b>(
    mut before: impl Iterator<Item = impl Borrow<Event<'b>>>,
    after: &str,
    inserted: &[Span],
) -> bool {
    let mut after = events(after).filter(|(_, span)| !is_put_in(inserted, *span));
    loop {
        match (before.next(), after.next()) {
            (None, None) => return true,
            (Some(before), Some((after, _)))
                if *before.borrow() == after || name(before.borrow()) == name(&after) => {}
            _ => return false,
        }
    }
}

/// Texts up to this length are parsed at the same time.
const SMALL: usize = 1 << 20;

/// A text that is compared with several others, and is parsed only once unless it is very long.
pub struct Events<'t> {
    text: &'t str,
    kept: Option<Vec<(Event<'t>, Span)>>,
}

impl<'t> Events<'t> {
    /// Parses a text.
    pub fn new(text: &'t str) -> Self {
        Self { text, kept: (text.len() <= SMALL).then(|| events(text).collect()) }
    }

    /// The text.
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// What [`is_same_tree`] says about this text and another one.
    pub fn is_same_tree(&self, after: &str, inserted: &[Span]) -> bool {
        match &self.kept {
            Some(kept) if after.len() <= SMALL => {
                are_same(kept.iter().map(|(event, _)| event), after, inserted)
            }
            _ => is_same_tree(self.text, after, inserted),
        }
    }

    /// What [`flat_parts`] says about this text.
    pub fn flat_parts(&self, parts: &[Span]) -> Vec<u64> {
        let Some(kept) = &self.kept else { return flat_parts(self.text, parts) };
        let mut flat = FlatParts::new(self.text, parts);
        for (event, span) in kept {
            flat.take(event, *span);
        }
        flat.finish()
    }
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
    let base = front_matter::end_in(text);
    let events = Parser::new_ext(&text[base..], OPTIONS).into_offset_iter();
    events.map(move |(event, range)| (event, Span::new(range.start + base, range.end + base)))
}

/// A hash of the words of a text and its other events, without paragraphs, lists and line breaks.
fn flat(text: &str) -> u64 {
    let mut out = Flat::default();
    let mut said = String::new();
    events(text).for_each(|(event, _)| out.add(&event, &mut said));
    out.finish()
}

/// The same for the parts of a text, which must be sorted and must not overlap. A part gets the events that start in it,
/// and of a stretch of words those that are in it. Line breaks inside a part are ignored, hard ones are not.
pub fn flat_parts(text: &str, parts: &[Span]) -> Vec<u64> {
    let mut flat = FlatParts::new(text, parts);
    events(text).for_each(|(event, span)| flat.take(&event, span));
    flat.finish()
}

/// The parts of a text while their events come in.
struct FlatParts<'p> {
    text: &'p str,
    parts: &'p [Span],
    out: Vec<Flat>,
    said: String,
}

impl<'p> FlatParts<'p> {
    fn new(text: &'p str, parts: &'p [Span]) -> Self {
        Self { text, parts, out: parts.iter().map(|_| Flat::default()).collect(), said: String::new() }
    }

    fn take(&mut self, event: &Event<'_>, span: Span) {
        let Self { text, parts, out, said } = self;
        if let Event::Text(words) = event
            && **words == text[span.range()]
        {
            let mut next = parts.partition_point(|part| part.end <= span.start);
            while let Some(part) = parts.get(next).filter(|part| part.start < span.end) {
                let words = &mut out[next].words;
                if words.capacity() == 0 {
                    words.reserve(part.len());
                }
                words.push_str(&text[part.clip(span).range()]);
                next += 1;
            }
            return;
        }
        let at = if matches!(event, Event::End(_)) { span.end.max(1) - 1 } else { span.start };
        let next = parts.partition_point(|part| part.end <= at);
        if parts.get(next).is_some_and(|part| part.start <= at) {
            match event {
                Event::HardBreak => out[next].event("hard break"),
                event => out[next].add(event, said),
            }
        }
    }

    fn finish(self) -> Vec<u64> {
        self.out.into_iter().map(Flat::finish).collect()
    }
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
        Event::Start(Tag::Strong) => to.write_str("Start(Strong)"),
        Event::End(TagEnd::Strong) => to.write_str("End(Strong)"),
        Event::Start(Tag::TableCell) => to.write_str("Start(TableCell)"),
        Event::End(TagEnd::TableCell) => to.write_str("End(TableCell)"),
        Event::End(TagEnd::Link) => to.write_str("End(Link)"),
        Event::End(TagEnd::CodeBlock) => to.write_str("End(CodeBlock)"),
        Event::Code(text) => {
            to.push_str("code ");
            to.push_str(text);
            Ok(())
        }
        Event::Html(text) | Event::InlineHtml(text) => {
            to.push_str("html ");
            to.push_str(text);
            Ok(())
        }
        Event::FootnoteReference(label) => write!(to, "footnote {label}"),
        Event::Start(Tag::FootnoteDefinition(label)) => write!(to, "definition {label}"),
        Event::Start(Tag::Link { link_type, dest_url, title, .. }) => {
            write!(to, "link {link_type:?} ")?;
            for text in [&**dest_url, " \0", &**title] {
                to.push_str(text);
            }
            Ok(())
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
    /// Adds an event. `said` is memory that is used again.
    fn add(&mut self, event: &Event<'_>, said: &mut String) {
        match event {
            Event::Text(text) => self.words.push_str(text),
            Event::SoftBreak
            | Event::HardBreak
            | Event::Start(Tag::Paragraph | Tag::List(_) | Tag::Item)
            | Event::End(TagEnd::Paragraph | TagEnd::List(_) | TagEnd::Item) => self.words.push(' '),
            other => {
                said.clear();
                let _ = describe(other, said);
                self.event(said);
            }
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
        if self.words.is_empty() {
            return;
        }
        let add = |hash: u64, word: &str| xxh3_64_with_seed(word.as_bytes(), hash);
        // A vertical tab is white space only for Unicode.
        self.hash = if self.words.is_ascii() && !self.words.contains('\u{b}') {
            self.words.split_ascii_whitespace().fold(self.hash, add)
        } else {
            self.words.split_whitespace().fold(self.hash, add)
        };
        self.words.clear();
    }

    fn finish(mut self) -> u64 {
        self.flush();
        self.hash
    }
}
