//! The Markdown extensions that tagdown reads in addition to CommonMark.

use pulldown_cmark::Options;

/// The extensions to `CommonMark` that are enabled.
pub(crate) const OPTIONS: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_FOOTNOTES)
    .union(Options::ENABLE_STRIKETHROUGH)
    .union(Options::ENABLE_TASKLISTS);
