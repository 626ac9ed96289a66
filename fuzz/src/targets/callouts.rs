//! Reading callouts of other renderers: what cannot be read stays, no word is lost, and a second run changes nothing.

#[path = "../../../crates/tagdown-write/tests/callouts/mod.rs"]
mod reading;

use reading::read;
use tagdown::document::parse;
use tagdown_render::DIALECTS;
use tagdown_write::convert::callouts::Kinds;

use super::Target;
use crate::document;
use crate::input::Input;
use crate::invariants::{line_ends, same};

pub(super) const TARGET: Target = Target {
    name: "callouts",
    about: "a page that is refused stays as it is, a second run changes nothing",
    make: document::document,
    piece: document::piece,
    test,
};

fn test(input: &Input<'_>) {
    let text = input.text.as_ref();
    // In a page that `render` wrote, the content of a callout is its text, and can be a callout again.
    let is_rendered = parse(text).manifest.is_some();
    for dialect in DIALECTS.iter().filter(|dialect| dialect.read_back.is_some()) {
        let once = read(text, dialect, &Kinds::new());
        assert!(once.refused.is_none() || once.output == text, "{}: refused, but changed", dialect.name);
        line_ends(text, &once.output);
        if !is_rendered {
            same(&read(&once.output, dialect, &Kinds::new()).output, &once.output, dialect.name);
        }
    }
}
