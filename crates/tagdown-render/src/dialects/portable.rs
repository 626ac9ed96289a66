//! The document itself, with white space that keeps its blocks separate in every renderer.

use super::dialect::{Dialect, Html, Layout, Shape};

pub(crate) const DIALECT: Dialect = Dialect {
    name: "portable",
    about: "the same tags, with blank lines and indents that work in every renderer",
    shape: Shape::Tags,
    layout: Layout::Indented,
    html: Html::Untouched,
    serves_folders: true,
    toml: true,
    ..Dialect::PLAIN
};
