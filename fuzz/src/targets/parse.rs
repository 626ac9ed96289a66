//! Parsing: the parts of a document cover it, and addresses can be computed for every place.

use tagdown::document::{may_be_tagged, parse};

use super::Target;
use crate::document;
use crate::input::Input;
use crate::invariants::model;

pub(super) const TARGET: Target = Target {
    name: "parse",
    about: "every byte belongs to one part, spans are valid, every place has an address",
    make: document::document,
    piece: document::piece,
    test,
};

fn test(input: &Input<'_>) {
    let document = parse(&input.text);
    model(&document);
    assert!(!document.is_tagged() || may_be_tagged(input.text.as_bytes()), "tagged, but would be skipped");
    for (at, _) in input.text.char_indices().step_by(1 + input.text.len() / 64) {
        document.address(at);
        document.section_at(at);
        document.source.position(at);
    }
    for block in &document.blocks {
        document.content_hash(block);
        assert!(!document.block_address(block).is_empty());
    }
    document.reading();
    document.notices();
    tagdown::document::containers(&document);
}
