//! GitLab: `glab issue list --output json` and the REST API, with the notes or discussions of each issue.

use serde_json::Value;

use super::format::Format;
use super::people::{People, author_of};
use super::values::{list_of, names_of, text_of, url_of};
use crate::convert::trackers::issue::{Comment, Issue, Pull, State};

pub(crate) const FORMAT: Format = Format {
    name: "GitLab",
    is_it: |value| !value["iid"].is_null() && value["title"].is_string(),
    issue,
    wanted: &[
        (
            "notes|discussions|comments",
            "what maintainers said: add the notes of each issue as `notes`, as the manual shows",
        ),
        ("state", "which issues are closed: export `state`"),
    ],
};

fn issue(value: &Value, people: &People) -> Option<Issue> {
    let number = value["iid"]
        .as_i64()
        .map_or_else(|| value["iid"].as_str().map(str::to_owned), |number| Some(number.to_string()))?;
    let reporter = author_of(value);
    let threads = list_of(value, "discussions").into_iter().flat_map(|thread| list_of(thread, "notes"));
    let notes = list_of(value, "notes").into_iter().chain(list_of(value, "comments")).chain(threads);
    // System notes tell of labels and assignments.
    let said = notes.filter(|note| note["system"].as_bool() != Some(true));
    let comment = |note: &Value| Comment {
        text: text_of(note, &["body", "note"]).to_owned(),
        speaker: people.commenter(note, reporter),
        author: author_of(note).to_owned(),
    };
    let comments: Vec<Comment> = said.map(comment).collect();
    let merges = ["closed_by_merge_requests", "merge_requests", "closing_merge_requests"].into_iter();
    let milestone = text_of(&value["milestone"], &["title"]);
    let is_merge = text_of(value, &["web_url", "webUrl"]).contains("/merge_requests/");
    Some(Issue {
        url: url_of(value, &["web_url", "webUrl", "url"]),
        body: text_of(value, &["description", "body"]).to_owned(),
        author: reporter.to_owned(),
        speaker: people.opener(value),
        state: state(value),
        labels: names_of(value, "labels"),
        is_record: comments.is_empty() && !people.has_roles(),
        comments,
        pulls: merges.flat_map(|key| list_of(value, key)).filter_map(pull).collect(),
        milestone: Some(milestone.to_owned()).filter(|title| !title.is_empty()),
        closes: is_merge.then(Vec::new),
        ..Issue::new(format!("#{number}"), value["title"].as_str()?)
    })
}

fn pull(value: &Value) -> Option<Pull> {
    Some(Pull {
        id: format!("!{}", value["iid"].as_i64()?),
        url: url_of(value, &["web_url", "webUrl"]),
        title: text_of(value, &["title"]).trim().to_owned(),
        body: text_of(value, &["description"]).to_owned(),
        is_merged: text_of(value, &["state"]) == "merged" || value["merged_at"].is_string(),
        author: author_of(value).to_owned(),
    })
}

/// GitLab has no reasons; a duplicate names the issue it was moved to.
fn state(value: &Value) -> State {
    let is_moved = ["moved_to_id", "duplicated_to_id"].iter().any(|key| value[*key].is_i64());
    match text_of(value, &["state"]) {
        "merged" => State::Merged,
        "closed" if is_moved => State::Duplicate,
        "closed" => State::Closed,
        "reopened" => State::Reopened,
        _ => State::Open,
    }
}
