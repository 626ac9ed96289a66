//! Pages of other renderers, read for tests.

use tagdown::Settings;
use tagdown::convert::decisions::UNDECIDED;
use tagdown::convert::from::Kinds;
use tagdown::convert::{Conversion, Options, Origin, Profile, read_callouts};
use tagdown::dialects::{Dialect, Mapping};

/// Reads the callouts of a page.
pub(crate) fn read(page: &str, dialect: &'static Dialect, kinds: &Kinds) -> Conversion {
    let settings = Settings::default();
    let options = Options {
        profile: Profile::Balanced,
        bullets: false,
        version: None,
        file_name: "docs/page-one.md",
        settings: &settings,
        decisions: &UNDECIDED,
        faq: false,
    };
    read_callouts(page, &Origin { dialect, mapping: &Mapping::default(), kinds }, &options)
}
