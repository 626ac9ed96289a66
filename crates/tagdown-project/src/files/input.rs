//! The input of a run.

use std::path::PathBuf;

use crate::git::Changed;

/// Which documents a run works on, before any path is resolved.
#[derive(Clone, Debug, Default)]
pub struct Input {
    /// Files, folders, globs, or `-` for standard input; the current folder if empty.
    pub paths: Vec<PathBuf>,
    /// A list of further paths, one per line; `-` is standard input.
    pub files_from: Option<PathBuf>,
    /// Skip files without tags, even if they are named.
    pub only_tagged: bool,
    /// Skip files that the configuration excludes, even if they are named.
    pub force_exclude: bool,
    /// The name of standard input.
    pub stdin_name: Option<PathBuf>,
    /// The largest file to read, in bytes; overrides the configuration.
    pub max_file_size: Option<u64>,
    /// Only files that changed in git.
    pub changed: Changed,
}

impl Input {
    /// The same, for other paths and without a list.
    #[must_use]
    pub fn of_paths(&self, paths: Vec<PathBuf>) -> Self {
        Self { paths, files_from: None, ..self.clone() }
    }
}
