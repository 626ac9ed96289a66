//! Converts pages of other renderers for tests.

use tagdown::judgement::Profile;
use tagdown::rules::Settings;
use tagdown_render::{Dialect, Mapping};
use tagdown_write::convert::callouts::{Kinds, Origin, read_callouts};
use tagdown_write::convert::{Conversion, Options, UNDECIDED};

/// Converts the callouts of a page.
pub(crate) fn read(page: &str, dialect: &'static Dialect, kinds: &Kinds) -> Conversion {
    let settings = Settings::default();
    let options = Options {
        profile: Profile::Balanced,
        layout: tagdown_write::convert::Layout::Whole,
        bullets: false,
        version: None,
        file_name: "docs/page-one.md",
        settings: &settings,
        decisions: &UNDECIDED,
        faq: false,
        lists_bullets: false,
    };
    read_callouts(page, &Origin { dialect, mapping: &Mapping::default(), kinds }, &options)
}
