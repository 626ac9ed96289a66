//! What a reader can see of one document: the chosen blocks with all that a citation needs, and what was left out,
//! counted.

use rustc_hash::FxHashSet;
use serde::Serialize;

use super::select::{self, Missing, Selection};
use super::view::Detail;
use crate::assemble::keeps_heading;
use crate::document::{Block, Document};
use crate::slug;
use crate::source::Span;
use crate::tags::{self, Kind, TAGS};

/// A document as a reader gets it.
#[derive(Clone, Debug)]
pub struct Reading {
    /// As the user named it.
    pub path: String,
    /// The title of the document.
    pub title: Option<String>,
    /// Its own version.
    pub document_version: Option<String>,
    /// The version of the format that it names.
    pub format_version: Option<String>,
    /// All its sections in order; the first is the text above the first heading.
    pub headings: Vec<Heading>,
    /// The chosen blocks, in order.
    pub blocks: Vec<Item>,
    /// The blocks that were not chosen.
    pub left_out: Tally,
    /// Tokens of the whole document, if they were asked for.
    pub document_tokens: Option<usize>,
    /// All blocks of the document.
    pub all: Tally,
    /// Blocks that are read only because a near miss of a tag is read as what was meant.
    pub recovered: usize,
    /// Sections and addresses that were asked for and are not there.
    pub missing: Vec<Missing>,
}

/// A section as a reader sees it.
#[derive(Clone, Debug)]
pub struct Heading {
    /// 1 to 6; 0 for the text above the first heading.
    pub level: u8,
    /// The heading with its markup, on one line.
    pub text: String,
    /// The heading without its markup.
    pub title: String,
    /// Its anchor.
    pub slug: String,
    /// Whether the anchor follows from the heading alone.
    pub is_plain: bool,
    /// The section that holds this one.
    pub parent: Option<usize>,
    /// Whether it is the document's title, which is no section.
    pub is_title: bool,
    /// First and last line of the section, subsections included.
    pub lines: [usize; 2],
    /// Its own blocks, without those of its subsections.
    pub tally: Tally,
}

/// A block as a reader gets it.
#[derive(Clone, Debug)]
pub struct Item {
    /// `section-slug/kind-n`.
    pub address: String,
    /// `kind-n`, which together with the heading above it is the address.
    pub id: String,
    /// What it is; untagged text is a NOTE.
    pub kind: Kind,
    /// The words on the tag line.
    pub title: Option<String>,
    /// Its section, among the headings.
    pub section: usize,
    /// First and last line of the text.
    pub lines: [usize; 2],
    /// Where the text stands in the source.
    pub bytes: Span,
    /// Tokens of the text.
    pub tokens: usize,
    /// A short hash of title and text.
    pub hash: String,
    /// Whether it has a tag.
    pub is_tagged: bool,
    /// Whether its tag, if it has one, is as the format asks.
    pub is_well_formed: bool,
    /// The fields of a BUG.
    pub fields: Vec<(&'static str, String)>,
    /// The Fix of a BUG, label included, where it stands.
    pub fix: Option<Span>,
    /// What it says, byte for byte.
    pub text: String,
    /// Definitions of links and footnotes that the text leans on, in the order of their use.
    pub leans: Vec<Lean>,
    /// How well it answers the query, if there is one.
    pub score: Option<f64>,
    /// Whether it is a BUG that does not clearly say if it affects the versions asked for.
    pub is_unclear: bool,
}

/// A link or footnote that leans on a definition.
#[derive(Clone, Debug)]
pub struct Lean {
    /// Where in the block's text it is used.
    pub at: usize,
    /// Where in the source the definition stands.
    pub target: Span,
    /// The definition.
    pub text: String,
}

/// Blocks and their tokens by kind, in the order of [`TAGS`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    blocks: [usize; 4],
    tokens: [usize; 4],
}

impl Tally {
    /// Adds a block.
    pub fn add(&mut self, kind: Kind, tokens: usize) {
        self.blocks[kind as usize] += 1;
        self.tokens[kind as usize] += tokens;
    }

    /// Takes a block away.
    pub(super) fn remove(&mut self, kind: Kind, tokens: usize) {
        self.blocks[kind as usize] -= 1;
        self.tokens[kind as usize] -= tokens;
    }

    /// How many blocks there are.
    pub fn blocks(&self) -> usize {
        self.blocks.iter().sum()
    }

    /// How many tokens they have.
    pub fn tokens(&self) -> usize {
        self.tokens.iter().sum()
    }

