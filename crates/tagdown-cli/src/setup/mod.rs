//! What `tagdown init` would change in a project: its own files, and the settings of other tools that keep the peace.
//! Nothing here writes; the plan is shown first.

mod ci;
mod edit;
mod formatters;
mod linters;
mod project;
mod tools;
mod yaml;

use std::path::{Path, PathBuf};

use project::Project;

/// A file that would be made or changed.
pub(crate) struct Step {
    /// Relative to the project's folder.
    pub(crate) path: PathBuf,
    /// What it holds; nothing where there is no such file.
    pub(crate) before: Option<String>,
    pub(crate) after: String,
    /// What each part of the change is good for.
    pub(crate) why: Vec<String>,
}

/// What would be done, and what a person has to do.
#[derive(Default)]
pub(crate) struct Plan {
    pub(crate) steps: Vec<Step>,
    /// What is left to a person: what to write where, and why.
    pub(crate) by_hand: Vec<String>,
    /// The tools that were found.
    pub(crate) found: Vec<&'static str>,
}

/// Looks at a project and says what would be changed.
pub(crate) fn plan(folder: &Path, repository: &str) -> Plan {
    let mut project = Project::new(folder);
    let spacing = tools::look(&mut project);
    tools::configuration(&mut project, &spacing);
    ci::look(&mut project, repository);
    project.into_plan()
}
