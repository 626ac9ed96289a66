//! Rendering for other tools: every word stays, and `portable` changes white space alone and only once.

use tagdown::document::{Kind, parse};
use tagdown_render::{DIALECTS, Dialect, ManifestMode, Options, Shape, render};

use super::Target;
use crate::document;
use crate::input::Input;
use crate::invariants::{keeps_words, line_ends, same, words};

pub(super) const TARGET: Target = Target {
    name: "render",
    about: "every word stays in every dialect that writes text as it is, `portable` is idempotent",
    make: document::document,
    piece: document::piece,
    test,
};

fn test(input: &Input<'_>) {
    let text = input.text.as_ref();
    let document = parse(text);
    let options = Options {
        manifest: ManifestMode::ALL[input.option(0, 3)],
        kinds: if input.is_set(1) { vec![Kind::Spec, Kind::Unverified] } else { Vec::new() },
        ..Options::default()
    };
    for dialect in DIALECTS.iter().filter(|dialect| dialect.shape != Shape::Page) {
        let made = render(&document, dialect, &options).text;
        line_ends(text, &made);
        // A dialect with its own alerts writes these in another way.
        let is_plain = dialect.alerts.is_none() && !has_attributes(text);
        if is_plain && !input.is_set(1) {
            let kept = document.blocks.iter().flat_map(|block| words(document.text(block.content)));
            keeps_words(kept, &made, dialect.name);
        }
        if dialect.name == "portable" && !input.is_set(1) && input.option(0, 3) == 0 {
            portable(text, &made, dialect);
        }
    }
}

/// Whether a fence has more than a language. The rest means something to one renderer only.
fn has_attributes(text: &str) -> bool {
    let has_more = |after: &str| {
        let info = after.trim_start_matches(['`', '~']).split(['\n', '\r']).next().unwrap_or_default();
        info.trim().contains(|c: char| !c.is_alphanumeric())
    };
    ["```", "~~~"].iter().any(|mark| text.match_indices(mark).any(|(at, _)| has_more(&text[at..])))
}

fn portable(text: &str, once: &str, dialect: &Dialect) {
    // A blank line in a quote carries the quote marks.
    let is_blank = |line: &&str| line.trim_matches([' ', '\t', '>']).is_empty();
    let marks = |text: &str| {
        text.split(['\n', '\r'])
            .filter(|line| !is_blank(line))
            .flat_map(str::split_whitespace)
            .collect::<String>()
    };
    same(&marks(once), &marks(text), "portable changes more than white space");
    let (before, after) = (parse(text), parse(once));
    assert_eq!(before.reading(), after.reading(), "a word changed its kind in {once:?}");
    let again = render(&after, dialect, &Options::default()).text;
    same(&again, once, "a second run changes the text");
}
