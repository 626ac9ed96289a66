//! The model of a tagged document. Every byte of the source belongs to exactly one [`Part`]; sections,
//! blocks and tags are views onto the same bytes.

use crate::fields::{Field, UnknownField};
use crate::header::Header;
use crate::markdown::{Markdown, Node, NodeKind};
use crate::slug;
use crate::source::{Source, Span};
use crate::suppress::Suppression;
use crate::tag_line::{Name, Place, TagLine};
use crate::tags::{Kind, TAGS};
use crate::traps::{self, Trap};
use crate::{assemble, header, suppress, tag_line, tags};

/// A document, read. Whatever the text holds, there is one.
#[derive(Clone, Debug)]
pub struct Document<'t> {
    /// The text and its lines.
    pub source: Source<'t>,
    /// The text as Markdown.
    pub markdown: Markdown,
    /// Everything that looks like a tag, in order, nested and unknown ones included.
    pub tags: Vec<TagLine>,
    /// Title, version and metadata.
    pub header: Header,
    /// Where the manifest stands.
    pub manifest: Option<Manifest>,
    /// The text above the first heading, then one section a heading, in order.
    pub sections: Vec<Section>,
    /// Tagged blocks and untagged stretches, in order.
    pub blocks: Vec<Block>,
    /// The document from its first byte to its last.
    pub parts: Vec<Part>,
    /// Paragraphs that the line below them makes a heading of.
    pub traps: Vec<Trap>,
    /// The comments that allow a rule.
    pub suppressions: Vec<Suppression>,
}

/// A piece of the document; together they cover it without a gap or an overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// What it is.
    pub kind: PartKind,
    /// Where it stands, the blank lines behind it included.
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
    /// The version and the metadata beside it.
    Header,
    /// The manifest with its heading.
    Manifest,
    /// This block.
    Block(usize),
    /// A thematic break.
    Break,
    /// A closing tag: this one of the document's tags.
    Closing(usize),
    /// Comments and link definitions, which tell a reader nothing by themselves.
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

/// A heading and what stands under it.
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
    /// The section that holds this one.
    pub parent: Option<usize>,
    /// From the heading to the next one of the same or a higher level.
    pub span: Span,
}

/// A tagged block, or a stretch without a tag.
#[derive(Clone, Debug)]
pub struct Block {
    /// What it is; untagged text is read as a NOTE.
    pub kind: Kind,
    /// Its tag among the document's tags; `None` where it has none.
    pub tag: Option<usize>,
    /// The section that its tag stands in.
    pub section: usize,
    /// Its place, from 1, among the blocks of its kind in the section.
    pub ordinal: usize,
    /// From its tag to the end of its text.
    pub span: Span,
    /// What it says: without the tag, and without white space at either end.
    pub content: Span,
    /// Subsections that have the tag only from this block, in order.
    pub inherited: Vec<usize>,
    /// The fields of a BUG.
    pub fields: Vec<Field>,
    /// What a BUG sets like a field under another name.
    pub unknown_fields: Vec<UnknownField>,
}

impl Block {
    /// The field of a BUG that holds `offset`, or stands last before it.
    pub fn field_at(&self, offset: usize) -> Option<&Field> {
        let after = self.fields.partition_point(|field| field.label.start <= offset);
        after.checked_sub(1).map(|index| &self.fields[index])
    }
}

/// Reads a document. Never fails: what is wrong with it is for the rules to say.
pub fn parse(text: &str) -> Document<'_> {
    let source = Source::new(text);
    let mut markdown = Markdown::parse(&source);
    let tags = tag_line::find(&source, &markdown);
    let traps = traps::find(&source, &markdown, &tags);
    markdown.split_headings(&traps);
    let header = header::read(&source, &markdown, &tags);
    let suppressions = suppress::find(&source, &markdown);
    let mut document = Document {
        source,
        markdown,
        tags,
        header,
        manifest: None,
        sections: Vec::new(),
        blocks: Vec::new(),
        parts: Vec::new(),
        traps,
        suppressions,
    };
    assemble::assemble(&mut document);
    document
}

/// A cheap look at bytes: whether [`Document::is_tagged`] could hold. Never wrong when it says no.
pub fn may_be_tagged(bytes: &[u8]) -> bool {
    let is_tag = |at: usize| {
        let inner = &bytes[at + 3..];
        TAGS.iter()
            .any(|tag| inner.strip_prefix(tag.name.as_bytes()).is_some_and(|rest| rest.starts_with(b"]")))
    };
    let names_manifest = |at: usize| {
        let Some(rest) = bytes.get(at + 1..).filter(|rest| rest.first().is_some_and(|b| b"iI".contains(b)))
        else {
            return false;
        };
        let gap = rest[1..].iter().take(8).take_while(|b| !b.is_ascii_alphanumeric()).count();
        let word = &rest[1 + gap..];
        let opens = |name: &[u8]| word.get(..name.len()).is_some_and(|word| word.eq_ignore_ascii_case(name));
        opens(b"reading") || opens(b"manifest")
    };
    memchr::memmem::find_iter(bytes, b"**[").any(is_tag)
        || memchr::memchr2_iter(b'a', b'A', bytes).any(names_manifest)
}

