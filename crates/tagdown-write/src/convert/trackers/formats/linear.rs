//! Linear: the JSON of its GraphQL interface. Its CSV export is read as a table.

use serde_json::Value;

use super::format::Format;
use super::people::{People, author_of, name_of};
use super::values::{list_of, names_of, text_of, url_of};
use crate::convert::trackers::issue::{Comment, Issue, State};

pub(crate) const FORMAT: Format = Format {
    name: "Linear",
    is_it: |value| value["identifier"].is_string() && value["title"].is_string(),
    issue,
    wanted: &[
        ("comments", "what was said: add `comments { nodes { body user { name } } }` to the query"),
        ("state", "which issues are done: add `state { name type }` to the query"),
    ],
};

fn issue(value: &Value, people: &People) -> Option<Issue> {
    let reporter = author_of(value);
    let owner = name_of(&value["assignee"]);
    let comment = |comment: &&Value| {
        let speaker = people.speaker_beside(author_of(comment), reporter, owner);
        Comment::new(text_of(comment, &["body"]).to_owned(), speaker)
    };
    let state = &value["state"];
    let kind = text_of(state, &["type"]);
    let name = state.as_str().unwrap_or_else(|| text_of(state, &["name"])).to_lowercase();
    Some(Issue {
        url: url_of(value, &["url"]),
        body: text_of(value, &["description"]).to_owned(),
        state: match kind {
            _ if name.contains("duplicate") => State::Duplicate,
            "canceled" | "cancelled" => State::NotPlanned,
            "completed" => State::Closed,
            "" if name == "done" || name == "completed" => State::Closed,
            "" if name.starts_with("cancel") => State::NotPlanned,
            _ => State::Open,
        },
        labels: names_of(value, "labels"),
        comments: list_of(value, "comments").iter().map(comment).collect(),
        ..Issue::new(value["identifier"].as_str()?.to_owned(), value["title"].as_str()?)
    })
}
