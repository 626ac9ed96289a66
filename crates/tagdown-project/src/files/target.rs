//! A document to work on, with its configuration, and paths that could not be read.

use std::path::PathBuf;
use std::sync::Arc;

use tagdown::document::{Document, parse_with};
use tagdown::rules::Settings;

use crate::config::Loaded;

/// A document to work on.
#[derive(Clone, Debug)]
pub struct Target {
    /// The path as the user named it, or below a folder that the user named.
    pub path: PathBuf,
    /// Whether the user named it, in which case it is never skipped.
    pub named: bool,
    /// Whether it is read from standard input.
    pub stdin: bool,
    /// The staged content to use instead of the file.
    pub blob: Option<String>,
    /// Whether the file has unstaged changes.
    pub is_partial: bool,
    /// The largest size to read, in bytes.
    pub limit: u64,
    /// The configuration that applies to it.
    pub config: Arc<Loaded>,
}

impl Target {
    /// The settings that apply to it.
    pub fn settings(&self) -> Settings {
        self.config.settings(&self.path)
    }

    /// Parses its text, with the tags that the project declares.
    pub fn parse<'t>(&self, text: &'t str) -> Document<'t> {
        parse_with(text, &self.config.config.tags)
    }

    /// Whether the configuration requires the document to be tagged.
    pub fn is_required(&self) -> bool {
        self.config.config.require_tagged.is_match(self.config.relative(&self.path))
    }

    /// Why it must not be written.
    pub fn write_problem(&self) -> Option<&'static str> {
        self.is_partial.then_some("not changed: the file has unstaged changes")
    }
}

/// A path that could not be read, and why.
#[derive(Debug)]
pub struct Problem {
    /// The path, as it was named.
    pub path: String,
    /// Why it could not be read.
    pub reason: String,
}

impl std::fmt::Display for Problem {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{}: {}", self.path, self.reason)
    }
}

/// The documents that were found, and the paths that could not be read.
#[derive(Debug, Default)]
pub struct Found {
    /// The documents, in path order.
    pub targets: Vec<Target>,
    /// The paths that could not be read.
    pub problems: Vec<Problem>,
}

impl Found {
    /// For a run that writes: uses the file instead of its staged content, unless it has unstaged changes.
    pub fn prefer_files(&mut self) {
        for target in self.targets.iter_mut().filter(|target| !target.is_partial) {
            target.blob = None;
        }
    }
}
