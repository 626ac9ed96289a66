//! The pieces of a document that get a label: its top-level paragraphs, lists, tables, code, quotes and HTML.

use serde::Serialize;

use crate::document::Document;
use crate::markdown::{Node, NodeKind};
use crate::source::Span;

/// What a piece is, as reports name it.
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
    /// A quote, GitHub's alerts among them.
    Quote,
    /// HTML.
    Html,
}

impl PieceKind {
    /// As reports name it.
    pub fn name(self) -> &'static str {
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

/// What stands between two pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Above {
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
    /// Where it stands.
    pub span: Span,
    /// Its node.
    pub(crate) node: Node,
    /// The section that it stands in.
    pub(crate) section: usize,
    /// What stands above it.
    pub(crate) above: Above,
    /// Whether it belongs to the piece above it, as the indented body of an admonition does: no tag comes between.
    pub(crate) is_glued: bool,
    /// The kind of block that it stands in already; `None` where it has no tag.
    pub(crate) tagged: Option<usize>,
}

impl Piece {
    /// Whether it is made of words.
    pub fn is_text(&self) -> bool {
        match self.kind {
            PieceKind::Paragraph | PieceKind::List | PieceKind::Quote | PieceKind::Html => true,
            PieceKind::Code => self.is_glued,
            PieceKind::Table => false,
        }
    }

    /// Its first and last line, from 1.
    pub(crate) fn lines(&self, document: &Document<'_>) -> [usize; 2] {
        let line = |at: usize| document.source.position(at).line;
        [line(self.span.start), line(self.span.end.saturating_sub(1).max(self.span.start))]
    }

    /// The section that it stands in, by number.
    pub fn section(&self) -> usize {
        self.section
    }
}

/// Whether a piece says nothing by itself: an image, a row of badges, a footnote, the syntax of a template, HTML around
/// other text.
pub(crate) fn is_silent(document: &Document<'_>, piece: &Piece) -> bool {
    let text = document.text(piece.span);
    let words = || {
        let tokens = super::words::tokens(document, piece.span);
        let is_word = |token: &&String| token.starts_with(char::is_alphabetic);
        (
            tokens.iter().filter(is_word).count(),
            tokens.iter().filter(|token| *token == super::words::IMAGE).count(),
        )
    };
    match piece.kind {
        // It belongs to the text that refers to it, wherever it stands.
        _ if piece.node.kind == NodeKind::Footnote => true,
        PieceKind::Html => !tells(text),
        PieceKind::Paragraph => {
            let first = text.lines().next().unwrap_or_default().trim();
            let is_syntax = text.lines().count() == 1
                && (first.starts_with("{%") && first.ends_with("%}")
                    || first.starts_with("{{") && first.ends_with("}}")
                    || first.starts_with(":::")
                    || BODY_MARKS.iter().any(|mark| first.starts_with(mark))
                    || first.starts_with("[[") && first.ends_with("]]"));
            is_syntax || {
                let (words, images) = words();
                images > 0 && words < 4
                    || words == 0 && !text.contains('`') && !text.contains(|c: char| c.is_ascii_digit())
            }
        }
        _ => false,
    }
}

/// Whether an HTML block says something: many words outside its tags, or a few that read as a sentence or hold a number.
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

/// The pieces of a document in order, those in its header and manifest left out.
pub(crate) fn pieces(document: &Document<'_>) -> Vec<Piece> {
    let mut out: Vec<Piece> = Vec::new();
    let mut above = Above::Border;
    let header = document.header.paragraph.filter(|_| super::front::has_version(document));
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
        // A tag and the paragraph below it are one paragraph to Markdown.
        let block = document.blocks.partition_point(|block| block.span.start <= start).checked_sub(1);
        let tagged = block.filter(|&index| {
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

/// What opens an admonition or a tab whose body is indented below it.
const BODY_MARKS: [&str; 4] = ["!!! ", "??? ", "???+ ", "=== \""];

/// Whether a node is the indented body of an admonition or tab that the piece above opens or goes on with.
fn is_body(document: &Document<'_>, above: &Piece, node: &Node) -> bool {
    let is_indented = node.kind == NodeKind::Code { fenced: false };
    let opens = |piece: &Piece| {
        let text = document.text(piece.span);
        piece.kind == PieceKind::Paragraph && BODY_MARKS.iter().any(|mark| text.starts_with(mark))
    };
    is_indented && (opens(above) || above.is_glued)
}

/// The headings above a piece, the nearest last.
pub(crate) fn headings<'d>(document: &'d Document<'_>, section: usize) -> Vec<&'d str> {
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
