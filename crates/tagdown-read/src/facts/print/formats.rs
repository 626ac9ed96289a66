//! The list of formats.

use tagdown::print::Style;

use super::{html, json, markdown, text};
use crate::facts::change::Comparison;

/// A format for a comparison.
pub struct Format {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is for.
    pub about: &'static str,
    /// Writes the comparison.
    pub write: fn(&Comparison, Style) -> String,
}

/// The formats.
pub const FORMATS: &[Format] = &[
    Format { name: "text", about: "for people on a terminal", write: text::write },
    Format {
        name: "md",
        about: "for a comment on a pull request, at most 65,000 characters",
        write: markdown::write,
    },
    Format { name: "json", about: "one object, for programs", write: json::write },
    Format { name: "line", about: "one line, for hooks", write: |comparison, _| comparison.line() },
    Format { name: "html", about: "a page of its own", write: html::write },
];

/// The format with this name.
pub fn find(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.name == name)
}
