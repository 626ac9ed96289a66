//! The names of the columns of a table.

use std::sync::Arc;

use tagdown::Document;
use tagdown::markdown::NodeKind;
use tagdown::text::Span;

use super::plain::{said, split_row};
use super::words::words;

/// The first line of a table.
pub(super) struct Head {
    /// The position of the table.
    pub(super) span: Span,
    /// Its columns.
    pub(super) names: Vec<Name>,
}

/// The name of a column.
pub(super) struct Name {
    /// As it is written.
    pub(super) text: Arc<str>,
    /// Its words.
    pub(super) plain: String,
}

impl Head {
    /// The head of the table that contains a row.
    pub(super) fn at(document: &Document<'_>, row: Span) -> Option<Self> {
        let source = &document.source;
        let nodes = document.markdown.nodes_in(Span::new(0, row.end));
        let table =
            nodes.iter().rfind(|node| node.kind == NodeKind::Table && node.span.contains(row.start))?;
        let line = source.slice(source.line(source.line_of(table.span.start)).clip(table.span));
        let name = |text: String| Name { plain: words(&said(&text, &[])).join(" "), text: text.into() };
        Some(Self { span: table.span, names: split_row(line).into_iter().map(name).collect() })
    }
}
