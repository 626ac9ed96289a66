//! HTML pages: the `html` module writes them, so this file only names the callouts.

use super::dialect::{Dialect, Shape};

pub(crate) const DIALECT: Dialect = Dialect {
    name: "html",
    about: "a self-contained HTML page, for people",
    shape: Shape::Page,
    callouts: Dialect::callouts("spec", "note", "bug", "unverified"),
    ..Dialect::PLAIN
};
