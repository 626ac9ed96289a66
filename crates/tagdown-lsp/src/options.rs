//! What the command line says about the configuration, before an editor connects.

use std::path::PathBuf;

use tagdown_project::config::Configs;
use tagdown_project::workspace::Roots;

/// Which configuration applies to documents.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The configuration file that applies instead of the nearest one.
    pub config: Option<PathBuf>,
    /// Whether all configuration files are ignored.
    pub no_config: bool,
}

impl Options {
    /// The configurations, of which nothing is read yet; or why there are none.
    pub(crate) fn configs(&self) -> Result<Configs, String> {
        match &self.config {
            _ if self.no_config => Ok(Configs::none()),
            Some(path) => Configs::of(path),
            None => Ok(Configs::default()),
        }
    }

    /// Folders with these configurations.
    pub(crate) fn roots(&self, paths: Vec<PathBuf>) -> Roots {
        Roots { paths, config: self.config.clone(), no_config: self.no_config }
    }
}
