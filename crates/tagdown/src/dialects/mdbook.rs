//! mdBook: GitHub's alerts, read by pulldown-cmark.

use super::{Code, Dialect, Escape, Title, escape};

pub(super) const DIALECT: Dialect = Dialect {
    name: "mdbook",
    about: "mdBook 0.5",
    callouts: Dialect::callouts("IMPORTANT", "NOTE", "CAUTION", "WARNING"),
    opener: "[!{name}]",
    title: Title::Bold,
    escapes: &[INCLUDE, HEADING, DASHES, DEFINITION],
    code: Code::HIDING,
    front_matter: false,
    ..Dialect::PLAIN
};

/// The dialect of a chapter that mdBook itself hands over, its includes resolved.
pub(super) const CHAPTER: Dialect = Dialect { escapes: &[HEADING, DASHES, DEFINITION], ..DIALECT };

/// A helper of mdBook, looked for even in code.
const INCLUDE: Escape = Escape { in_code: true, ..Escape::all("{{#", "\\{{#") };

/// Attributes of a heading.
const HEADING: Escape = Escape::when("{", "&#123;", |before, _| {
    before.rsplit(['\n', '\r']).next().unwrap_or_default().trim_start_matches([' ', '>']).starts_with('#')
});

/// A dash to its typographer.
const DASHES: Escape = Escape::when("--", "\\-\\-", escape::is_among_words);

/// A definition of the paragraph above.
const DEFINITION: Escape = Escape::when(":", "\\:", |before, _| escape::opens_line(before));
