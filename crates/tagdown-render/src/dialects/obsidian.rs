//! Obsidian callouts.

use super::dialect::{Dialect, Escape, Fold, Shape};
use super::read_back::{ADMONITIONS, ReadBack};

pub(crate) const DIALECT: Dialect = Dialect {
    name: "obsidian",
    about: "Obsidian callouts",
    callouts: Dialect::callouts("abstract", "note", "bug", "question"),
    opener: "[!{name}] {title}",
    // Obsidian comments and links.
    escapes: &[Escape::all("%%", "\\%%"), Escape::all("[[", "\\[[")],
    fold: Fold::Opener("[!info]- {title}", Shape::Quote),
    read_back: Some(ReadBack { names: ADMONITIONS, ..ReadBack::QUOTES }),
    serves_folders: true,
    // It finds headings by their words.
    anchor: "",
    ..Dialect::PLAIN
};
