//! Finds the configuration of a document: the nearest `tagdown.toml` upwards from it.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tagdown::{Config, Settings, Source};

use crate::args::Global;
use crate::files::reason;

/// A configuration and the folder that its globs are relative to.
#[derive(Debug, Default)]
pub(crate) struct Loaded {
    pub(crate) config: Config,
    /// The file that it was read from.
    pub(crate) file: Option<PathBuf>,
    folder: PathBuf,
}

impl Loaded {
    /// A path as the configuration's globs see it.
    pub(crate) fn relative(&self, path: &Path) -> PathBuf {
        let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let absolute = normal(&absolute);
        absolute.strip_prefix(&self.folder).map(Path::to_owned).unwrap_or(absolute)
    }

    /// What the configuration comes to for a document.
    pub(crate) fn settings(&self, path: &Path) -> Settings {
        self.config.settings(&self.relative(path).to_string_lossy())
    }
}

/// Takes `.` and `..` out of an absolute path.
pub(crate) fn normal(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for component in path.components() {
        match component {
            std::path::Component::ParentDir => {
                out.pop();
            }
            std::path::Component::CurDir => {}
            other => out.push(other),
        }
    }
    out
}

/// No configuration is larger than this.
const MAX_SIZE: u64 = 1_000_000;

const NAMES: [&str; 2] = ["tagdown.toml", ".tagdown.toml"];

/// The configurations of a run, each read once.
#[derive(Debug, Default)]
pub(crate) struct Configs {
    fixed: Option<Arc<Loaded>>,
    folders: HashMap<PathBuf, Arc<Loaded>>,
    none: Arc<Loaded>,
}

impl Configs {
    pub(crate) fn new(global: &Global) -> Result<Self, String> {
        let mut configs = Configs::default();
        if global.no_config {
            configs.fixed = Some(Arc::default());
        } else if let Some(path) = &global.config {
            configs.fixed = Some(Arc::new(load(path)?));
        }
        Ok(configs)
    }

    /// The configuration for files in `folder`.
    pub(crate) fn of_folder(&mut self, folder: &Path) -> Result<Arc<Loaded>, String> {
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
                found = Arc::new(load(&path)?);
                break;
            }
        }
        for folder in unknown {
            self.folders.insert(folder, Arc::clone(&found));
        }
        Ok(found)
    }

    /// The configuration for one file.
    pub(crate) fn of_file(&mut self, path: &Path) -> Result<Arc<Loaded>, String> {
        let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        self.of_folder(folder.unwrap_or(Path::new(".")))
    }
}

fn load(path: &Path) -> Result<Loaded, String> {
    let shown = path.display();
    let fail = |reason: String| format!("cannot read the configuration {shown}: {reason}");
    let meta = std::fs::metadata(path).map_err(|error| fail(reason(&error)))?;
    if !meta.is_file() || meta.len() > MAX_SIZE {
        return Err(fail("not a regular file, or larger than 1 MB".to_owned()));
    }
    let text = std::fs::read_to_string(path).map_err(|error| fail(reason(&error)))?;
    let config = Config::parse(&text).map_err(|error| {
        let source = Source::new(&text);
        let at = source.position(error.span.start);
        let line = source.slice(source.line(at.line - 1));
        format!("{shown}:{}:{}: {}\n  {} | {line}", at.line, at.column, error.message, at.line)
    })?;
    let absolute = std::path::absolute(path).map_err(|error| format!("{shown}: {error}"))?;
    let folder = normal(absolute.parent().unwrap_or(Path::new("/")));
    Ok(Loaded { config, file: Some(path.to_owned()), folder })
}
