//! Assembles a document: decides where headings, breaks and tags start and end parts, so that every byte is in one
//! part.

use std::collections::HashSet;

use super::kinds::Kind;
use super::manifest::names_manifest;
use super::model::{Block, Document, Manifest, Part, PartKind, Section};
use super::tag::{Place, TagLine, keeps_heading};
use super::{bug_titles, fields, manifest_tags};
use crate::markdown::{Node, NodeKind};
use crate::text::{Slugs, Span};

pub(crate) fn assemble(document: &mut Document<'_>) {
    let events = events(document);
    let start = document.source.line_start(0);
    let mut sweep = Sweep { document, state: State::Free(start), slugs: Slugs::default(), has_legend: false };
    sweep.open_section(None);
    for (index, event) in events.iter().enumerate() {
        sweep.take(event, &events[index + 1..]);
    }
    let end = sweep.document.source.text().len();
    sweep.close(end);
    tile(document);
    close_sections(document);
    number_blocks(document);
    read_fields(document);
}

#[derive(Clone, Copy, Debug)]
enum Event {
    FrontMatter(Span),
    Header(Span),
    Heading { span: Span, level: u8, text: usize },
    Break(Span),
    Tag(usize, Span),
    Closing(usize, Span),
}

impl Event {
    fn span(&self) -> Span {
        match *self {
            Event::FrontMatter(span)
            | Event::Header(span)
            | Event::Heading { span, .. }
            | Event::Break(span)
            | Event::Tag(_, span)
            | Event::Closing(_, span) => span,
        }
    }
}

/// All elements that start or end a part, in order.
fn events(document: &Document<'_>) -> Vec<Event> {
    let mut events = Vec::new();
    for &index in &document.markdown.top {
        let Node { kind, span, .. } = document.markdown.nodes[index];
        match kind {
            NodeKind::FrontMatter => events.push(Event::FrontMatter(span)),
            NodeKind::Rule => events.push(Event::Break(span)),
            NodeKind::Heading { level, text, .. } => events.push(Event::Heading { span, level, text }),
            _ => {}
        }
    }
    let only_tag = |tag: &&TagLine| matches!(tag.place, Place::Heading(_)) && !keeps_heading(tag);
    let only_tags: HashSet<Span> = document.tags.iter().filter(only_tag).map(|tag| tag.span).collect();
    if !only_tags.is_empty() {
        events.retain(|event| !matches!(event, Event::Heading { span, .. } if only_tags.contains(span)));
    }
    events.extend(document.header.paragraph.map(Event::Header));
    for (index, tag) in document.tags.iter().enumerate().filter(|(_, tag)| tag.place != Place::Nested) {
        match tag.kind() {
            Some(_) => events.push(Event::Tag(index, tag.span)),
            None => events.push(Event::Closing(index, tag.span)),
        }
    }
    events.sort_by_key(|event| event.span().start);
    events
}

/// The part that is open during the sweep.
enum State {
    /// Nothing; text from this byte on is untagged.
    Free(usize),
    /// The manifest, from this byte on, under a heading of this level.
    Manifest(usize, u8),
    /// A tagged block, under a heading of this level.
    Block(Block, u8),
}

struct Sweep<'d, 't> {
    document: &'d mut Document<'t>,
    state: State,
    slugs: Slugs,
    /// Whether the tags in the manifest are a legend.
    has_legend: bool,
}

impl Sweep<'_, '_> {
    fn take(&mut self, event: &Event, rest: &[Event]) {
        let at = self.document.source.this_line(event.span().start);
        let after = self.document.source.next_line(event.span().end.saturating_sub(1).max(at));
        match *event {
            Event::FrontMatter(_) => self.put(PartKind::FrontMatter, at, after),
            Event::Header(_) => self.put(PartKind::Header, at, after),
            Event::Break(_) => self.put(PartKind::Break, at, after),
            Event::Heading { span, level, text } => self.take_heading(span, level, text, rest),
            Event::Closing(index, _) | Event::Tag(index, _)
                if matches!(self.state, State::Manifest(..)) && !self.opens_in_manifest(index) => {}
            Event::Closing(index, span) => {
                let text_follows = self.document.tags[index].inline.map(|inline| inline.start);
                let behind_text = !self.document.text(Span::new(at, span.start)).trim().is_empty();
                let start = if behind_text { span.start } else { at };
                self.put(PartKind::Closing(index), start, text_follows.unwrap_or(after));
            }
            Event::Tag(index, span) => {
                let before = self.document.text(Span::new(at, span.start));
                let is_inner = self.document.tags[index].place == Place::Folded && !before.trim().is_empty();
                self.open_block(index, if is_inner { span.start } else { at }, rest);
            }
        }
    }