impl<'t> Document<'t> {
    /// Whether the document uses the convention: it has a manifest heading, or a well-formed tag on
    /// a line of its own.
    pub fn is_tagged(&self) -> bool {
        let well_formed = |tag: &TagLine| {
            matches!(tag.name, Name::Known(_))
                && tag.is_well_spelt()
                && matches!(tag.place, Place::Line | Place::Folded)
        };
        self.manifest.is_some() || self.tags.iter().any(well_formed)
    }

    /// The text of a span.
    pub fn text(&self, span: Span) -> &'t str {
        self.source.slice(span)
    }

    /// The tag that opens a block.
    pub fn tag_of(&self, block: &Block) -> Option<&TagLine> {
        block.tag.map(|index| &self.tags[index])
    }

    /// The blocks that have a tag, with it.
    pub fn tagged_blocks(&self) -> impl Iterator<Item = (&Block, &TagLine)> {
        self.blocks.iter().filter_map(|block| Some((block, self.tag_of(block)?)))
    }

    /// The tagged blocks of one kind, with their tags.
    pub fn blocks_of(&self, kind: Kind) -> impl Iterator<Item = (&Block, &TagLine)> {
        self.tagged_blocks().filter(move |(block, _)| block.kind == kind)
    }

    /// The section whose heading stands last before `offset`.
    pub fn section_at(&self, offset: usize) -> usize {
        self.sections.partition_point(|section| section.heading.start <= offset).saturating_sub(1)
    }

    /// The block that holds `offset`.
    pub fn block_at(&self, offset: usize) -> Option<&Block> {
        let after = self.blocks.partition_point(|block| block.span.start <= offset);
        let block = &self.blocks[after.checked_sub(1)?];
        (offset < block.span.end.max(block.span.start + 1)).then_some(block)
    }

    /// Whether `offset` lies in the manifest.
    pub fn in_manifest(&self, offset: usize) -> bool {
        self.manifest.is_some_and(|manifest| manifest.span.contains(offset))
    }

    /// The address of a block within the document: `section-slug/kind-n`.
    pub fn block_address(&self, block: &Block) -> String {
        let kind = if block.tag.is_some() { block.kind.tag().slug } else { "untagged" };
        format!("{}/{kind}-{}", self.sections[block.section].slug, block.ordinal)
    }

    /// The address of whatever stands at `offset`: a block, else a section, else nothing.
    pub fn address(&self, offset: usize) -> String {
        match self.block_at(offset) {
            Some(block) => self.block_address(block),
            None => self.sections[self.section_at(offset)].slug.clone(),
        }
    }

    /// A short hash of what a block says, its title included.
    pub fn content_hash(&self, block: &Block) -> String {
        let title = self.tag_of(block).and_then(|tag| tag.title).map_or("", |title| self.text(title));
        slug::content_hash(&format!("{title}\n{}", self.text(block.content)))
    }

    /// The top-level Markdown of a block's content. The first node may start above it, since a tag
    /// and the paragraph below it are one paragraph to Markdown.
    pub fn content_nodes(&self, block: &Block) -> impl Iterator<Item = &Node> {
        self.markdown.top_in(block.content)
    }

    /// Every word with the kind of block that a reader takes it for, in order. Headings, header, manifest and
    /// comments have no kind and are left out.
    pub fn reading(&self) -> Vec<(Kind, &'t str)> {
        let mut words = Vec::new();
        let mut add = |kind: Kind, text: &'t str| {
            let found = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
            words.extend(found.map(|word| (kind, word)));
        };
        let comments = self
            .markdown
            .nodes
            .iter()
            .filter(|node| matches!(node.kind, NodeKind::Comment | NodeKind::Definition))
            .map(|node| node.span);
        let mut silent: Vec<Span> =
            self.sections.iter().map(|section| section.heading).chain(comments).collect();
        silent.extend(self.suppressions.iter().map(|comment| comment.span));
        silent.sort_unstable();
        for block in &self.blocks {
            let tag = self.tag_of(block).filter(|tag| !matches!(tag.place, Place::Heading(_)));
            add(block.kind, tag.and_then(|tag| tag.title).map_or("", |title| self.text(title)));
            let mut at = block.content.start;
            let first = silent.partition_point(|span| span.end <= at);
            for span in silent[first..].iter().take_while(|span| span.start < block.content.end) {
                add(block.kind, self.text(Span::new(at.min(span.start), span.start)));
                at = at.max(span.end.min(block.content.end));
            }
            add(block.kind, self.text(Span::new(at, block.content.end)));
        }
        words
    }

    /// Remarks on the document that are no findings.
    pub fn notices(&self) -> Vec<String> {
        let later = |version: &str| {
            let mut parts = version.split('.').map(|part| part.parse::<u64>().unwrap_or(0));
            parts.next() == Some(1) && parts.any(|part| part > 0)
        };
        let named = self.header.format_version.map(|span| self.text(span));
        let notice = |version: &str| {
            format!("names HADS {version}, a later version than {0}: read as {0}", tags::FORMAT_VERSION)
        };
        named.filter(|version| later(version)).map(notice).into_iter().collect()
    }
}
