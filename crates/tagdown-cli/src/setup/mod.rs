//! What `tagdown init` would change in a project: its own files, and settings of other tools that would break
//! tags. Nothing here writes; the plan is shown first.

mod agents;
mod ci;
pub(crate) mod desktop;
mod edit_text;
mod formatters;
mod linters;
mod plan;
mod project;
mod setting;
mod swapped_settings;
mod tools;
mod yaml;

pub(crate) use plan::{Plan, Step};
pub(crate) use tools::BASELINE;

use std::path::Path;

use project::Project;

/// Plans a configuration that names a baseline.
pub(crate) fn baseline(folder: &Path) -> Plan {
    let mut project = Project::new(folder);
    tools::baseline(&mut project);
    project.into_plan()
}

/// Inspects a project and plans the changes.
pub(crate) fn plan(folder: &Path, repository: &str) -> Plan {
    let mut project = Project::new(folder);
    let spacing = tools::look(&mut project);
    tools::configuration(&mut project, &spacing);
    ci::look(&mut project, repository);
    agents::look(&mut project);
    project.into_plan()
}
