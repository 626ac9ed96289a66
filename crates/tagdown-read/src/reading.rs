//! What a reader sees of one document: the selected blocks with everything a citation needs, and counts of the blocks
//! that were left out.

use rustc_hash::FxHashSet;
use serde::Serialize;
use tagdown::document::{Kind, TAGS};
use tagdown::text::Span;

/// A document as a reader sees it.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The path, as the user wrote it.
    pub path: String,
    /// The title of the document.
    pub title: Option<String>,
    /// Its own version.
    pub document_version: Option<String>,
    /// The format version that it declares.
    pub format_version: Option<String>,
    /// Draft, stable or similar, as its header states it.
    pub status: Option<String>,
    /// The date in its header, as written.
    pub date: Option<String>,
    /// Its manifest, if it says more than which tags to read.
    pub manifest: Option<Manifest>,
    /// All sections in order; the first is the text above the first heading.
    pub headings: Vec<Heading>,
    /// The addresses of all blocks, in order, including those that were not selected.
    pub addresses: Vec<String>,
    /// The selected blocks, in order.
    pub blocks: Vec<Item>,
    /// The blocks that were not selected.
    pub left_out: Tally,
    /// How many blocks were not selected because an agent wrote them and nobody has looked at them.
    pub unreviewed: usize,
    /// Tokens of the complete document, if requested.
    pub document_tokens: Option<usize>,
    /// All blocks of the document.
    pub all: Tally,
    /// Blocks that are read only because a malformed tag is read as the tag it was meant to be.
    pub recovered: usize,
    /// Requested sections and addresses that do not exist.
    pub missing: Vec<Missing>,
}

/// A manifest that says more than which tags to read.
#[derive(Clone, Debug)]
pub struct Manifest {
    /// All of it below its heading, byte for byte.
    pub text: String,
    /// The part of it that says more.
    pub more: String,
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
    /// Whether the anchor can be derived from the heading text.
    pub is_plain: bool,
    /// The section that contains this one.
    pub parent: Option<usize>,
    /// Whether it is the document's title, which is not a section.
    pub is_title: bool,
    /// First and last line of the section, including subsections.
    pub lines: [usize; 2],
    /// Its own blocks, excluding those of its subsections.
    pub tally: Tally,
}

/// A block as a reader sees it.
#[derive(Clone, Debug)]
pub struct Item {
    /// `section-slug/kind-n`.
    pub address: String,
    /// `kind-n`; the address is the anchor of the section plus this id.
    pub id: String,
    /// Its kind; untagged text is a NOTE.
    pub kind: Kind,
    /// The name of its tag, if the tag is none of the four.
    pub tag: Option<String>,
    /// The title on the tag line.
    pub title: Option<String>,
    /// Its section, as an index into the headings.
    pub section: usize,
    /// First and last line of the text.
    pub lines: [usize; 2],
    /// Where the text is in the source.
    pub bytes: Span,
    /// Tokens of the text.
    pub tokens: usize,
    /// A short hash of title and text.
    pub hash: String,
    /// Whether it has a tag.
    pub is_tagged: bool,
    /// Whether its tag, if it has one, follows the format.
    pub is_well_formed: bool,
    /// The fields of a BUG.
    pub fields: Vec<(&'static str, String)>,
    /// Where the Fix of a BUG is in the source, including its label.
    pub fix: Option<Span>,
    /// Its text, byte for byte.
    pub text: String,
    /// Comments in the text, in order, which a reader of the document does not see.
    pub comments: Vec<Span>,
    /// Uses of link and footnote definitions in the text, in order.
    pub leans: Vec<Lean>,
    /// How well it matches the query, if there is one.
    pub score: Option<f64>,
    /// The passages that match the query, the best first.
    pub hits: Vec<Hit>,
    /// Its rank among the blocks that match.
    pub standing: Standing,
    /// The addresses of other blocks that say the same.
    pub also: Vec<String>,
    /// Whether it is a BUG that does not clearly state whether it affects the requested versions.
    pub is_unclear: bool,
    /// Whether it contains text that somebody meant to replace, such as `TODO`.
    pub has_placeholder: bool,
    /// Who wrote it, if it was an agent and nobody has looked at it.
    pub unreviewed: Option<Unreviewed>,
}

/// The agent that wrote a block that nobody has looked at. Its record may not say who and when.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Unreviewed {
    /// The name of the agent.
    pub agent: Option<String>,
    /// The day, as `2026-11-17`.
    pub date: Option<String>,
}

