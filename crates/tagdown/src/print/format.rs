//! The definition of an output format.

use super::report::FileReport;
use super::style::Style;
use super::summary::Summary;

/// An output format for findings.
#[derive(Debug)]
pub struct Format {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its description in the help.
    pub help: &'static str,
    /// The text before the first document.
    pub head: fn() -> String,
    /// The text between two documents that have output.
    pub separator: &'static str,
    /// The output for a document; may be empty.
    pub file: fn(&FileReport<'_, '_>, Style) -> String,
    /// The text after the last document.
    pub tail: fn(&Summary, Style) -> String,
}
