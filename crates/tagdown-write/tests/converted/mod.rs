//! A page, converted in a layout with the default profile and rules.

use tagdown::judgement::Profile;
use tagdown::rules::Settings;
use tagdown_write::convert::{Conversion, Layout, Options, UNDECIDED, convert};

pub(crate) fn convert_as(text: &str, layout: Layout) -> Conversion {
    let settings = Settings::default();
    let options = Options {
        profile: Profile::default(),
        layout,
        bullets: false,
        version: None,
        file_name: "page.md",
        settings: &settings,
        decisions: &UNDECIDED,
        faq: false,
        lists_bullets: false,
    };
    convert(text, &options)
}
