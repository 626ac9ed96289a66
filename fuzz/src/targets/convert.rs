//! Converting a page: no word is lost, no error comes in, a second run changes nothing, and the page can be restored.

use std::collections::HashSet;

use tagdown::document::parse;
use tagdown::judgement::Profile;
use tagdown::rules::Settings;
use tagdown_write::convert::{
    Conversion, Layout, Options, UNDECIDED, Undos, convert, report, restore, strip, strip_with,
};

use super::Target;
use crate::document;
use crate::input::Input;
use crate::invariants::{keeps_words, line_ends, no_new_errors, same, words};

pub(super) const TARGET: Target = Target {
    name: "convert",
    about: "no word is lost, no new errors, a second run changes nothing, `--strip` gives the page back",
    make: document::document,
    piece: document::piece,
    test,
};

/// The options that an input chooses.
pub(super) fn options<'o>(input: &Input<'_>, settings: &'o Settings) -> Options<'o> {
    let layout = [Layout::Place, Layout::Section, Layout::Whole][input.option(0, 3)];
    Options {
        profile: [Profile::Balanced, Profile::Bold, Profile::Cautious][input.option(1, 3)],
        layout,
        bullets: layout == Layout::Whole && input.is_set(2),
        version: [None, Some("2.0.0")][input.option(4, 2)],
        file_name: ["docs/page-one.md", "", "-.md", "é<b>.md"][input.option(5, 4)],
        settings,
        decisions: &UNDECIDED,
        faq: input.is_set(3),
        lists_bullets: false,
    }
}

/// The records of a conversion.
pub(super) fn undos(conversion: &Conversion) -> Undos {
    let mut undos = Undos::default();
    conversion.undo.iter().cloned().for_each(|undo| undos.add(undo));
    undos
}

fn test(input: &Input<'_>) {
    let text = input.text.as_ref();
    let settings = Settings::default();
    let options = options(input, &settings);
    let conversion = convert(text, &options);
    let output = &conversion.output;
    report::json("a.md", &conversion);
    report::text(text, &conversion, 80);
    let source = parse(text);
    let is_plain = source.tags.is_empty()
        && source.traps.is_empty()
        && source.header.version.is_none()
        && source.manifest.is_none();
    if let Some(reason) = &conversion.refused {
        same(output, text, "refused, but changed");
        assert!(!is_plain || !reason.contains("please report"), "{reason}");
    }
    if output == text {
        return;
    }
    // The name of a callout is markup; a title that repeats it is not written twice.
    if ["!!!", "???", ":::", "[!"].iter().any(|mark| text.contains(mark)) {
        let there: HashSet<String> = words(output).map(str::to_lowercase).collect();
        let lost = words(text).find(|word| !there.contains(&word.to_lowercase()));
        assert!(lost.is_none(), "convert: {lost:?} is lost in {output:?}");
    } else {
        keeps_words(words(text), output, "convert");
    }
    no_new_errors(text, output, &settings);
    line_ends(text, output);
    same(&convert(output, &options).output, output, "a second run changes the text");
    if is_plain && !options.bullets && !options.faq {
        let records = Undos::parse(&undos(&conversion).to_text());
        same(&strip_with(output, &records), text, "the page does not come back");
        if options.layout == Layout::Whole {
            same(&strip(output), text, "the page does not come back without a record");
        }
        if let Some(restored) = restore(output, &records, &options) {
            same(&restored.source, text, "another page comes back");
        }
    }
}
