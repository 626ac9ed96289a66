//! A callout found in a page, and one that stays unchanged.

use std::ops::Range;

/// A top-level callout.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    /// Its lines, from 0, including the frame.
    pub(crate) lines: Range<usize>,
    /// Its name, in lower case.
    pub(crate) name: String,
    pub(crate) title: Option<String>,
    /// Its text without the frame, each line with its line end and its number.
    pub(crate) body: Vec<(usize, String)>,
    /// The words of the frame, which the tag replaces.
    pub(crate) frame: String,
    /// The number of colons in its fence.
    pub(crate) marks: Option<usize>,
}

/// A callout that stays unchanged.
#[derive(Clone, Debug)]
pub(crate) struct Left {
    /// Its first line, from 0.
    pub(crate) line: usize,
    pub(crate) name: String,
    pub(crate) reason: String,
}
