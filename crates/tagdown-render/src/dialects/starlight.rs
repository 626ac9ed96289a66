//! Starlight: remark directives.

use super::conditions;
use super::dialect::{Addresses, Code, Dialect, Escape, Images, Shape, Title};
use super::places::Place;

pub(crate) const DIALECT: Dialect = Dialect {
    name: "starlight",
    about: "Starlight, Astro",
    shape: Shape::Colons,
    callouts: Dialect::callouts("note", "tip", "danger", "caution"),
    opener: "{marks}{name}[{title}]",
    title: Title::Bracketed,
    escapes: &[Escape::when(":", "\\:", conditions::is_directive).at(Place::OutsideAddress)],
    images: Images::Markdown,
    indexes: &["index.md"],
    addresses: Addresses::Web,
    titles_pages: true,
    title_anchor: Some("_top"),
    code: Code { uncombined: true, ..Code::ANY },
    // Astro drops a hyphen at the end.
    moves_anchor: |_, anchor| anchor.ends_with('-'),
    anchor: Dialect::ELEMENT,
    alerts: Some(["note", "tip", "note", "caution", "danger"]),
    ..Dialect::PLAIN
};
