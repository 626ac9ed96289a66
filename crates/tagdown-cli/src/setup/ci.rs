//! A project's hooks and CI: pre-commit, GitHub Actions, GitLab CI.

use serde_json::{Value, json};
use tagdown::rules::REPOSITORY;

use super::project::Project;
use super::setting::Change;
use super::yaml;
use crate::setup::project::PRE_COMMIT;

const GITLAB: &str = ".gitlab-ci.yml";
const GITHUB: &str = "https://github.com/";
const WORKFLOWS: &str = ".github/workflows";

const HOOKS: &str = include_str!("../../templates/pre-commit.yaml");
const WORKFLOW: &str = include_str!("../../templates/github-workflow.yml");
const JOB: &str = include_str!("../../templates/gitlab-ci.yml");

pub(super) fn look(project: &mut Project, repository: &str) {
    let filled = |template: &str| {
        // Leading comment lines are for readers of the template.
        let text = template.lines().skip_while(|line| line.starts_with('#')).collect::<Vec<_>>().join("\n");
        text.replace(REPOSITORY, repository) + "\n"
    };
    if project.has(PRE_COMMIT) {
        project.found("pre-commit");
        pre_commit(project, &filled(HOOKS));
    }
    if project.has(WORKFLOWS) {
        project.found("GitHub Actions");
        let is_there = project.list(WORKFLOWS).iter().any(|name| {
            project.text(&format!("{WORKFLOWS}/{name}")).is_some_and(|text| text.contains("tagdown"))
        });
        let name = format!("{WORKFLOWS}/tagdown.yml");
        let why = "check every push and pull request";
        match repository.strip_prefix(GITHUB) {
            _ if is_there => {}
            Some(action) => {
                let own = REPOSITORY.strip_prefix(GITHUB).unwrap_or_default();
                let action = action.trim_end_matches(".git").trim_end_matches('/');
                project.create(&name, &filled(WORKFLOW).replace(own, action), why);
            }
            None => project.by_hand(format!(
                "{name}: an action must be on GitHub; to {why}, run tagdown as a command instead"
            )),
        }
    }
    if project.has(GITLAB) {
        project.found("GitLab CI");
        gitlab(project, filled(JOB));
    }
}

fn pre_commit(project: &mut Project, hooks: &str) {
    let why = "check every commit";
    let Some(text) = project.text_or_say(PRE_COMMIT) else { return };
    if text.contains("tagdown-check") {
        return;
    }
    let by_hand = format!("{PRE_COMMIT}: add this to `repos` to {why}:\n{hooks}");
    let entry = yaml::read(hooks).and_then(|list| list.as_array().and_then(|list| list.first().cloned()));
    let (Some(before), Some(entry)) = (yaml::read(&text), entry) else { return project.by_hand(by_hand) };
    let repos = before["repos"].as_array().cloned().unwrap_or_default();
    let made = if repos.is_empty() {
        Some(with_new_list(&text, hooks))
    } else {
        yaml::change(&text, &["repos"], &Change::Push(json!(hooks.trim_end())))
    };
    // The entry is inserted as text, so check that the file parses to the intended value.
    let mut wanted = before;
    wanted["repos"] = Value::Array(repos.into_iter().chain([entry]).collect());
    match made.filter(|made| yaml::read(made).is_some_and(|value| value == wanted)) {
        Some(made) => project.rewrite(PRE_COMMIT, &made, why),
        None => project.by_hand(by_hand),
    }
}

/// The configuration with `repos` in place of an empty list, or at the end.
fn with_new_list(text: &str, hooks: &str) -> String {
    let indented: Vec<String> = hooks.lines().map(|line| format!("  {line}")).collect();
    let list = format!("repos:\n{}", indented.join("\n"));
    let mut lines: Vec<&str> = text.lines().collect();
    match lines.iter().position(|line| line.starts_with("repos:")) {
        Some(at) => lines[at] = &list,
        None => lines.push(&list),
    }
    lines.join("\n") + "\n"
}

fn gitlab(project: &mut Project, mut job: String) {
    let Some(text) = project.text_or_say(GITLAB) else { return };
    if text.contains("tagdown") {
        return;
    }
    let why = "check every push and merge request";
    let Some(value) = yaml::read(&text).filter(Value::is_object) else {
        return project.by_hand(format!("{GITLAB}: add this job to {why}:\n{job}"));
    };
    // A job defaults to the stage `test`, which a project with custom stages may not have.
    let stages: Vec<&str> =
        value["stages"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    if let Some(first) = stages.first().filter(|_| !stages.contains(&"test")) {
        job = job.replacen("tagdown:\n", &format!("tagdown:\n  stage: {first}\n"), 1);
    }
    let gap = if text.is_empty() || text.ends_with("\n\n") { "" } else { "\n" };
    let end = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    let made = format!("{text}{end}{gap}{job}");
    let mut wanted = value;
    let own = yaml::read(&job).map(|job| job["tagdown"].clone()).unwrap_or_default();
    wanted["tagdown"] = own;
    if yaml::read(&made).is_some_and(|value| value == wanted) {
        project.rewrite(GITLAB, &made, why);
    } else {
        project.by_hand(format!("{GITLAB}: add this job to {why}:\n{job}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_templates_name_this_version_and_this_repository() {
        let own = REPOSITORY.strip_prefix(GITHUB).expect("on GitHub");
        for (template, name) in [(HOOKS, REPOSITORY), (JOB, REPOSITORY), (WORKFLOW, own)] {
            assert!(template.contains(name), "{template}");
            assert!(template.contains(concat!("v", env!("CARGO_PKG_VERSION"))), "{template}");
        }
    }
}
