//! Hooks and CI of a project: pre-commit, GitHub Actions, GitLab CI.

use serde_json::{Value, json};

use super::edit::Change;
use super::project::Project;

pub(super) const PRE_COMMIT: &str = ".pre-commit-config.yaml";
const GITLAB: &str = ".gitlab-ci.yml";
const WORKFLOWS: &str = ".github/workflows";

const HOOKS: &str = include_str!("../../templates/pre-commit.yaml");
const WORKFLOW: &str = include_str!("../../templates/github-workflow.yml");
const JOB: &str = include_str!("../../templates/gitlab-ci.yml");

pub(super) fn look(project: &mut Project, repository: &str) {
    let filled = |template: &str| {
        let owner = repository.trim_end_matches(".git").trim_start_matches("https://github.com/");
        let text = template.replace("REPOSITORY", repository).replace("ACTION", owner);
        // Lines above the first that is no comment are for readers of the template.
        let text =
            text.lines().skip_while(|line| line.starts_with('#')).collect::<Vec<_>>().join("\n") + "\n";
        text.replace("VERSION", concat!("v", env!("CARGO_PKG_VERSION")))
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
        if !is_there {
            let name = format!("{WORKFLOWS}/tagdown.yml");
            project.create(&name, &filled(WORKFLOW), "check every push and pull request");
        }
    }
    if project.has(GITLAB) {
        project.found("GitLab CI");
        gitlab(project, filled(JOB));
    }
}

fn pre_commit(project: &mut Project, hooks: &str) {
    let why = "check what is committed";
    let Some(text) = project.text_or_say(PRE_COMMIT) else { return };
    if text.contains("tagdown-check") {
        return;
    }
    // The entry is given as YAML, and must come out as what it means.
    let lines: Vec<&str> = text.lines().collect();
    let is_list = |value: Value| value["repos"].as_array().is_some_and(|repos| !repos.is_empty());
    if project.read(PRE_COMMIT).is_some_and(is_list) {
        let made = super::yaml::change(&text, &["repos"], &Change::Push(json!(hooks.trim_end())));
        let before = project.read(PRE_COMMIT);
        let entry =
            super::yaml::read(hooks).and_then(|list| list.as_array().and_then(|list| list.first().cloned()));
        if let (Some(made), Some(mut wanted), Some(entry)) = (made, before, entry) {
            if let Some(repos) = wanted["repos"].as_array_mut() {
                repos.push(entry);
            }
            if super::yaml::read(&made).is_some_and(|value| value == wanted) {
                return project.rewrite(PRE_COMMIT, &made, why);
            }
        }
    } else {
        let indented: Vec<String> = hooks.lines().map(|line| format!("  {line}")).collect();
        let list = format!("repos:\n{}", indented.join("\n"));
        let is_empty = |line: &&str| line.trim().is_empty() || line.starts_with('#');
        if lines.iter().all(is_empty) {
            return project.rewrite(PRE_COMMIT, &format!("{text}{list}\n"), why);
        }
        if let Some(at) = lines.iter().position(|line| matches!(line.trim_end(), "repos: []" | "repos:")) {
            let mut made = lines.clone();
            made[at] = &list;
            return project.rewrite(PRE_COMMIT, &(made.join("\n") + "\n"), why);
        }
    }
    project.by_hand(format!("{PRE_COMMIT}: add to `repos`, to {why}:\n{hooks}"));
}

fn gitlab(project: &mut Project, mut job: String) {
    let Some(text) = project.text_or_say(GITLAB) else { return };
    if text.contains("tagdown") {
        return;
    }
    let why = "check every push and merge request";
    let Some(value) = super::yaml::read(&text).filter(Value::is_object) else {
        return project.by_hand(format!("{GITLAB}: add this job, to {why}:\n{job}"));
    };
    // A job is of the stage `test`, which a project with stages of its own need not have.
    let stages: Vec<&str> =
        value["stages"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    if let Some(first) = stages.first().filter(|_| !stages.contains(&"test")) {
        job = job.replacen("tagdown:\n", &format!("tagdown:\n  stage: {first}\n"), 1);
    }
    let gap = if text.is_empty() || text.ends_with("\n\n") { "" } else { "\n" };
    let end = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    let made = format!("{text}{end}{gap}{job}");
    let mut wanted = value;
    let own = super::yaml::read(&job).map(|job| job["tagdown"].clone()).unwrap_or_default();
    wanted["tagdown"] = own;
    if super::yaml::read(&made).is_some_and(|value| value == wanted) {
        project.rewrite(GITLAB, &made, why);
    } else {
        project.by_hand(format!("{GITLAB}: add this job, to {why}:\n{job}"));
    }
}
