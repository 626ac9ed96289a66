//! Removing tags: all text in blocks stays, in order.

use tagdown::document::parse;
use tagdown_write::convert::strip;

use super::Target;
use crate::document;
use crate::input::Input;
use crate::invariants::{keeps_order, line_ends, words};

pub(super) const TARGET: Target = Target {
    name: "strip",
    about: "all text in blocks stays, in order",
    make: document::document,
    piece: document::piece,
    test,
};

fn test(input: &Input<'_>) {
    let stripped = strip(&input.text);
    let document = parse(&input.text);
    let kept = document.blocks.iter().flat_map(|block| words(document.text(block.content)));
    keeps_order(kept, &stripped, "strip");
    line_ends(&input.text, &stripped);
}