/// A passage that matches a query.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// Where it is in the text of the block.
    pub span: Span,
    /// How well it matches.
    pub score: f64,
    /// How much of the query it covers, from 0 to 1.
    pub covered: f64,
    /// Whether it contains a word of the query itself, not only related ones.
    pub has_word: bool,
    /// Its group.
    pub standing: Standing,
}

impl Hit {
    /// A longer passage comes after all others of its group, because it takes the room of several.
    const LONG: usize = 800;

    /// Whether it comes before or after another one.
    pub(super) fn order(&self, other: &Self) -> std::cmp::Ordering {
        let is_long = |hit: &Self| hit.span.len() > Self::LONG;
        let groups = self.standing.cmp(&other.standing).then(is_long(self).cmp(&is_long(other)));
        groups.then(other.score.total_cmp(&self.score))
    }
}

/// The group in which a block is ranked; within a group, the score decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Standing {
    /// A SPEC, BUG or `?` that matches closely.
    #[default]
    Close,
    /// A NOTE or text without a tag that matches closely.
    Context,
    /// A SPEC, BUG or `?` that matches less closely.
    Weak,
    /// A NOTE or text without a tag that matches less closely.
    Far,
    /// A BUG that does not match, in the section of a block that does.
    Beside,
}

/// A link or footnote that depends on a definition.
#[derive(Clone, Debug)]
pub struct Lean {
    /// Where in the block's text it is used.
    pub at: usize,
    /// Where the definition is in the source.
    pub target: Span,
    /// The definition.
    pub text: String,
    /// Whether it is a footnote in an unverified block.
    pub is_claim: bool,
}

/// Block and token counts by kind, in the order of [`TAGS`].
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

    /// Removes a block.
    pub(super) fn remove(&mut self, kind: Kind, tokens: usize) {
        self.blocks[kind as usize] -= 1;
        self.tokens[kind as usize] -= tokens;
    }

    /// The number of blocks.
    pub fn blocks(&self) -> usize {
        self.blocks.iter().sum()
    }

    /// The number of tokens in all blocks.
    pub fn tokens(&self) -> usize {
        self.tokens.iter().sum()
    }

    /// Kind, blocks and tokens of each kind that occurs.
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

impl Item {
    /// Whether it ranks before or after another block.
    pub(super) fn rank(&self, other: &Self) -> std::cmp::Ordering {
        match (self.hits.first(), other.hits.first()) {
            (Some(hit), Some(second)) => {
                let is_open = |item: &Self| item.kind == Kind::Unverified;
                hit.order(second).then(is_open(self).cmp(&is_open(other)))
            }
            (hit, other) => hit.is_none().cmp(&other.is_none()),
        }
    }

    /// The score of its best passage.
    pub(super) fn best(&self) -> f64 {
        self.hits.iter().map(|hit| hit.score).fold(0.0, f64::max)
    }

    /// The definitions that a piece of the text uses but does not contain, except claims.
    pub fn references(&self, piece: Span) -> Vec<&str> {
        self.away(piece, false)
    }

    /// The unverified footnotes that a piece of a verified text uses.
    pub fn claims(&self, piece: Span) -> Vec<&str> {
        self.away(piece, true)
    }

