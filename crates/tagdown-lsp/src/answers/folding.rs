//! Folding: one range per block. Every NOTE is a comment, so that one command of the editor folds all of them.

use gen_lsp_types::{FoldingRange, FoldingRangeKind};
use tagdown::document::{Block, Kind};

use super::view::tokens;
use crate::ask::{Ask, Reply, reply};

/// `textDocument/foldingRange`.
pub(crate) fn answer(ask: &Ask<'_>) -> Reply {
    let view = ask.view()?;
    let document = view.document;
    let source = &document.source;
    let lines = |block: &Block| {
        let start = document.tag_of(block).map_or(block.span.start, |tag| tag.span.start);
        [source.line_of(start), source.line_of(source.trim(block.span).end.saturating_sub(1))]
    };
    let folds: Vec<(&Block, [usize; 2])> = document
        .tagged_blocks()
        .map(|(block, _)| (block, lines(block)))
        .filter(|(_, [first, last])| first < last)
        .collect();
    let texts: Vec<&str> = folds.iter().map(|(block, _)| document.text(block.content)).collect();
    let counts = tokens(view, &texts);
    let ranges: Vec<FoldingRange> = folds
        .iter()
        .zip(counts)
        .map(|((block, [first, last]), count)| FoldingRange {
            start_line: *first as u32,
            end_line: *last as u32,
            kind: (block.kind == Kind::Note).then_some(FoldingRangeKind::Comment),
            collapsed_text: Some(format!("{}, {count}", block.kind.name())),
            ..FoldingRange::default()
        })
        .collect();
    reply(ranges)
}