    fn put(&mut self, kind: PartKind, at: usize, after: usize) {
        self.close(at);
        self.document.parts.push(Part { kind, span: Span::at(at) });
        self.state = State::Free(after);
    }

    fn take_heading(&mut self, span: Span, level: u8, text: usize, rest: &[Event]) {
        let at = self.document.source.this_line(span.start);
        let after = self.document.source.next_line(span.end.saturating_sub(1));
        let section = self.document.sections.len();
        let stays = match &self.state {
            State::Block(block, above) => block.kind.tag().is_stretch && level > 2 && level > *above,
            State::Manifest(_, above) => level > *above && !opens_with_tags(self.document, rest),
            State::Free(_) => false,
        };
        if stays {
            self.open_section(Some((span, level, text)));
            if let State::Block(block, _) = &mut self.state {
                block.inherited.push(section);
            }
            return;
        }
        self.close(at);
        self.open_section(Some((span, level, text)));
        if self.document.manifest.is_none() && level == 2 && self.is_manifest(section) {
            self.document.manifest = Some(Manifest { section, span });
            self.state = State::Manifest(at, level);
            self.has_legend = manifest_tags::is_legend(self.document, at);
        } else {
            self.document.parts.push(Part { kind: PartKind::Heading(section), span: Span::at(at) });
            self.state = State::Free(after);
        }
    }

    /// Whether a section is the manifest. In a document without tags, a matching heading below other sections is only
    /// about manifests.
    fn is_manifest(&self, section: usize) -> bool {
        let sections = &self.document.sections[..=section];
        let first = !sections[..section].iter().any(|section| section.level == 2);
        let is_tag = |tag: &TagLine| tag.kind().is_some() && tag.place != Place::Nested;
        names_manifest(&sections[section].title) && (first || self.document.tags.iter().any(is_tag))
    }

    /// Whether a tag in the manifest opens a block. The tags of a legend and a tag that a sentence mentions do not.
    fn opens_in_manifest(&self, index: usize) -> bool {
        let tag = &self.document.tags[index];
        tag.kind().is_some() && !self.has_legend && !manifest_tags::is_mentioned(self.document, tag)
    }

    fn open_section(&mut self, heading: Option<(Span, u8, usize)>) {
        let (span, level, title) = match heading {
            Some((span, level, text)) => (span, level, self.document.markdown.heading_texts[text].clone()),
            None => (Span::at(0), 0, String::new()),
        };
        // The text above the first heading takes the empty anchor, so no heading that consists only of signs gets it.
        let slug = self.slugs.next(&title);
        self.document.sections.push(Section { heading: span, level, title, slug, parent: None, span });
    }

    fn open_block(&mut self, index: usize, at: usize, rest: &[Event]) {
        let document = &self.document;
        let tag = &document.tags[index];
        let Some(kind) = tag.kind() else { return };
        // The underline of a heading can be a break of its own.
        let next = rest.first().map(|event| document.source.this_line(event.span().start));
        let heading = document.sections.last().filter(|_| matches!(tag.place, Place::HeadingEnd(_)));
        let tag_end = heading.map_or(tag.span.end, |section| section.heading.end);
        let last_line = document.source.next_line(tag_end.saturating_sub(1));
        let last_line = next.filter(|next| *next > at).map_or(last_line, |next| last_line.min(next));
        let content = tag.inline.map_or(last_line, |inline| inline.start);
        let start = if keeps_heading(tag) { last_line } else { at };
        let own_level =
            if let Place::Heading(level) | Place::HeadingEnd(level) = tag.place { level } else { 0 };
        self.close(start.max(at));
        let section = self.document.sections.len() - 1;
        let level = self.document.sections[section].level.max(own_level);
        let block = Block {
            kind,
            tag: Some(index),
            section,
            ordinal: 0,
            span: Span::at(start),
            content: Span::at(content.max(start)),
            inherited: Vec::new(),
            fields: Vec::new(),
            unknown_fields: Vec::new(),
        };
        self.state = State::Block(block, level);
    }

    /// Closes the open part at `end`.
    fn close(&mut self, end: usize) {
        match std::mem::replace(&mut self.state, State::Free(end)) {
            State::Manifest(start, _) => {
                let span = Span::new(start, end);
                self.document.manifest = self.document.manifest.map(|found| Manifest { span, ..found });
                self.document.parts.push(Part { kind: PartKind::Manifest, span: Span::at(start) });
            }
            State::Block(block, _) => self.close_block(block, end),
            State::Free(start) => self.close_untagged(Span::new(start, end.max(start))),
        }
    }

