//! The model of a tagged document. Every byte of the source belongs to exactly one [`Part`]; sections,
//! blocks and tags refer to the same bytes.

use super::agent_record::AgentRecord;
use super::fields::{Field, UnknownField};
use super::header::Header;
use super::kinds::{self, Kind, OwnTags};
use super::suppressions::Suppression;
use super::tag::{Name, Place, TagLine, keeps_heading};
use crate::markdown::{Markdown, Node, NodeKind, Trap};
use crate::text::{Source, Span, slug};

/// A parsed document. Every text has one.
#[derive(Clone, Debug)]
pub struct Document<'t> {
    /// The text and its lines.
    pub source: Source<'t>,
    /// The text as Markdown.
    pub markdown: Markdown,
    /// Everything that looks like a tag, in order, including nested and unknown tags.
    pub tags: Vec<TagLine>,
    /// Title, version and metadata.
    pub header: Header,
    /// The position of the manifest.
    pub manifest: Option<Manifest>,
    /// The text above the first heading, then one section per heading, in order.
    pub sections: Vec<Section>,
    /// Tagged blocks and untagged stretches, in order.
    pub blocks: Vec<Block>,
    /// The complete document, from its first byte to its last.
    pub parts: Vec<Part>,
    /// Paragraphs that the line below them turns into headings by mistake.
    pub traps: Vec<Trap>,
    /// The comments that allow a rule.
    pub suppressions: Vec<Suppression>,
    /// The comments that say which agent wrote a block.
    pub records: Vec<AgentRecord>,
    /// The tags that the project declares.
    pub own_tags: OwnTags,
}

/// A part of the document. All parts together cover it without gaps or overlaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// What it is.
    pub kind: PartKind,
    /// Its position, including the blank lines after it.
    pub span: Span,
}

/// What a [`Part`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartKind {
    /// White space or a byte order mark above everything else.
    Blank,
    /// YAML or TOML above the title.
    FrontMatter,
    /// The heading of this section.
    Heading(usize),
    /// The version and the metadata next to it.
    Header,
    /// The manifest with its heading.
    Manifest,
    /// This block.
    Block(usize),
    /// A thematic break.
    Break,
    /// This closing tag, by its index in the document's tags.
    Closing(usize),
    /// Comments and link definitions, which have no content for a reader on their own.
    Aside,
}

/// The section that tells a model what to read.
#[derive(Clone, Copy, Debug)]
pub struct Manifest {
    /// Its section.
    pub section: usize,
    /// From its heading to the next section or thematic break.
    pub span: Span,
}

/// A heading and the text below it.
#[derive(Clone, Debug)]
pub struct Section {
    /// The heading; empty for the text above the first one.
    pub heading: Span,
    /// 1 to 6; 0 for the text above the first heading.
    pub level: u8,
    /// The heading without its markup.
    pub title: String,
    /// The anchor that GitHub gives it.
    pub slug: String,
    /// The section that contains this one.
    pub parent: Option<usize>,
    /// From the heading to the next one of the same or a higher level.
    pub span: Span,
}

/// A tagged block, or a stretch of untagged text.
#[derive(Clone, Debug)]
pub struct Block {
    /// What it is; untagged text counts as a NOTE.
    pub kind: Kind,
    /// The index of its tag in the document's tags, if it has one.
    pub tag: Option<usize>,
    /// The section that contains its tag.
    pub section: usize,
    /// Its number, from 1, among the blocks of its kind in the section.
    pub ordinal: usize,
    /// From its tag to the end of its text.
    pub span: Span,
    /// Its content: without the tag, and without leading and trailing white space.
    pub content: Span,
    /// Subsections that inherit the tag of this block, in order.
    pub inherited: Vec<usize>,
    /// The fields of a BUG.
    pub fields: Vec<Field>,
    /// Text in a BUG that has the form of a field but another name.
    pub unknown_fields: Vec<UnknownField>,
}

impl Block {
    /// The field of a BUG that contains `offset`, or the last one before it.
    pub fn field_at(&self, offset: usize) -> Option<&Field> {
        let after = self.fields.partition_point(|field| field.label.start <= offset);
        after.checked_sub(1).map(|index| &self.fields[index])
    }
}

