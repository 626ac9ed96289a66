//! The statements of a document: what the judge calls a fact or context. A statement is a sentence of a paragraph, a
//! quote or a list item, a row of a table, or a code block.

use super::hashed::Hashed;
use super::pieces::{Piece, PieceKind};
use crate::document::Document;
use crate::markdown::{NodeKind, strip_list_marker};
use crate::prose::cut;
use crate::text::Span;

/// The form of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A sentence of a paragraph or quote, or a block of HTML.
    Sentence,
    /// A sentence of a list item.
    Item,
    /// A row of a table.
    Row,
    /// A code block.
    Code,
}

impl Form {
    /// Its name among the features.
    pub(super) fn name(self) -> Hashed<'static> {
        match self {
            Self::Sentence => const { Hashed::new("sentence") },
            Self::Item => const { Hashed::new("item") },
            Self::Row => const { Hashed::new("row") },
            Self::Code => const { Hashed::new("code") },
        }
    }
}

/// A statement.
#[derive(Clone, Copy, Debug)]
pub struct Statement {
    /// Its position, without a list marker.
    pub span: Span,
    /// What it is.
    pub form: Form,
    /// The index of the piece that contains it.
    pub piece: usize,
    /// Whether it is the first statement of its paragraph or item.
    pub is_first: bool,
}

/// The statements of all pieces, in order.
pub fn statements(document: &Document<'_>, pieces: &[Piece]) -> Vec<Statement> {
    statements_near(document, pieces, &vec![true; pieces.len()])
}

/// The statements of all pieces, in order, with those that have neither a letter nor a digit, such as a table row of
/// operators. The judge can say nothing about these.
pub fn statements_with_signs(document: &Document<'_>, pieces: &[Piece]) -> Vec<Statement> {
    let mut out = Collector { document, piece: 0, has_signs: true, out: Vec::new() };
    for (index, piece) in pieces.iter().enumerate() {
        out.piece = index;
        out.piece(piece);
    }
    out.out
}

/// The statements of the wanted pieces, and enough others for a judge of the wanted ones: a piece far from a wanted one
/// counts as a single statement, which costs less than cutting it. `wanted` has one entry for each piece.
pub fn statements_near(document: &Document<'_>, pieces: &[Piece], wanted: &[bool]) -> Vec<Statement> {
    let mut out = Collector { document, piece: 0, has_signs: false, out: Vec::new() };
    for (index, piece) in pieces.iter().enumerate() {
        out.piece = index;
        // A tag may be a piece of its own between two statements.
        let around = index.saturating_sub(2)..(index + 3).min(pieces.len());
        // The judge knows which statements are the first three of a document.
        if out.out.len() >= 3 && !wanted[around].contains(&true) {
            out.add(piece.span, Form::Sentence, true);
        } else {
            out.piece(piece);
        }
    }
    out.out
}

struct Collector<'d, 't> {
    document: &'d Document<'t>,
    piece: usize,
    /// Whether a statement may have neither a letter nor a digit.
    has_signs: bool,
    out: Vec<Statement>,
}

impl Collector<'_, '_> {
    fn piece(&mut self, piece: &Piece) {
        match piece.kind {
            PieceKind::Paragraph => self.cut(piece.span, Form::Sentence),
            PieceKind::List => self.items(piece.span),
            PieceKind::Quote => self.quote(piece.span),
            PieceKind::Code if piece.is_glued => self.cut(piece.span, Form::Sentence),
            PieceKind::Code => self.add(piece.span, Form::Code, true),
            PieceKind::Html => self.add(piece.span, Form::Sentence, true),
            PieceKind::Table => self.rows(piece.span),
        }
    }

    fn add(&mut self, span: Span, form: Form, is_first: bool) {
        let text = self.document.text(span);
        if text.contains(char::is_alphanumeric) || self.has_signs && !text.trim().is_empty() {
            self.out.push(Statement { span, form, piece: self.piece, is_first });
        }
    }

    /// Adds the sentences of running text.
    fn cut(&mut self, span: Span, form: Form) {
        let span = self.without_marker(span);
        let sentences = cut::sentences(self.document, span);
        // Signs between sentences belong to them.
        let is_alone = sentences.len() == 1;
        for (index, one) in sentences.into_iter().enumerate() {
            if is_alone || self.document.text(one).contains(char::is_alphanumeric) {
                self.add(one, form, index == 0);
            }
        }
    }

    /// Adds the text of a list: each item up to the first node inside it, and the nodes inside it.
    fn items(&mut self, list: Span) {
        let nodes = self.document.markdown.nodes_in(list);
        for (index, node) in nodes.iter().enumerate() {
            match node.kind {
                NodeKind::Item => {
                    let next = nodes.get(index + 1).map_or(node.span.end, |next| next.span.start);
                    self.cut(Span::new(node.span.start, next.min(node.span.end)), Form::Item);
                }
                NodeKind::Paragraph => self.cut(node.span, Form::Item),
                NodeKind::Code { .. } => self.add(node.span, Form::Code, true),
                NodeKind::Table => self.rows(node.span),
                _ => {}
            }
        }
    }

    /// Adds the text of a quote.
    fn quote(&mut self, quote: Span) {
        let nodes = self.document.markdown.nodes_in(quote);
        for node in nodes {
            match node.kind {
                NodeKind::Paragraph => self.cut(node.span, Form::Sentence),
                NodeKind::List { .. } => self.items(node.span),
                NodeKind::Code { .. } => self.add(node.span, Form::Code, true),
                _ => {}
            }
        }
    }

    /// Adds the rows of a table. Its first line names the columns; its second separates them from the rows.
    fn rows(&mut self, table: Span) {
        let source = &self.document.source;
        let last = source.line_of(table.end.saturating_sub(1));
        for line in (source.line_of(table.start) + 2)..=last {
            self.add(source.line(line).clip(table), Form::Row, true);
        }
    }

    fn without_marker(&self, span: Span) -> Span {
        let rest = strip_list_marker(self.document.text(span).trim_start());
        Span::new(span.end - rest.len(), span.end)
    }
}
