//! Starlight: remark directives.

use super::conditions;
use super::dialect::{Dialect, Escape, Shape, Title};

pub(crate) const DIALECT: Dialect = Dialect {
    name: "starlight",
    about: "Starlight, Astro",
    shape: Shape::Colons,
    callouts: Dialect::callouts("note", "tip", "danger", "caution"),
    opener: "{marks}{name}[{title}]",
    title: Title::Bracketed,
    escapes: &[Escape::when(":", "\\:", |_, after| conditions::starts_word(after))],
    alerts: Some(["note", "tip", "note", "caution", "danger"]),
    ..Dialect::PLAIN
};