    /// Closes a block. Empty subsections at its end are not part of it: their own tag follows.
    fn close_block(&mut self, mut block: Block, end: usize) {
        let mut kept = end;
        while let Some(&section) = block.inherited.last() {
            let heading = self.document.sections[section].heading;
            if self.document.markdown.has_content(&self.document.source, Span::new(heading.end, kept)) {
                break;
            }
            block.inherited.pop();
            kept = self.document.source.this_line(heading.start);
        }
        let first_cut = self.document.sections.iter().rposition(|section| section.heading.start < kept);
        block.content = self.document.source.trim(Span::new(block.content.start.min(kept), kept));
        if block.content.is_empty() {
            let tag_end = block.tag.map_or(block.span.start, |tag| self.document.tags[tag].span.end);
            block.content = Span::at(tag_end.max(block.span.start).min(kept));
        }
        block.span.end = block.content.end.max(block.span.start);
        let start = block.span.start;
        self.document
            .parts
            .push(Part { kind: PartKind::Block(self.document.blocks.len()), span: Span::at(start) });
        self.document.blocks.push(block);
        if kept < end {
            let first = first_cut.map_or(0, |section| section + 1);
            for section in first..self.document.sections.len() {
                let at = self.document.source.this_line(self.document.sections[section].heading.start);
                self.document.parts.push(Part { kind: PartKind::Heading(section), span: Span::at(at) });
            }
        }
    }

    fn close_untagged(&mut self, gap: Span) {
        let content = self.document.source.trim(gap);
        if content.is_empty() {
            return;
        }
        let start = self.document.source.this_line(content.start).max(gap.start);
        if !self.document.markdown.has_content(&self.document.source, gap) {
            self.document.parts.push(Part { kind: PartKind::Aside, span: Span::at(start) });
            return;
        }
        let index = self.document.blocks.len();
        self.document.parts.push(Part { kind: PartKind::Block(index), span: Span::at(start) });
        self.document.blocks.push(Block {
            kind: Kind::Note,
            tag: None,
            section: self.document.sections.len() - 1,
            ordinal: 0,
            span: content,
            content,
            inherited: Vec::new(),
            fields: Vec::new(),
            unknown_fields: Vec::new(),
        });
    }
}

/// Whether a tag line comes before the next heading or break.
fn opens_with_tags(document: &Document<'_>, rest: &[Event]) -> bool {
    let mut near = rest.iter().take_while(|event| !matches!(event, Event::Heading { .. } | Event::Break(_)));
    near.any(|event| matches!(event, Event::Tag(index, _) if document.tags[*index].inline.is_none()))
}

/// Extends each part to the start of the next one.
fn tile(document: &mut Document<'_>) {
    let length = document.source.text().len();
    let first = document.parts.first().map_or(length, |part| part.span.start);
    if first > 0 {
        document.parts.insert(0, Part { kind: PartKind::Blank, span: Span::new(0, first) });
    }
    let mut end = length;
    for part in document.parts.iter_mut().rev() {
        part.span.end = end;
        end = part.span.start;
    }
}

fn close_sections(document: &mut Document<'_>) {
    let length = document.source.text().len();
    let mut open: Vec<usize> = Vec::new();
    for index in 0..document.sections.len() {
        let Section { level, heading, .. } = document.sections[index];
        while let Some(&last) =
            open.last().filter(|&&last| index > 0 && document.sections[last].level >= level)
        {
            document.sections[last].span.end = heading.start;
            open.pop();
        }
        if document.sections[0].span.end == 0 && index == 1 {
            document.sections[0].span.end = heading.start;
            open.clear();
        }
        document.sections[index].parent = open.last().copied();
        open.push(index);
    }
    for index in open {
        document.sections[index].span.end = length;
    }
}

/// Numbers the blocks. They are in the order of their sections, so one counter per kind is enough.
fn number_blocks(document: &mut Document<'_>) {
    let mut counts = [0; 5];
    let mut section = 0;
    for block in &mut document.blocks {
        if block.section != section {
            section = block.section;
            counts = [0; 5];
        }
        let slot = if block.tag.is_some() { block.kind as usize } else { 4 };
        counts[slot] += 1;
        block.ordinal = counts[slot];
    }
}

fn read_fields(document: &mut Document<'_>) {
    let mut blocks = std::mem::take(&mut document.blocks);
    for block in blocks.iter_mut().filter(|block| block.kind == Kind::Bug && block.tag.is_some()) {
        let on_tag_line = block.tag.is_some_and(|tag| document.tags[tag].inline.is_some());
        (block.fields, block.unknown_fields) =
            fields::read(&document.source, &document.markdown, block.content, on_tag_line);
        bug_titles::take(document, block);
    }
    document.blocks = blocks;
}
