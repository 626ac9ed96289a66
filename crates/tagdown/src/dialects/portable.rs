//! The document itself, in white space that no renderer folds together.

use super::{Dialect, Html, Layout, Shape};

pub(super) const DIALECT: Dialect = Dialect {
    name: "portable",
    about: "the same tags, with blank lines and indents that hold everywhere",
    shape: Shape::Tags,
    layout: Layout::Indented,
    html: Html::Untouched,
    ..Dialect::PLAIN
};
