//! The planned changes of a project, and what is left to do by hand.

use std::path::PathBuf;

/// A file that would be created or changed.
pub(crate) struct Step {
    /// Relative to the project's folder.
    pub(crate) path: PathBuf,
    /// Its current text; `None` if the file does not exist.
    pub(crate) before: Option<String>,
    pub(crate) after: String,
    /// The reason for each part of the change.
    pub(crate) why: Vec<String>,
}

/// The planned changes, and what the user has to do.
#[derive(Default)]
pub(crate) struct Plan {
    pub(crate) steps: Vec<Step>,
    /// Manual steps: what to write where, and why.
    pub(crate) by_hand: Vec<String>,
    /// The tools that were found.
    pub(crate) found: Vec<&'static str>,
}
