//! Starlight: directives of remark.

use super::{Dialect, Escape, Shape, Title, escape};

pub(super) const DIALECT: Dialect = Dialect {
    name: "starlight",
    about: "Starlight, Astro",
    shape: Shape::Colons,
    callouts: Dialect::callouts("note", "tip", "danger", "caution"),
    opener: "{marks}{name}[{title}]",
    title: Title::Bracketed,
    escapes: &[Escape::when(":", "\\:", |_, after| escape::starts_word(after))],
    alerts: Some(["note", "tip", "note", "caution", "danger"]),
    ..Dialect::PLAIN
};