    /// Kind, blocks and tokens of each kind that is there.
    pub fn kinds(&self) -> impl Iterator<Item = (Kind, usize, usize)> {
        let row = |kind: Kind| (kind, self.blocks[kind as usize], self.tokens[kind as usize]);
        TAGS.iter().map(move |tag| row(tag.kind)).filter(|(_, blocks, _)| *blocks > 0)
    }

    /// Tokens by kind, for JSON.
    pub(super) fn by_kind(&self) -> impl Serialize + use<> {
        TAGS.iter()
            .map(|tag| (tag.name, self.tokens[tag.kind as usize]))
            .collect::<std::collections::BTreeMap<_, _>>()
    }
}

impl std::ops::AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        for kind in 0..4 {
            self.blocks[kind] += other.blocks[kind];
            self.tokens[kind] += other.tokens[kind];
        }
    }
}

/// Reads the chosen blocks of a document. What is not there is said in [`Reading::missing`].
///
/// ```
/// use tagdown::views::{self, Selection};
/// let text = "# T\n**Version 1.0.0**\n\n## Limits\n\n**[SPEC]**\n- Body: 4 KB\n\n**[NOTE]**\nOld.\n";
/// let reading = views::read(&tagdown::parse(text), "api.md", &Selection::default());
/// assert_eq!(reading.blocks.len(), 1);
/// assert_eq!(reading.blocks[0].address, "limits/spec-1");
/// assert_eq!(reading.blocks[0].text, &text[reading.blocks[0].bytes.range()]);
/// assert_eq!(reading.left_out.blocks(), 1);
/// ```
pub fn read(document: &Document<'_>, path: &str, selection: &Selection) -> Reading {
    let bodies: Vec<Span> = document.blocks.iter().map(|block| body(document, block)).collect();
    let texts: Vec<&str> = bodies.iter().map(|&span| document.text(span)).collect();
    let tokens = selection.encoding.count_all(&texts);
    let mut headings = headings(document);
    let (chosen, missing) = select::choose(document, &headings, selection);
    let mut blocks = Vec::new();
    let (mut left_out, mut all) = (Tally::default(), Tally::default());
    for (index, block) in document.blocks.iter().enumerate() {
        all.add(block.kind, tokens[index]);
        headings[block.section].tally.add(block.kind, tokens[index]);
        if chosen[index] {
            let mut item = item(document, block, bodies[index], tokens[index]);
            item.is_unclear = select::is_unclear(document, block, selection);
            blocks.push(item);
        } else {
            left_out.add(block.kind, tokens[index]);
        }
    }
    let header = &document.header;
    let owned = |span: Span| document.text(span).to_owned();
    let recovered = document.tagged_blocks().filter(|(_, tag)| !tag.is_well_formed()).count();
    Reading {
        path: path.to_owned(),
        title: headings.iter().find(|heading| heading.is_title).map(|heading| heading.title.clone()),
        document_version: header
            .version
            .as_ref()
            .map(|version| document.text(version.value).trim_start_matches(['v', 'V']).to_owned()),
        format_version: header.format_version.map(owned),
        headings,
        blocks,
        left_out,
        document_tokens: selection.count_document.then(|| selection.encoding.count(document.source.text())),
        all,
        recovered,
        missing,
    }
}

/// The text of a block with the indent of its first line, without which a nested list or an indented code block
/// would be another one.
fn body(document: &Document<'_>, block: &Block) -> Span {
    let start = document.source.this_line(block.content.start);
    let indent = Span::new(start, block.content.start);
    let is_indent = !block.content.is_empty() && document.text(indent).bytes().all(|b| b" \t".contains(&b));
    if is_indent { Span::new(start, block.content.end) } else { block.content }
}

fn headings(document: &Document<'_>) -> Vec<Heading> {
    let source = &document.source;
    let first = document.sections.iter().find(|section| section.level == 1);
    let title = document.header.title.or(first.map(|section| section.heading));
    let lines = |span: Span| [source.line_of(span.start) + 1, last_line(document, span)];
    let mut headings: Vec<Heading> = document
        .sections
        .iter()
        .map(|section| Heading {
            level: section.level,
            text: heading_text(document.text(section.heading)),
            title: section.title.clone(),
            slug: section.slug.clone(),
            is_plain: slug::slug(&section.title) == section.slug,
            parent: section.parent,
            is_title: title == Some(section.heading),
            lines: lines(section.span),
            tally: Tally::default(),
        })
        .collect();
    for tag in document.tags.iter().filter(|tag| keeps_heading(tag)) {
        if let Some(title) = tag.title {
            let section = document.section_at(tag.span.start);
            let (text, heading) = (document.text(title), &mut headings[section]);
            text.clone_into(&mut heading.text);
            text.clone_into(&mut heading.title);
            heading.is_plain = slug::slug(text) == heading.slug;
        }
    }
    headings
}

