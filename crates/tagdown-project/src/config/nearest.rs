//! Finds the configuration of a document: the nearest `tagdown.toml` in its folder or above.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tagdown::rules::Settings;
use tagdown::text::Source;

use super::file::Config;
use crate::opening::{Within, text_within, top_of};
use crate::paths::normal;

/// A configuration and the folder that its globs are relative to.
#[derive(Debug, Default)]
pub struct Loaded {
    /// The configuration.
    pub config: Config,
    /// The file that it was read from.
    pub file: Option<PathBuf>,
    folder: PathBuf,
}

impl Loaded {
    /// A path in the form that the configuration's globs match.
    pub fn relative(&self, path: &Path) -> PathBuf {
        let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let absolute = normal(&absolute);
        absolute.strip_prefix(&self.folder).map(Path::to_owned).unwrap_or(absolute)
    }

    /// The file with known findings that the configuration names, and the folder that it must be in.
    pub fn baseline(&self) -> Option<(PathBuf, &Path)> {
        let path = self.folder.join(self.config.baseline.as_ref()?);
        let here = std::env::current_dir().unwrap_or_default();
        Some((path.strip_prefix(&here).map(Path::to_owned).unwrap_or(path), &self.folder))
    }

    /// The settings for a document.
    pub fn settings(&self, path: &Path) -> Settings {
        self.config.settings(&self.relative(path).to_string_lossy())
    }
}

/// The maximum size of a configuration. Its globs need hundreds of times their size in memory.
const MAX_SIZE: u64 = 256_000;

/// How many globs the configurations of a run may have.
const MAX_GLOBS: usize = 20_000;

/// How much of a line is shown in an error message.
const SHOWN: usize = 160;

const NAMES: [&str; 2] = ["tagdown.toml", ".tagdown.toml"];

/// Whether a folder has a configuration file.
pub(crate) fn is_configured(folder: &Path) -> bool {
    NAMES.iter().any(|name| folder.join(name).symlink_metadata().is_ok_and(|meta| meta.is_file()))
}

/// The files of a folder that can be its configuration.
pub(crate) fn config_files(folder: &Path) -> impl Iterator<Item = PathBuf> {
    NAMES.iter().map(|name| folder.join(name))
}

/// The configurations of a run, each read once. By default, the nearest file above a document applies.
#[derive(Debug, Default)]
pub struct Configs {
    /// How many globs they have.
    globs: usize,
    fixed: Option<Arc<Loaded>>,
    folders: HashMap<PathBuf, Arc<Loaded>>,
    none: Arc<Loaded>,
}

impl Configs {
    /// No configuration file applies to any document.
    pub fn none() -> Self {
        Self { fixed: Some(Arc::default()), ..Self::default() }
    }

    /// One configuration file applies to every document.
    pub fn of(path: &Path) -> Result<Self, String> {
        Ok(Self { fixed: Some(Arc::new(load(path, Within::File)?)), ..Self::default() })
    }

    /// The configuration for files in `folder`.
    pub fn of_folder(&mut self, folder: &Path) -> Result<Arc<Loaded>, String> {
        if let Some(fixed) = &self.fixed {
            return Ok(Arc::clone(fixed));
        }
        let absolute =
            std::path::absolute(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let start = normal(&absolute);
        let mut unknown = Vec::new();
        let mut found = Arc::clone(&self.none);
        for folder in start.ancestors() {
            if let Some(known) = self.folders.get(folder) {
                found = Arc::clone(known);
                break;
            }
            unknown.push(folder.to_owned());
            if let Some(path) =
                NAMES.iter().map(|name| folder.join(name)).find(|path| path.symlink_metadata().is_ok())
            {
                // A link above the repository is the user's own.
                let within = top_of(&start).filter(|top| !folder.starts_with(top)).unwrap_or(folder);
                found = Arc::new(load(&path, Within::Below(within))?);
                self.globs += found.config.count_globs();
                if self.globs > MAX_GLOBS {
                    let problem = "the configurations of this run have more than";
                    return Err(format!(
                        "{}: {problem} {MAX_GLOBS} globs; check fewer folders",
                        path.display()
                    ));
                }
                break;
            }
        }
        for folder in unknown {
            self.folders.insert(folder, Arc::clone(&found));
        }
        Ok(found)
    }

    /// The configuration for one file.
    pub fn of_file(&mut self, path: &Path) -> Result<Arc<Loaded>, String> {
        let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        self.of_folder(folder.unwrap_or(Path::new(".")))
    }
}

fn load(path: &Path, within: Within<'_>) -> Result<Loaded, String> {
    let shown = path.display();
    let (text, followed) = text_within(path, MAX_SIZE, within)
        .map_err(|unread| format!("cannot read the configuration {shown}: {}", unread.reason))?;
    let config = Config::parse(&text).map_err(|error| {
        let source = Source::new(&text);
        let at = source.position(error.span.start);
        // A link may lead to any file of the project, for example one with passwords.
        if followed.is_linked {
            return format!(
                "{shown}:{}:{}: not a valid configuration; its text is not shown because the file is a link",
                at.line, at.column
            );
        }
        let line = source.slice(source.line(at.line - 1));
        let line = match line.char_indices().nth(SHOWN) {
            Some((end, _)) => format!("{}…", &line[..end]),
            None => line.to_owned(),
        };
        format!("{shown}:{}:{}: {}\n  {} | {line}", at.line, at.column, error.message, at.line)
    })?;
    let absolute = std::path::absolute(path).map_err(|error| format!("{shown}: {error}"))?;
    let folder = normal(absolute.parent().unwrap_or(Path::new("/")));
    Ok(Loaded { config, file: Some(path.to_owned()), folder })
}
