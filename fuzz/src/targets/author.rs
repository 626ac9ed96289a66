//! Adding a block, promoting one and filling a template: nothing else in the document changes.

use tagdown::document::{Kind, parse};
use tagdown::rules::Settings;
use tagdown_write::author::{
    BugFields, Confirmation, Doubts, NewBlock, Promotion, Record, Target as To, Values, add, fill, promote,
};

use super::Target;
use crate::document;
use crate::input::Input;
use crate::invariants::{keeps_order, line_ends, no_new_errors, words};

pub(super) const TARGET: Target = Target {
    name: "author",
    about: "`add` and `promote` keep every other byte, and add no error",
    make: document::document,
    piece: document::piece,
    test,
};

fn test(input: &Input<'_>) {
    let text = input.text.as_ref();
    let settings = Settings::default();
    let document = parse(text);
    let record = Record::ALL[input.option(0, 3)];
    for (block, tag) in document.blocks_of(Kind::Unverified).take(2) {
        let mut fields = BugFields::default();
        for (name, value) in [("Symptom", "status 500"), ("Cause", "`x` is 0"), ("Fix", "set `x`")] {
            fields.set(name, value);
        }
        let to = if input.is_set(1) { To::Bug { title: Some("Title".to_owned()), fields } } else { To::Spec };
        let doubts = if input.is_set(2) { Doubts::Keep } else { Doubts::Remove };
        let confirmation = Confirmation { by: "Ada", date: "2026-11-15", evidence: "seen" };
        let Ok(change) = promote(text, block, &Promotion { to, doubts, record, confirmation }, &settings)
        else {
            continue;
        };
        if record != Record::Changelog {
            assert!(change.output.starts_with(&text[..tag.span.start]), "{}", change.output);
            let tail = text[block.span.end..].split_once('\n').map_or("", |(_, tail)| tail);
            assert!(change.output.ends_with(tail), "{}", change.output);
        }
        if input.is_set(2) {
            keeps_order(words(text), &change.output, "promote");
        }
        no_new_errors(text, &change.output, &settings);
        line_ends(text, &change.output);
    }
    for section in document.sections.iter().filter(|section| section.level > 1).take(4) {
        let kind = [Kind::Spec, Kind::Note, Kind::Unverified][input.option(3, 3)];
        let block = NewBlock { kind, title: None, text: "- `new` is 1, not tested" };
        if let Ok(change) = add(text, &section.slug, &block, &settings) {
            keeps_order(words(text), &change.output, "add");
            no_new_errors(text, &change.output, &settings);
            line_ends(text, &change.output);
        }
    }
    fill(text, &Values { title: "{{title}}", version: "0.1.0", author: None, date: "2026-11-15" });
}
