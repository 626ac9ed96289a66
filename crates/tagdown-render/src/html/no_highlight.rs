//! Stands in for the highlighter in a build without it: code is shown without colours.

use super::escape::escape;

/// The classes of coloured code.
pub(crate) const CLASSES: [&str; 0] = [];

pub(crate) fn highlight(_: &str, code: &str) -> String {
    escape(code)
}
