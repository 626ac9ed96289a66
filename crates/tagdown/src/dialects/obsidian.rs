//! Obsidian's callouts.

use super::{Dialect, Escape, Fold, Shape};

pub(super) const DIALECT: Dialect = Dialect {
    name: "obsidian",
    about: "Obsidian callouts",
    callouts: Dialect::callouts("abstract", "note", "bug", "question"),
    opener: "[!{name}] {title}",
    // A comment and a link of Obsidian's own.
    escapes: &[Escape::all("%%", "\\%%"), Escape::all("[[", "\\[[")],
    fold: Fold::Opener("[!info]- {title}", Shape::Quote),
    is_readable: true,
    ..Dialect::PLAIN
};
