//! The pieces of a document that get a label: top-level paragraphs, lists, tables, code, quotes and HTML.

use serde::Serialize;

use super::structure::is_html_table;
use super::word_tokens::{TokenKind, Tokens};
use crate::document::{Document, Version, VersionForm, is_indented, is_semver, opens_body};
use crate::markdown::{Node, NodeKind, is_module_code};
use crate::text::Span;

/// What a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PieceKind {
    /// A paragraph, or a footnote.
    Paragraph,
    /// A list.
    List,
    /// A table.
    Table,
    /// Code, fenced or indented.
    Code,
    /// A quote, including GitHub alerts.
    Quote,
    /// HTML.
    Html,
}

impl PieceKind {
    /// Its name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Paragraph => "paragraph",
            Self::List => "list",
            Self::Table => "table",
            Self::Code => "code",
            Self::Quote => "quote",
            Self::Html => "html",
        }
    }
}

/// What separates a piece from the piece above it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Above {
    /// Nothing that ends a tagged block.
    Piece,
    /// A heading, a thematic break, the header or the start of the document.
    Border,
}

/// A piece of a document.
#[derive(Clone, Debug)]
pub struct Piece {
    /// What it is.
    pub kind: PieceKind,
    /// Its position.
    pub span: Span,
    /// Its node.
    pub node: Node,
    /// The section that contains it.
    pub section: usize,
    /// What is above it.
    pub above: Above,
    /// Whether it belongs to the piece above it, like the indented body of an admonition. No tag may separate them.
    pub is_glued: bool,
    /// The index of the tagged block that already contains it, if there is one.
    pub tagged: Option<usize>,
}

impl Piece {
    /// Whether it consists of words.
    pub fn is_text(&self) -> bool {
        match self.kind {
            PieceKind::Paragraph | PieceKind::List | PieceKind::Quote | PieceKind::Html => true,
            PieceKind::Code => self.is_glued,
            PieceKind::Table => false,
        }
    }

    /// Its first and last line, counted from 1.
    pub fn lines(&self, document: &Document<'_>) -> [usize; 2] {
        let line = |at: usize| document.source.position(at).line;
        [line(self.span.start), line(self.span.end.saturating_sub(1).max(self.span.start))]
    }

    /// The index of the section that contains it.
    pub fn section(&self) -> usize {
        self.section
    }
}

/// Whether a piece has no content on its own: an image, a row of badges, a footnote, template syntax, or HTML around
/// other text.
pub fn is_silent(document: &Document<'_>, piece: &Piece) -> bool {
    let text = document.text(piece.span);
    let words = || {
        let mut tokens = Tokens::default();
        tokens.read(document, piece.span);
        (tokens.count(TokenKind::Word), tokens.count(TokenKind::Image))
    };
    // Most paragraphs have no image and start with a word.
    let is_usual = || {
        text.starts_with(|c: char| c.is_ascii_alphabetic())
            && !text.starts_with("http")
            && !text.contains("![")
    };
    match piece.kind {
        // A footnote belongs to the text that refers to it, regardless of its position.
        _ if piece.node.kind == NodeKind::Footnote => true,
        PieceKind::Html => !tells(text) && !is_html_table(text),
        PieceKind::Paragraph => {
            let first = text.lines().next().unwrap_or_default().trim();
            let is_syntax = text.lines().count() == 1
                && (first.starts_with("{%") && first.ends_with("%}")
                    || first.starts_with("{{") && first.ends_with("}}")
                    || first.starts_with(":::")
                    || opens_body(first)
                    || first.starts_with("[[") && first.ends_with("]]"));
            is_syntax
                || is_directive(text)
                || is_module_code(text)
                || !is_usual() && {
                    let (words, images) = words();
                    images > 0 && words < 4
                        || words == 0 && !text.contains('`') && !text.contains(|c: char| c.is_ascii_digit())
                }
        }
        _ => false,
    }
}

/// Whether a paragraph is a directive with indented options, such as `::: package.module`, which stands for text from
/// elsewhere.
fn is_directive(text: &str) -> bool {
    let mut lines = text.lines();
    let name = lines
        .next()
        .and_then(|first| first.strip_prefix(":::"))
        .map(|rest| rest.trim_start_matches(':').trim());
    name.is_some_and(|name| !name.is_empty() && !name.contains(char::is_whitespace)) && lines.all(is_indented)
}

