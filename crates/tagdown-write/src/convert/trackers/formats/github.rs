//! GitHub: `gh issue list --json`, `gh pr list --json` and the REST API, whose fields differ in spelling.

use serde_json::Value;

use super::format::Format;
use super::people::{People, author_of};
use super::values::{list_of, names_of, text_of, url_of};
use crate::convert::trackers::issue::{Comment, Issue, Pull, State};

pub(crate) const FORMAT: Format = Format {
    name: "GitHub",
    is_it: |value| value["number"].is_i64() && value["title"].is_string(),
    issue,
    wanted: &[
        ("comments", "what maintainers said: add `comments` to `--json`"),
        ("author|user", "who reported an issue: add `author` to `--json`"),
        ("state", "which issues are closed: add `state` to `--json`"),
        ("labels", "which issues are bugs: add `labels` to `--json`"),
    ],
};

/// Whether an entry is a pull request.
fn is_pull(value: &Value) -> bool {
    let has = |key: &str| value.get(key).is_some_and(|field| !field.is_null());
    has("pull_request")
        || has("mergedAt")
        || has("merged_at")
        || has("closingIssuesReferences")
        || has("headRefName")
        || text_of(value, &["html_url", "url"]).contains("/pull/")
}

fn issue(value: &Value, people: &People) -> Option<Issue> {
    let number = value["number"].as_i64()?;
    let reporter = author_of(value);
    let comment = |comment: &&Value| Comment {
        text: text_of(comment, &["body", "bodyText"]).to_owned(),
        speaker: people.commenter(comment, reporter),
        author: author_of(comment).to_owned(),
    };
    let closes = is_pull(value).then(|| {
        let all = list_of(value, "closingIssuesReferences").into_iter();
        all.filter_map(|one| one["number"].as_i64()).map(|number| format!("#{number}")).collect()
    });
    let pulls = ["closedByPullRequestsReferences", "closingPullRequests"].into_iter();
    let milestone = text_of(&value["milestone"], &["title"]);
    Some(Issue {
        url: url_of(value, &["html_url", "url"]),
        body: text_of(value, &["body", "bodyText"]).to_owned(),
        author: reporter.to_owned(),
        speaker: people.opener(value),
        state: state(value),
        labels: names_of(value, "labels"),
        comments: list_of(value, "comments").iter().map(comment).collect(),
        pulls: pulls.flat_map(|key| list_of(value, key)).filter_map(pull).collect(),
        milestone: Some(milestone.to_owned()).filter(|title| !title.is_empty()),
        closes,
        ..Issue::new(format!("#{number}"), value["title"].as_str()?)
    })
}

/// A reference to a pull request, with its text if the export has it.
fn pull(value: &Value) -> Option<Pull> {
    let number = value["number"].as_i64()?;
    let merged = |key: &str| value[key].as_str().is_some_and(|date| !date.is_empty());
    let state = text_of(value, &["state"]).to_lowercase();
    let is_bare = ["mergedAt", "merged_at", "state"].iter().all(|key| value.get(key).is_none());
    Some(Pull {
        id: format!("#{number}"),
        url: url_of(value, &["html_url", "url"]),
        title: text_of(value, &["title"]).trim().to_owned(),
        body: text_of(value, &["body", "bodyText"]).to_owned(),
        // A reference without a state closed the issue, so it was merged.
        is_merged: merged("mergedAt") || merged("merged_at") || state == "merged" || is_bare,
        author: author_of(value).to_owned(),
    })
}

/// `gh issue list` lists only open issues by default, so the state may be missing.
fn state(value: &Value) -> State {
    let reason = text_of(value, &["stateReason", "state_reason"]).to_uppercase();
    let is_merged = [&value["mergedAt"], &value["merged_at"], &value["pull_request"]["merged_at"]]
        .iter()
        .any(|date| date.as_str().is_some_and(|date| !date.is_empty()));
    match (text_of(value, &["state"]).to_lowercase().as_str(), reason.as_str()) {
        ("merged", _) => State::Merged,
        _ if is_merged => State::Merged,
        ("closed", "NOT_PLANNED") => State::NotPlanned,
        ("closed", "DUPLICATE") => State::Duplicate,
        // A pull request that was closed without a merge changed nothing.
        ("closed", _) if is_pull(value) => State::NotPlanned,
        ("closed", _) => State::Closed,
        (_, "REOPENED") => State::Reopened,
        _ => State::Open,
    }
}
