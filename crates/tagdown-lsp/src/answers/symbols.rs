//! Symbols of a document: headings with their blocks. In an editor that lists headings itself, only blocks.

use gen_lsp_types::{DocumentSymbol, SymbolKind};
use tagdown::document::{Block, Kind};
use tagdown::text::{Span, one_line, reveal_line};

use crate::ask::{Ask, Reply, reply};
use crate::world::View;

/// The length of a name, in characters.
const LONGEST: usize = 80;

/// A symbol, and where it is in the text.
struct Found {
    span: Span,
    symbol: DocumentSymbol,
}

/// `textDocument/documentSymbol`.
pub(crate) fn answer(ask: &Ask<'_>) -> Reply {
    let view = ask.view()?;
    let mut found: Vec<Found> =
        view.document.blocks.iter().filter_map(|block| of_block(view, block)).collect();
    if view.world.settings.headings.is_on(!view.world.client.is_vscode) {
        found.extend(headings(view));
    }
    found.sort_by_key(|one| (one.span.start, std::cmp::Reverse(one.span.end)));
    reply(nested(found))
}

fn headings(view: &View<'_>) -> impl Iterator<Item = Found> {
    view.document.sections.iter().filter(|section| section.level > 0).map(|section| {
        let name = short(&section.title, "untitled");
        Found {
            span: section.span,
            symbol: symbol(view, name, SymbolKind::String, section.span, section.heading),
        }
    })
}

/// A tagged block. A tag that is also a heading is listed once.
fn of_block(view: &View<'_>, block: &Block) -> Option<Found> {
    let document = view.document;
    let tag = document.tag_of(block)?;
    let id = document.block_address(block);
    let id = id.rsplit('/').next().unwrap_or_default();
    let first = document.text(block.content).lines().next().unwrap_or_default();
    let title = document.block_title(block).unwrap_or_else(|| first.to_owned());
    let name = format!("[{}] {}", tag.own_name().unwrap_or(block.kind.name()), short(&title, id));
    let kind = match block.kind {
        Kind::Spec => SymbolKind::Constant,
        Kind::Note => SymbolKind::String,
        Kind::Bug => SymbolKind::Event,
        Kind::Unverified => SymbolKind::Variable,
    };
    let span = Span::new(block.span.start.min(tag.span.start), block.span.end.max(tag.span.end));
    let mut symbol = symbol(view, name, kind, span, tag.span);
    symbol.detail = Some(id.to_owned());
    Some(Found { span, symbol })
}

#[allow(deprecated, reason = "the protocol still has the field")]
fn symbol(view: &View<'_>, name: String, kind: SymbolKind, span: Span, chosen: Span) -> DocumentSymbol {
    let span = Span::new(span.start.min(chosen.start), span.end.max(chosen.end));
    DocumentSymbol {
        name,
        detail: None,
        kind,
        tags: None,
        deprecated: None,
        range: view.range(view.document.source.trim(span)),
        selection_range: view.range(chosen),
        children: None,
    }
}

/// A name on one line, without anything that hides or turns text.
pub(crate) fn short(text: &str, otherwise: &str) -> String {
    let text = reveal_line(&one_line(text));
    let text = text.trim();
    let mut name: String = text.chars().take(LONGEST).collect();
    if name.len() < text.len() {
        name.push('…');
    }
    if name.is_empty() { otherwise.to_owned() } else { name }
}

/// Symbols inside each other, from a list in the order of the text.
fn nested(found: Vec<Found>) -> Vec<DocumentSymbol> {
    let mut top: Vec<DocumentSymbol> = Vec::new();
    let mut open: Vec<Found> = Vec::new();
    let close = |open: &mut Vec<Found>, top: &mut Vec<DocumentSymbol>| {
        let Some(done) = open.pop() else { return };
        match open.last_mut() {
            Some(above) => above.symbol.children.get_or_insert_default().push(done.symbol),
            None => top.push(done.symbol),
        }
    };
    for one in found {
        while open.last().is_some_and(|last| last.span.end < one.span.end || last.span.end <= one.span.start)
        {
            close(&mut open, &mut top);
        }
        open.push(one);
    }
    while !open.is_empty() {
        close(&mut open, &mut top);
    }
    top
}