    fn away(&self, piece: Span, are_claims: bool) -> Vec<&str> {
        let base = self.bytes.start;
        let shown = Span::new(base + piece.start, base + piece.end);
        let mut seen = FxHashSet::default();
        let is_away = |lean: &&Lean| {
            let is_claim = lean.is_claim && self.kind != Kind::Unverified;
            piece.contains(lean.at) && !shown.contains(lean.target.start) && is_claim == are_claims
        };
        self.leans
            .iter()
            .filter(is_away)
            .filter(|lean| seen.insert(lean.target))
            .map(|lean| &*lean.text)
            .collect()
    }

    /// A piece of the text as a reader of the document sees it, without comments.
    pub fn visible(&self, piece: Span) -> String {
        let text = &self.text[piece.range()];
        let mut out = String::with_capacity(text.len());
        let mut at = 0;
        for comment in self.comments.iter().filter(|comment| comment.overlaps(piece)) {
            let comment = comment.clip(piece);
            let (start, mut end) = (comment.start - piece.start, comment.end - piece.start);
            out.push_str(&text[at.min(start)..start]);
            // A comment on its own takes its line and the blank line below it along.
            let line = out.rfind('\n').map_or(0, |at| at + 1);
            let rest = &text[end..];
            let after = rest.trim_start_matches([' ', '\t', '\r']);
            if out[line..].trim().is_empty() && (after.is_empty() || after.starts_with('\n')) {
                out.truncate(line);
                end += rest.len() - after.len() + usize::from(!after.is_empty());
                let is_apart = out.is_empty() || out.ends_with("\n\n") || out.ends_with("\n\r\n");
                let blank = text[end..].len() - text[end..].trim_start_matches(['\r', '\n']).len();
                end += if is_apart { blank } else { 0 };
            } else if !out.ends_with(char::is_whitespace) && !rest.starts_with(char::is_whitespace) {
                out.push(' ');
            }
            at = end.max(at);
        }
        out.push_str(&text[at.min(text.len())..]);
        out
    }

    /// The part of the text that a detail shows.
    pub(super) fn piece(&self, detail: &Detail) -> Span {
        match detail {
            Detail::Full => Span::new(0, self.text.len()),
            Detail::Brief => self.fix_span(),
            Detail::Part { span, .. } => *span,
            Detail::Excerpt(parts) => match &parts[..] {
                [first, .., last] => Span::new(self.piece(first).start, self.piece(last).end),
                [only] => self.piece(only),
                [] => Span::default(),
            },
        }
    }

    /// Where the Fix of a BUG is in the text, including its label.
    pub(super) fn fix_span(&self) -> Span {
        let base = self.bytes.start;
        self.fix.map_or(Span::default(), |fix| Span::new(fix.start - base, fix.end - base))
    }

    pub(super) fn fix_text(&self) -> &str {
        &self.text[self.fix_span().range()]
    }
}

/// How much of a block is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Detail {
    /// All of it.
    Full,
    /// The title and the Fix of a BUG.
    Brief,
    /// A part of its text, because the block is too long for a page.
    Part {
        /// The part, as a span of the block's text.
        span: Span,
        /// Text repeated above it, such as the head of a table.
        lead: String,
        /// Text that closes it, such as a fence.
        closer: String,
    },
    /// The passages that match a query, in order.
    Excerpt(Vec<Detail>),
}

impl Detail {
    /// Its name in JSON; `None` if the block is shown in full.
    pub(super) fn name(&self) -> Option<&'static str> {
        match self {
            Detail::Full => None,
            Detail::Brief => Some("brief"),
            Detail::Part { .. } | Detail::Excerpt(_) => Some("part"),
        }
    }
}

/// A requested section or block that does not exist.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Missing {
    /// The name, as requested.
    pub wanted: String,
    /// Whether it was requested by address.
    pub is_address: bool,
    /// How many blocks have it as their id; more than one if it is ambiguous.
    pub blocks: usize,
    /// Existing names that are similar, the nearest first.
    pub nearest: Vec<String>,
}
