//! The documents below the roots of a workspace.

use std::path::PathBuf;

use crate::config::Configs;
use crate::files::{Found, Input, Target, find};

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
