//! Bugzilla: the JSON of its REST interface. Its CSV export is read as a table.

use serde_json::Value;

use super::format::Format;
use super::people::{People, author_of, name_of};
use super::values::{list_of, names_of, text_of, url_of};
use crate::convert::trackers::issue::{Comment, Issue, Speaker, State};

pub(crate) const FORMAT: Format = Format {
    name: "Bugzilla",
    is_it: |value| value["id"].is_i64() && value["summary"].is_string() && value["status"].is_string(),
    issue,
    wanted: &[
        ("comments", "what was said: add `comments` to `include_fields`"),
        ("resolution", "how bugs were resolved: add `resolution` to `include_fields`"),
    ],
};

fn issue(value: &Value, people: &People) -> Option<Issue> {
    let reporter = author_of(value);
    let owner = name_of(&value["assigned_to"]);
    let comments = list_of(value, "comments");
    let (body, rest) = match text_of(value, &["description"]) {
        // The first comment is the description.
        "" => (comments.first().map_or("", |first| text_of(first, &["text", "raw_text"])), comments.get(1..)),
        text => (text, Some(comments.as_slice())),
    };
    let comment = |comment: &&Value| {
        let author = author_of(comment);
        let speaker = match people.speaker(author, reporter) {
            Speaker::Other if author == owner => Speaker::Maintainer,
            Speaker::Other => Speaker::Contributor,
            speaker => speaker,
        };
        Comment::new(text_of(comment, &["text", "raw_text"]).to_owned(), speaker)
    };
    let target = text_of(value, &["target_milestone"]);
    let mut labels = names_of(value, "keywords");
    labels.push(text_of(value, &["type"]).to_lowercase());
    if text_of(value, &["severity"]) == "enhancement" {
        labels.push("enhancement".to_owned());
    }
    labels.retain(|label| !label.is_empty());
    Some(Issue {
        url: url_of(value, &["web_url", "bug_url"]),
        body: body.to_owned(),
        state: state(value),
        labels,
        comments: rest.unwrap_or_default().iter().map(comment).collect(),
        milestone: Some(target.to_owned()).filter(|target| target.contains(|c: char| c.is_ascii_digit())),
        ..Issue::new(format!("bug {}", value["id"].as_i64()?), value["summary"].as_str()?)
    })
}

fn state(value: &Value) -> State {
    match (text_of(value, &["status"]), text_of(value, &["resolution"])) {
        ("REOPENED", _) => State::Reopened,
        ("RESOLVED" | "VERIFIED" | "CLOSED", "DUPLICATE") => State::Duplicate,
        ("RESOLVED" | "VERIFIED" | "CLOSED", "FIXED" | "") => State::Closed,
        ("RESOLVED" | "VERIFIED" | "CLOSED", _) => State::NotPlanned,
        _ => State::Open,
    }
}
