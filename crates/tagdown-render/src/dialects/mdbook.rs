//! mdBook: GitHub alerts, read by pulldown-cmark.

use super::conditions;
use super::dialect::{Addresses, Code, Dialect, Escape, Title};
use super::places::Place;

pub(crate) const DIALECT: Dialect = Dialect {
    name: "mdbook",
    about: "mdBook 0.5",
    callouts: Dialect::callouts("IMPORTANT", "NOTE", "CAUTION", "WARNING"),
    opener: "[!{name}]",
    title: Title::Bold,
    escapes: &[INCLUDE, HEADING, DASHES, DEFINITION],
    code: Code::HIDING,
    front_matter: false,
    addresses: Addresses::Text,
    serves_folders: true,
    indexes_readmes: true,
    moves_anchor: |_, anchor| !conditions::is_identifier(anchor),
    ..Dialect::PLAIN
};

/// The dialect of a chapter that mdBook passes in with its includes already resolved.
pub(crate) const CHAPTER: Dialect = Dialect { escapes: &[HEADING, DASHES, DEFINITION], ..DIALECT };

/// An mdBook helper, which is expanded even in code.
const INCLUDE: Escape =
    Escape { in_code: true, ..Escape::when("{{#", "\\{{#", |before, _| is_first(before)) };

/// Whether nothing on the line so far opens a helper. A backslash covers everything up to the last `}}` on a line.
fn is_first(before: &str) -> bool {
    let line = before.rsplit(['\n', '\r']).next().unwrap_or_default();
    !line.contains("{{#") && !line.ends_with('\\')
}

/// Heading attributes.
const HEADING: Escape = Escape::all("{", "&#123;").at(Place::Heading);

/// mdBook turns these into a dash.
const DASHES: Escape = Escape::all("--", "\\-\\-").at(Place::AmongWords);

/// mdBook reads this as a definition of the paragraph above.
const DEFINITION: Escape = Escape::all(":", "\\:").at(Place::LineStart);
