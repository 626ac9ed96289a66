//! The documents below the roots of a workspace, and what their list depends on.
//!
//! A folder says by its time when an entry was added, removed or renamed. Besides, the list depends on ignore files and
//! configurations, in these folders and above. As long as all of these are what they were, the list is too.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::config::{Configs, config_files};
use crate::files::ignored::{rule_files, users_file};
use crate::files::{Found, Input, Target, find};
use crate::opening::Stamp;
use crate::paths::{normal, real};

/// Where the documents of a workspace are, and which configuration applies to them.
#[derive(Clone, Debug, Default)]
pub struct Roots {
    /// Files, folders and globs; the current folder if there are none.
    pub paths: Vec<PathBuf>,
    /// The configuration file that applies instead of the nearest one.
    pub config: Option<PathBuf>,
    /// Whether all configuration files are ignored.
    pub no_config: bool,
}

impl Roots {
    /// The documents, in path order, and what could not be read.
    pub(super) fn find(&self) -> Result<Found, String> {
        find(&Input { paths: self.paths.clone(), ..Input::default() }, &mut self.configs()?)
    }

    /// A document without a file, with the configuration of the current folder and nothing around it.
    pub(super) fn nameless(&self) -> Result<Option<Target>, String> {
        let input = Input { paths: vec![PathBuf::from("-")], ..Input::default() };
        Ok(find(&input, &mut self.configs()?)?.targets.pop())
    }

    fn configs(&self) -> Result<Configs, String> {
        match &self.config {
            _ if self.no_config => Ok(Configs::none()),
            Some(path) => Configs::of(path),
            None => Ok(Configs::default()),
        }
    }
}

/// A list of documents that may be used again.
#[derive(Debug)]
pub(super) struct Listing {
    pub(super) found: Arc<Found>,
    /// What the list depends on, as it was: `None` for what did not exist.
    watched: Vec<(PathBuf, Option<Stamp>)>,
    /// Whether a repository has its top in these folders.
    tops: Vec<(PathBuf, bool)>,
    /// The user's own list of ignored files.
    users: Option<PathBuf>,
}

impl Listing {
    /// Lists the documents.
    pub(super) fn new(roots: &Roots) -> Result<Self, String> {
        let found = roots.find()?;
        let here = [PathBuf::from(".")];
        let named = if roots.paths.is_empty() { &here[..] } else { &roots.paths };
        let mut watched: BTreeSet<PathBuf> = named.iter().cloned().collect();
        let mut tops = BTreeSet::new();
        for folder in &found.folders {
            watched.insert(folder.clone());
            // A new file changes the time of its folder.
            watched.extend(rule_files(folder).chain(config_files(folder)).filter(|path| is_there(path)));
        }
        for root in named {
            let absolute = normal(&std::path::absolute(root).unwrap_or_else(|_| root.clone()));
            for above in real(root).ancestors().chain(absolute.ancestors()) {
                watched.extend(rule_files(above).chain(config_files(above)));
                tops.insert(above.join(".git"));
            }
        }
        watched.extend(roots.config.clone());
        let users = users_file();
        watched.extend(users.clone());
        let stamped = |path: PathBuf| {
            let stamp = Stamp::of(&path);
            (path, stamp)
        };
        let topped = |path: PathBuf| {
            let is_there = is_there(&path);
            (path, is_there)
        };
        Ok(Self {
            found: Arc::new(found),
            watched: watched.into_iter().map(stamped).collect(),
            tops: tops.into_iter().map(topped).collect(),
            users,
        })
    }

    /// Whether a new list would be the same.
    pub(super) fn is_fresh(&self) -> bool {
        let is_same = |(path, before): &(PathBuf, Option<Stamp>)| match (Stamp::of(path), before) {
            (Some(now), Some(before)) => now.is_same(before),
            (None, None) => true,
            _ => false,
        };
        self.users == users_file()
            && self.tops.iter().all(|(path, was_there)| is_there(path) == *was_there)
            && self.watched.iter().all(is_same)
    }
}

fn is_there(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}
