//! Commands that work on one document: reading it, and writing it or showing the change.

use std::path::Path;

use tagdown::print::unified;
use tagdown::rules::Settings;
use tagdown::text::tame_path;
use tagdown_project::files::{self, Input, Target, Text};
use tagdown_project::writing;

use crate::args::Global;
use crate::terminal::output::{self, Output};
use crate::terminal::{Exit, Problem};

/// One document.
pub(super) struct One {
    pub(super) target: Target,
    pub(super) text: String,
}

impl One {
    /// Reads the document at a path, which must be one file.
    pub(super) fn read(path: &Path, global: &Global) -> Result<Self, Problem> {
        let shown = path.display();
        if path.is_dir() {
            return Err(format!("{shown}: this is a folder; name one document").into());
        }
        let input = Input { paths: vec![path.to_owned()], ..Input::default() };
        let mut found = files::find(&input, &mut global.configs()?)?;
        if let Some(problem) = found.problems.first() {
            return Err(problem.to_string().into());
        }
        let Some(target) = found.targets.pop().filter(|_| found.targets.is_empty()) else {
            return Err(format!("{shown}: name exactly one document").into());
        };
        match files::read(&target) {
            Text::Read(text) => Ok(Self { target, text }),
            Text::Untagged => Err(format!("{shown}: not a tagged document").into()),
            Text::Failed(problem) => Err(format!("{shown}: {problem}").into()),
        }
    }

    /// The settings that apply to it.
    pub(super) fn settings(&self) -> Settings {
        self.target.settings()
    }

    /// Its name, for messages.
    pub(super) fn name(&self) -> String {
        tame_path(&self.target.path.to_string_lossy())
    }

    /// Writes the document in place, or shows the change; standard input goes to standard output.
    pub(super) fn finish(&self, after: &str, is_diff: bool, global: &Global) -> Result<(), Problem> {
        if is_diff {
            output::write(&unified(&self.name(), &self.text, after, output::style(global)))?;
        } else if self.target.stdin {
            output::write(&output::shown(after))?;
        } else {
            writing::replace(&self.target.path, &self.text, after)
                .map_err(|problem| format!("{}: {problem}", self.name()))?;
        }
        Ok(())
    }

    /// Reports why nothing was changed.
    pub(super) fn refuse(&self, problem: &str) -> Exit {
        output::complain(&format!("{}: not changed: {problem}", self.name()));
        Exit::Findings
    }

    /// Reports the outcome, without mixing it with a document on standard output.
    pub(super) fn say(&self, text: &str) -> Result<(), Problem> {
        let mut out = if self.target.stdin { Output::stderr() } else { Output::stdout(true) };
        out.write(text)?;
        Ok(())
    }
}
