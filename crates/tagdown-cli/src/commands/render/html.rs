//! HTML pages and their index, in a build that has them. Without the feature, no dialect writes pages.

use std::collections::BTreeSet;

use tagdown::document::Document;
use tagdown_read::Encoding;
use tagdown_render::{Options, Rendered};

#[cfg(feature = "html")]
pub(super) use tagdown_render::html::Entry;

#[cfg(not(feature = "html"))]
#[derive(Clone, Default)]
pub(super) struct Entry;

/// The place of a page among others.
#[cfg_attr(not(feature = "html"), expect(dead_code, reason = "only HTML pages know of each other"))]
pub(super) struct Place<'p> {
    pub(super) path: &'p str,
    pub(super) index: Option<&'p str>,
    pub(super) pages: Option<&'p BTreeSet<String>>,
    /// The anchor of the title of another page on GitHub, given its path.
    pub(super) title_of: &'p dyn Fn(&str) -> Option<String>,
}

/// A page and, if it has a link from the index, its entry there.
#[cfg_attr(not(feature = "html"), expect(unused_variables, reason = "no dialect writes HTML pages"))]
pub(super) fn page(
    document: &Document<'_>,
    options: &Options,
    encoding: Encoding,
    place: &Place<'_>,
    link: Option<&str>,
) -> (Rendered, Entry) {
    #[cfg(feature = "html")]
    {
        use tagdown_render::html::{Page, entry, page};
        let Place { path, index, pages, .. } = *place;
        let made = Page { options, encoding, path, index, pages, highlight: true };
        let entry = link.map(|link| entry(document, &made, link)).unwrap_or_default();
        (page(document, &made), entry)
    }
    #[cfg(not(feature = "html"))]
    (tagdown_render::render(document, &tagdown_render::DIALECTS[0], options), Entry)
}

/// The list of all pages.
#[cfg_attr(not(feature = "html"), expect(unused_variables, reason = "no dialect writes HTML pages"))]
pub(super) fn index(entries: &[Entry], title: &str, encoding: Encoding) -> String {
    #[cfg(feature = "html")]
    return tagdown_render::html::index(entries, title, encoding);
    #[cfg(not(feature = "html"))]
    String::new()
}
