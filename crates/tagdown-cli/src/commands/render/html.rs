//! HTML pages and their index, in a build that has them. Without the feature no dialect asks for a page.

use std::collections::BTreeSet;

use tagdown::document::Document;
use tagdown_read::Encoding;
use tagdown_render::{Options, Rendered};

#[cfg(feature = "html")]
pub(super) use tagdown_render::html::Entry;

/// The place of a page among others.
#[cfg_attr(not(feature = "html"), expect(dead_code, reason = "only HTML pages know of each other"))]
pub(super) struct Place<'p> {
    pub(super) path: &'p str,
    pub(super) index: Option<&'p str>,
    pub(super) pages: Option<&'p BTreeSet<String>>,
}

/// A page and, if it has a link from the index, its entry there.
#[cfg(feature = "html")]
pub(super) fn page(
    document: &Document<'_>,
    options: &Options,
    encoding: Encoding,
    place: &Place<'_>,
    link: Option<&str>,
) -> (Rendered, Entry) {
    use tagdown_render::html::{Page, entry, page};
    let Place { path, index, pages } = *place;
    let made = Page { options, encoding, path, index, pages, highlight: true };
    let entry = link.map(|link| entry(document, &made, link)).unwrap_or_default();
    (page(document, &made), entry)
}

/// The list of all pages.
#[cfg(feature = "html")]
pub(super) fn index(entries: &[Entry], title: &str, encoding: Encoding) -> String {
    tagdown_render::html::index(entries, title, encoding)
}

#[cfg(not(feature = "html"))]
#[derive(Clone, Default)]
pub(super) struct Entry;

#[cfg(not(feature = "html"))]
pub(super) fn page(
    document: &Document<'_>,
    options: &Options,
    _: Encoding,
    _: &Place<'_>,
    _: Option<&str>,
) -> (Rendered, Entry) {
    (tagdown_render::render(document, &tagdown_render::DIALECTS[0], options), Entry)
}

#[cfg(not(feature = "html"))]
pub(super) fn index(_: &[Entry], _: &str, _: Encoding) -> String {
    String::new()
}
