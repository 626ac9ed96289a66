//! A command that works on one document: reads it, and writes it or shows the change.

use std::path::{Path, PathBuf};

use tagdown::Settings;
use tagdown::print::{tame, unified};

use crate::args::{Changed, Global, Paths};
use crate::configs::Configs;
use crate::exit::{Exit, Problem};
use crate::files::{self, Target, Text};
use crate::output::{self, Output};
use crate::write;

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
            return Err(format!("{shown}: a folder; name one document").into());
        }
        let input = Paths::of(path.to_owned());
        let paths: Vec<PathBuf> = vec![path.to_owned()];
        let mut configs = Configs::new(global)?;
        let mut found = files::find_in(&paths, &input, &Changed::default(), &mut configs)?;
        if let Some(problem) = found.problems.first() {
            return Err(problem.to_string().into());
        }
        let Some(target) = found.targets.pop().filter(|_| found.targets.is_empty()) else {
            return Err(format!("{shown}: name one document").into());
        };
        match files::read(&target, None) {
            Text::Read(text) => Ok(Self { target, text }),
            Text::Untagged => Err(format!("{shown}: not a tagged document").into()),
            Text::Failed(problem) => Err(format!("{shown}: {problem}").into()),
        }
    }

    /// What the configuration says of it.
    pub(super) fn settings(&self) -> Settings {
        self.target.config.settings(&self.target.path)
    }

    /// Its name, for messages.
    pub(super) fn name(&self) -> String {
        tame(&self.target.path.to_string_lossy())
    }

    /// Writes the document in place, or shows the change; standard input goes to standard output.
    pub(super) fn finish(&self, after: &str, is_diff: bool, global: &Global) -> Result<(), Problem> {
        if is_diff {
            output::write(&unified(&self.name(), &self.text, after, output::style(global)))?;
        } else if self.target.stdin {
            output::write(after)?;
        } else {
            write::replace(&self.target.path, &self.text, after)
                .map_err(|problem| format!("{}: {problem}", self.name()))?;
        }
        Ok(())
    }

    /// Says why nothing was changed.
    pub(super) fn refuse(&self, problem: &str) -> Exit {
        output::complain(&format!("{}: not changed: {problem}", self.name()));
        Exit::Findings
    }

    /// Says what came of it, where that does not stand between a document and its reader.
    pub(super) fn say(&self, text: &str) -> Result<(), Problem> {
        let mut out = if self.target.stdin { Output::stderr() } else { Output::stdout(true) };
        out.write(text)?;
        Ok(())
    }
}
