//! Formatting: only the layout changes, every word stays in its place and kind, and a second run changes nothing.

use tagdown::document::parse;
use tagdown::rules::{Safety, Settings, fix};

use super::Target;
use crate::document;
use crate::input::Input;
use crate::invariants::{keeps_order, line_ends, same, words};

pub(super) const TARGET: Target = Target {
    name: "fmt",
    about: "words keep order and kind, line ends stay, a second run changes nothing",
    make: document::document,
    piece: document::piece,
    test,
};

fn test(input: &Input<'_>) {
    let text = input.text.as_ref();
    let settings = Settings::default().only(|rule| rule.layout);
    let once = fix(text, &settings, Safety::Safe);
    assert!(once.lost.is_empty(), "would lose {:?}", once.lost);
    let (before, after) = (parse(text), parse(&once.text));
    assert_eq!(before.reading(), after.reading(), "a word changed its kind in {:?}", once.text);
    // The version may get the word that names it.
    keeps_order(words(&text.to_lowercase()), &once.text.to_lowercase(), "fmt");
    same(&fix(&once.text, &settings, Safety::Safe).text, &once.text, "a second run changes the text");
    line_ends(text, &once.text);
}