impl<'t> Document<'t> {
    /// Whether the document uses the convention: it has a manifest heading, or a well-formed tag on its own line.
    pub fn is_tagged(&self) -> bool {
        let well_formed = |tag: &TagLine| {
            matches!(tag.name, Name::Known(_))
                && tag.is_well_spelt()
                && matches!(tag.place, Place::Line | Place::Folded)
        };
        self.manifest.is_some() || self.tags.iter().any(well_formed)
    }

    /// Whether the document has neither a manifest nor a tag, not even a malformed one.
    pub fn is_plain(&self) -> bool {
        let counts = |tag: &TagLine| !matches!(tag.name, Name::Unknown(_)) && tag.place != Place::Nested;
        self.manifest.is_none() && !self.tags.iter().any(counts)
    }

    /// The text of a span.
    pub fn text(&self, span: Span) -> &'t str {
        self.source.slice(span)
    }

    /// The tag that opens a block.
    pub fn tag_of(&self, block: &Block) -> Option<&TagLine> {
        block.tag.map(|index| &self.tags[index])
    }

    /// What the tag of a block says besides its kind, on one line: the name of an own or unknown tag, the qualifier in the
    /// brackets and the title. A title that is also a heading is not repeated.
    pub fn block_title(&self, block: &Block) -> Option<String> {
        let tag = self.tag_of(block)?;
        let title = tag.title.filter(|_| !keeps_heading(tag)).map(|title| self.text(title));
        let parts: Vec<&str> = self.above_title(tag).into_iter().chain(title).collect();
        (!parts.is_empty()).then(|| parts.join(": "))
    }

    /// What the brackets of a tag say besides its kind: the name of an own or unknown tag, and the qualifier.
    pub fn above_title<'a>(&'a self, tag: &'a TagLine) -> Vec<&'a str> {
        tag.own_name().into_iter().chain(tag.qualifier.map(|qualifier| self.text(qualifier))).collect()
    }

    /// The blocks that have a tag, with their tags.
    pub fn tagged_blocks(&self) -> impl Iterator<Item = (&Block, &TagLine)> {
        self.blocks.iter().filter_map(|block| Some((block, self.tag_of(block)?)))
    }

    /// The blocks under one of the four tags, with their tags. What the format says of the form of a tag holds for these.
    pub fn blocks_of_format(&self) -> impl Iterator<Item = (&Block, &TagLine)> {
        self.tagged_blocks().filter(|(_, tag)| tag.own_name().is_none())
    }

    /// The tagged blocks of one kind, with their tags.
    pub fn blocks_of(&self, kind: Kind) -> impl Iterator<Item = (&Block, &TagLine)> {
        self.tagged_blocks().filter(move |(block, _)| block.kind == kind)
    }

    /// The record in an unverified block that an agent wrote and that nobody has looked at.
    pub fn unreviewed(&self, block: &Block) -> Option<&AgentRecord> {
        let from = self.records.partition_point(|record| record.span.start < block.span.start);
        let record = self.records.get(from).filter(|record| record.span.start < block.span.end)?;
        (block.kind == Kind::Unverified && block.tag.is_some()).then_some(record)
    }

    /// The section of the last heading before `offset`.
    pub fn section_at(&self, offset: usize) -> usize {
        self.sections.partition_point(|section| section.heading.start <= offset).saturating_sub(1)
    }

    /// The block that contains `offset`.
    pub fn block_at(&self, offset: usize) -> Option<&Block> {
        let after = self.blocks.partition_point(|block| block.span.start <= offset);
        let block = &self.blocks[after.checked_sub(1)?];
        (offset < block.span.end.max(block.span.start + 1)).then_some(block)
    }

    /// Whether `offset` is in the manifest.
    pub fn in_manifest(&self, offset: usize) -> bool {
        self.manifest.is_some_and(|manifest| manifest.span.contains(offset))
    }

    /// The address of a block within the document: `section-slug/kind-n`.
    pub fn block_address(&self, block: &Block) -> String {
        let kind = if block.tag.is_some() { block.kind.tag().slug } else { "untagged" };
        format!("{}/{kind}-{}", self.sections[block.section].slug, block.ordinal)
    }

    /// The address of the block at `offset`, otherwise of the section; empty above the first heading.
    pub fn address(&self, offset: usize) -> String {
        match self.block_at(offset) {
            Some(block) => self.block_address(block),
            None => self.sections[self.section_at(offset)].slug.clone(),
        }
    }

    /// A short hash of a block's content, including its title.
    pub fn content_hash(&self, block: &Block) -> String {
        let title = self.tag_of(block).and_then(|tag| tag.title).map_or("", |title| self.text(title));
        slug::content_hash(&format!("{title}\n{}", self.text(block.content)))
    }

    /// A short hash of what a block says, for those who cite it. Its layout and its kind do not count.
    pub fn wording_hash(&self, block: &Block) -> String {
        let title = self.tag_of(block).and_then(|tag| tag.title).map_or("", |title| self.text(title));
        slug::wording_hash(&format!("{title}\n{}", self.text(block.content)))
    }

    /// The top-level Markdown of a block's content. The first node may start above the content, because a tag and the
    /// paragraph directly below it are one paragraph in Markdown.
    pub fn content_nodes(&self, block: &Block) -> impl Iterator<Item = &Node> {
        self.markdown.top_in(block.content)
    }

    /// Every word with the kind of the block that contains it, in order. Headings, header, manifest and comments have
    /// no kind and are omitted.
    pub fn reading(&self) -> Vec<(Kind, &'t str)> {
        let mut words = Vec::new();
        for (kind, text) in self.reading_parts() {
            let found = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
            words.extend(found.map(|word| (kind, word)));
        }
        words
    }

    /// The stretches of text that have these words.
    pub(crate) fn reading_parts(&self) -> Vec<(Kind, &'t str)> {
        let mut parts = Vec::new();
        let mut add = |kind: Kind, text: &'t str| {
            if !text.is_empty() {
                parts.push((kind, text));
            }
        };
        let comments = self
            .markdown
            .nodes
            .iter()
            .filter(|node| matches!(node.kind, NodeKind::Comment | NodeKind::Definition))
            .map(|node| node.span);
        let mut silent: Vec<Span> =
            self.sections.iter().map(|section| section.heading).chain(comments).collect();
        silent.extend(self.tool_comments(Span::new(0, self.source.text().len())));
        silent.sort_unstable();
        for block in &self.blocks {
            let tag = self.tag_of(block).filter(|tag| !tag.is_in_heading());
            add(block.kind, tag.and_then(|tag| tag.qualifier).map_or("", |qualifier| self.text(qualifier)));
            add(block.kind, tag.and_then(|tag| tag.title).map_or("", |title| self.text(title)));
            let mut at = block.content.start;
            let first = silent.partition_point(|span| span.end <= at);
            for span in silent[first..].iter().take_while(|span| span.start < block.content.end) {
                add(block.kind, self.text(Span::new(at.min(span.start), span.start)));
                at = at.max(span.end.min(block.content.end));
            }
            add(block.kind, self.text(Span::new(at, block.content.end)));
        }
        parts
    }

    /// The comments for the tool that start in a span, which no reader sees: first those that allow a rule, then those of
    /// agents.
    pub fn tool_comments(&self, span: Span) -> impl Iterator<Item = Span> {
        let allowing = self.suppressions.partition_point(|comment| comment.span.start < span.start);
        let recording = self.records.partition_point(|record| record.span.start < span.start);
        let is_inside = move |comment: &Span| comment.start < span.end;
        let allowing = self.suppressions[allowing..].iter().map(|comment| comment.span).take_while(is_inside);
        let recording = self.records[recording..].iter().map(|record| record.span).take_while(is_inside);
        allowing.chain(recording)
    }

    /// Remarks on the document that are not findings.
    pub fn notices(&self) -> Vec<String> {
        let later = |version: &str| {
            let mut parts = version.split('.').map(|part| part.parse::<u64>().unwrap_or(0));
            parts.next() == Some(1) && parts.any(|part| part > 0)
        };
        let named = self.header.format_version.map(|span| self.text(span));
        let notice = |version: &str| {
            format!("declares HADS {version}, which is newer than {0}; read as {0}", kinds::FORMAT_VERSION)
        };
        named.filter(|version| later(version)).map(notice).into_iter().collect()
    }
}
