//! The addresses of a document: its sections and blocks.

use tagdown::document::Document;

/// The addresses of sections and blocks, in the order of the document.
pub(super) fn addresses(document: &Document<'_>) -> Vec<String> {
    let mut places: Vec<(usize, String)> = document
        .sections
        .iter()
        .filter(|section| section.level > 1)
        .map(|section| (section.span.start, section.slug.clone()))
        .collect();
    places.extend(document.blocks.iter().map(|block| (block.span.start, document.block_address(block))));
    places.sort_by_key(|(at, _)| *at);
    places.into_iter().map(|(_, address)| address).collect()
}