/// The number, from 1, of the last line that holds a byte of the span.
fn last_line(document: &Document<'_>, span: Span) -> usize {
    document.source.line_of(document.source.trim(span).end.saturating_sub(1).max(span.start)) + 1
}

/// A heading without the signs that make it one, on one line.
fn heading_text(raw: &str) -> String {
    let mut lines: Vec<&str> = raw.lines().map(str::trim).collect();
    if lines.len() > 1 {
        lines.pop();
        return lines.join(" ");
    }
    let text = raw.trim().trim_start_matches('#').trim();
    let bare = text.trim_end_matches('#');
    let is_closed = bare.is_empty() || bare.ends_with([' ', '\t']);
    if is_closed { bare.trim().to_owned() } else { text.to_owned() }
}

fn item(document: &Document<'_>, block: &Block, bytes: Span, tokens: usize) -> Item {
    let tag = document.tag_of(block);
    let title = tag.filter(|tag| !keeps_heading(tag)).and_then(|tag| tag.title);
    let address = document.block_address(block);
    let id = address.rsplit('/').next().unwrap_or_default().to_owned();
    let mut fields: Vec<(&'static str, String)> = Vec::new();
    for field in &block.fields {
        let value = document.text(field.value);
        match fields.iter_mut().find(|(name, _)| *name == field.spec.name) {
            Some((_, first)) => first.push_str(&format!("\n{value}")),
            None => fields.push((field.spec.name, value.to_owned())),
        }
    }
    let fix = block.fields.iter().find(|field| field.spec.name == tags::FIX && !field.value.is_empty());
    Item {
        address,
        id,
        kind: block.kind,
        title: title.map(|title| document.text(title).to_owned()),
        section: block.section,
        lines: [document.source.line_of(bytes.start) + 1, last_line(document, bytes)],
        bytes,
        tokens,
        hash: document.content_hash(block),
        is_tagged: block.tag.is_some(),
        is_well_formed: tag.is_none_or(crate::TagLine::is_well_formed),
        fields,
        fix: fix.map(|field| Span::new(field.label.start, field.value.end)),
        text: document.text(bytes).to_owned(),
        leans: leans(document, bytes),
        score: None,
        is_unclear: false,
    }
}

/// The definitions that a text leans on, those that they lean on in turn included.
fn leans(document: &Document<'_>, body: Span) -> Vec<Lean> {
    let known = &document.markdown.references;
    let used_in = |span: Span| {
        let first = known.partition_point(|(at, _)| *at < span.start);
        known[first..].iter().take_while(move |(at, _)| *at < span.end).copied()
    };
    let mut leans = Vec::new();
    for (at, target) in used_in(body) {
        let mut targets = vec![target];
        let mut next = 0;
        while let Some(&target) = targets.get(next) {
            next += 1;
            let text = document.text(document.source.trim(target)).to_owned();
            leans.push(Lean { at: at - body.start, target, text });
            let further: Vec<Span> = used_in(target).map(|(_, span)| span).collect();
            targets.extend(further.into_iter().filter(|span| !targets.contains(span)).collect::<Vec<_>>());
        }
    }
    leans
}

impl Item {
    /// The definitions that a piece of the text leans on and does not hold.
    pub fn references(&self, piece: Span) -> Vec<&str> {
        let base = self.bytes.start;
        let shown = Span::new(base + piece.start, base + piece.end);
        let mut seen = FxHashSet::default();
        let is_away = |lean: &&Lean| piece.contains(lean.at) && !shown.contains(lean.target.start);
        self.leans
            .iter()
            .filter(is_away)
            .filter(|lean| seen.insert(lean.target))
            .map(|lean| &*lean.text)
            .collect()
    }

    /// How much of the text a detail shows.
    pub(super) fn piece(&self, detail: &Detail) -> Span {
        match detail {
            Detail::Full => Span::new(0, self.text.len()),
            Detail::Brief => self.fix_span(),
            Detail::Part { span, .. } => *span,
        }
    }

    /// Where in the text the Fix of a BUG stands, label included.
    fn fix_span(&self) -> Span {
        let base = self.bytes.start;
        self.fix.map_or(Span::default(), |fix| Span::new(fix.start - base, fix.end - base))
    }

    pub(super) fn fix_text(&self) -> &str {
        &self.text[self.fix_span().range()]
    }
}
