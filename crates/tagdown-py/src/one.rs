//! One document of a call: its text, its path and the settings that apply to it.

use std::path::PathBuf;
use std::sync::Arc;

use tagdown::document::{Document as Parsed, parse_with};
use tagdown::rules::Settings;
use tagdown_project::config::{Configs, Loaded};
use tagdown_project::files::{self, Input, Target, Text};

/// One document of a call, with its text and its settings.
#[derive(Clone)]
pub(crate) struct One {
    pub(crate) text: Arc<str>,
    /// As it is shown; empty for a text without a path.
    pub(crate) path: String,
    pub(crate) config: Arc<Loaded>,
    target: Option<Target>,
}

impl One {
    /// A text with the path that the caller gives it.
    pub(crate) fn of_text(text: Arc<str>, path: String, configs: &mut Configs) -> Result<Self, String> {
        let config = configs.of_file(std::path::Path::new(&path))?;
        Ok(Self { text, path, config, target: None })
    }

    /// The document in a file.
    pub(crate) fn of_file(
        file: PathBuf,
        path: Option<String>,
        configs: &mut Configs,
    ) -> Result<Self, String> {
        let input = Input { paths: vec![file.clone()], ..Input::default() };
        let mut found = files::find(&input, configs)?;
        if let Some(problem) = found.problems.first() {
            return Err(problem.to_string());
        }
        let shown = file.display();
        let target = found.targets.pop().ok_or_else(|| format!("{shown}: not one document"))?;
        let text = match files::read(&target) {
            Text::Read(text) => text.into(),
            Text::Untagged => return Err(format!("{shown}: not a tagged document")),
            Text::Failed(problem) => return Err(format!("{shown}: {problem}")),
        };
        let path = path.unwrap_or_else(|| target.path.to_string_lossy().into_owned());
        Ok(Self { text, path, config: Arc::clone(&target.config), target: Some(target) })
    }

    pub(crate) fn parse(&self) -> Parsed<'_> {
        parse_with(&self.text, &self.config.config.tags)
    }

    /// The rules that apply, with the files around a document that is a file.
    pub(crate) fn settings(&self) -> Settings {
        let target = self.target.as_ref();
        target.map_or_else(|| self.config.settings(std::path::Path::new(&self.path)), Target::settings)
    }
}
