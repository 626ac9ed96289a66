//! Exports of issue trackers: read or refused; what is put into a page keeps the page and adds no error, and a second
//! run adds nothing.

use tagdown::document::{Kind, parse};
use tagdown::rules::Settings;
use tagdown_write::convert::trackers::{Known, Page, assign, put_in, read};

use super::Target;
use crate::input::Input;
use crate::invariants::{keeps_order, no_new_errors, same, words};
use crate::records;

pub(super) const TARGET: Target = Target {
    name: "issues",
    about: "an export is read or refused, the page keeps every word, only BUG and `[?]` blocks come in, once",
    make: records::export,
    piece: records::issue_line,
    test,
};

const PAGE: &str = "# Upload service\n**Version 1.2.0** · HADS 1.0.0\n\n## AI READING INSTRUCTION\n\nRead `[SPEC]` and \
                    `[BUG]`.\n\n## Upload\n\n**[SPEC]**\n- A file holds at most 2 GB.\n- The bar shows the size.\n\n## Proxy \
                    and save\n\n**[NOTE]**\nThe page has a button that saves the file.\n";

fn test(input: &Input<'_>) {
    let Ok(issues) = read(&input.text) else { return };
    let settings = Settings::default();
    let page = if input.is_set(0) { PAGE.replace('\n', "\r\n") } else { PAGE.to_owned() };
    let filled = |page: &str| {
        let places = assign(&issues, &[Page { text: page }]);
        let wanted: Vec<(&Known, &str)> = issues
            .iter()
            .zip(&places)
            .filter_map(|(known, place)| Some((known, place.as_ref().ok()?.slug.as_str())))
            .collect();
        put_in(page, &wanted, &settings).output
    };
    let once = filled(&page);
    keeps_order(words(&page), &once, "issues");
    no_new_errors(&page, &once, &settings);
    let (before, after) = (parse(&page), parse(&once));
    for kind in [Kind::Spec, Kind::Note] {
        let count = |document: &tagdown::Document<'_>| document.blocks_of(kind).count();
        assert_eq!(count(&before), count(&after), "an issue brought in a {} in {once:?}", kind.name());
    }
    let added = after.sections.len() - before.sections.len();
    assert!(added <= 1, "an issue brought in a heading in {once:?}");
    same(&filled(&once), &once, "a second run changes the page");
}