/// Whether an HTML block has content: many words outside its tags, or a few with a number or a full stop.
fn tells(html: &str) -> bool {
    const MANY: usize = 12;
    const FEW: usize = 4;
    let (mut words, mut is_exact) = (0, false);
    let mut count = |text: &str| {
        words += text.split_whitespace().filter(|word| word.contains(char::is_alphabetic)).count();
        is_exact |= text.contains(|c: char| c.is_ascii_digit()) || text.trim_end().ends_with('.');
    };
    let mut rest = html;
    while let Some(open) = rest.find('<') {
        count(&rest[..open]);
        let tag = &rest[open..];
        let hidden = [("<!--", "-->"), ("<script", "</script>"), ("<style", "</style>")];
        let close = hidden.iter().find(|(opens, _)| tag.starts_with(opens)).map_or(">", |(_, closes)| closes);
        rest = tag.find(close).map_or("", |at| &tag[at + close.len()..]);
    }
    count(rest);
    words >= MANY || words >= FEW && is_exact
}

/// The pieces of a document in order, without its header and manifest.
pub fn pieces(document: &Document<'_>) -> Vec<Piece> {
    let mut out: Vec<Piece> = Vec::new();
    let mut above = Above::Border;
    let header = document.header.paragraph.filter(|_| has_version(document));
    // The blocks that start at or before a node: nodes and blocks are in order.
    let mut begun = 0;
    for &index in &document.markdown.top {
        let node = document.markdown.nodes[index];
        let kind = match node.kind {
            NodeKind::Paragraph | NodeKind::Footnote => PieceKind::Paragraph,
            NodeKind::List { .. } => PieceKind::List,
            NodeKind::Table => PieceKind::Table,
            NodeKind::Code { .. } => PieceKind::Code,
            NodeKind::Quote => PieceKind::Quote,
            NodeKind::Html => PieceKind::Html,
            NodeKind::Heading { .. } | NodeKind::Rule | NodeKind::FrontMatter => {
                above = Above::Border;
                continue;
            }
            NodeKind::Comment | NodeKind::Definition | NodeKind::Item => continue,
        };
        let start = node.span.start;
        if document.in_manifest(start) || header == Some(node.span) {
            above = Above::Border;
            continue;
        }
        let last = out.last().filter(|_| above == Above::Piece);
        let is_glued = last.is_some_and(|last| is_body(document, last, &node));
        // A tag and the paragraph directly below it are one paragraph in Markdown.
        while document.blocks.get(begun).is_some_and(|block| block.span.start <= start) {
            begun += 1;
        }
        let tagged = begun.checked_sub(1).filter(|&index| {
            let block = &document.blocks[index];
            block.tag.is_some() && start < block.content.end
        });
        let span = tagged.map_or(node.span, |index| {
            let content = document.blocks[index].content;
            Span::new(start.max(content.start.min(node.span.end)), node.span.end)
        });
        out.push(Piece { kind, span, node, section: document.section_at(start), above, is_glued, tagged });
        above = Above::Piece;
    }
    out
}

/// Whether a node is the indented body of an admonition or tab that the piece above opens or continues.
fn is_body(document: &Document<'_>, above: &Piece, node: &Node) -> bool {
    let is_indented = node.kind == NodeKind::Code { fenced: false };
    let opens = |piece: &Piece| piece.kind == PieceKind::Paragraph && opens_body(document.text(piece.span));
    is_indented && (opens(above) || above.is_glued)
}

/// The headings above a section's text, the nearest last.
pub fn headings<'d>(document: &'d Document<'_>, section: usize) -> Vec<&'d str> {
    let mut out = Vec::new();
    let mut at = Some(section);
    while let Some(index) = at {
        let section = &document.sections[index];
        if section.level > 0 {
            out.push(section.title.as_str());
        }
        at = section.parent;
    }
    out.reverse();
    out
}

/// Whether the document has a version in the canonical form, directly below the title. Anywhere else it is not a
/// header.
pub fn has_version(document: &Document<'_>) -> bool {
    let is_fine =
        |version: &Version| version.form == VersionForm::Canonical && is_semver(document.text(version.value));
    let below_title = |paragraph: Span| {
        let above = last_node_before(document, paragraph.start);
        let has_front_title = document.header.front_title.is_some();
        above.is_some_and(|node| {
            Some(node.span) == document.header.title || has_front_title && node.kind == NodeKind::FrontMatter
        })
    };
    document.header.paragraph.is_some_and(below_title)
        && document.header.version.as_ref().is_some_and(is_fine)
}

/// The last top-level node that starts before `at`.
pub fn last_node_before<'d>(document: &'d Document<'_>, at: usize) -> Option<&'d Node> {
    let after =
        document.markdown.top.partition_point(|&index| document.markdown.nodes[index].span.start < at);
    after.checked_sub(1).map(|last| &document.markdown.nodes[document.markdown.top[last]])
}
