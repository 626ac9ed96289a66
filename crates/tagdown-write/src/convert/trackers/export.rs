//! Reads issue exports: the JSON of GitHub's and GitLab's command-line tools, and CSV.

use std::collections::HashSet;

use serde_json::Value;

use crate::convert::trackers::issue::{Comment, Issue, Speaker, State};

/// Reads an export in any supported format.
pub(crate) fn read(text: &str) -> Result<Vec<Issue>, String> {
    Ok(read_raw(text)?.into_iter().map(Issue::without_controls).collect())
}

fn read_raw(text: &str) -> Result<Vec<Issue>, String> {
    let text = text.trim_start_matches('\u{feff}').trim();
    if text.is_empty() {
        return Err("it is empty".to_owned());
    }
    if !text.starts_with(['[', '{']) {
        return crate::convert::trackers::csv::read(text);
    }
    let values = match serde_json::from_str::<Value>(text) {
        Ok(Value::Array(values)) => values,
        Ok(Value::Object(object)) if !object.contains_key("title") => {
            let list = ["issues", "items", "nodes", "data"].iter().find_map(|key| object.get(*key));
            list.and_then(Value::as_array).cloned().ok_or("it contains no list of issues")?
        }
        Ok(value) => vec![value],
        // One object per line.
        Err(error) => {
            let lines = text.lines().filter(|line| !line.trim().is_empty());
            let lines: Result<Vec<Value>, _> = lines.map(serde_json::from_str).collect();
            lines.map_err(|_| format!("it is not valid JSON: {error}"))?
        }
    };
    let maintainers = maintainers(&values);
    let issues: Vec<Issue> = values.iter().filter_map(|value| issue(value, &maintainers)).collect();
    if issues.is_empty() && !values.is_empty() {
        return Err("no entry has a title and a number, as GitHub and GitLab issues do".to_owned());
    }
    Ok(issues)
}

fn text_of<'v>(value: &'v Value, keys: &[&str]) -> &'v str {
    keys.iter().find_map(|key| value[*key].as_str()).unwrap_or_default()
}

fn login(value: &Value) -> &str {
    text_of(&value["author"], &["login", "username", "name"])
}

/// Everybody who speaks for the project in some issue.
fn maintainers(values: &[Value]) -> HashSet<String> {
    let comments = values.iter().filter_map(|value| value["comments"].as_array()).flatten();
    let is_maintainer = |comment: &&Value| {
        ["OWNER", "MEMBER", "COLLABORATOR"]
            .contains(&text_of(comment, &["authorAssociation", "author_association"]))
    };
    comments
        .filter(is_maintainer)
        .map(|comment| login(comment).to_owned())
        .filter(|name| !name.is_empty())
        .collect()
}

fn issue(value: &Value, maintainers: &HashSet<String>) -> Option<Issue> {
    let title = value["title"].as_str()?.trim();
    let number = ["number", "iid", "id"].iter().find_map(|key| value[*key].as_i64())?;
    let author = login(value);
    let speaker = |name: &str| match name {
        name if is_bot(name) => Speaker::Bot,
        name if maintainers.contains(name) => Speaker::Maintainer,
        name if name == author => Speaker::Reporter,
        _ => Speaker::Other,
    };
    let label = |label: &Value| label.as_str().or_else(|| label["name"].as_str()).map(str::to_lowercase);
    let comment = |comment: &Value| {
        let by_name = speaker(login(comment));
        let is_app = comment["author"]["is_bot"].as_bool() == Some(true);
        Comment {
            text: text_of(comment, &["body", "note"]).to_owned(),
            speaker: if is_app { Speaker::Bot } else { by_name },
        }
    };
    let list = |key: &str| value[key].as_array().map(Vec::as_slice).unwrap_or_default();
    let reason = text_of(value, &["stateReason", "state_reason"]).to_uppercase();
    // `gh issue list` lists only open issues by default, so the state may be missing.
    let is_open = !text_of(value, &["state"]).to_lowercase().starts_with("closed");
    let state = match reason.as_str() {
        _ if is_open => State::Open,
        "NOT_PLANNED" => State::NotPlanned,
        "DUPLICATE" => State::Duplicate,
        _ => State::Closed,
    };
    let url = Some(text_of(value, &["web_url", "html_url", "url"])).filter(|url| url.starts_with("http"));
    Some(Issue {
        id: format!("#{number}"),
        url: url.map(str::to_owned),
        title: title.to_owned(),
        body: text_of(value, &["body", "description"]).to_owned(),
        speaker: if is_bot(author) {
            Speaker::Bot
        } else if maintainers.contains(author) {
            Speaker::Maintainer
        } else {
            Speaker::Reporter
        },
        state,
        labels: list("labels").iter().filter_map(label).collect(),
        comments: list("comments").iter().map(comment).collect(),
        columns: Vec::new(),
    })
}

fn is_bot(name: &str) -> bool {
    const KNOWN: [&str; 8] = [
        "github-actions",
        "stale",
        "dependabot",
        "renovate",
        "codecov",
        "greenkeeper",
        "mergify",
        "allcontributors",
    ];
    let name = name.to_lowercase();
    KNOWN.contains(&name.as_str()) || ["[bot]", "-bot", "_bot"].iter().any(|end| name.ends_with(end))
}
