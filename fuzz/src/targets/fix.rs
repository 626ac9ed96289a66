//! Fixing, safe and unsafe: no word is lost, safe fixes keep every word in its kind of block, and a second run changes
//! nothing.

use tagdown::document::{Kind, parse};
use tagdown::rules::{Safety, check, fix, lost_beyond};

use super::Target;
use super::check::settings;
use crate::document;
use crate::input::Input;
use crate::invariants::{line_ends, same};

pub(super) const TARGET: Target = Target {
    name: "fix",
    about: "no word is lost, safe fixes keep kinds, nothing fixable is left, a second run changes nothing",
    make: document::document,
    piece: document::piece,
    test,
};

fn test(input: &Input<'_>) {
    let text = input.text.as_ref();
    for safety in [Safety::Safe, Safety::Unsafe] {
        let all = settings(input.is_set(0));
        let once = fix(text, &all, safety);
        assert!(once.lost.is_empty(), "{safety:?}: would lose {:?}", once.lost);
        let left = check(&parse(&once.text), &all);
        let fixable =
            left.iter().find(|finding| finding.fix.as_ref().is_some_and(|fix| fix.safety >= safety));
        assert!(fixable.is_none() || once.refused > 0, "{safety:?}: {fixable:?} is left in {:?}", once.text);
        same(&fix(&once.text, &all, safety).text, &once.text, "a second run changes the text");
        line_ends(text, &once.text);
        // The rules that may remove words are left out, so that no word but the name of a tag may go.
        let careful = settings(input.is_set(0)).only(|rule| !rule.removes_words);
        let kept = fix(text, &careful, safety).text;
        let lost = lost_beyond(text, &kept, "spec note bug");
        let lost: Vec<&String> =
            lost.iter().filter(|word| Kind::from_name(&word.to_uppercase()).is_none()).collect();
        assert!(lost.is_empty(), "{safety:?}: {lost:?} lost in {kept:?}");
        if safety == Safety::Safe {
            let (before, after) = (parse(text), parse(&kept));
            assert_eq!(before.reading(), after.reading(), "a word changed its kind in {kept:?}");
        }
    }
}
