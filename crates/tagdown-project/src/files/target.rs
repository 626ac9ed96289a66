//! A document to work on, with its configuration and its surroundings.

use std::path::PathBuf;
use std::sync::Arc;

use tagdown::document::{Document, parse_with};
use tagdown::rules::Settings;

use super::problem::Problem;
use crate::config::Loaded;
use crate::git::Origin;
use crate::surroundings::{Neighbours, Tree};

/// The name of standard input, if the user gives none.
pub(super) const STDIN: &str = "<stdin>";

/// A document to work on.
#[derive(Clone, Debug)]
pub struct Target {
    /// The path as the user named it, or below a folder that the user named.
    pub path: PathBuf,
    /// Whether the user named it, in which case it is never skipped.
    pub named: bool,
    /// Whether its name came from a list of paths or from git.
    pub listed: bool,
    /// Whether it is read from standard input.
    pub stdin: bool,
    /// Its text, if it was passed along with its path, in which case no file is looked at.
    pub given: Option<Arc<str>>,
    /// The staged content to use instead of the file.
    pub blob: Option<String>,
    /// Whether the file has unstaged changes.
    pub is_partial: bool,
    /// What it is compared with, if the run is restricted to changes in git.
    pub origin: Option<Origin>,
    /// The largest size to read, in bytes.
    pub limit: u64,
    /// The configuration that applies to it.
    pub config: Arc<Loaded>,
    /// What the run knows of the disk around it.
    pub tree: Arc<Tree>,
}

impl Target {
    /// The settings that apply to it, with the files around it. Standard input without a name has none, nor has a text that
    /// was passed along.
    pub fn settings(&self) -> Settings {
        let settings = self.config.settings(&self.path);
        if self.given.is_some() || self.stdin && self.path.as_os_str() == STDIN {
            return settings;
        }
        settings.with_surroundings(Arc::new(Neighbours::new(Arc::clone(&self.tree), &self.path)))
    }

    /// Parses its text, with the tags that the project declares.
    pub fn parse<'t>(&self, text: &'t str) -> Document<'t> {
        parse_with(text, &self.config.config.tags)
    }

    /// Whether a person named it on the command line.
    pub fn is_named_by_person(&self) -> bool {
        self.named && !self.listed
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

/// The documents that were found, and the paths that could not be read.
#[derive(Debug, Default)]
pub struct Found {
    /// The documents, in path order.
    pub targets: Vec<Target>,
    /// The folders that were searched for them.
    pub folders: Vec<PathBuf>,
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
